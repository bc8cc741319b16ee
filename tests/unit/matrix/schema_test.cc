// The JSON Schema that editors use, judged by a validator that is not ours.
#include <stdio.h>

#include <array>
#include <fstream>
#include <memory>

#include "fixture.h"
#include "matrix/document.h"
#include "matrix/scalars.h"

namespace assay::matrix {
namespace {

const std::filesystem::path source = ASSAY_SOURCE_FOLDER;

// What an editor sees of a YAML value.
nlohmann::json to_json(const Value& value) {
  nlohmann::json json;
  if (value.kind == Value::Kind::list) {
    json = nlohmann::json::array();
    for (const Value& item : value.items) {
      json.push_back(to_json(item));
    }
  } else if (value.kind == Value::Kind::map) {
    json = nlohmann::json::object();
    for (const Value::Entry& entry : value.entries) {
      json[entry.key] = to_json(entry.value);
    }
  } else if (value.kind == Value::Kind::scalar) {
    json = value.text;
    if (!value.quoted) {
      if (const auto flag = to_boolean(value.text)) {
        json = *flag;
      } else if (const auto integer = to_integer(value.text)) {
        json = *integer;
      } else if (const auto number = to_number(value.text)) {
        json = *number;
      }
    }
  }
  return json;
}

class SchemaTest : public MatrixTest {
 protected:
  // The validator's verdicts, "valid" or "invalid" a line, on YAML texts.
  std::string verdicts(const nlohmann::json& schema, const std::vector<std::string>& texts) {
    std::ofstream(folder_ / "schema.json") << schema;
    std::string command = std::string(ASSAY_PYTHON) + " " +
                          (source / "tests/unit/matrix/validate.py").string() + " " +
                          (folder_ / "schema.json").string();
    for (std::size_t index = 0; index < texts.size(); ++index) {
      Mistakes mistakes("text");
      const std::filesystem::path file = folder_ / (std::to_string(index) + ".json");
      std::ofstream(file) << to_json(parse(texts[index], std::nullopt, mistakes));
      EXPECT_EQ(mistakes.count(), 0);
      command += " " + file.string();
    }
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::string output;
    std::array<char, 4096> buffer{};
    while (const std::size_t size = fread(buffer.data(), 1, buffer.size(), pipe.get())) {
      output.append(buffer.data(), size);
    }
    return output;
  }
};

TEST_F(SchemaTest, TheOneInDocsIsCurrent) {
  const std::string made = schema({.plugins = {}}).dump(2) + "\n";
  const std::filesystem::path current = source / "docs/matrix.schema.json";
  if (read_file(current) != made) {
    const std::filesystem::path fresh =
        std::filesystem::path(ASSAY_BINARY_FOLDER) / "matrix.schema.json";
    std::ofstream(fresh) << made;
    FAIL() << "the schema has changed: look at the difference and copy " << fresh << " to "
           << current;
  }
}

TEST_F(SchemaTest, AcceptsTheShippedMatrices) {
  std::vector<std::string> texts;
  std::string expected;
  for (const auto& entry : std::filesystem::directory_iterator(source / "matrices")) {
    texts.push_back(read_file(entry.path()));
    expected += "valid\n";
  }
  ASSERT_GE(texts.size(), 4);
  EXPECT_EQ(verdicts(schema({.plugins = {}}), texts), expected);
}

TEST_F(SchemaTest, RejectsWhatTheLoaderRejects) {
  const std::string head = "name: m\nbackends: {sqlite: {}}\naxes: {workload: cache.get}\n";
  EXPECT_EQ(verdicts(schema(fixed_vocabulary()),
                     {head, "backends: {sqlite: {}}\n", head + "rouns: 3\n", head + "rounds: 0\n",
                      head + "rounds: '3'\n", head + "timing: {measure: 2}\n",
                      "name: m\nbackends: {sqlite: {}}\naxes: {workload: cache.gte}\n",
                      "name: m\nbackends: {pg: {plugin: postgres}}\n",
                      "name: m\nbackends: {sqlite: {settings: {shema: lean}}}\n",
                      head + "include: [{workload: cache.get, payload: 5}]\n",
                      head + "tables: [{name: t, rows: payload, columns: backend, metric: ops}]\n",
                      head + "tables: [{name: t, rows: payload}]\n"}),
            "valid\n"
            "invalid\ninvalid\ninvalid\ninvalid\ninvalid\ninvalid\ninvalid\ninvalid\ninvalid\n"
            "invalid\ninvalid\n");
}

TEST_F(SchemaTest, WithoutPluginsAnyPluginAndOptionMayBeNamed) {
  EXPECT_EQ(verdicts(schema({.plugins = {}}),
                     {"name: m\nbackends: {x: {plugin: mine, settings: {speed: 3}}}\n"
                      "axes: {workload: cache.get, settings.speed: [1, 2]}\n"}),
            "valid\n");
}

}  // namespace
}  // namespace assay::matrix
