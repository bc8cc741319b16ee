// The section about open loads: whose time it was that an operation took.
#include <fmt/format.h>

#include <algorithm>

#include "report/cell_table.h"
#include "report/document.h"
#include "report/markdown_table.h"
#include "report/text_table.h"

namespace assay::report {
namespace {

bool is_open(const results::CellResult& cell) { return cell.cell.open.has_value(); }

std::string calibrations_text(const results::Run& run) {
  if (run.calibrations.empty()) {
    return "";
  }
  Lines lines{{"closed loop", "backend", "ops/s", "offered are shares of"}};
  for (const results::Calibration& each : run.calibrations) {
    const std::optional<double> rate = results::rate(each);
    const results::Calibration* const slowest = results::slowest(run.calibrations, each.group);
    lines.push_back({each.group, each.backend,
                     rate                   ? fmt::format("{:.0f}", *rate)
                     : each.failure.empty() ? "not run"
                                            : "failed",
                     slowest == &each ? "this" : ""});
  }
  std::string text = fmt::format(
      "\nShares of the slowest are of what it does in a closed loop: the median of {} blocks "
      "before "
      "the rounds. Every backend is then offered the same rates.\n\n{}",
      results::calibration_blocks, markdown_table(lines, 2));
  for (const results::Calibration& each : run.calibrations) {
    if (!each.failure.empty()) {
      text += fmt::format("\n- `{}`: {}\n", each.cell, hanging(each.failure, "  "));
    }
  }
  return text;
}

}  // namespace

std::string open_section(const results::Run& run) {
  if (std::none_of(run.cells.begin(), run.cells.end(), is_open)) {
    return "";
  }
  return "## Open loads\n\nOperations are due by a schedule, whatever the system does. Response "
         "times count from when an operation was due, service times from its real send, all in µs. "
         "What lies between has two causes: no slot was free (the system's, a share of operations "
         "that waited for one), or one was and the load generator came late (Assay's own delay; a "
         "block in which it was over 1 ms for more than 1 % of the operations counts as failed). "
         "A cell in which less than 99 % of the offered rate was achieved, or whose backlog still "
         "grew, is overloaded: its response times grow with the window and are not printed.\n\n" +
         cell_table(run,
                    {{"open.offered_per_second", "offered/s", 1},
                     {"open.achieved_share", "achieved %", 0.01},
                     {"open.waited_share", "waited %", 0.01},
                     {"response_ns.p50", "response p50", 1e3},
                     {"response_ns.p99", "response p99", 1e3},
                     {"service_ns.p50", "service p50", 1e3},
                     {"service_ns.p99", "service p99", 1e3},
                     {"generator_ns.p50", "generator p50", 1e3},
                     {"generator_ns.p99", "generator p99", 1e3},
                     {"generator_ns.max", "generator max", 1e3}},
                    is_open) +
         calibrations_text(run);
}

}  // namespace assay::report
