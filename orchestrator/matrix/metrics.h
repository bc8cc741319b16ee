// The metrics that tables, comparisons and gates may name, and the units they may be shown in.
// Constant data, safe from any thread.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::matrix {

// What a run's summary holds under a name. Figures are kept in the unit the name says: ns, us,
// bytes.
struct Metric {
  std::string name;          // "ops_per_second", "response_ns.p99", "client.rss_bytes"
  std::string title;         // "operations per second", for headings
  std::string default_unit;  // what tables show when they name none
  bool greater_is_better = false;
};

// All of them, in the order reports list them.
std::span<const Metric> metrics();

// The metric of that name, or nullptr.
const Metric* find_metric(std::string_view name);

// Names of all metrics.
std::span<const std::string> metric_names();

// The units a metric may be shown in, the default first. "1" is the unit of counts.
std::vector<std::string> units(const Metric& metric);

// How many of the unit one of the metric's kept figure is: 0.001 for ns shown in us.
// nullopt when the metric has no such unit.
std::optional<double> unit_factor(const Metric& metric, std::string_view unit);

}  // namespace assay::matrix
