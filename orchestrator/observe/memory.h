// Memory, swap and page size policy. Any thread.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

namespace assay::observe {

// memory_bytes, memory_available_bytes, swap_bytes, swap_used_bytes, huge_pages_bytes (reserved),
// transparent_huge_pages ("always", "madvise", "never"). Unknown figures are null. `root` is "/"
// but in tests.
nlohmann::json memory(const std::filesystem::path& root);

}  // namespace assay::observe
