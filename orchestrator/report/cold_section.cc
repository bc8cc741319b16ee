// What is said of cold starts: how much was dropped from memory before they began.
#include <fmt/format.h>

#include <algorithm>

#include "report/document.h"
#include "report/markdown_table.h"
#include "report/text_table.h"

namespace assay::report {

std::string cold_section(const results::Run& run) {
  Lines lines{{"cell", "data MiB", "left in the page cache MiB"}};
  constexpr double mebibyte = 1024.0 * 1024;
  for (const results::CellResult& cell : run.cells) {
    observe::CachedFiles most;
    bool any = false;
    for (const results::Repeat& repeat : cell.repeats) {
      if (repeat.cold) {
        any = true;
        most.bytes = std::max(most.bytes, repeat.cold->bytes);
        most.cached_bytes = std::max(most.cached_bytes, repeat.cold->cached_bytes);
      }
    }
    if (any) {
      lines.push_back({cell.cell.id,
                       fmt::format("{:.1f}", static_cast<double>(most.bytes) / mebibyte),
                       fmt::format("{:.1f}", static_cast<double>(most.cached_bytes) / mebibyte)});
    }
  }
  if (lines.size() == 1) {
    return "";
  }
  return "## Cold starts\n\nAfter the data was loaded and synced, the page cache of its files was "
         "dropped (posix_fadvise), and nothing warmed up before what is counted. What a device or "
         "a hypervisor keeps in its own memory cannot be dropped from here. The most over the "
         "rounds:\n\n" +
         markdown_table(lines, 1);
}

}  // namespace assay::report
