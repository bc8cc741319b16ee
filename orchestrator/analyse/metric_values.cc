#include <cmath>
#include <string_view>
#include <utility>

#include "analyse/analyse.h"
#include "matrix/metrics.h"

namespace assay::analyse {

namespace {

using Value = std::optional<double>;
using results::Latency;
using results::Repeat;

Value latency_figure(const Latency& latency, std::string_view figure) {
  for (const auto& [name, member] : results::latency_figures) {
    if (name == figure) {
      return latency.*member;
    }
  }
  return std::nullopt;
}

Value resource_figure(const Repeat& repeat, const std::string& part, std::string_view figure) {
  const auto found = repeat.resources.find(part);
  if (found == repeat.resources.end()) {
    return std::nullopt;
  }
  const engine::Resources& used = found->second;
  if (figure == "cpu_cores") {
    return repeat.seconds > 0 ? Value(used.cpu_seconds / repeat.seconds) : std::nullopt;
  }
  if (figure == "cpu_us_per_op") {
    constexpr double us_per_second = 1e6;
    return repeat.operations > 0
               ? Value(used.cpu_seconds * us_per_second / static_cast<double>(repeat.operations))
               : std::nullopt;
  }
  for (const auto& [name, bytes] :
       {std::pair("rss_bytes", used.rss_bytes), std::pair("read_bytes", used.read_bytes),
        std::pair("written_bytes", used.written_bytes)}) {
    if (figure == name) {
      return static_cast<double>(bytes);
    }
  }
  return std::nullopt;
}

Value open_figure(const Repeat& repeat, std::string_view figure) {
  if (!repeat.open) {
    return std::nullopt;
  }
  if (figure == "offered_per_second") {
    return repeat.open->offered_per_second;
  }
  if (figure == "achieved_share") {
    return repeat.open->achieved_share;
  }
  if (figure == "waited_share" && repeat.open->due > 0) {
    return static_cast<double>(repeat.open->waited) / static_cast<double>(repeat.open->due);
  }
  return std::nullopt;
}

Value figure_of(const Repeat& repeat, const std::string& metric) {
  if (repeat.failure) {
    return std::nullopt;
  }
  if (metric == "ops_per_second") {
    return repeat.ops_per_second;
  }
  if (metric == "errors") {
    double sum = 0;
    for (const auto& [kind, count] : repeat.errors) {
      sum += static_cast<double>(count);
    }
    return sum;
  }
  const std::size_t dot = metric.find('.');
  if (dot == std::string::npos) {
    return std::nullopt;
  }
  const std::string group = metric.substr(0, dot);
  const std::string_view figure = std::string_view(metric).substr(dot + 1);
  if (group == "response_ns") {
    return latency_figure(repeat.response_ns, figure);
  }
  if (group == "service_ns") {
    return latency_figure(repeat.service_ns, figure);
  }
  if (group == "generator_ns") {
    return repeat.open ? latency_figure(repeat.open->generator_ns, figure) : std::nullopt;
  }
  if (group == "open") {
    return open_figure(repeat, figure);
  }
  return resource_figure(repeat, group, figure);
}

}  // namespace

std::vector<Value> by_round(const results::CellResult& cell, const std::string& metric,
                            std::uint32_t rounds) {
  std::vector<Value> values(rounds);
  for (const Repeat& repeat : cell.repeats) {
    const Value value = figure_of(repeat, metric);
    if (repeat.round < rounds && value && std::isfinite(*value)) {
      values[repeat.round] = value;
    }
  }
  return values;
}

bool greater_is_better(const std::string& metric) {
  const matrix::Metric* const found = matrix::find_metric(metric);
  return found != nullptr && found->greater_is_better;
}

}  // namespace assay::analyse
