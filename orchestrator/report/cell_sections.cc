// The sections that go through all cells: latency, resources, remarks.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/document.h"
#include "report/number.h"

namespace assay::report {
namespace {

const results::Summary* summary_of(const results::CellResult& cell, const std::string& metric) {
  const auto found = cell.summary.find(metric);
  return found == cell.summary.end() || !found->second.median ? nullptr : &found->second;
}

std::string median_text(const results::CellResult& cell, const std::string& metric,
                        double divisor) {
  const results::Summary* summary = summary_of(cell, metric);
  return summary == nullptr ? "-" : figure(*summary, divisor).median;
}

bool any_has(const results::Run& run, const std::string& metric) {
  return std::any_of(run.cells.begin(), run.cells.end(), [&](const results::CellResult& cell) {
    return summary_of(cell, metric) != nullptr;
  });
}

struct Shown {
  std::string metric;
  std::string head;
  double divisor;
};

std::string all_cells(const results::Run& run, const std::vector<Shown>& columns) {
  std::vector<Shown> present;
  std::copy_if(columns.begin(), columns.end(), std::back_inserter(present),
               [&](const Shown& column) { return any_has(run, column.metric); });
  std::string text = "| cell |";
  std::string rule = "| --- |";
  for (const Shown& column : present) {
    text += fmt::format(" {} |", column.head);
    rule += " ---: |";
  }
  text += "\n" + rule + "\n";
  for (const results::CellResult& cell : run.cells) {
    text += fmt::format("| {} |", cell.cell.id);
    for (const Shown& column : present) {
      text += fmt::format(" {} |", median_text(cell, column.metric, column.divisor));
    }
    text += "\n";
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
      "not printed.";
  if (run.machine.contains("jitter_fraction") && run.machine["jitter_fraction"].is_number()) {
    text += fmt::format(
        " A thread spinning on the clock lost {:.2g} % of its time here, {:.3g} µs at the longest: "
        "tails near that are partly the machine's.",
        run.machine["jitter_fraction"].get<double>() * 100,
        run.machine.value("jitter_longest_us", 0.0));
  }
  return text + "\n\n" +
         all_cells(run, {{"response_ns.p50", "p50", 1e3},
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
         "embedded system they hold the system too.\n\n" +
         all_cells(run, {{"client.cpu_cores", "client cores", 1},
                         {"client.cpu_us_per_op", "client CPU µs/op", 1},
                         {"client.rss_bytes", "client MiB", mebibyte},
                         {"client.written_bytes", "written MiB", mebibyte},
                         {"server.cpu_cores", "server cores", 1},
                         {"server.cpu_us_per_op", "server CPU µs/op", 1},
                         {"server.rss_bytes", "server MiB", mebibyte},
                         {"server.written_bytes", "server written MiB", mebibyte}});
}

std::string marks_section(const results::Run& run) {
  std::string text;
  for (const results::CellResult& cell : run.cells) {
    for (const results::Mark& mark : cell.marks) {
      text += fmt::format("- `{}`: {} ({})\n", cell.cell.id, mark.text, mark.kind);
    }
    for (const results::Repeat& repeat : cell.repeats) {
      if (repeat.failure) {
        text += fmt::format("- `{}`, round {}: failed in {}: {}\n", cell.cell.id, repeat.round + 1,
                            repeat.failure->phase, repeat.failure->text);
      }
    }
  }
  return "## What is marked, and why\n\n" + (text.empty() ? "Nothing.\n" : text);
}

}  // namespace assay::report
