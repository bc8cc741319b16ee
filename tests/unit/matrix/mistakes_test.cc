// Every mistake, with its line and what was probably meant, all in one go.
#include "matrix/mistakes.h"

#include "fixture.h"

namespace assay::matrix {
namespace {

using MistakesTest = MatrixTest;
using Lines = std::vector<std::string>;

TEST_F(MistakesTest, OfAllPartsAreReportedTogetherInTheFilesOrder) {
  EXPECT_EQ(mistakes(R"(name: m
rouns: 3
seed: -1
verify: "true"
timing:
  warmup: 5
  measure: 0s
  deadlin: 1s
backends:
  sqlite: {durability: async, settings: {shema: lean, mmap_bytes: many}}
  pg: {plugin: postgres}
  noop: {environment: native}
parameters:
  payload: 5
  paylod: 100
axes:
  workload: [cache.gte, cache.get]
  durability: [proces]
  colour: red
exclude:
  - {backend: sqlit}
tables:
  - {name: t, rows: payload, columns: backed, metric: ops, unit: us}
)"),
            (Lines{
                "m.yaml:2: unknown key 'rouns'; did you mean 'rounds'?",
                "m.yaml:3: seed must be a whole number from 0 to 9223372036854775807, not '-1'",
                "m.yaml:4: verify must be true or false, not the text 'true'",
                "m.yaml:6: warmup must be a duration from 0s to 60min, written like 500ms, 2s or "
                "1min, not '5'",
                "m.yaml:7: measure must be a duration from 10ms to 60min, written like 500ms, 2s "
                "or 1min, not '0s'",
                "m.yaml:8: unknown key 'deadlin'; did you mean 'deadline'?",
                "m.yaml:10: settings.mmap_bytes must be a whole number from 0 to 1073741824 "
                "(bytes), not 'many'",
                "m.yaml:10: unknown durability of the plugin sqlite 'async'; there are: none, "
                "process, power",
                "m.yaml:10: unknown option of the plugin sqlite 'shema'; did you mean 'schema'?",
                "m.yaml:11: unknown plugin 'postgres'; there are: echo, noop, sqlite",
                "m.yaml:12: unknown environment of the plugin noop 'native'; there are: embedded",
                "m.yaml:14: payload of cache.get must be a whole number from 10 to 1048576 "
                "(bytes), not '5'",
                "m.yaml:15: unknown parameter of the workloads here 'paylod'; did you mean "
                "'payload'?",
                "m.yaml:17: unknown workload 'cache.gte'; did you mean 'cache.get'?",
                "m.yaml:18: unknown durability 'proces'; did you mean 'process'?",
                "m.yaml:19: unknown axis 'colour'; there are: backend, durability, workload, "
                "processes, threads, connections, depth, start, memory, verify, open, arrivals, "
                "payload, keys, distribution, theta, index_user_id, settings.schema, "
                "settings.process_synchronous, settings.mmap_bytes, … and 1 more",
                "m.yaml:21: no cell has the backend 'sqlit'; did you mean 'sqlite'?",
                "m.yaml:23: unknown axis 'backed'; did you mean 'backend'?",
                "m.yaml:23: unknown metric 'ops'; there are: ops_per_second, response_ns.p50, "
                "response_ns.p90, response_ns.p95, response_ns.p99, response_ns.p99_9, "
                "response_ns.min, response_ns.mean, response_ns.max, service_ns.p50, "
                "service_ns.p90, service_ns.p95, service_ns.p99, service_ns.p99_9, "
                "service_ns.min, service_ns.mean, service_ns.max, generator_ns.p50, "
                "generator_ns.p90, generator_ns.p95, … and 19 more",
            }));
}

TEST_F(MistakesTest, AnEmptyMatrixSaysWhatItNeeds) {
  EXPECT_EQ(mistakes("description: none\n"),
            (Lines{"m.yaml: backends is missing; name at least one, as 'backends: {sqlite: {}}'",
                   "m.yaml:1: axes is missing; it says what is measured, as 'axes: {workload: "
                   "cache.get}'",
                   "m.yaml:1: name is missing; give the matrix one, as 'name: quick'"}));
}

TEST_F(MistakesTest, ValuesOfAxesAreCheckedByWhatTheyMean) {
  EXPECT_EQ(mistakes(R"(name: m
backends: {sqlite: {}}
axes:
  workload: cache.get
  payload: [5, 10, 10, ten, "20", [30]]
  processes: [0, 1]
  distribution: zipfain
  settings.schema: [leann, lean]
  settings.mmap_bytes: -1
  durability: []
  theta: 2
)"),
            (Lines{
                "m.yaml:5: a value of the axis 'payload' must be a word or a number, not a list",
                "m.yaml:5: payload of cache.get must be a whole number from 10 to 1048576 "
                "(bytes), not '5'",
                "m.yaml:5: payload of cache.get must be a whole number from 10 to 1048576 "
                "(bytes), not 'ten'",
                "m.yaml:5: payload of cache.get must be a whole number from 10 to 1048576 "
                "(bytes), not the text '20'",
                "m.yaml:5: the axis 'payload' has '10' twice",
                "m.yaml:6: processes must be a whole number from 1 to 1024, not '0'",
                "m.yaml:7: distribution of cache.get must be one of uniform, zipfian, not "
                "'zipfain'; did you mean 'zipfian'?",
                "m.yaml:8: settings.schema of the plugin sqlite must be one of litecache, lean, "
                "not 'leann'; did you mean 'lean'?",
                "m.yaml:9: settings.mmap_bytes of the plugin sqlite must be a whole number from 0 "
                "to 1073741824 (bytes), not '-1'",
                "m.yaml:10: the axis 'durability' is empty; give it at least one value",
                "m.yaml:11: theta of cache.get must be a number from 0.01 to 0.999, not '2'",
            }));
}

TEST_F(MistakesTest, WhatAPluginCannotDoIsRefusedByName) {
  EXPECT_EQ(mistakes(R"(name: m
backends:
  noop:
  echo:
  sqlite:
axes:
  workload:
    - cache.get
    - table.point_read
  durability:
    - none
    - power
  depth:
    - 0
    - 65
  processes: 1024
  threads: 5
)"),
            (Lines{
                "m.yaml:9: the backend 'echo' (plugin echo) has no Table, which table.point_read "
                "needs; exclude it",
                "m.yaml:12: the backend 'echo' (plugin echo) has no durability 'power'; there "
                "are: none",
                "m.yaml:12: the backend 'noop' (plugin noop) has no durability 'power'; there "
                "are: none",
                "m.yaml:15: the backend 'echo' (plugin echo) has at most 64 operations in flight: "
                "depth may not be 65",
                "m.yaml:15: the backend 'noop' (plugin noop) works one operation at a time: depth "
                "must be 0, not 65",
                "m.yaml:15: the backend 'sqlite' (plugin sqlite) works one operation at a time: "
                "depth must be 0, not 65",
                "m.yaml:17: 1024 processes x 5 threads x 1 connections are more than the 4096 "
                "threads or 65536 connections a cell may have",
            }));
}

TEST_F(MistakesTest, SettingsThatADurabilityCannotBeKeptWithAreNamed) {
  Option storage;
  storage.name = "storage";
  storage.type = OptionType::choice;
  storage.default_value = "file";
  storage.choices = {"file", "memdb", "memory"};
  Capabilities& sqlite = vocabulary_.plugins.at("sqlite");
  sqlite.options.push_back(storage);
  for (DurabilityLevel& level : sqlite.durability) {
    if (level.level != Durability::none) {
      level.needs = {{"storage", "file"}};
    }
  }
  EXPECT_EQ(mistakes(R"(name: m
backends:
  memory: {plugin: sqlite, durability: none, settings: {storage: memory}}
  memdb: {plugin: sqlite, settings: {storage: memdb}}
  file: {plugin: sqlite}
axes:
  backend: [memory, memdb, file]
  workload: cache.get
)"),
            (Lines{"m.yaml:4: the backend 'memdb' (plugin sqlite) has durability 'process' only "
                   "with storage 'file', not 'memdb'; exclude it"}));
  EXPECT_EQ(mistakes(R"(name: m
backends: {sqlite: {}, noop: {durability: none}}
axes:
  workload: cache.get
  settings.storage: [file, memory]
  durability:
    - none
    - process
    - power
)"),
            (Lines{"m.yaml:8: the backend 'sqlite' (plugin sqlite) has durability 'process' only "
                   "with storage 'file', not 'memory'; exclude it",
                   "m.yaml:9: the backend 'sqlite' (plugin sqlite) has durability 'power' only "
                   "with storage 'file', not 'memory'; exclude it"}));
}

TEST_F(MistakesTest, WorkloadsOfSeveralCallsHaveNoPipeline) {
  vocabulary_.workloads = workload::catalogue();
  EXPECT_EQ(mistakes(R"(name: m
backends: {sqlite: {}}
axes:
  workload: table.transaction
  depth:
    - 0
    - 4
)"),
            (Lines{"m.yaml:7: table.transaction makes several calls an operation, which wait for "
                   "one another: depth must be 0, not 4; exclude it",
                   "m.yaml:7: the backend 'sqlite' (plugin sqlite) works one operation at a time: "
                   "depth must be 0, not 4"}));
}

TEST_F(MistakesTest, AxesThatNoCellUsesAreNamed) {
  EXPECT_EQ(mistakes(R"(name: m
backends: {noop: {durability: none}}
axes:
  workload: cache.increment
  payload: [10, 20]
  durability: none
)"),
            (Lines{"m.yaml:5: no cell uses the axis 'payload': none of the workloads here has "
                   "such a parameter",
                   "m.yaml:6: no cell uses the axis 'durability': every backend here has a "
                   "durability of its own"}));
}

TEST_F(MistakesTest, ExcludesMustMatchAndLeaveSomething) {
  EXPECT_EQ(mistakes(R"(name: m
backends: {sqlite: {}, noop: {}}
axes: {workload: [cache.get, cache.increment], payload: [10, 20]}
exclude:
  - {workload: cache.increment, payload: 10}
  - {payload: 30}
  - {index_user_id: true}
  - {}
)"),
            (Lines{"m.yaml:5: this exclude matches no cell",
                   "m.yaml:6: no cell has the payload '30'; there are: 10, 20",
                   "m.yaml:7: no cell has the axis 'index_user_id'",
                   "m.yaml:8: this exclude names no axis and would exclude everything"}));
  EXPECT_EQ(mistakes("name: m\nbackends: {noop: {}}\naxes: {workload: cache.get}\nexclude: "
                     "{backend: noop}\n"),
            Lines{"m.yaml: no cell is left: everything is excluded"});
}

TEST_F(MistakesTest, TablesAreCheckedAgainstTheCells) {
  EXPECT_EQ(mistakes(R"(name: m
backends: {sqlite: {}, noop: {}}
axes: {workload: [cache.get, cache.increment], payload: [10, 20]}
tables:
  - {name: a, rows: workload, columns: backend}
  - {name: a, rows: [workload, payload], columns: backend, unit: ms}
  - {name: b, rows: payload, columns: payload, where: {workload: cache.get, backend: noop}}
  - {name: c, rows: payload, columns: backend, where: {workload: cache.increment, payload: 10}}
  - {name: d, rows: [workload, payload], columns: backend, baseline: {backend: pg}}
  - {name: e, rows: [workload, payload], columns: backend, baseline: {workload: cache.get}}
  - {name: "a b", rows: [], columns: backend}
  - {rows: [workload, payload]}
  - {name: f, rows: payload, columns: backend, where: {workload: cache.get, backend: sqlite},
     baseline: {backend: noop}}
)"),
            (Lines{
                "m.yaml:5: the table 'a' has one place for sqlite/process/cache.get/payload=10/"
                "p1t1c1d0 and sqlite/process/cache.get/payload=20/p1t1c1d0; they differ in "
                "payload: make it rows or columns, or fix it in where",
                "m.yaml:6: the metric ops_per_second has no unit 'ms'; there are: 1/s, k/s, M/s",
                "m.yaml:6: there is a table 'a' already",
                "m.yaml:7: 'payload' is an axis of the rows and of the columns of the table 'b'",
                "m.yaml:8: the table 'c' selects no cell: no cell has all that its where asks for",
                "m.yaml:9: no cell has the backend 'pg'; there are: noop, sqlite",
                "m.yaml:10: the baseline of the table 'e' must be a column: workload is none of "
                "its columns (backend)",
                "m.yaml:11: name must be a name of letters, digits, '.', '-' and '_', at most "
                "100, not the text 'a b'",
                "m.yaml:11: the table needs rows: at least one axis",
                "m.yaml:12: a table needs a name",
                "m.yaml:12: the table needs columns: at least one axis",
                "m.yaml:14: the baseline of the table 'f' is none of its columns: no selected "
                "cell has it",
            }));
}

TEST_F(MistakesTest, BlocksWithBothLengthsAreOneTooMany) {
  EXPECT_EQ(mistakes("name: m\nbackends: {noop: {}}\naxes: {workload: cache.get}\n"
                     "timing:\n  measure: 1s\n  operations: 10\nrounds: 0\n"),
            (Lines{"m.yaml:6: measure and operations both say how long a block lasts; give one",
                   "m.yaml:7: rounds must be a whole number from 1 to 10000, not '0'"}));
}

TEST_F(MistakesTest, PartsOfAWrongShapeSaySo) {
  EXPECT_EQ(mistakes("name: [m]\nbackends: [noop]\naxes: workload\nexclude: none\ntiming: 1s\n"),
            (Lines{"m.yaml:1: name must be a name of letters, digits, '.', '-' and '_', at most "
                   "100, not a list",
                   "m.yaml:2: backends must be a map of keys and values, not a list",
                   "m.yaml:3: axes must be a map of keys and values, not 'workload'",
                   "m.yaml:4: exclude must be a list of maps, not 'none'",
                   "m.yaml:5: timing must be a map of keys and values, not '1s'"}));
}

TEST_F(MistakesTest, ManyMistakesEndInTheirNumber) {
  Mistakes many("m.yaml");
  for (std::uint32_t line = 1; line <= 600; ++line) {
    many.add({.line = line}, "wrong");
    many.add({.line = line}, "wrong");
  }
  EXPECT_EQ(many.count(), 600);
  try {
    many.throw_if_any();
    FAIL() << "nothing thrown";
  } catch (const Error& error) {
    EXPECT_TRUE(std::string(error.what()).ends_with("m.yaml:500: wrong\n… and 100 more"));
  }
}

}  // namespace
}  // namespace assay::matrix
