#include "report/together.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/bars.h"
#include "report/document.h"
#include "report/entry_text.h"
#include "report/markdown_table.h"
#include "report/origin.h"
#include "report/report.h"
#include "results/differences.h"

namespace assay::report {
namespace {

using results::Run;

struct Place {
  Run* run;
  matrix::Table* table;
};

// The tables of one name, by run.
struct Group {
  std::string name;
  std::vector<Place> places;
};

[[noreturn]] void refuse(const std::string& why) { throw Error(why, ExitCode::not_comparable); }

void refuse_twins(const std::vector<Run>& runs) {
  for (std::size_t later = 1; later < runs.size(); ++later) {
    for (std::size_t earlier = 0; earlier < later; ++earlier) {
      if (runs[earlier].run.id == runs[later].run.id) {
        refuse(
            fmt::format("the run {} is given twice, and beside itself it says nothing; name two "
                        "different runs",
                        runs[later].run.id));
      }
    }
  }
}

std::string meaning(const matrix::Table& table) {
  std::vector<std::string> conditions;
  for (const auto& [axis, values] : table.where) {
    conditions.push_back(fmt::format("{}={}", axis, fmt::join(values, ",")));
  }
  return fmt::format(
      "{} of {} by {}{}", table.metric, fmt::join(table.columns, ", "), fmt::join(table.rows, ", "),
      conditions.empty() ? "" : fmt::format(" where {}", fmt::join(conditions, ", ")));
}

void refuse_other_meaning(const Group& group) {
  const Place& first = group.places.front();
  for (const Place& each : group.places) {
    if (meaning(*each.table) != meaning(*first.table)) {
      refuse(
          fmt::format("the table '{}' shows {} in the run {}, but {} in {}; show these runs one "
                      "by one, or other tables with --table",
                      group.name, meaning(*first.table), first.run->run.id, meaning(*each.table),
                      each.run->run.id));
    }
  }
}

// Figures side by side in two units would be misread.
void give_one_unit(Group& group) {
  Unit largest;
  for (const Place& each : group.places) {
    const Unit unit = make_grid(*each.run, *each.table).unit;
    if (largest.name.empty() || unit.divisor > largest.divisor) {
      largest = unit;
    }
  }
  for (const Place& each : group.places) {
    each.table->unit = largest.name;
  }
}

std::vector<Group> groups_of(std::vector<Run>& runs) {
  std::vector<Group> groups;
  for (Run& run : runs) {
    for (matrix::Table& table : run.tables) {
      auto group = std::find_if(groups.begin(), groups.end(),
                                [&](const Group& each) { return each.name == table.name; });
      if (group == groups.end()) {
        group = groups.insert(groups.end(), {table.name, {}});
      }
      group->places.push_back({&run, &table});
    }
  }
  return groups;
}

void keep_only(std::vector<Group>& groups, const std::vector<Run>& runs, const std::string& table) {
  std::erase_if(groups, [&](const Group& each) { return each.name != table; });
  if (groups.empty()) {
    table_named(runs.front(), table);
  }
  for (const Run& run : runs) {
    if (std::none_of(groups.front().places.begin(), groups.front().places.end(),
                     [&](const Place& each) { return each.run == &run; })) {
      refuse(fmt::format("the run {} has no table '{}', which {} has; leave one of them out",
                         run.run.id, table, groups.front().places.front().run->run.id));
    }
  }
}

std::string content(const Place& place, bool as_bars) {
  const Grid grid = make_grid(*place.run, *place.table);
  return as_bars ? fmt::format("```text\n{}```\n", bars(grid)) : table_markdown(grid);
}

std::string group_text(const Group& group, const Selection& shown) {
  const Place& first = group.places.front();
  std::string text = fmt::format("## {}\n", heading(make_grid(*first.run, *first.table)));
  for (const Place& each : group.places) {
    text += fmt::format("\n### {}\n\n{}", origin(*each.run), content(each, shown.bars));
  }
  return text;
}

std::string runs_table(const std::vector<Run>& runs) {
  Lines lines{{"run", "matrix", "machine", "started", "rounds", "Assay"}};
  for (const Run& run : runs) {
    lines.push_back({run.run.id, run.run.matrix, machine_words(run), run.run.started,
                     std::to_string(run.run.rounds), run.run.assay_version});
  }
  return markdown_table(lines, lines[0].size());
}

std::string marks_text(const std::vector<Run>& runs) {
  std::string text = "## What is marked, and why\n";
  for (const Run& run : runs) {
    text += fmt::format("\n### In {}\n\n{}", run.run.id, marks_list(run));
  }
  return text;
}

std::string differences_text(const std::vector<Run>& runs) {
  constexpr std::size_t most = 20;
  std::string text = "## What else differs\n";
  for (std::size_t index = 1; index < runs.size(); ++index) {
    std::vector<std::string> lines = results::differences(runs.front(), runs[index]);
    const std::size_t all = lines.size();
    lines.resize(std::min(all, most));
    text += fmt::format("\n### From {} to {}\n\n", runs.front().run.id, runs[index].run.id);
    for (const std::string& line : lines) {
      text += fmt::format("- {}\n", line);
    }
    if (all > most) {
      text += fmt::format("- and {} things more\n", all - most);
    }
    text += all == 0 ? "Nothing but the time.\n" : "";
  }
  return text;
}

}  // namespace

std::string together(std::vector<Run> runs, const Selection& shown) {
  refuse_twins(runs);
  std::vector<Group> groups = groups_of(runs);
  if (!shown.table.empty()) {
    keep_only(groups, runs, shown.table);
  }
  for (Group& group : groups) {
    refuse_other_meaning(group);
    give_one_unit(group);
  }
  std::string tables;
  for (const Group& group : groups) {
    tables += group_text(group, shown) + "\n";
  }
  if (!shown.table.empty()) {
    tables.pop_back();
    return tables;
  }
  const bool intervals =
      std::all_of(runs.begin(), runs.end(), [](const Run& run) { return run.run.rounds >= 6; });
  return fmt::format(
      "# {} runs\n\nEach table comes once a run, under the run's machine and date. The runs are "
      "not "
      "paired: between them lie other machines or another hour, so no ratio is taken from one to "
      "the other. What is to be compared belongs into one matrix.\n\n{}\n{}\n\n{}{}\n{}",
      runs.size(), runs_table(runs), how_to_read(intervals), tables, marks_text(runs),
      differences_text(runs));
}

}  // namespace assay::report
