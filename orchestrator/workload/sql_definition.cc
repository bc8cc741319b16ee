#include "workload/sql_definition.h"

#include <algorithm>

#include "workload/sql_text.h"

namespace assay::workload {

namespace {

using nlohmann::json;

template <typename... Kinds>
struct Visitor : Kinds... {
  using Kinds::operator()...;
};

// clang 14 does not find it by itself.
template <typename... Kinds>
Visitor(Kinds...) -> Visitor<Kinds...>;

json source_json(const SqlParameter::Source& source) {
  return std::visit(
      Visitor{[](const DrawnNumber& it) -> json {
                return {{"distribution", it.distribution},
                        {"least", it.least},
                        {"most", it.most},
                        {"theta", it.theta}};
              },
              [](const SequenceNumber& it) -> json {
                return {{"start", it.start}};
              },
              [](const RandomText& it) -> json {
                return {{"least_bytes", it.least_bytes}, {"most_bytes", it.most_bytes}};
              },
              [](const RandomTimestamp& it) -> json {
                return {{"from_s", it.from_s}, {"to_s", it.to_s}};
              },
              [](const ListedValue& it) -> json {
                return {{"integers", it.integers}, {"values", it.values}};
              }},
      source);
}

// The kinds differ in their keys.
SqlParameter::Source source_from(const json& from) {
  if (from.contains("distribution")) {
    return DrawnNumber{from.at("distribution"), from.at("least"), from.at("most"),
                       from.at("theta")};
  }
  if (from.contains("start")) {
    return SequenceNumber{from.at("start")};
  }
  if (from.contains("least_bytes")) {
    return RandomText{from.at("least_bytes"), from.at("most_bytes")};
  }
  if (from.contains("from_s")) {
    return RandomTimestamp{from.at("from_s"), from.at("to_s")};
  }
  return ListedValue{from.at("integers"), from.at("values")};
}

json statements_json(const std::vector<SqlStatement>& statements) {
  json all = json::array();
  for (const SqlStatement& each : statements) {
    json one = {{"statement", each.text}, {"repeat", each.repeat}};
    if (each.rows) {
      one["rows"] = {each.rows->least, each.rows->most};
    }
    all.push_back(std::move(one));
  }
  return all;
}

std::vector<SqlStatement> statements_from(const json& from) {
  std::vector<SqlStatement> all;
  for (const json& each : from) {
    SqlStatement one{each.at("statement"), each.at("repeat")};
    if (const auto rows = each.find("rows"); rows != each.end()) {
      one.rows = RowCount{rows->at(0), rows->at(1)};
    }
    all.push_back(std::move(one));
  }
  return all;
}

json script_json(const SqlScript& script) {
  return {{"setup", statements_json(script.setup)},
          {"statements", statements_json(script.statements)}};
}

SqlScript script_from(const json& from) {
  return {statements_from(from.at("setup")), statements_from(from.at("statements"))};
}

}  // namespace

SqlType SqlParameter::type() const {
  if (std::holds_alternative<RandomTimestamp>(source)) {
    return SqlType::timestamp;
  }
  const auto* const listed = std::get_if<ListedValue>(&source);
  const bool text =
      std::holds_alternative<RandomText>(source) || (listed != nullptr && !listed->integers);
  return text ? SqlType::text : SqlType::integer;
}

std::uint64_t SqlScript::numbers_used(std::string_view parameter) const {
  std::uint64_t most = 0;
  for (const SqlStatement& each : setup) {
    if (std::ranges::count(find_names(each.text).names, parameter) > 0) {
      most = std::max(most, each.repeat);
    }
  }
  return most;
}

SqlScript SqlDefinition::for_dialect(std::string_view dialect) const {
  SqlScript chosen = script;
  if (const auto other = dialects.find(std::string(dialect)); other != dialects.end()) {
    if (!other->second.setup.empty()) {
      chosen.setup = other->second.setup;
    }
    if (!other->second.statements.empty()) {
      chosen.statements = other->second.statements;
    }
  }
  return chosen;
}

bool SqlDefinition::has_several_calls() const {
  return transaction || script.statements.size() > 1 ||
         std::ranges::any_of(dialects,
                             [](const auto& each) { return each.second.statements.size() > 1; });
}

bool SqlDefinition::may_write() const {
  const auto writes = [](const SqlScript& one) {
    return std::ranges::any_of(
        one.statements, [](const SqlStatement& each) { return first_word(each.text) != "SELECT"; });
  };
  return writes(script) ||
         std::ranges::any_of(dialects, [&](const auto& each) { return writes(each.second); });
}

const SqlParameter* SqlDefinition::find(std::string_view name) const {
  const auto found = std::ranges::find(parameters, name, &SqlParameter::name);
  return found == parameters.end() ? nullptr : &*found;
}

void to_json(json& to, const SqlDefinition& definition) {
  to = script_json(definition.script);
  to["parameters"] = json::array();
  for (const SqlParameter& each : definition.parameters) {
    to["parameters"].push_back({{"name", each.name}, {"source", source_json(each.source)}});
  }
  if (definition.transaction) {
    to["transaction"] = *definition.transaction == Access::read ? "read" : "write";
  }
  to["dialects"] = json::object();
  for (const auto& [dialect, script] : definition.dialects) {
    to["dialects"][dialect] = script_json(script);
  }
}

void from_json(const json& from, SqlDefinition& definition) {
  SqlDefinition read;
  read.script = script_from(from);
  for (const json& each : from.at("parameters")) {
    read.parameters.push_back({each.at("name"), source_from(each.at("source"))});
  }
  if (const auto transaction = from.find("transaction"); transaction != from.end()) {
    read.transaction = *transaction == "read" ? Access::read : Access::write;
  }
  for (const auto& [dialect, script] : from.at("dialects").items()) {
    read.dialects[dialect] = script_from(script);
  }
  definition = std::move(read);
}

}  // namespace assay::workload
