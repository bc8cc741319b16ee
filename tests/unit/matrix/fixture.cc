#include "fixture.h"

#include <stdlib.h>

#include <fstream>
#include <sstream>

namespace assay::matrix {
namespace {

using workload::ParameterType;

std::vector<workload::Description> make_workloads() {
  const workload::Parameter payload{"payload", ParameterType::integer, "bytes", 100, 10, 1 << 20,
                                    {},        "Size of a value."};
  const workload::Parameter keys{"keys", ParameterType::integer, "", 10'000, 1, 1e6, {}, "Keys."};
  const workload::Parameter theta{"theta", ParameterType::number, "", 0.99, 0.01, 0.999, {}, ""};
  const workload::Parameter distribution{
      "distribution", ParameterType::choice, "", "uniform", 0, 0, {"uniform", "zipfian"}, ""};
  const workload::Parameter index{
      "index_user_id", ParameterType::boolean, "", true, 0, 0, {}, "Whether there is an index."};
  return {{"cache.get", Component::key_value, false, "", {payload, keys, distribution, theta}},
          {"cache.increment", Component::key_value, true, "", {keys}},
          {"cache.put", Component::key_value, true, "", {payload, keys}},
          {"table.point_read", Component::table, false, "", {index}}};
}

Option choice(std::string name, std::vector<std::string> choices) {
  std::string first = choices.front();
  return {std::move(name), OptionType::choice, "", std::move(first), "", std::move(choices)};
}

}  // namespace

Vocabulary fixed_vocabulary() {
  static const std::vector<workload::Description> workloads = make_workloads();
  Vocabulary vocabulary = shipped_vocabulary();
  vocabulary.plugins["sqlite"].options.pop_back();
  vocabulary.workloads = workloads;
  return vocabulary;
}

Vocabulary shipped_vocabulary() {
  Capabilities noop;
  noop.components = {Component::key_value, Component::table};
  noop.durability = {{Durability::none, {}}};
  noop.environments = {Environment::embedded};
  noop.options = {{"store", OptionType::boolean, "", "true", "Keep what is written."}};
  Capabilities echo;
  echo.components = {Component::key_value};
  echo.durability = {{Durability::none, {}}};
  echo.environments = {Environment::native};
  echo.max_depth = 64;
  Capabilities sqlite;
  sqlite.components = {Component::key_value, Component::table, Component::sql};
  sqlite.dialect = "sqlite";
  sqlite.durability = {{Durability::none, {}}, {Durability::process, {}}, {Durability::power, {}}};
  sqlite.environments = {Environment::embedded};
  sqlite.options = {
      choice("schema", {"litecache", "lean"}),
      choice("process_synchronous", {"off", "normal"}),
      {"mmap_bytes", OptionType::integer, "bytes", "134217728", "", {}, 0, 1 << 30},
      {"max_bytes", OptionType::integer, "bytes", "134217728", "", {}, 65536, 1'000'000'000'000}};
  return {.plugins = {{"noop", noop}, {"echo", echo}, {"sqlite", sqlite}}};
}

Matrix MatrixTest::load(std::string_view text, const Overrides& overrides) {
  std::ofstream(folder_ / "m.yaml") << text;
  return matrix::load(folder_ / "m.yaml", vocabulary_, overrides);
}

std::vector<std::string> MatrixTest::mistakes(std::string_view text, const Overrides& overrides) {
  std::vector<std::string> lines;
  try {
    load(text, overrides);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::wrong_usage);
    std::istringstream stream(error.what());
    const std::string prefix = folder_.string() + "/";
    for (std::string line; std::getline(stream, line);) {
      lines.push_back(line.starts_with(prefix) ? line.substr(prefix.size()) : line);
    }
  }
  return lines;
}

std::vector<std::string> ids(const Matrix& matrix) {
  std::vector<std::string> all;
  for (const Cell& cell : matrix.cells) {
    all.push_back(cell.id);
  }
  return all;
}

std::string on_sqlite(std::string_view rest) {
  return "name: m\nbackends: {sqlite: {}}\n" + std::string(rest);
}

}  // namespace assay::matrix
