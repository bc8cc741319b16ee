#include <algorithm>

#include "matrix/axes.h"
#include "matrix/cell_axes.h"
#include "matrix/matrix.h"
#include "matrix/metrics.h"
#include "matrix/open_load.h"
#include "matrix/own_sql.h"
#include "matrix/own_workloads.h"

namespace assay::matrix {
namespace {

using Json = nlohmann::json;

Json reference(const char* name) { return {{"$ref", std::string("#/definitions/") + name}}; }

Json described(Json schema, const std::string& text) {
  if (!text.empty()) {
    schema["description"] = text;
  }
  return schema;
}

Json whole(std::int64_t least, std::int64_t most) {
  return {{"type", "integer"}, {"minimum", least}, {"maximum", most}};
}

Json words(const std::vector<std::string>& list) { return {{"enum", list}}; }

Json closed_map(Json properties) {
  return {
      {"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
}

// A value, or a list of at least one.
Json one_or_more(const Json& value) {
  return {{"anyOf",
           {value, {{"type", "array"}, {"items", value}, {"minItems", 1}, {"uniqueItems", true}}}}};
}

Json of_parameter(const workload::Parameter& parameter) {
  using workload::ParameterType;
  switch (parameter.type) {
    case ParameterType::boolean:
      return {{"type", "boolean"}};
    case ParameterType::choice:
      return words(parameter.choices);
    case ParameterType::integer:
      return whole(static_cast<std::int64_t>(parameter.least),
                   static_cast<std::int64_t>(parameter.most));
    case ParameterType::number:
      break;
  }
  return {{"type", "number"}, {"minimum", parameter.least}, {"maximum", parameter.most}};
}

Json of_option(const Option& option) {
  switch (option.type) {
    case OptionType::boolean:
      return {{"type", "boolean"}};
    case OptionType::choice:
      return words(option.choices);
    case OptionType::integer:
      return whole(option.least, option.most);
    case OptionType::text:
      break;
  }
  return reference("scalar");
}

// Adds what a name may hold; one that several workloads or plugins have may hold any of theirs.
void add_variant(Json& properties, const std::string& name, const Json& variant,
                 const std::string& help) {
  if (!properties.contains(name)) {
    properties[name] = described({{"anyOf", Json::array({variant})}}, help);
    return;
  }
  Json& variants = properties[name]["anyOf"];
  if (std::ranges::find(variants, variant) == variants.end()) {
    variants.push_back(variant);
  }
}

Json parameters(const Vocabulary& vocabulary) {
  Json properties = Json::object();
  for (const workload::Description& workload : vocabulary.workloads) {
    for (const workload::Parameter& parameter : workload.parameters) {
      add_variant(properties, parameter.name, of_parameter(parameter), parameter.help);
    }
  }
  return properties;
}

Json settings(const Vocabulary& vocabulary) {
  Json properties = Json::object();
  for (const auto& [name, capabilities] : vocabulary.plugins) {
    for (const Option& option : capabilities.options) {
      add_variant(properties, option.name, of_option(option), option.help);
    }
  }
  return properties;
}

Json of_axis(const CellAxis& axis) {
  Json variants = Json::array();
  if (axis.least <= axis.most) {
    variants.push_back(whole(axis.least, axis.most));
  }
  if (!axis.pattern.empty()) {
    variants.push_back({{"type", "string"}, {"pattern", axis.pattern}});
  }
  return described(variants.size() == 1 ? variants.front() : Json{{"anyOf", variants}},
                   std::string(axis.help));
}

Json topology() {
  Json properties = Json::object();
  for (const CellAxis& axis : cell_axes()) {
    if (axis.of_topology) {
      properties[std::string(axis.name)] = of_axis(axis);
    }
  }
  return properties;
}

Json open() {
  const Json value = {
      {"anyOf",
       {{{"type", "number"}, {"minimum", 0.001}, {"maximum", 1e9}},
        {{"type", "string"}, {"pattern", "^(closed|[0-9.]+ of slowest)$"}},
        closed_map({{"of_slowest",
                     described(one_or_more({{"type", "number"}, {"minimum", 0.01}, {"maximum", 1}}),
                               "shares of the closed-loop rate of the slowest backend")}})}}};
  return one_or_more(value);
}

// The kinds of values a parameter of own SQL may have; theta stands beside two of them.
Json sql_parameter() {
  const Json number = {{"type", "integer"}};
  const auto pair_of = [](const Json& item) {
    return Json{{"type", "array"}, {"items", item}, {"minItems", 2}, {"maxItems", 2}};
  };
  const Json bytes = whole(0, most_text_bytes);
  Json kinds = {{"theta", {{"type", "number"}, {"minimum", 0.01}, {"maximum", 0.999}}}};
  for (const std::string& each : sql_sources()) {
    kinds[each] = pair_of(number);
  }
  kinds["sequence"] = described(number, "its first number; sessions never have the same");
  kinds["text"] = described({{"anyOf", {bytes, pair_of(bytes)}}}, "bytes, or [least, most]");
  kinds["timestamp"] = described(pair_of({{"type", "string"}}), "from a time to a later one");
  kinds["list"] = described(one_or_more(reference("scalar")), "each equally often");
  Json schema = closed_map(std::move(kinds));
  schema["minProperties"] = 1;
  return schema;
}

Json own_sql() {
  const auto list = [](const Json& map) {
    const Json item = {{"anyOf", {{{"type", "string"}}, map}}};
    return Json{{"anyOf", {item, {{"type", "array"}, {"items", item}, {"minItems", 1}}}}};
  };
  const Json statement = {{"type", "string"}};
  const Json count = whole(0, INT64_MAX);
  Json repeated = closed_map({{"statement", statement}, {"repeat", whole(1, most_repeats)}});
  repeated["required"] = {"statement"};
  const Json rows = {{"anyOf", {count, closed_map({{"least", count}, {"most", count}})}}};
  Json counted = closed_map(
      {{"statement", statement}, {"rows", described(rows, "how many it gives or changes")}});
  counted["required"] = {"statement"};
  const Json setup = described(list(repeated), "run once, before the measurement");
  const Json statements = described(list(counted), "of one operation");
  const Json dialect = closed_map({{"setup", setup}, {"statements", statements}});
  Json sql = closed_map(
      {{"setup", setup},
       {"statements", statements},
       {"parameters", {{"type", "object"}, {"additionalProperties", sql_parameter()}}},
       {"transaction", described(words({"none", "read", "write"}),
                                 "whether the statements of an operation are one transaction")},
       {"dialects", described({{"type", "object"}, {"additionalProperties", dialect}},
                              "what backends of that dialect run in place of the above")}});
  sql["required"] = {"statements"};
  return sql;
}

// The workloads a matrix defines itself.
Json own_workloads(const Vocabulary& vocabulary) {
  Json shares = Json::object();
  for (const workload::Description& each : vocabulary.workloads) {
    shares[each.name] =
        described({{"type", "number"}, {"exclusiveMinimum", 0}, {"maximum", 100}}, each.help);
  }
  Json mix = closed_map(std::move(shares));
  mix["minProperties"] = 1;
  Json one = closed_map(
      {{"mix", described(mix, "percentages of the operations, which add up to 100")},
       {"sql", described(own_sql(), "statements of your own, see docs/own-sql.md")},
       {"parameters", described(closed_map(parameters(vocabulary)), "what it fixes of them")}});
  one["oneOf"] = {{{"required", {"mix"}}}, {{"required", {"sql"}}}};
  return {{"type", "object"},
          {"patternProperties", {{own_workload_pattern, one}}},
          {"additionalProperties", false}};
}

Json axes(const Vocabulary& vocabulary) {
  std::vector<std::string> workloads;
  for (const workload::Description& each : vocabulary.workloads) {
    workloads.push_back(each.name);
  }
  Json properties = {
      {"backend", one_or_more(reference("name"))},
      {"durability", one_or_more(reference("durability"))},
      {"workload", one_or_more({{"anyOf",
                                 {words(workloads),
                                  {{"type", "string"}, {"pattern", own_workload_pattern}}}}})},
      {"verify", one_or_more({{"type", "boolean"}})},
      {std::string(open_axis), described(open(),
                                         "the load: closed, or a rate in "
                                         "operations per second")},
      {std::string(arrivals_axis),
       described(one_or_more(words(arrival_words())),
                 "gaps of an open load: constant, or exponential as independent "
                 "clients make them")}};
  for (const CellAxis& axis : cell_axes()) {
    properties[std::string(axis.name)] = one_or_more(of_axis(axis));
  }
  const Json of_parameters = parameters(vocabulary);
  for (const auto& [name, value] : of_parameters.items()) {
    properties[name] = one_or_more(value);
  }
  const Json of_settings = settings(vocabulary);
  for (const auto& [name, value] : of_settings.items()) {
    properties["settings." + name] = one_or_more(value);
  }
  Json schema = closed_map(properties);
  if (vocabulary.plugins.empty()) {
    schema["patternProperties"] = {{"^settings\\.", one_or_more(reference("scalar"))}};
  }
  return schema;
}

Json backend(const Vocabulary& vocabulary) {
  std::vector<std::string> plugins;
  for (const auto& [name, capabilities] : vocabulary.plugins) {
    plugins.push_back(name);
  }
  Json own = closed_map(settings(vocabulary));
  if (plugins.empty()) {
    own = {{"type", "object"}, {"additionalProperties", reference("scalar")}};
  }
  Json schema = closed_map(
      {{"plugin", described(plugins.empty() ? reference("name") : words(plugins),
                            "whose library; the backend's name when left out")},
       {"environment", words({"embedded", "native", "container", "external"})},
       {"durability",
        described(reference("durability"),
                  "the backend's own; the durability axis then does not multiply it")},
       {"verify", described({{"type", "boolean"}}, "the backend's own, likewise")},
       {"settings", described(own, "the plugin's options, the same for all its cells")}});
  schema["type"] = {"object", "null"};
  return schema;
}

Json table() {
  const std::vector<std::string> metric_words(metric_names().begin(), metric_names().end());
  std::vector<std::string> unit_words;
  for (const Metric& metric : metrics()) {
    for (const std::string& unit : units(metric)) {
      if (std::ranges::count(unit_words, unit) == 0) {
        unit_words.push_back(unit);
      }
    }
  }
  Json schema = closed_map(
      {{"name", reference("name")},
       {"title", {{"type", "string"}}},
       {"where", described(reference("selector"), "which cells; all when left out")},
       {"rows", described(one_or_more({{"type", "string"}}), "axes of the rows")},
       {"columns", described(one_or_more({{"type", "string"}}), "axes of the columns")},
       {"metric", words(metric_words)},
       {"unit", words(unit_words)},
       {"baseline", described({{"type", "object"}, {"additionalProperties", reference("scalar")}},
                              "the column others are compared with")}});
  schema["required"] = {"name", "rows", "columns"};
  return schema;
}

Json timing() {
  const Json duration = reference("duration");
  return closed_map({{"warmup", described(duration, "before what is counted; 500ms when left out")},
                     {"measure", described(duration, "what is counted; 2s when left out")},
                     {"operations", described(whole(1, 1'000'000'000'000),
                                              "measure so many operations, in place of a time")},
                     {"deadline", described(duration, "of one operation; 10s when left out")},
                     {"phase_deadline", described(duration,
                                                  "of start, load, verify and stop; 1min when left "
                                                  "out")}});
}

}  // namespace

nlohmann::json schema(const Vocabulary& vocabulary) {
  const auto many = [](const Json& entry) {
    return Json{{"anyOf", {entry, {{"type", "array"}, {"items", entry}}}}};
  };
  Json schema = closed_map(
      {{"name", reference("name")},
       {"description", {{"type", "string"}}},
       {"rounds", described(whole(1, most_rounds), "passes over all cells; 6 when left out")},
       {"seed", whole(0, INT64_MAX)},
       {"verify",
        described({{"type", "boolean"}}, "whether replies are looked into; true when left out")},
       {"timing", timing()},
       {"backends",
        {{"type", "object"}, {"minProperties", 1}, {"additionalProperties", backend(vocabulary)}}},
       {"parameters", closed_map(parameters(vocabulary))},
       {"workloads", described(own_workloads(vocabulary), "workloads of the matrix's own")},
       {"topology", closed_map(topology())},
       {"axes", reference("axes")},
       {"include", many(reference("axes"))},
       {"exclude", many(reference("selector"))},
       {"tables", many(table())}});
  schema["$schema"] = "http://json-schema.org/draft-07/schema#";
  schema["title"] = "Assay matrix";
  schema["required"] = {"name", "backends"};
  schema["definitions"] = {
      {"axes", axes(vocabulary)},
      {"durability", words(durability_words())},
      {"duration", {{"type", "string"}, {"pattern", "^[0-9]+(\\.[0-9]+)?(ns|us|ms|s|min)$"}}},
      {"name", {{"type", "string"}, {"pattern", "^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$"}}},
      {"scalar", {{"type", {"string", "number", "boolean"}}}},
      {"selector",
       {{"type", "object"}, {"additionalProperties", one_or_more(reference("scalar"))}}}};
  return schema;
}

}  // namespace assay::matrix
