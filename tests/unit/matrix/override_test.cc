// Changes from the command line: checked like the file, and named in place of a line.
#include "fixture.h"

namespace assay::matrix {
namespace {

using OverrideTest = MatrixTest;
using Lines = std::vector<std::string>;

constexpr std::string_view file = R"(name: m
timing: {measure: 2s}
backends: {sqlite: {}, noop: {}}
axes: {backend: [sqlite, noop], workload: [cache.get, cache.put], payload: [10, 100]}
tables:
  - {name: get, rows: payload, columns: backend, where: {workload: cache.get},
     baseline: {backend: sqlite}}
  - {name: put, rows: payload, columns: backend, where: {workload: cache.put}}
)";

Overrides sets(Lines lines) {
  Overrides overrides;
  overrides.set = std::move(lines);
  return overrides;
}

Overrides filters(Lines lines) {
  Overrides overrides;
  overrides.filters = std::move(lines);
  return overrides;
}

TEST_F(OverrideTest, SetsReplaceAndAdd) {
  const Matrix matrix = load(
      file,
      {.set = {"timing.measure=1s", "axes.payload=[20, 30, 40]", "axes.settings.schema=lean",
               "backends.sqlite.durability=power", "topology.processes=2", "tables.1.unit=k/s"},
       .filters = {},
       .rounds = 9,
       .seed = 5});
  EXPECT_EQ(matrix.timing.measure, std::chrono::seconds(1));
  EXPECT_EQ(matrix.rounds, 9);
  EXPECT_EQ(matrix.seed, 5);
  EXPECT_EQ(matrix.cells.size(), 2 * 2 * 3);
  EXPECT_EQ(matrix.cells.at(0).id,
            "sqlite/power/cache.get/payload=20/settings.schema=lean/p2t1c1d0");
  EXPECT_EQ(matrix.tables.at(1).unit, "k/s");
  EXPECT_EQ(matrix.text, file);
}

TEST_F(OverrideTest, TheCommandLinesLengthOfABlockHasTheLastWord) {
  EXPECT_EQ(load(file, sets({"timing.operations=1000"})).timing.operations, 1000);
}

TEST_F(OverrideTest, MistakesNameTheOption) {
  EXPECT_EQ(mistakes(file, {.set = {"timing.measure=1", "axes.payload=5", "rouns=3", "rounds",
                                    "tables.7.unit=us", "name.first=x", "axes.payloda=[10]"},
                            .filters = {},
                            .rounds = 0,
                            .seed = UINT64_MAX}),
            (Lines{
                "--set timing.measure=1: measure must be a duration from 10ms to 60min, written "
                "like 500ms, 2s or 1min, not '1'",
                "--set axes.payload=5: payload of cache.get must be a whole number from 10 to "
                "1048576 (bytes), not '5'",
                "--set rouns=3: unknown key 'rouns'; did you mean 'rounds'?",
                "--set rounds: a setting is written PATH=VALUE, as timing.measure=1s",
                "--set tables.7.unit=us: '7' is no index into a list of 2, counted from 0",
                "--set name.first=x: there is nothing below 'm', where 'first' is to be set",
                "--set axes.payloda=[10]: unknown axis 'payloda'; did you mean 'payload'?",
                "--rounds 0: rounds must be a whole number from 1 to 10000",
                "--seed 18446744073709551615: seed must be a whole number from 0 to "
                "9223372036854775807",
            }));
  EXPECT_EQ(mistakes(file, sets({"axes.payload=[10"})),
            Lines{"--set axes.payload=[10: not YAML: end of sequence flow not found"});
}

TEST_F(OverrideTest, FiltersKeepWhatMatchesAllOfThem) {
  const Matrix matrix =
      load(file, filters({"workload=cache.get", "payload=10,100", "backend=noop"}));
  EXPECT_EQ(ids(matrix),
            (Lines{"noop/none/cache.get/payload=10/p1t1c1d0", "noop/none/cache.get/p1t1c1d0"}));
  // The other table has no cell left, and the baseline's column is gone.
  ASSERT_EQ(matrix.tables.size(), 1);
  EXPECT_EQ(matrix.tables[0].name, "get");
  EXPECT_TRUE(matrix.tables[0].baseline.empty());
}

TEST_F(OverrideTest, AFilterThatMatchesNothingNamesTheValuesThereAre) {
  EXPECT_EQ(
      mistakes(file, filters({"payload=11", "workload=cache.gte", "colour=red", "x", "depth=1"})),
      (Lines{
          "--filter payload=11: no cell has the payload '11'; there are: 10, 100",
          "--filter workload=cache.gte: no cell has the workload 'cache.gte'; did you mean "
          "'cache.get'?",
          "--filter colour=red: unknown axis 'colour'; there are: backend, plugin, "
          "environment, durability, workload, processes, threads, connections, depth, "
          "start, memory, verify, open, arrivals, payload, keys, distribution, theta, "
          "index_user_id, settings.schema, … and 3 more",
          "--filter x: a filter is written AXIS=VALUE or AXIS=VALUE,VALUE",
          "--filter depth=1: no cell has the depth '1'; there are: 0",
      }));
  EXPECT_EQ(mistakes(file, filters({"backend=noop", "durability=process"})),
            Lines{"--filter durability=process: no cell matches all the filters together"});
}

TEST_F(OverrideTest, PluginsAreNamedBeforeAnythingIsChecked) {
  EXPECT_THROW(load("name: m\nbackends: {a: {plugin: x}, b: {plugin: x}, sqlite: , c: 5}\n"),
               Error);
  EXPECT_EQ(plugins_named(folder_ / "m.yaml"), (Lines{"x", "sqlite", "c"}));
  EXPECT_EQ(plugins_named(folder_ / "m.yaml", sets({"backends.sqlite.plugin=y"})),
            (Lines{"x", "y", "c"}));
}

}  // namespace
}  // namespace assay::matrix
