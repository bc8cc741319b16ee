// What shares of the slowest backend's rate are of: closed loops that were measured before the
// rounds. Plain values and pure functions.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/block.h"
#include "matrix/open_load.h"
#include "results/json_field.h"

namespace assay::results {

// How many blocks each closed loop is measured by; its rate is their median.
inline constexpr std::uint32_t calibration_blocks = 3;

// One closed loop: a backend of a group of cells.
struct Calibration {
  std::string group;  // matrix::OpenLoad
  std::string backend;
  std::string cell;                                   // the closed cell's id
  std::vector<std::optional<double>> ops_per_second;  // [block]; nullopt: it failed
  std::string failure;                                // of the first that did, or empty
};

// The closed loops of a matrix's cells, not measured yet.
std::vector<Calibration> calibrations(std::span<const matrix::Cell> cells);

// Adds a block. One without any operation has no rate either.
void add_block(Calibration& calibration, const engine::BlockResult& result);

// The median over its blocks; nullopt where no block has a rate.
std::optional<double> rate(const Calibration& calibration);

// The one with the lowest rate of a group, or nullptr. Those without a rate are left out: they fail
// by themselves in the rounds.
const Calibration* slowest(std::span<const Calibration> calibrations, std::string_view group);

nlohmann::json calibration_json(const Calibration& calibration);
Calibration calibration_of(const JsonField& field);

}  // namespace assay::results
