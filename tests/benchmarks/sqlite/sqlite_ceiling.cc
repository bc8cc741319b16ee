// How much of a bare C loop's speed the plugin reaches: both sides in one program, on one database
// with one library, in alternating chunks, and the ratio of each pair. Rates are operations by the
// time between the two clock readings around each.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>

#include "analyse/analyse.h"
#include "cases.h"
#include "plugins/sqlite/facts.h"

namespace assay::sqlite::ceiling {
namespace {

double median(const std::vector<double>& values) {
  return analyse::summarise(values).median.value_or(0);
}

// Prints one line. false: the ratio is below the target beyond doubt.
bool report(const Case& which, const Chunks& chunks, double target) {
  std::vector<double> ratios;
  for (std::size_t pair = 0; pair < chunks.bare.size(); ++pair) {
    ratios.push_back(chunks.plugin[pair] / chunks.bare[pair]);
  }
  const results::Summary ratio = analyse::summarise(ratios);
  const double high = ratio.high.value_or(1);
  fmt::print("{:<24} {:>10.0f} {:>10.0f}   {:.3f} [{:.3f}..{:.3f}]{}\n", which.name,
             median(chunks.bare), median(chunks.plugin), ratio.median.value_or(0),
             ratio.low.value_or(0), high, high < target ? "  below target" : "");
  std::fflush(stdout);
  return high >= target;
}

int run_all(const Plan& plan, const std::string& filter, double target) {
  fmt::print("{}\n{} pairs of {} ms chunks, uniform keys of 100,000 rows, for put of 1,000\n\n",
             library_version(), plan.pairs, plan.chunk.count());
  fmt::print("{:<24} {:>10} {:>10}   plugin / bare, median [95 % interval]\n", "case", "bare 1/s",
             "plugin 1/s");
  bool reached = true;
  for (const Case& each : cases()) {
    if (each.name.find(filter) != std::string::npos) {
      reached = report(each, run(each, plan), target) && reached;
    }
  }
  return reached ? 0 : 1;
}

std::map<std::string, std::string> parse(const std::vector<std::string>& settings) {
  std::map<std::string, std::string> parsed;
  for (const std::string& each : settings) {
    const std::size_t equals = each.find('=');
    parsed[each.substr(0, equals)] = equals == std::string::npos ? "" : each.substr(equals + 1);
  }
  return parsed;
}

}  // namespace
}  // namespace assay::sqlite::ceiling

int main(int argc, char** argv) {
  CLI::App app("Compares the SQLite plugin with a bare C loop, in turn, in one program.");
  assay::sqlite::ceiling::Plan plan;
  std::string filter;
  int chunk_ms = 100;
  double target = 0.95;
  std::vector<std::string> settings;
  app.add_option("--folder", plan.folder, "where the databases go (default: here)");
  app.add_option("--filter", filter, "only cases whose name contains this");
  app.add_option("--pairs", plan.pairs, "pairs of chunks per case")->check(CLI::Range(1, 10'000));
  app.add_option("--chunk-ms", chunk_ms, "length of a chunk")->check(CLI::Range(1, 60'000));
  app.add_option("--target", target, "exit 1 when a ratio is surely below")
      ->check(CLI::Range(0.0, 10.0));
  app.add_option("--set", settings, "options of the plugin, as page_size=1024");
  CLI11_PARSE(app, argc, argv);
  plan.chunk = std::chrono::milliseconds(chunk_ms);
  try {
    plan.settings = assay::sqlite::ceiling::parse(settings);
    return assay::sqlite::ceiling::run_all(plan, filter, target);
  } catch (const std::exception& error) {
    fmt::print(stderr, "sqlite_ceiling: {}\n", error.what());
    return 3;
  }
}
