#include "report/plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>

#include "analyse/analyse.h"
#include "report/entry_text.h"
#include "report/gnuplot.h"
#include "report/grid.h"

namespace assay::report {
namespace {

constexpr std::size_t most_lines = 12;

// One line of a line plot: its name and its points "x y".
struct Line {
  std::string title;
  std::vector<std::pair<double, double>> points;
};

// Where values lie further apart than this, the small ones are only seen on a logarithmic axis.
constexpr double widest_linear = 20;

// Settings of a y axis for values from the least to the greatest.
std::string y_axis(double least, double greatest) {
  const char* const form = greatest >= 1e4 ? "set format y '%.1s%c'\n" : "set format y '%g'\n";
  return least > 0 && greatest / least > widest_linear
             ? fmt::format("{}set logscale y\nset yrange [{}:*]\n", form, least / 2)
             : fmt::format("{}set yrange [0:*]\n", form);
}

std::string bars_script(const Grid& grid) {
  double least = std::numeric_limits<double>::infinity();
  double greatest = 0;
  std::string script = "$data << EOD\n";
  for (std::size_t row = 0; row < grid.rows.size(); ++row) {
    script += gnuplot_text(row_name(grid, row));
    for (const Entry& entry : grid.entries[row]) {
      if (entry.value.median) {
        least = std::min(least, *entry.value.low / grid.unit.divisor);
        greatest = std::max(greatest, *entry.value.high / grid.unit.divisor);
        script += fmt::format(" {} {} {}", *entry.value.median / grid.unit.divisor,
                              *entry.value.low / grid.unit.divisor,
                              *entry.value.high / grid.unit.divisor);
      } else {
        script += " NaN NaN NaN";
      }
    }
    script += "\n";
  }
  script += fmt::format(
      "EOD\nset title {}\nset ylabel {}\n{}set style data histogram\n"
      "set style histogram errorbars gap 1.5 lw 1\nset errorbars linecolor rgb 'black'\nset style "
      "fill solid 0.8\nplot ",
      gnuplot_text(heading(grid)), gnuplot_text(grid.unit.name), y_axis(least, greatest));
  const char* separator = "";
  for (std::size_t column = 0; column < grid.columns.size(); ++column) {
    // gnuplot draws nothing at all when one of the columns has no figure.
    if (std::ranges::none_of(grid.entries, [column](const auto& row) {
          return row[column].value.median.has_value();
        })) {
      continue;
    }
    const std::size_t first = 2 + column * 3;
    script += fmt::format("{}$data using {}:{}:{}:xtic(1) title {}", separator, first, first + 1,
                          first + 2, gnuplot_text(column_head(grid, column)));
    separator = ", ";
  }
  return script + "\n";
}

std::string lines_script(const std::string& title, const std::string& x_label,
                         const std::string& y_label, const std::string& settings,
                         const std::vector<Line>& lines) {
  std::string script;
  double least = std::numeric_limits<double>::infinity();
  double greatest = 0;
  for (std::size_t index = 0; index < lines.size(); ++index) {
    script += fmt::format("$line{} << EOD\n", index);
    for (const auto& [x, y] : lines[index].points) {
      least = std::min(least, y);
      greatest = std::max(greatest, y);
      script += fmt::format("{} {}\n", x, y);
    }
    script += "EOD\n";
  }
  script +=
      fmt::format("set title {}\nset xlabel {}\nset ylabel {}\n{}{}plot ", gnuplot_text(title),
                  gnuplot_text(x_label), gnuplot_text(y_label), y_axis(least, greatest), settings);
  for (std::size_t index = 0; index < lines.size(); ++index) {
    script += fmt::format("{}$line{} using 1:2 with linespoints pt 7 ps 0.5 lw 1.5 title {}",
                          index == 0 ? "" : ", ", index, gnuplot_text(lines[index].title));
  }
  return script + "\n";
}

Line percentiles_of(const results::CellResult& cell) {
  constexpr std::array<const char*, 5> metrics{"response_ns.p50", "response_ns.p90",
                                               "response_ns.p95", "response_ns.p99",
                                               "response_ns.p99_9"};
  Line line{cell.cell.id, {}};
  for (std::size_t index = 0; index < metrics.size(); ++index) {
    const auto found = cell.summary.find(metrics[index]);
    if (found != cell.summary.end() && found->second.median && *found->second.median > 0) {
      line.points.emplace_back(static_cast<double>(index), *found->second.median / 1e3);
    }
  }
  return line;
}

// A point a second where a window has at least three whole ones, else a point a round.
Line series_of(const results::CellResult& cell) {
  Line line{cell.cell.id, {}};
  for (const results::Repeat& repeat : cell.repeats) {
    if (!repeat.ops_per_second) {
      continue;
    }
    const std::vector<double> seconds = analyse::whole_seconds(repeat);
    if (seconds.size() < 3) {
      line.points.emplace_back(repeat.round + 1.0, *repeat.ops_per_second);
      continue;
    }
    for (std::size_t second = 0; second < seconds.size(); ++second) {
      line.points.emplace_back(
          repeat.round + 1.0 + static_cast<double>(second) / static_cast<double>(seconds.size()),
          seconds[second]);
    }
  }
  return line;
}

using ByWorkload = std::map<std::string, std::vector<const results::CellResult*>>;

ByWorkload by_workload(const results::Run& run) {
  ByWorkload groups;
  for (const results::CellResult& cell : run.cells) {
    if (!cell.failed) {
      groups[cell.cell.workload].push_back(&cell);
    }
  }
  return groups;
}

// Draws the lines of each workload's cells, at most twelve a plot.
template <typename LineOf>
void draw_lines(const ByWorkload& groups, const std::string& kind, const std::string& x_label,
                const std::string& y_label, const std::string& settings, LineOf line_of,
                const std::filesystem::path& folder, std::vector<Plot>& plots) {
  for (const auto& [workload, cells] : groups) {
    for (std::size_t first = 0; first < cells.size(); first += most_lines) {
      std::vector<Line> lines;
      for (std::size_t index = first; index < std::min(first + most_lines, cells.size()); ++index) {
        Line line = line_of(*cells[index]);
        if (!line.points.empty()) {
          lines.push_back(std::move(line));
        }
      }
      if (lines.empty()) {
        continue;
      }
      const std::string part =
          first == 0 ? std::string() : fmt::format("-{}", first / most_lines + 1);
      Plot plot{fmt::format("{}-{}{}.svg", kind, workload, part),
                fmt::format("{}: {}", workload, y_label)};
      gnuplot(lines_script(plot.title, x_label, y_label, settings, lines), folder / plot.file);
      plots.push_back(std::move(plot));
    }
  }
}

}  // namespace

std::vector<Plot> draw_plots(const results::Run& run, const std::filesystem::path& folder) {
  std::vector<Plot> plots;
  for (const matrix::Table& table : run.tables) {
    const Grid grid = make_grid(run, table);
    if (!why_empty(grid).empty()) {
      continue;
    }
    Plot plot{"table-" + table.name + ".svg", heading(grid)};
    gnuplot(bars_script(grid), folder / plot.file);
    plots.push_back(std::move(plot));
  }
  const ByWorkload groups = by_workload(run);
  draw_lines(groups, "latency", "percentile", "response time in µs",
             "set xtics ('p50' 0, 'p90' 1, 'p95' 2, 'p99' 3, 'p99.9' 4)\n"
             "set xrange [-0.2:4.2]\nset key below\n",
             percentiles_of, folder, plots);
  draw_lines(groups, "series", "round", "operations per second", "set xtics 1\nset key below\n",
             series_of, folder, plots);
  return plots;
}

}  // namespace assay::report
