// What own SQL costs beside the built-in workload that does the same: table.point_read and a
// statement with one parameter, each with its works and checks as the engine runs them, on a
// database of its own with the same rows, in alternating chunks of one program. Goal: at least 0.9.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "analyse/analyse.h"
#include "engine/clock.h"
#include "plugins/sqlite/facts.h"
#include "plugins/sqlite/plugin.h"
#include "workload/catalogue.h"
#include "workload/sql_definition.h"
#include "workload/work.h"

namespace assay::sqlite {
namespace {

constexpr std::int64_t rows = 100'000;

workload::Selection built_in() {
  workload::Selection selection;
  selection.name = "table.point_read";
  for (const workload::Parameter& each : workload::find(selection.name)->parameters) {
    selection.parameters[each.name] = each.default_value;
  }
  return selection;
}

workload::Selection own() {
  workload::SqlDefinition sql;
  sql.parameters = {{"id", workload::SequenceNumber{1}},
                    {"user", workload::DrawnNumber{"uniform", 1, rows / 10}},
                    {"title", workload::RandomText{32, 32}},
                    {"body", workload::RandomText{100, 100}},
                    {"at", workload::DrawnNumber{"uniform", 1, INT64_C(1) << 62}},
                    {"one", workload::DrawnNumber{"uniform", 1, rows}}};
  sql.script.setup = {
      {"CREATE TABLE posts (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL, title TEXT NOT NULL, "
       "body TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL)"},
      {"INSERT INTO posts VALUES (:id, :user, :title, :body, :at, :at)", rows},
      {"CREATE INDEX posts_user ON posts (user_id)"}};
  sql.script.statements = {{"SELECT * FROM posts WHERE id = :one", 1, workload::RowCount{1, 1}}};
  workload::Selection selection;
  selection.name = "own";
  selection.definition = {{"kind", "sql"}, {"sql", sql}};
  return selection;
}

// One of the two, ready to run.
class Side {
 public:
  Side(const std::filesystem::path& folder, workload::Selection selection) {
    std::string name = (folder / "own-sql-cost-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw Error(fmt::format("cannot make a folder in {}; choose a writable one with --folder",
                              folder.string()));
    }
    place_.folder = name;
    place_.tables = workload::tables(selection);
    place_.sql = workload::component(selection) == Component::sql;
    for (const Option& option : plugin_.capabilities().options) {
      place_.settings.push_back({option.name, option.default_value});
    }
    plugin_.prepare(place_);
    workload::fill(selection, 1, *plugin_.open(place_));
    plugin_.settle(place_);
    session_ = plugin_.open(place_);
    work_ = workload::make_work(selection, {}, 0, *session_);
  }

  ~Side() {
    work_.reset();
    session_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(place_.folder, ignored);
  }

  Side(const Side&) = delete;
  Side& operator=(const Side&) = delete;

  // Operations per second by the time between the two clock readings around each.
  double run(std::chrono::nanoseconds length) {
    std::int64_t count = 0;
    std::int64_t busy_ns = 0;
    const std::int64_t start_ns = engine::now_ns();
    std::int64_t end_ns = start_ns;
    while (end_ns - start_ns < length.count()) {
      work_->make(0, work_->slots());
      for (std::uint32_t slot = 0; slot < work_->slots(); ++slot) {
        Reply reply;
        const std::int64_t begin_ns = engine::now_ns();
        const Status status = work_->issue(slot, reply);
        end_ns = engine::now_ns();
        busy_ns += end_ns - begin_ns;
        if (work_->check(slot, status, reply) != workload::Outcome::ok) {
          throw Error("an operation of the comparison failed");
        }
      }
      count += work_->slots();
    }
    return static_cast<double>(count) * 1e9 / static_cast<double>(busy_ns);
  }

 private:
  Sqlite plugin_;
  Place place_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<workload::Work> work_;
};

int compare(const std::filesystem::path& folder, int pairs, std::chrono::milliseconds chunk,
            double target) {
  Side table(folder, built_in());
  Side sql(folder, own());
  table.run(chunk);
  sql.run(chunk);
  std::vector<double> table_rates;
  std::vector<double> sql_rates;
  std::vector<double> ratios;
  for (int pair = 0; pair < pairs; ++pair) {
    // Either side goes first in turn, so that a drift favours neither.
    if (pair % 2 == 0) {
      table_rates.push_back(table.run(chunk));
    }
    sql_rates.push_back(sql.run(chunk));
    if (pair % 2 != 0) {
      table_rates.push_back(table.run(chunk));
    }
    ratios.push_back(sql_rates.back() / table_rates.back());
  }
  const auto median = [](const std::vector<double>& values) {
    return analyse::summarise(values).median.value_or(0);
  };
  const results::Summary ratio = analyse::summarise(ratios);
  const double high = ratio.high.value_or(1);
  fmt::print("{}\n{} pairs of {} ms chunks, uniform ids of {} rows\n\n", library_version(), pairs,
             chunk.count(), rows);
  fmt::print("table.point_read {:.0f}/s, own SQL {:.0f}/s, ratio {:.3f} [{:.3f}..{:.3f}]{}\n",
             median(table_rates), median(sql_rates), ratio.median.value_or(0),
             ratio.low.value_or(0), high, high < target ? "  below target" : "");
  return high < target ? 1 : 0;
}

}  // namespace
}  // namespace assay::sqlite

int main(int argc, char** argv) {
  CLI::App app("Compares a point read of own SQL with the built-in one on SQLite, in turn.");
  std::filesystem::path folder = ".";
  int pairs = 31;
  int chunk_ms = 100;
  double target = 0.9;
  app.add_option("--folder", folder, "where the databases go (default: here)");
  app.add_option("--pairs", pairs, "pairs of chunks")->check(CLI::Range(1, 10'000));
  app.add_option("--chunk-ms", chunk_ms, "length of a chunk")->check(CLI::Range(1, 60'000));
  app.add_option("--target", target, "exit 1 when the ratio is surely below")
      ->check(CLI::Range(0.0, 10.0));
  CLI11_PARSE(app, argc, argv);
  try {
    return assay::sqlite::compare(folder, pairs, std::chrono::milliseconds(chunk_ms), target);
  } catch (const std::exception& error) {
    fmt::print(stderr, "own_sql_cost: {}\n", error.what());
    return 3;
  }
}
