// Percentiles of one cell have intervals of different widths; rounded each by its own they could
// cross as printed.
#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "report/number.h"

namespace assay::report {
namespace {

constexpr std::array<std::string_view, 7> rising{"min", "p50", "p90", "p95", "p99", "p99_9", "max"};

struct Step {
  std::string metric;
  double value;
  double half_width;
};

double printed(const Step& step, double divisor) {
  return std::stod(rounded(step.value / divisor, step.half_width / divisor));
}

std::vector<Step> steps_of(const results::CellResult& cell, const std::string& group) {
  std::vector<Step> steps;
  for (const std::string_view name : rising) {
    const std::string metric = group + "." + std::string(name);
    const auto found = cell.summary.find(metric);
    if (found != cell.summary.end() && found->second.median) {
      steps.push_back({metric, *found->second.median, half_width(found->second)});
    }
  }
  return steps;
}

// Each pass makes some width smaller, to one that another step has: it ends.
void uncross(std::vector<Step>& steps, double divisor) {
  bool crossed = true;
  while (crossed) {
    crossed = false;
    for (std::size_t low = 0; low + 1 < steps.size(); ++low) {
      Step& lower = steps[low];
      Step& higher = steps[low + 1];
      if (lower.value <= higher.value && lower.half_width != higher.half_width &&
          printed(lower, divisor) > printed(higher, divisor)) {
        lower.half_width = higher.half_width = std::min(lower.half_width, higher.half_width);
        crossed = true;
      }
    }
  }
}

}  // namespace

double resolution(const results::CellResult& cell, const std::string& metric, double divisor) {
  std::vector<Step> steps = steps_of(cell, metric.substr(0, metric.find('.')));
  uncross(steps, divisor);
  const auto step = std::find_if(steps.begin(), steps.end(),
                                 [&](const Step& each) { return each.metric == metric; });
  if (step != steps.end()) {
    return step->half_width;
  }
  const auto found = cell.summary.find(metric);
  return found == cell.summary.end() ? 0 : half_width(found->second);
}

}  // namespace assay::report
