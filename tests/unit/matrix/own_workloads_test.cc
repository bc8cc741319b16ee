// Workloads that a matrix defines itself.
#include "fixture.h"

namespace assay::matrix {
namespace {

using Lines = std::vector<std::string>;

class OwnWorkloadsTest : public MatrixTest {
 protected:
  OwnWorkloadsTest() { vocabulary_ = shipped_vocabulary(); }

  std::string with(std::string_view workloads, std::string_view rest = "axes: {workload: mine}\n") {
    return "name: m\nbackends: {sqlite: {}}\nworkloads:\n" + std::string(workloads) + "\n" +
           std::string(rest);
  }
};

TEST_F(OwnWorkloadsTest, AMixIsAWorkloadLikeAnother) {
  const Matrix matrix = load(with(
      "  mine: {mix: {table.point_read: 95, table.point_update: 5}, parameters: {distribution: "
      "zipfian}}",
      "axes: {workload: [mine, table.point_read], rows: [100, 200]}\n"));
  EXPECT_EQ(ids(matrix),
            (Lines{"sqlite/process/mine/rows=100/p1t1c1d0", "sqlite/process/mine/rows=200/p1t1c1d0",
                   "sqlite/process/table.point_read/rows=100/p1t1c1d0",
                   "sqlite/process/table.point_read/rows=200/p1t1c1d0"}));
  const Cell& cell = matrix.cells.front();
  EXPECT_EQ(cell.parameters.at("distribution"), "zipfian");
  EXPECT_EQ(cell.definition, nlohmann::json::parse(R"({"kind": "mix", "of": [
      {"workload": "table.point_read", "share": 0.95},
      {"workload": "table.point_update", "share": 0.05}],
      "parameters": {"distribution": "zipfian"}})"));
  EXPECT_TRUE(matrix.cells.back().definition.is_null());
  EXPECT_EQ(nlohmann::json(cell).get<Cell>(), cell);
}

TEST_F(OwnWorkloadsTest, NeitherAxesNorParametersChangeWhatADefinitionFixes) {
  const Matrix matrix =
      load(with("  mine: {mix: {table.point_read: 100}, parameters: {rows: 50}}",
                "parameters: {rows: 70}\naxes: {workload: [mine, table.point_read], distribution: "
                "[uniform, zipfian]}\n"));
  EXPECT_EQ(matrix.cells.size(), 4);
  EXPECT_EQ(matrix.cells[0].parameters.at("rows"), 50);
  EXPECT_EQ(matrix.cells.back().parameters.at("rows"), 70);
  EXPECT_EQ(mistakes(with("  mine: {mix: {table.point_read: 100}, parameters: {rows: 50}}",
                          "axes: {workload: mine, rows: [1, 2]}\n")),
            (Lines{"m.yaml:5: no cell uses the axis 'rows': the definitions of the workloads here "
                   "fix it"}));
}

TEST_F(OwnWorkloadsTest, MistakesNameTheLine) {
  EXPECT_EQ(
      mistakes(with("  Mine: {mix: {table.point_read: 100}}\n"
                    "  table.mine: {mix: {table.point_read: 100}}\n"
                    "  empty: {}\n"
                    "  short: {mix: {table.point_read: 60, table.scan: 30}}\n"
                    "  typo: {mix: {table.pint_read: 100}}\n"
                    "  nothing: {mix: {table.point_read: 0, table.scan: 100}}\n"
                    "  both: {mix: {table.point_read: 50, cache.get: 50}}\n"
                    "  erased: {mix: {cache.get: 50, cache.erase: 50}}\n"
                    "  words: {mix: {table.point_read: 100}, parameters: {rows: many, colour: "
                    "red}}\n"
                    "  more: {mix: {table.point_read: 100}, seed: 1}",
                    "axes: {workload: table.point_read}\n")),
      (Lines{"m.yaml:4: a workload of this matrix cannot be called 'Mine': give it a name of "
             "small letters, digits, '.' and '-' that does not begin with 'cache.' or 'table.'",
             "m.yaml:5: a workload of this matrix cannot be called 'table.mine': give it a name "
             "of small letters, digits, '.' and '-' that does not begin with 'cache.' or "
             "'table.'",
             "m.yaml:6: the workload 'empty' says nothing of what it does; give 'mix: "
             "{table.point_read: 95, table.point_update: 5}' or 'sql:' with its statements",
             "m.yaml:7: the percentages of the mix 'short' add up to 90, not to 100",
             "m.yaml:8: unknown workload 'table.pint_read'; did you mean 'table.point_read'?",
             "m.yaml:9: the part of 'table.point_read' must be a percentage over 0 and up to "
             "100, not '0'",
             "m.yaml:10: both mixes workloads of Table and of KeyValue; a mix is of one component",
             "m.yaml:11: erased mixes cache.erase, which leaves the data as no other workload "
             "expects it; leave it out",
             "m.yaml:12: rows of words must be a whole number from 1 to 100000000 (rows), not "
             "'many'",
             "m.yaml:12: unknown parameter of words 'colour'; there are: dataset, rows, "
             "posts_per_user, body_bytes, index_user_id, distribution, theta, hot_items, "
             "hot_operations",
             "m.yaml:13: unknown key 'seed'; there are: mix, sql, parameters"}));
}

TEST_F(OwnWorkloadsTest, AMixDoesWhatAllItsMembersCan) {
  EXPECT_EQ(mistakes(with("  mine: {mix: {table.transaction: 10, table.point_read: 90}}",
                          "axes: {workload: mine, depth: [0, 4]}\n"))
                .size(),
            2);  // sqlite has no pipeline, and the transaction none
}

}  // namespace
}  // namespace assay::matrix
