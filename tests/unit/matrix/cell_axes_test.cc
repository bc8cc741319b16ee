// Axes about the client: which cells they make and what is said about a wrong value.
#include "fixture.h"

namespace assay::matrix {
namespace {

using CellAxesTest = MatrixTest;
using Ids = std::vector<std::string>;
using Lines = std::vector<std::string>;

TEST_F(CellAxesTest, AConnectionForEveryOperationStandsBesideKeptOnes) {
  const Matrix matrix =
      load(on_sqlite("axes: {workload: cache.get, connections: [4, per_operation]}"));
  EXPECT_EQ(ids(matrix), (Ids{"sqlite/process/cache.get/p1t1c4d0",
                              "sqlite/process/cache.get/p1t1c1d0/per_operation"}));
  EXPECT_EQ(axis_value(matrix.cells[1], "connections"), "per_operation");
  EXPECT_FALSE(matrix.cells[0].topology.per_operation);
}

TEST_F(CellAxesTest, TheTopologyMayOpenAConnectionForEveryOperation) {
  const Matrix matrix =
      load(on_sqlite("topology: {connections: per_operation}\naxes: {workload: cache.get}"));
  EXPECT_TRUE(matrix.cells.at(0).topology.per_operation);
}

TEST_F(CellAxesTest, ColdStartsAndMemoryLimitsArePartOfTheId) {
  const Matrix matrix = load(on_sqlite(
      "axes: {workload: cache.get, start: [warm, cold], memory: [unlimited, 64MiB, 2GiB]}"));
  EXPECT_EQ(ids(matrix), (Ids{"sqlite/process/cache.get/p1t1c1d0",
                              "sqlite/process/cache.get/p1t1c1d0/memory=64MiB",
                              "sqlite/process/cache.get/p1t1c1d0/memory=2GiB",
                              "sqlite/process/cache.get/p1t1c1d0/start=cold",
                              "sqlite/process/cache.get/p1t1c1d0/start=cold/memory=64MiB",
                              "sqlite/process/cache.get/p1t1c1d0/start=cold/memory=2GiB"}));
  EXPECT_EQ(matrix.cells[2].memory_bytes, std::int64_t{2} << 30);
  EXPECT_EQ(axis_value(matrix.cells[5], "memory"), "2GiB");
  EXPECT_EQ(axis_value(matrix.cells[5], "start"), "cold");
}

TEST_F(CellAxesTest, ACellIsTheSameAfterItWasWrittenDown) {
  for (const Cell& cell :
       load(
           on_sqlite("axes: {workload: cache.get, start: [warm, cold], memory: [unlimited, 64MiB], "
                     "connections: [2, per_operation]}"))
           .cells) {
    EXPECT_EQ(nlohmann::json(cell).get<Cell>(), cell) << cell.id;
  }
}

TEST_F(CellAxesTest, WrongValuesAreReportedWithWhatIsAllowed) {
  EXPECT_EQ(mistakes(on_sqlite("axes: {workload: cache.get, connections: per_op}")),
            (Lines{"m.yaml:3: connections must be a whole number from 1 to 65536, or "
                   "per_operation, not 'per_op'"}));
  EXPECT_EQ(mistakes(on_sqlite("axes: {workload: cache.get, start: hot}")),
            (Lines{"m.yaml:3: start must be warm or cold, not 'hot'"}));
  for (const char* size : {"64MB", "64", "-1MiB", "512KiB", "99999999999GiB"}) {
    EXPECT_EQ(mistakes(on_sqlite("axes: {workload: cache.get, memory: " + std::string(size) + "}")),
              (Lines{"m.yaml:3: memory must be unlimited, or a size from 1MiB on as 64MiB or 2GiB, "
                     "not '" +
                     std::string(size) + "'"}));
  }
}

TEST_F(CellAxesTest, AConnectionForEveryOperationHasNoDepthAndAServerNoColdStart) {
  const std::string echo = "name: m\nbackends: {echo: {environment: native}}\n";
  EXPECT_EQ(mistakes(echo + "axes: {workload: cache.get, connections: per_operation, depth: 2}"),
            (Lines{"m.yaml:3: with connections per_operation an operation has a connection to "
                   "itself: depth must be 0, not 2"}));
  EXPECT_EQ(mistakes(echo + "axes: {workload: cache.get, start: cold}"),
            (Lines{"m.yaml:3: the backend 'echo' (plugin echo) is a server's client here; start "
                   "cold and memory limits are for embedded systems, whose data the worker "
                   "processes read themselves"}));
}

}  // namespace
}  // namespace assay::matrix
