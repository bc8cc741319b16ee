#include "matrix/metrics.h"

#include <algorithm>

namespace assay::matrix {
namespace {

struct Unit {
  std::string_view name;
  double factor;  // from the kept figure
};

constexpr Unit rate_units[] = {{"1/s", 1}, {"k/s", 1e-3}, {"M/s", 1e-6}};
constexpr Unit time_units[] = {{"ns", 1}, {"us", 1e-3}, {"ms", 1e-6}, {"s", 1e-9}};
constexpr Unit work_units[] = {{"us", 1}, {"ns", 1e3}, {"ms", 1e-3}, {"s", 1e-6}};
constexpr Unit core_units[] = {{"cores", 1}};
constexpr Unit size_units[] = {{"bytes", 1}, {"KiB", 1.0 / 1024}, {"MiB", 1.0 / (1024 * 1024)}};
constexpr Unit count_units[] = {{"1", 1}};
constexpr Unit share_units[] = {{"%", 100}, {"1", 1}};

std::span<const Unit> units_of(std::string_view name) {
  if (name.ends_with("_per_second")) {
    return rate_units;
  }
  if (name.ends_with("_share")) {
    return share_units;
  }
  if (name == "errors") {
    return count_units;
  }
  if (name.ends_with(".cpu_cores")) {
    return core_units;
  }
  if (name.ends_with(".cpu_us_per_op")) {
    return work_units;
  }
  return name.ends_with("_bytes") ? std::span<const Unit>(size_units) : time_units;
}

std::vector<Metric> make_metrics() {
  struct Named {
    std::string name;
    std::string title;
  };

  const Named times[] = {{"response_ns", "response time"},
                         {"service_ns", "service time"},
                         {"generator_ns", "the load generator's own delay"}};
  const Named figures[] = {{"p50", "median"},
                           {"p90", "90th percentile"},
                           {"p95", "95th percentile"},
                           {"p99", "99th percentile"},
                           {"p99_9", "99.9th percentile"},
                           {"min", "least"},
                           {"mean", "mean"},
                           {"max", "greatest"}};
  std::vector<Metric> all{{"ops_per_second", "operations per second", "1/s", true}};
  for (const Named& time : times) {
    for (const Named& figure : figures) {
      all.push_back({time.name + "." + figure.name, time.title + ", " + figure.title, "us", false});
    }
  }
  all.push_back({"open.offered_per_second", "offered rate", "1/s", true});
  all.push_back({"open.achieved_share", "share of the offered rate that was achieved", "%", true});
  all.push_back({"open.waited_share", "share of operations that no slot was free for", "%", false});
  for (const std::string part : {"client", "server"}) {
    all.push_back({part + ".cpu_cores", "CPU of the " + part, "cores", false});
    all.push_back(
        {part + ".cpu_us_per_op", "CPU time of the " + part + " per operation", "us", false});
    all.push_back({part + ".rss_bytes", "memory of the " + part, "MiB", false});
    all.push_back({part + ".read_bytes", "read from storage by the " + part, "MiB", false});
    all.push_back({part + ".written_bytes", "written to storage by the " + part, "MiB", false});
  }
  all.push_back({"errors", "operations that failed", "1", false});
  return all;
}

}  // namespace

std::span<const Metric> metrics() {
  static const std::vector<Metric> all = make_metrics();
  return all;
}

const Metric* find_metric(std::string_view name) {
  const auto found = std::ranges::find(metrics(), name, &Metric::name);
  return found == metrics().end() ? nullptr : &*found;
}

std::span<const std::string> metric_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Metric& metric : metrics()) {
      all.push_back(metric.name);
    }
    return all;
  }();
  return names;
}

std::vector<std::string> units(const Metric& metric) {
  std::vector<std::string> names{metric.default_unit};
  for (const Unit& unit : units_of(metric.name)) {
    if (unit.name != metric.default_unit) {
      names.emplace_back(unit.name);
    }
  }
  return names;
}

std::optional<double> unit_factor(const Metric& metric, std::string_view unit) {
  for (const Unit& each : units_of(metric.name)) {
    if (each.name == unit) {
      return each.factor;
    }
  }
  return std::nullopt;
}

}  // namespace assay::matrix
