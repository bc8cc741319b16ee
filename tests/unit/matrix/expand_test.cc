// Which cells a matrix has, counted by hand.
#include "fixture.h"
#include "matrix/mistakes.h"

namespace assay::matrix {
namespace {

using ExpandTest = MatrixTest;
using Ids = std::vector<std::string>;

constexpr std::string_view both = "name: m\nbackends: {sqlite: {}, noop: {}}\n";

std::string on_both(std::string_view rest) { return std::string(both) + std::string(rest); }

TEST_F(ExpandTest, TheLastAxisIsFastest) {
  EXPECT_EQ(
      ids(load(on_both("axes: {backend: sqlite, workload: [cache.put, cache.get], payload: [10, "
                       "20]}"))),
      (Ids{"sqlite/process/cache.put/payload=10/p1t1c1d0",
           "sqlite/process/cache.put/payload=20/p1t1c1d0",
           "sqlite/process/cache.get/payload=10/p1t1c1d0",
           "sqlite/process/cache.get/payload=20/p1t1c1d0"}));
}

TEST_F(ExpandTest, AScalarIsAListOfOneAndAllBackendsAreTakenWhenNoneIsNamed) {
  EXPECT_EQ(ids(load(on_both("axes: {workload: cache.get}"))),
            (Ids{"sqlite/process/cache.get/p1t1c1d0", "noop/none/cache.get/p1t1c1d0"}));
}

TEST_F(ExpandTest, AnAxisTheWorkloadLacksDoesNotMultiplyIt) {
  // 2 backends x (put: 4 payloads, get: 4 payloads, increment: 1).
  const Matrix matrix = load(on_both(
      "axes: {payload: [10, 20, 30, 40], workload: [cache.put, cache.get, cache.increment]}"));
  EXPECT_EQ(matrix.cells.size(), 2 * (4 + 4 + 1));
  // In the place of the first of those that would be equal.
  EXPECT_EQ(matrix.cells[2].workload, "cache.increment");
}

TEST_F(ExpandTest, ABackendsOwnValuesAreNotMultiplied) {
  const Matrix matrix = load(
      "name: m\nbackends: {a: {plugin: sqlite}, b: {plugin: sqlite, durability: none, settings: "
      "{schema: lean}}, noop: {durability: none}}\n"
      "axes: {durability: [process, power], settings.schema: [litecache, lean], workload: "
      "cache.get}");
  EXPECT_EQ(
      ids(matrix),
      (Ids{"a/process/cache.get/p1t1c1d0", "a/process/cache.get/settings.schema=lean/p1t1c1d0",
           "a/power/cache.get/p1t1c1d0", "a/power/cache.get/settings.schema=lean/p1t1c1d0",
           "b/none/cache.get/p1t1c1d0", "noop/none/cache.get/p1t1c1d0"}));
}

TEST_F(ExpandTest, CellsCarryEveryParameterAndTheSettingsTheMatrixNames) {
  const Matrix matrix = load(
      "name: m\nbackends: {a: {plugin: sqlite, settings: {schema: lean}}, b: {plugin: sqlite}}\n"
      "parameters: {keys: 50}\ntopology: {processes: 2}\n"
      "axes: {workload: cache.get, payload: 10}");
  const Cell& cell = matrix.cells.at(0);
  EXPECT_EQ(nlohmann::json(cell.parameters), nlohmann::json::parse(R"({"payload": 10, "keys": 50,
            "distribution": "uniform", "theta": 0.99})"));
  EXPECT_EQ(cell.settings, (std::map<std::string, std::string>{{"schema", "lean"}}));
  EXPECT_EQ(matrix.cells.at(1).settings,
            (std::map<std::string, std::string>{{"schema", "litecache"}}));
  EXPECT_EQ(cell.topology, (Topology{.processes = 2}));
  EXPECT_EQ(cell.id, "a/process/cache.get/keys=50,payload=10/p2t1c1d0");
}

TEST_F(ExpandTest, IdsDoNotDependOnTheOrderOfAxes) {
  Ids one = ids(load(on_both("axes: {workload: cache.get, payload: [10, 20], processes: [1, 2]}")));
  Ids other =
      ids(load(on_both("axes: {processes: [2, 1], payload: [20, 10], workload: cache.get}")));
  EXPECT_NE(one, other);
  std::ranges::sort(one);
  std::ranges::sort(other);
  EXPECT_EQ(one, other);
}

TEST_F(ExpandTest, ExcludeDropsWhatMatchesAllItsAxes) {
  const Matrix matrix = load(
      on_both("axes: {backend: sqlite, workload: [cache.put, cache.get], payload: [10, 20, 30]}\n"
              "exclude:\n- {workload: cache.put, payload: [10, 20]}\n- {payload: 30}\n"));
  EXPECT_EQ(ids(matrix), (Ids{"sqlite/process/cache.get/payload=10/p1t1c1d0",
                              "sqlite/process/cache.get/payload=20/p1t1c1d0"}));
}

TEST_F(ExpandTest, ExcludeComesBeforeWhatAPluginCanDoIsAsked) {
  const Matrix matrix = load(
      on_both("axes: {workload: cache.get, durability: [none, power]}\nexclude: {backend: noop, "
              "durability: power}"));
  EXPECT_EQ(matrix.cells.size(), 3);
}

TEST_F(ExpandTest, IncludeIsAddedAfterExcludeAndMergesWithWhatIsThere) {
  const Matrix matrix = load(on_both(
      "axes: {backend: sqlite, workload: cache.get, payload: [10, 20]}\n"
      "exclude: {payload: 20}\n"
      "include: [{backend: sqlite, workload: cache.get, payload: [10, 20]}, {backend: noop, "
      "workload: cache.increment, keys: 1}]\n"));
  EXPECT_EQ(ids(matrix), (Ids{"sqlite/process/cache.get/payload=10/p1t1c1d0",
                              "sqlite/process/cache.get/payload=20/p1t1c1d0",
                              "noop/none/cache.increment/keys=1/p1t1c1d0"}));
}

TEST_F(ExpandTest, VerifyIsAnAxisAndABackendMayFixIt) {
  const Matrix matrix = load(
      "name: m\nbackends: {bare: {plugin: noop, verify: false, settings: {store: false}}, noop: "
      "{}}\naxes: {workload: cache.get, verify: [true, false]}");
  EXPECT_EQ(ids(matrix),
            (Ids{"bare/none/cache.get/p1t1c1d0/unverified", "noop/none/cache.get/p1t1c1d0",
                 "noop/none/cache.get/p1t1c1d0/unverified"}));
}

TEST_F(ExpandTest, ABillionCellsAreRefusedByArithmetic) {
  std::string values = "[10";
  for (int value = 11; value < 1010; ++value) {
    values += ", " + std::to_string(value);
  }
  values += "]";
  EXPECT_EQ(mistakes(on_both("axes: {backend: sqlite, workload: cache.get, payload: " + values +
                             ", keys: " + values + ", connections: " + values + "}")),
            Ids{"m.yaml:3: the axes make 1000000000 cells; at most 100000 are possible"});
}

TEST_F(ExpandTest, ACellsJsonComesBackAsTheSameCell) {
  const Matrix matrix = load(
      on_both("axes: {workload: cache.get, theta: 0.5, settings.schema: lean, verify: false}"));
  for (const Cell& cell : matrix.cells) {
    EXPECT_EQ(nlohmann::json(cell).get<Cell>(), cell);
  }
}

TEST_F(ExpandTest, AxisValuesAreTextAndAbsentWhereACellHasNone) {
  const Matrix matrix = load(on_both(
      "axes: {backend: sqlite, workload: cache.get, theta: 0.5, settings.schema: lean, depth: 0}"));
  const Cell& cell = matrix.cells.at(0);
  const std::map<std::string, std::string> expected{{"backend", "sqlite"},
                                                    {"plugin", "sqlite"},
                                                    {"environment", "embedded"},
                                                    {"workload", "cache.get"},
                                                    {"durability", "process"},
                                                    {"processes", "1"},
                                                    {"threads", "1"},
                                                    {"connections", "1"},
                                                    {"depth", "0"},
                                                    {"verify", "true"},
                                                    {"payload", "100"},
                                                    {"theta", "0.5"},
                                                    {"settings.schema", "lean"},
                                                    {"distribution", "uniform"}};
  for (const auto& [axis, value] : expected) {
    EXPECT_EQ(axis_value(cell, axis), value) << axis;
  }
  EXPECT_EQ(axis_value(cell, "index_user_id"), std::nullopt);
  EXPECT_EQ(axis_value(cell, "settings.mmap_bytes"), std::nullopt);
}

}  // namespace
}  // namespace assay::matrix
