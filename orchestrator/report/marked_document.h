// Documents whose tables Assay keeps: what stands between two marks is made from a run.
//   <!-- assay: runs/quick table throughput -->
//   …
//   <!-- /assay -->
// A mark stands alone in its line. It names one run or several, each a path without blanks, then
// `table` or `bars`, then a table's name. Marks inside fenced code are text. Pure functions.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace assay::report {

struct Mark {
  std::vector<std::string> runs;  // as written
  bool bars = false;
  std::string table;
};

// The document with everything between marks made anew by `content`; a second time changes nothing.
// Throws Error (wrong_usage) with one line per mistake, "name:line: what is wrong; what to do":
// marks that are not well formed, not in pairs or absent, and whatever Error `content` throws.
std::string with_marked_parts(const std::string& document, const std::string& name,
                              const std::function<std::string(const Mark&)>& content);

}  // namespace assay::report
