// What scripts read: one JSON value from each command that has --json.
#include <nlohmann/json.hpp>
#include <set>

#include "program.h"

namespace {

using assay::end_to_end::Outcome;
using assay::end_to_end::Program;
namespace fs = std::filesystem;
using Json = nlohmann::json;

class Listing : public Program {
 protected:
  Json json(const std::vector<std::string>& arguments) const {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.errors;
    return Json::parse(outcome.output);
  }

  static std::set<std::string> names(const Json& list) {
    std::set<std::string> found;
    for (const Json& each : list) {
      found.insert(each.at("name"));
    }
    return found;
  }
};

TEST_F(Listing, PluginsWithWhatTheyCanOrWhyTheyCannotBeUsed) {
  fs::create_directory(folder() / "plugins");
  write("plugins/assay-broken.so", "no library");
  const Json plugins = json({"list", "--json", "--plugin-path", "plugins"});
  const std::set<std::string> all = names(plugins);
  EXPECT_TRUE(all.contains("noop") && all.contains("sqlite") && all.contains("broken"));
  for (const Json& plugin : plugins) {
    EXPECT_TRUE(fs::exists(plugin.at("file"))) << plugin;
    if (plugin.at("name") == "broken") {
      EXPECT_NE(plugin.at("error").get<std::string>().find("assay-broken.so"), std::string::npos);
    } else {
      EXPECT_FALSE(plugin.at("capabilities").at("components").empty()) << plugin;
    }
  }
}

TEST_F(Listing, WorkloadsWithTheirParameters) {
  const Json workloads = json({"list", "workloads", "--json"});
  EXPECT_TRUE(names(workloads).contains("cache.get"));
  for (const Json& workload : workloads) {
    for (const Json& parameter : workload.at("parameters")) {
      EXPECT_TRUE(parameter.contains("default") && parameter.contains("unit")) << parameter;
    }
  }
}

TEST_F(Listing, MetricsWithTheirUnits) {
  const Json metrics = json({"list", "metrics", "--json"});
  EXPECT_EQ(metrics.at(0), (Json{{"name", "ops_per_second"},
                                 {"title", "operations per second"},
                                 {"units", {"1/s", "k/s", "M/s"}},
                                 {"greater_is_better", true}}));
  EXPECT_TRUE(names(metrics).contains("response_ns.p99"));
  EXPECT_NE(run({"list", "metrics"}).output.find("response_ns.p99"), std::string::npos);
  EXPECT_EQ(run({"list", "meters"}).code, 2);
}

TEST_F(Listing, APluginsDescription) {
  const Json description = json({"describe", "sqlite", "--json"});
  EXPECT_EQ(description.at("name"), "sqlite");
  EXPECT_TRUE(fs::exists(description.at("file")));
  std::set<std::string> levels;
  for (const Json& level : description.at("durability")) {
    levels.insert(level.at("level"));
  }
  EXPECT_TRUE(levels.contains("process") && levels.contains("power")) << description;
}

TEST_F(Listing, AConformanceRunCaseByCase) {
  const std::string file = json({"describe", "noop", "--json"}).at("file");
  const Json checked = json({"check-plugin", file, "--json"});
  EXPECT_EQ(checked.at("file"), file);
  EXPECT_EQ(checked.at("failed"), 0);
  EXPECT_GT(checked.at("passed"), 10);
  std::size_t passed = 0;
  for (const Json& one : checked.at("cases")) {
    passed += one.at("result") == "passed" ? 1 : 0;
  }
  EXPECT_EQ(checked.at("passed"), passed);
}

}  // namespace
