#include "observe/memory.h"

#include <cstdint>
#include <optional>
#include <string>

#include "observe/text_file.h"

namespace assay::observe {

namespace {

std::optional<std::int64_t> bytes(const std::string& meminfo, const char* key) {
  const auto value = value_of(meminfo, key);
  const auto kibibytes = value ? number<std::int64_t>(*value) : std::nullopt;
  return kibibytes ? std::optional(*kibibytes * 1024) : std::nullopt;
}

nlohmann::json or_null(std::optional<std::int64_t> value) {
  return value ? nlohmann::json(*value) : nlohmann::json();
}

}  // namespace

nlohmann::json memory(const std::filesystem::path& root) {
  const std::string meminfo = read_text(root / "proc/meminfo").value_or("");
  const auto swap = bytes(meminfo, "SwapTotal");
  const auto free_swap = bytes(meminfo, "SwapFree");
  nlohmann::json json;
  json["memory_bytes"] = or_null(bytes(meminfo, "MemTotal"));
  json["memory_available_bytes"] = or_null(bytes(meminfo, "MemAvailable"));
  json["huge_pages_bytes"] = or_null(bytes(meminfo, "Hugetlb"));
  json["swap_bytes"] = or_null(swap);
  json["swap_used_bytes"] =
      or_null(swap && free_swap ? std::optional(*swap - *free_swap) : std::nullopt);
  json["transparent_huge_pages"] = nullptr;
  // "always [madvise] never": the chosen one is in brackets.
  if (const auto line = first_line(root / "sys/kernel/mm/transparent_hugepage/enabled")) {
    const std::size_t begin = line->find('[');
    const std::size_t end = line->find(']');
    if (begin != std::string::npos && end != std::string::npos && begin < end) {
      json["transparent_huge_pages"] = line->substr(begin + 1, end - begin - 1);
    }
  }
  return json;
}

}  // namespace assay::observe
