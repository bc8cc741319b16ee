// From axes to cells.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "matrix/axes.h"
#include "matrix/cell.h"

namespace assay::matrix {

inline constexpr std::uint64_t most_cells = 100'000;

// A cell with the places its words were written at, for mistakes.
struct DraftCell {  // NOLINT(bugprone-exception-escape): moving JSON throws nothing
  Cell cell;
  Origin backend;
  Origin durability;
  Origin workload;
  Origin depth;
  Origin open;
  Origin client;    // of start or memory
  Origin topology;  // of the number of processes, threads or connections
};

// What cells have where no axis says otherwise.
struct Defaults {
  std::map<std::string, Value> parameters;
  bool verify = true;
  Topology topology;
  std::optional<Origin> topology_origin;  // where it is written, when it is
  std::set<std::string> settings;  // options the matrix names anywhere: cells carry their values
};

// How many cells the axes make, by arithmetic alone; at most 10^18 is told apart.
// REQUIRES: as for expand.
std::uint64_t count_cells(const std::vector<Axis>& axes, const Backends& backends,
                          const Vocabulary& vocabulary);

// All combinations, the last axis fastest. An axis that does not apply to a cell (see applies) does
// not multiply it. A backend whose durability nothing decides is a mistake.
// REQUIRES: axes as read_axes gave them, not empty; count_cells is at most most_cells.
std::vector<DraftCell> expand(const std::vector<Axis>& axes, const Backends& backends,
                              const Defaults& defaults, const Vocabulary& vocabulary,
                              Mistakes& mistakes);

// Reports what a cell asks of its plugin or workload that it cannot do: component, durability
// level, a setting at that level, depth; and topologies no machine holds.
void check_cell(const DraftCell& draft, const Vocabulary& vocabulary, Mistakes& mistakes);

}  // namespace assay::matrix
