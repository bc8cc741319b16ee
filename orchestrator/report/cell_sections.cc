// The sections that go through all cells: latency, resources, remarks.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "report/cell_table.h"
#include "report/document.h"
#include "report/number.h"
#include "report/text_table.h"

namespace assay::report {
namespace {

// The rounds that failed, but for the one whose text the mark "failed" holds.
std::string failures_text(const results::CellResult& cell) {
  bool told = std::any_of(cell.marks.begin(), cell.marks.end(),
                          [](const results::Mark& mark) { return mark.kind == "failed"; });
  std::string text;
  for (const results::Repeat& repeat : cell.repeats) {
    if (repeat.failure && !std::exchange(told, false)) {
      text += fmt::format("- `{}`, round {}: failed in {}: {}\n", cell.cell.id, repeat.round + 1,
                          repeat.failure->phase, hanging(repeat.failure->text, "  "));
    }
  }
  return text;
}

}  // namespace

std::string latency_section(const results::Run& run) {
  std::string text =
      "## Latency\n\nResponse times in µs, from the intended start of an operation to its end (in "
      "a "
      "closed loop the intended start is the start). Nearest rank over all operations of a repeat, "
      "then the median over the rounds; a percentile with fewer than 10 operations beyond it is "
      "not printed. A cell's id names backend, durability, workload, the parameters and settings "
      "that are not the default, and the topology: p processes, t threads a process, c connections "
      "a thread, d operations in flight a connection (0: the plain form, a call at a time).";
  if (run.machine.contains("jitter_fraction") && run.machine["jitter_fraction"].is_number()) {
    text += fmt::format(
        " A thread spinning on the clock lost {} % of its time here, {} µs at the longest: tails "
        "near "
        "that are partly the machine's.",
        rounded(run.machine["jitter_fraction"].get<double>() * 100, 0),
        rounded(run.machine.value("jitter_longest_us", 0.0), 0));
  }
  return text + "\n\n" +
         cell_table(run, {{"response_ns.p50", "p50", 1e3},
                          {"response_ns.p90", "p90", 1e3},
                          {"response_ns.p95", "p95", 1e3},
                          {"response_ns.p99", "p99", 1e3},
                          {"response_ns.p99_9", "p99.9", 1e3},
                          {"response_ns.max", "max", 1e3},
                          {"response_ns.mean", "mean", 1e3}});
}

std::string resources_section(const results::Run& run) {
  constexpr double mebibyte = 1024.0 * 1024;
  return "## Resources\n\nOver the measured window. The client is Assay's worker processes; for an "
         "embedded system they hold the system too. Read and written is what reached the storage; "
         "where no cell did so, the column is left out.\n\n" +
         cell_table(run, {{"client.cpu_cores", "client cores", 1},
                          {"client.cpu_us_per_op", "client CPU µs/op", 1},
                          {"client.rss_bytes", "client MiB", mebibyte},
                          {"client.read_bytes", "client read MiB", mebibyte},
                          {"client.written_bytes", "client written MiB", mebibyte},
                          {"server.cpu_cores", "server cores", 1},
                          {"server.cpu_us_per_op", "server CPU µs/op", 1},
                          {"server.rss_bytes", "server MiB", mebibyte},
                          {"server.read_bytes", "server read MiB", mebibyte},
                          {"server.written_bytes", "server written MiB", mebibyte}});
}

std::string marks_list(const results::Run& run) {
  std::string text;
  for (const results::CellResult& cell : run.cells) {
    for (const results::Mark& mark : cell.marks) {
      text += fmt::format("- `{}`: {} ({})\n", cell.cell.id, hanging(mark.text, "  "), mark.kind);
    }
    text += failures_text(cell);
  }
  return text.empty() ? "Nothing.\n" : text;
}

std::string marks_section(const results::Run& run) {
  return "## What is marked, and why\n\n" + marks_list(run);
}

}  // namespace assay::report
