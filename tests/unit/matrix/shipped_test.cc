// The matrices that come with the program, against the plugins' capabilities as they are declared.
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "fixture.h"
#include "matrix/open_load.h"

namespace assay::matrix {
namespace {

const std::filesystem::path matrices = std::filesystem::path(ASSAY_SOURCE_FOLDER) / "matrices";

Matrix shipped(const std::string& name) {
  return load(matrices / (name + ".yaml"), shipped_vocabulary(), {});
}

std::chrono::nanoseconds windows(const Matrix& matrix) {
  return (matrix.timing.warmup + matrix.timing.measure) * matrix.rounds *
         static_cast<int>(matrix.cells.size());
}

TEST(Shipped, EveryFileIsSoundAndSaysHowLongItTakes) {
  for (const auto& entry : std::filesystem::directory_iterator(matrices)) {
    const std::string name = entry.path().stem();
    const Matrix matrix = shipped(name);
    EXPECT_EQ(matrix.name, name);
    EXPECT_EQ(matrix.rounds, 6) << name;
    EXPECT_NE(matrix.description.find("minute"), std::string::npos) << name;
    EXPECT_FALSE(matrix.tables.empty()) << name;
  }
}

TEST(Shipped, QuickMeasuresForLessThanAMinute) {
  const Matrix quick = shipped("quick");
  EXPECT_EQ(quick.cells.size(), 8);
  EXPECT_LT(windows(quick), std::chrono::seconds(45));
}

TEST(Shipped, LitestackCacheHasEveryPayloadOfThePage) {
  const Matrix matrix = shipped("litestack-cache");
  EXPECT_EQ(matrix.cells.size(), 2 * (4 * 4 + 1));
  EXPECT_LT(windows(matrix), std::chrono::minutes(7));
}

TEST(Shipped, LitestackDbHasEveryNumberOfProcessesOfThePage) {
  const Matrix matrix = shipped("litestack-db");
  EXPECT_EQ(matrix.cells.size(), 4 * (1 + 2 + 2));
  EXPECT_LT(windows(matrix), std::chrono::minutes(6));
}

TEST(Shipped, EngineCostHasTheFloorAndEveryDepth) {
  const Matrix matrix = shipped("engine-cost");
  EXPECT_EQ(matrix.cells.size(), 2 * 2 + 3 * 4);
  EXPECT_LT(windows(matrix), std::chrono::minutes(3));
}

TEST(Shipped, YcsbHasItsSixWorkloadsAndThoseThatKeysCanDo) {
  const Matrix matrix = shipped("ycsb");
  EXPECT_EQ(matrix.cells.size(), (6 + 5) * 2);
  EXPECT_LT(windows(matrix), std::chrono::minutes(5));
}

TEST(Shipped, OpenLoopOffersSharesOfTheSlowerSchemaAndTheProofOnNoop) {
  const Matrix matrix = shipped("open-loop");
  EXPECT_EQ(matrix.cells.size(), 2 * (1 + 4 * 2) + 1);
  EXPECT_EQ(closed_loops(matrix.cells).size(), 2U);
  EXPECT_EQ(matrix.cells.back().id, "noop/none/cache.get/p1t1c1d0/open=20000");
  EXPECT_LT(windows(matrix), std::chrono::minutes(2));
}

// A report that no longer is its matrix's must be made again.
TEST(Shipped, EveryReportHasTheCellsOfItsMatrix) {
  const std::filesystem::path reports = std::filesystem::path(ASSAY_SOURCE_FOLDER) / "reports";
  std::size_t compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(reports)) {
    if (!std::filesystem::exists(entry.path() / "results.json")) {
      continue;
    }
    const auto results = nlohmann::json::parse(std::ifstream(entry.path() / "results.json"));
    const Matrix matrix = shipped(results.at("run").at("matrix"));
    EXPECT_EQ(results.at("run").at("rounds"), matrix.rounds) << entry;
    ASSERT_EQ(results.at("cells").size(), matrix.cells.size()) << entry;
    for (std::size_t index = 0; index < matrix.cells.size(); ++index) {
      Cell measured = results.at("cells").at(index).get<Cell>();
      // Parameters that there were not yet have their defaults, or the ids would differ.
      const auto& parameters = matrix.cells[index].parameters;
      measured.parameters.insert(parameters.begin(), parameters.end());
      EXPECT_EQ(nlohmann::json(measured), nlohmann::json(matrix.cells[index])) << entry;
      ++compared;
    }
  }
  EXPECT_GT(compared, 0U);
}

TEST(Shipped, NoLitestackTableHasTwoDurabilityLevels) {
  for (const char* name : {"litestack-cache", "litestack-db"}) {
    const Matrix matrix = shipped(name);
    for (const Table& table : matrix.tables) {
      std::set<Durability> levels;
      for (const Cell& cell : matrix.cells) {
        const bool chosen = std::ranges::all_of(table.where, [&](const auto& condition) {
          const auto value = axis_value(cell, condition.first);
          return value && std::ranges::count(condition.second, *value) != 0;
        });
        if (chosen) {
          levels.insert(cell.durability);
        }
      }
      EXPECT_EQ(levels.size(), 1) << name << " " << table.name;
    }
  }
}

}  // namespace
}  // namespace assay::matrix
