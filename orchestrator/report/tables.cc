// The tables a matrix names, as markdown and for a terminal.
#include <fmt/format.h>

#include <algorithm>

#include "report/entry_text.h"
#include "report/grid.h"
#include "report/markdown_table.h"
#include "report/report.h"
#include "report/text_table.h"

namespace assay::report {
namespace {

struct Form {
  std::string best_open;
  std::string best_close;
  std::string tie;
  std::string mark;
};

std::string decorated(const Grid& grid, const Entry& entry, const Form& form) {
  std::string text = entry_text(grid, entry);
  if (entry.best) {
    text = form.best_open + text + form.best_close + (entry.tied ? form.tie : "");
  }
  if (entry.cell != nullptr && !entry.cell->failed && !entry.cell->marks.empty()) {
    text += form.mark;
  }
  return text;
}

bool has_ratios(const Grid& grid, std::size_t column) {
  return std::any_of(grid.entries.begin(), grid.entries.end(),
                     [&](const auto& row) { return row[column].ratio.median.has_value(); });
}

Lines lines_of(const Grid& grid, const Form& form) {
  Lines lines(grid.rows.size() + 1);
  lines[0] = grid.table->rows;
  for (std::size_t row = 0; row < grid.rows.size(); ++row) {
    lines[row + 1] = grid.rows[row];
  }
  for (std::size_t column = 0; column < grid.columns.size(); ++column) {
    lines[0].push_back(column_head(grid, column));
    for (std::size_t row = 0; row < grid.rows.size(); ++row) {
      lines[row + 1].push_back(decorated(grid, grid.entries[row][column], form));
    }
  }
  for (std::size_t column = 0; column < grid.columns.size(); ++column) {
    if (!has_ratios(grid, column)) {
      continue;
    }
    lines[0].push_back(
        fmt::format("{} / {}", column_head(grid, column), column_head(grid, grid.baseline)));
    for (std::size_t row = 0; row < grid.rows.size(); ++row) {
      lines[row + 1].push_back(ratio_text(grid.entries[row][column]));
    }
  }
  return lines;
}

std::string terminal_of(const Grid& grid) {
  std::string text = heading(grid) + "\n";
  if (const std::string empty = why_empty(grid); !empty.empty()) {
    return text + "  " + empty + "\n";
  }
  Lines lines = lines_of(grid, {"*", "*", " (tie)", " †"});
  TextTable table(std::move(lines[0]));
  for (std::size_t line = 1; line < lines.size(); ++line) {
    table.add(std::move(lines[line]));
  }
  text += table.text("  ");
  for (const std::string& note : notes(grid)) {
    text += "  " + hanging(note, "  ") + "\n";
  }
  return text;
}

}  // namespace

std::string table_markdown(const Grid& grid) {
  if (const std::string empty = why_empty(grid); !empty.empty()) {
    return empty + "\n";
  }
  std::string text =
      markdown_table(lines_of(grid, {"**", "**", " (tie)", " †"}), grid.table->rows.size());
  for (const std::string& note : notes(grid)) {
    text += "\n" + note + "\n";
  }
  return text;
}

const matrix::Table& table_named(const results::Run& run, const std::string& table_name) {
  std::vector<std::string> names;
  for (const matrix::Table& table : run.tables) {
    if (table.name == table_name) {
      return table;
    }
    names.push_back(table.name);
  }
  throw Error(fmt::format("the run {} has no table '{}'; it has: {}", run.run.id, table_name,
                          fmt::join(names, ", ")),
              ExitCode::wrong_usage);
}

std::string table_markdown(const results::Run& run, const std::string& table_name) {
  return table_markdown(make_grid(run, table_named(run, table_name)));
}

std::string table_heading(const results::Run& run, const std::string& table_name) {
  return fmt::format("**{}**\n", heading(make_grid(run, table_named(run, table_name))));
}

std::string tables_markdown(const results::Run& run) {
  std::string text;
  for (const matrix::Table& table : run.tables) {
    const Grid grid = make_grid(run, table);
    text += fmt::format("### {}\n\n{}\n", heading(grid), table_markdown(grid));
  }
  return text;
}

std::string tables_text(const results::Run& run) {
  std::string text;
  for (const matrix::Table& table : run.tables) {
    text += terminal_of(make_grid(run, table)) + "\n";
  }
  return text;
}

}  // namespace assay::report
