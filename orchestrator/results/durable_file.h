// Files that are either whole or not there, also after a power loss. Any thread.
#pragma once

#include <filesystem>
#include <string_view>

namespace assay::results {

// Writes the text under a temporary name beside the file, syncs it, renames it and syncs the
// folder. Throws Error when it cannot; the file is then as it was and nothing is left beside it.
void write_durably(const std::filesystem::path& file, std::string_view text);

// Makes the names in a folder durable. Throws Error when it cannot.
void sync_folder(const std::filesystem::path& folder);

}  // namespace assay::results
