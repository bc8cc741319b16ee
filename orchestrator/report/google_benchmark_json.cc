#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "analyse/statistics.h"
#include "report/exports.h"

namespace assay::report {
namespace {

using analyse::median;
using nlohmann::json;

// The figures of one repetition; time in ns, "items_per_second" and the percentiles beside.
json figures(const results::Repeat& repeat) {
  const double operations = static_cast<double>(std::max<std::uint64_t>(repeat.operations, 1));
  const auto client = repeat.resources.find("client");
  const double cpu_seconds = client == repeat.resources.end() ? 0 : client->second.cpu_seconds;
  json result = {{"real_time", repeat.response_ns.mean.value_or(0)},
                 {"cpu_time", cpu_seconds * 1e9 / operations},
                 {"items_per_second", *repeat.ops_per_second}};
  for (const auto& [name, figure] : results::latency_figures) {
    if (const std::optional<double>& value = repeat.response_ns.*figure) {
      result[std::string("response_") + name] = *value;
    }
  }
  return result;
}

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Google Benchmark's: of a sample, 0 for a single repetition.
double deviation(std::span<const double> values) {
  if (values.size() < 2) {
    return 0;
  }
  const double middle = mean(values);
  double squares = 0;
  for (const double value : values) {
    squares += (value - middle) * (value - middle);
  }
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

double variation(std::span<const double> values) {
  const double middle = mean(values);
  return middle == 0 ? 0 : deviation(values) / middle;
}

json row(const results::CellResult& cell, std::size_t family, std::size_t repetitions) {
  return {{"family_index", family},
          {"per_family_instance_index", 0},
          {"run_name", cell.cell.id},
          {"repetitions", repetitions},
          {"threads", cell.cell.topology.processes * cell.cell.topology.threads},
          {"time_unit", "ns"}};
}

void add_aggregates(json& rows, const json& common, const std::vector<json>& repetitions) {
  struct Aggregate {
    const char* name;
    const char* unit;
    double (*of)(std::span<const double>);
  };

  const Aggregate aggregates[] = {{"mean", "time", mean},
                                  {"median", "time", median},
                                  {"stddev", "time", deviation},
                                  {"cv", "percentage", variation}};
  for (const Aggregate& aggregate : aggregates) {
    json one = common;
    one["name"] = common.at("run_name").get<std::string>() + "_" + aggregate.name;
    one["run_type"] = "aggregate";
    one["aggregate_name"] = aggregate.name;
    one["aggregate_unit"] = aggregate.unit;
    one["iterations"] = repetitions.size();
    for (const auto& [name, first] : repetitions.front().items()) {
      std::vector<double> values;
      for (const json& each : repetitions) {
        if (const auto found = each.find(name); found != each.end()) {
          values.push_back(found->get<double>());
        }
      }
      one[name] = aggregate.of(values);
    }
    rows.push_back(std::move(one));
  }
}

json context(const results::Run& run) {
  const auto machine = [&](const char* field, const json& otherwise) {
    const auto found = run.machine.find(field);
    return found == run.machine.end() || found->is_null() ? otherwise : *found;
  };
  return {{"date", run.run.started},
          {"host_name", machine("host_name", "")},
          {"executable", "assay " + run.run.assay_version},
          {"num_cpus", machine("cpu_count", 1)},
          {"mhz_per_cpu", 0},
          {"cpu_scaling_enabled", false},
          {"caches", json::array()},
          {"load_avg", json::array({machine("load_average_1m", 0)})},
          {"library_build_type", "release"},
          {"matrix", run.run.matrix},
          {"run", run.run.id},
          {"seed", run.run.seed}};
}

}  // namespace

std::string google_benchmark_json(const results::Run& run) {
  json rows = json::array();
  for (std::size_t family = 0; family < run.cells.size(); ++family) {
    const results::CellResult& cell = run.cells[family];
    std::vector<const results::Repeat*> measured;
    for (const results::Repeat& repeat : cell.repeats) {
      if (repeat.ops_per_second && !(repeat.open && repeat.open->overloaded)) {
        measured.push_back(&repeat);
      }
    }
    if (measured.empty()) {
      continue;
    }
    const json common = row(cell, family, measured.size());
    std::vector<json> repetitions;
    for (std::size_t index = 0; index < measured.size(); ++index) {
      repetitions.push_back(figures(*measured[index]));
      json one = common;
      one.update(repetitions.back());
      one["name"] = cell.cell.id;
      one["run_type"] = "iteration";
      one["repetition_index"] = index;
      one["iterations"] = measured[index]->operations;
      rows.push_back(std::move(one));
    }
    if (measured.size() > 1) {
      add_aggregates(rows, common, repetitions);
    }
  }
  return json{{"context", context(run)}, {"benchmarks", std::move(rows)}}.dump(2) + "\n";
}

}  // namespace assay::report
