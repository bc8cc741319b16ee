#include "analyse/analyse.h"

#include <algorithm>

#include "analyse/marks.h"
#include "matrix/metrics.h"

namespace assay::analyse {

namespace {

using results::CellResult;

// Whether the metric belongs in the cell's summary even without figures.
bool expected(const CellResult& cell, const std::string& metric) {
  const std::string group = metric.substr(0, metric.find('.'));
  if (group == metric || group == "response_ns" || group == "service_ns") {
    return true;
  }
  return std::any_of(cell.repeats.begin(), cell.repeats.end(), [&](const results::Repeat& each) {
    return group == "open" || group == "generator_ns" ? each.open.has_value()
                                                      : each.resources.contains(group);
  });
}

// Repeats whose response times are withheld: they count as longer than any other.
std::size_t overloads(const CellResult& cell, const std::string& metric) {
  return metric.starts_with("response_ns.")
             ? static_cast<std::size_t>(std::count_if(
                   cell.repeats.begin(), cell.repeats.end(),
                   [](const results::Repeat& each) { return each.open && each.open->overloaded; }))
             : 0;
}

void summarise_cell(CellResult& cell, std::uint32_t rounds) {
  cell.summary.clear();
  for (const std::string& metric : matrix::metric_names()) {
    if (!expected(cell, metric)) {
      continue;
    }
    std::vector<double> values;
    for (const std::optional<double>& value : by_round(cell, metric, rounds)) {
      if (value) {
        values.push_back(*value);
      }
    }
    cell.summary[metric] = summarise(values, overloads(cell, metric));
  }
}

bool has_failed(const CellResult& cell) {
  constexpr double most_errors = 0.001;
  return error_share(cell) > most_errors ||
         std::any_of(cell.repeats.begin(), cell.repeats.end(),
                     [](const results::Repeat& each) { return each.failure.has_value(); });
}

MarkContext context_of(const results::Run& run) {
  MarkContext context{.rounds = run.run.rounds, .cpus = std::nullopt};
  if (run.machine.is_object() && run.machine.contains("cpu_allowed") &&
      run.machine["cpu_allowed"].is_number()) {
    context.cpus = run.machine["cpu_allowed"].get<double>();
  }
  return context;
}

}  // namespace

std::vector<results::Mark> marks(const CellResult& cell, const MarkContext& context) {
  std::vector<results::Mark> found;
  for (const auto look :
       {failed_blocks, errors, incomplete, settings_differ, overloaded, little_law, not_cold,
        client_saturated, unfair, not_steady, noise, few_samples}) {
    if (MaybeMark mark = look(cell, context)) {
      found.push_back(*std::move(mark));
    }
  }
  return found;
}

void analyse(results::Run& run) {
  const MarkContext context = context_of(run);
  for (CellResult& cell : run.cells) {
    summarise_cell(cell, run.run.rounds);
    cell.failed = has_failed(cell);
    cell.marks = marks(cell, context);
  }
}

}  // namespace assay::analyse
