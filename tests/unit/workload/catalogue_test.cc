#include "workload/catalogue.h"

#include <algorithm>

#include "select.h"

namespace assay::workload {
namespace {

std::string error_of(const Selection& selection) {
  MemorySession session;
  try {
    fill(selection, 1, session);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::wrong_usage);
    return error.what();
  }
  return "";
}

TEST(Catalogue, ListsTheWorkloadsByName) {
  std::vector<std::string> names;
  for (const Description& each : catalogue()) {
    names.push_back(each.name);
  }
  EXPECT_EQ(names, (std::vector<std::string>{
                       "cache.erase", "cache.get", "cache.increment", "cache.insert",
                       "cache.multi_get", "cache.multi_put", "cache.put", "cache.read_modify_write",
                       "table.insert", "table.multi_read", "table.point_read", "table.point_update",
                       "table.read_modify_write", "table.scan", "table.transaction"}));
  EXPECT_EQ(find("cache.gett"), nullptr);
}

TEST(Catalogue, DefaultsLieInTheirRanges) {
  for (const Description& workload : catalogue()) {
    EXPECT_FALSE(workload.help.empty()) << workload.name;
    const bool reads = workload.name.ends_with("get") || workload.name.ends_with("read") ||
                       workload.name.ends_with("scan");
    EXPECT_EQ(workload.writes, !reads) << workload.name;
    for (const Parameter& each : workload.parameters) {
      EXPECT_FALSE(each.help.empty()) << workload.name << " " << each.name;
      if (each.type == ParameterType::choice) {
        EXPECT_EQ(std::ranges::count(each.choices, each.default_value.get<std::string>()), 1);
      } else if (each.type != ParameterType::boolean) {
        EXPECT_LE(each.least, each.default_value.get<double>()) << workload.name << each.name;
        EXPECT_GE(each.most, each.default_value.get<double>()) << workload.name << each.name;
      }
    }
  }
}

TEST(Parameters, NameWhatIsWrongAndWhatIsAllowed) {
  EXPECT_EQ(error_of(select("cache.get", {{"payload", 9}})),
            "cache.get: the parameter payload is 9; give a whole number from 10 to 1048576 bytes");
  EXPECT_EQ(error_of(select("cache.get", {{"keys", "many"}})),
            "cache.get: the parameter keys is \"many\"; give a whole number from 1 to 100000000");
  EXPECT_EQ(error_of(select("cache.get", {{"keys", 10.5}})),
            "cache.get: the parameter keys is 10.5; give a whole number from 1 to 100000000");
  EXPECT_EQ(error_of(select("cache.get", {{"theta", 1}})),
            "cache.get: the parameter theta is 1; give a number from 0.01 to 0.999");
  EXPECT_EQ(
      error_of(select("cache.get", {{"distribution", "zipf"}})),
      "cache.get: the parameter distribution is \"zipf\"; give one of uniform, zipfian, latest, "
      "hotspot, sequential, exponential");
  EXPECT_EQ(error_of(select("table.scan", {{"index_user_id", 1}})),
            "table.scan: the parameter index_user_id is 1; give true or false");
  EXPECT_EQ(error_of(select("cache.get", {{"batch", 5}})),
            "cache.get: there is no parameter batch; leave it out");
  Selection missing = select("cache.get");
  missing.parameters.erase("keys");
  EXPECT_EQ(error_of(missing), "cache.get: the parameter keys is missing; its default is 10000");
}

TEST(Parameters, RefuseABatchOfMoreKeysThanThereAre) {
  MemorySession session;
  try {
    make_work(select("cache.multi_get", {{"keys", 4}}), Share{}, 0, session);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "cache.multi_get: a batch of 5 different keys needs at least as many keys, but "
                 "keys is 4; give more keys or a smaller batch");
  }
}

TEST(Catalogue, RefusesUnknownWorkloadsAndSessionsWithoutTheComponent) {
  Selection unknown;
  unknown.name = "cache.gett";
  EXPECT_EQ(error_of(unknown), "there is no workload cache.gett; `assay list` shows them");
  MemorySession session;
  session.has_key_value = false;
  try {
    make_work(select("cache.get"), Share{}, 0, session);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "cache.get needs the component KeyValue, which this plugin's sessions lack");
  }
}

TEST(Fill, StopsWithStatusAndReasonWhenTheSystemRefuses) {
  MemorySession session;
  session.fail_with = [](const std::string&) { return Status::refused; };
  for (const Description& each : catalogue()) {
    try {
      fill(select(each.name), 1, session);
      ADD_FAILURE() << each.name << " gave no error";
    } catch (const Error& error) {
      const std::string text = error.what();
      EXPECT_TRUE(text.ends_with("ended as refused: the disk is full")) << text;
    }
  }
}

TEST(Tables, HaveTheIndexTheParameterSays) {
  EXPECT_TRUE(tables(select("cache.get")).empty());
  for (const bool indexed : {false, true}) {
    const auto schemas = tables(select("table.multi_read", {{"index_user_id", indexed}}));
    ASSERT_EQ(schemas.size(), 1U);
    EXPECT_EQ(schemas[0].name, "posts");
    ASSERT_EQ(schemas[0].columns.size(), 6U);
    EXPECT_EQ(schemas[0].columns[1].name, "user_id");
    EXPECT_EQ(schemas[0].columns[1].indexed, indexed);
    EXPECT_EQ(schemas[0].columns[3].type, ColumnType::text);
  }
}

}  // namespace
}  // namespace assay::workload
