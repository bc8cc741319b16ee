// A table with a line for each cell, as the sections that go through all cells have it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "results/run.h"

namespace assay::report {

// A column: the medians of a metric.
struct Shown {
  std::string metric;
  std::string head;
  double divisor;  // from the metric's kept unit to the one shown
};

// As markdown, of the cells that belong there. A column in which no cell of the run has something
// is left out. In place of a median that is missing stands why.
std::string cell_table(
    const results::Run& run, const std::vector<Shown>& columns,
    const std::function<bool(const results::CellResult&)>& belongs =
        [](const results::CellResult& /*cell*/) { return true; });

// Whether its response times are withheld, since more was offered than the system can do.
bool overloaded(const results::CellResult& cell);

}  // namespace assay::report
