#include "results/calibration.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::results {

std::vector<Calibration> calibrations(std::span<const matrix::Cell> cells) {
  std::vector<Calibration> all;
  for (const matrix::ClosedLoop& loop : matrix::closed_loops(cells)) {
    all.push_back({loop.group, loop.cell.backend, loop.cell.id, {}, {}});
  }
  return all;
}

void add_block(Calibration& calibration, const engine::BlockResult& result) {
  std::string failure;
  if (result.failure) {
    failure = fmt::format("{}: {}", result.failure->phase, result.failure->text);
  } else if (result.measurement->operations == 0) {
    failure = fmt::format("no operation ended well: {}", result.measurement->first_error);
  }
  if (failure.empty()) {
    calibration.ops_per_second.emplace_back(static_cast<double>(result.measurement->operations) /
                                            result.measurement->seconds);
    return;
  }
  calibration.ops_per_second.emplace_back(std::nullopt);
  if (calibration.failure.empty()) {
    calibration.failure = std::move(failure);
  }
}

std::optional<double> rate(const Calibration& calibration) {
  std::vector<double> rates;
  for (const std::optional<double>& each : calibration.ops_per_second) {
    if (each) {
      rates.push_back(*each);
    }
  }
  if (rates.empty()) {
    return std::nullopt;
  }
  std::sort(rates.begin(), rates.end());
  const std::size_t half = rates.size() / 2;
  return rates.size() % 2 == 1 ? rates[half] : (rates[half - 1] + rates[half]) / 2;
}

const Calibration* slowest(std::span<const Calibration> calibrations, std::string_view group) {
  const Calibration* found = nullptr;
  for (const Calibration& each : calibrations) {
    const std::optional<double> of_each = rate(each);
    if (each.group == group && of_each && (found == nullptr || *of_each < *rate(*found))) {
      found = &each;
    }
  }
  return found;
}

nlohmann::json calibration_json(const Calibration& calibration) {
  nlohmann::json rates = nlohmann::json::array();
  for (const std::optional<double>& each : calibration.ops_per_second) {
    rates.push_back(finite(each));
  }
  return {{"group", calibration.group},
          {"backend", calibration.backend},
          {"cell", calibration.cell},
          {"ops_per_second", std::move(rates)},
          {"failure", valid_utf8(calibration.failure)}};
}

Calibration calibration_of(const JsonField& field) {
  Calibration calibration{field["group"].as<std::string>(),
                          field["backend"].as<std::string>(),
                          field["cell"].as<std::string>(),
                          {},
                          field["failure"].as<std::string>()};
  const JsonField rates = field["ops_per_second"];
  for (const JsonField& each : rates.elements()) {
    calibration.ops_per_second.push_back(each.maybe<double>());
  }
  return calibration;
}

}  // namespace assay::results
