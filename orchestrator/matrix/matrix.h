// A matrix file: read, checked against what plugins and workloads can do, and expanded into cells.
// All calls are pure and may be made from any thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/plugin.h"
#include "matrix/cell.h"
#include "workload/catalogue.h"

namespace assay::matrix {

// How long each block takes.
struct Timing {
  std::chrono::nanoseconds warmup{std::chrono::milliseconds(500)};
  std::chrono::nanoseconds measure{std::chrono::seconds(2)};
  std::optional<std::uint64_t> operations;  // measure so many instead, over all sessions together
  std::chrono::nanoseconds deadline{std::chrono::seconds(10)};  // of one operation
  std::chrono::nanoseconds phase_deadline{
      std::chrono::seconds(60)};  // of start, load, verify, stop
};

// A table of the report. Axis names are those of Cell's fields and parameters: "backend",
// "durability", "workload", "processes", "payload", "settings.index_user_id", …
struct Table {
  std::string name;  // [a-z0-9-]+, unique
  std::string title;
  std::map<std::string, std::vector<std::string>> where;  // axis → values; empty: all cells
  std::vector<std::string> rows;                          // axes, at least one
  std::vector<std::string> columns;                       // axes, at least one
  std::string metric = "ops_per_second";                  // a name of metrics.h
  std::string unit;  // one of units(metric) in metrics.h; empty: the metric's default
  std::map<std::string, std::string>
      baseline;  // axis → value of the column others are compared with
};

inline constexpr std::int64_t most_rounds = 10'000;

struct Matrix {
  std::string name;
  std::string description;
  std::string text;  // the file as read, for the report
  std::uint32_t rounds = 6;
  std::uint64_t seed = 1;
  Timing timing;
  std::vector<Cell> cells;  // in the file's order of axes, the last axis fastest
  std::vector<Table> tables;
};

// What a matrix may name.
struct Vocabulary {
  std::map<std::string, Capabilities> plugins;  // by name
  std::span<const workload::Description> workloads = workload::catalogue();
  // Of those among the workloads that the matrix defines itself.
  std::map<std::string, nlohmann::json> definitions = {};
};

// Changes from the command line, applied before checking.
struct Overrides {
  std::vector<std::string> set;      // "timing.measure=1s", "axes.payload=[10,100]"
  std::vector<std::string> filters;  // "workload=cache.get", "payload=10,100"; all must hold
  std::optional<std::uint32_t> rounds;
  std::optional<std::uint64_t> seed;
};

// Names of the plugins a matrix file mentions, without checking anything else: what must be loaded
// to fill a Vocabulary. Throws Error (wrong_usage) when the file is not readable YAML.
std::vector<std::string> plugins_named(const std::filesystem::path& file,
                                       const Overrides& overrides = {});

// Reads, checks and expands a file. Throws Error (wrong_usage) whose text has one line per mistake,
// each "file:line: what is wrong; what was probably meant", or with the option in place of the
// file. Filters drop cells, tables that have none left, and baselines whose column is gone.
Matrix load(const std::filesystem::path& file, const Vocabulary& vocabulary,
            const Overrides& overrides);

// The JSON Schema (draft-07) of matrix files, for editors. With plugins in the vocabulary only
// those and their options are allowed; without, any, since plugins may come from outside the tree.
nlohmann::json schema(const Vocabulary& vocabulary);

// The value of an axis at a cell as text, or nullopt where the cell has no such axis.
std::optional<std::string> axis_value(const Cell& cell, std::string_view axis);

// The order of blocks: order[round][position] is an index into cells, each round a permutation
// drawn from the seed, the same on every platform. More rounds leave the earlier ones as they are.
std::vector<std::vector<std::uint32_t>> rounds(const Matrix& matrix);

}  // namespace assay::matrix
