#include "workload/sql_call.h"

#include <fmt/format.h>

#include <algorithm>

#include "workload/sql_text.h"

namespace assay::workload {

namespace {

// Spaces and line ends as one space, and not longer than a line.
std::string shortened(std::string_view text) {
  constexpr std::size_t most = 80;
  std::string line;
  for (const char each : text) {
    const bool space = each == ' ' || each == '\n' || each == '\t' || each == '\r';
    if (!space) {
      line += each;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (line.size() > most) {
    line.resize(most);
    line += "…";
  }
  return line;
}

}  // namespace

std::string named(std::string_view what, std::size_t number, const SqlStatement& statement) {
  return fmt::format("{} {} ({})", what, number, shortened(statement.text));
}

SqlCall::SqlCall(Sql& sql, const SqlDefinition& definition,
                 std::span<const SqlStatement> statements, std::string_view what, std::size_t first,
                 const Stream& stream)
    : sql_(sql) {
  const Placeholders style = sql.dialect().placeholders;
  for (const SqlStatement& each : statements) {
    const NumberedStatement numbered = number_names(find_names(each.text), style);
    Prepared prepared{0, bound_.size(), numbered.names.size()};
    std::vector<SqlType> types;
    for (const std::string& name : numbered.names) {
      bound_.push_back(parameter(definition, name, stream));
      types.push_back(definition.find(name)->type());
    }
    try {
      prepared.number = sql.prepare(numbered.text, types);
    } catch (const Error& error) {
      const std::size_t number = first + prepared_.size();
      throw Error(fmt::format("{} cannot be prepared: {}", named(what, number, each), error.what()),
                  error.code());
    }
    prepared_.push_back(prepared);
  }
  drawn_.resize(values_.size());
}

std::size_t SqlCall::parameter(const SqlDefinition& definition, const std::string& name,
                               const Stream& stream) {
  const auto known = std::ranges::find(names_, name);
  const auto index = static_cast<std::size_t>(known - names_.begin());
  if (known != names_.end()) {
    return index;
  }
  const SqlParameter* const parameter = definition.find(name);
  if (parameter == nullptr) {
    throw Error(fmt::format("there is no parameter '{}'; name it under parameters", name),
                ExitCode::wrong_usage);
  }
  // The parameters draw apart from each other, whichever of them a statement has.
  const auto place = static_cast<std::uint64_t>(parameter - definition.parameters.data());
  const Random random(mix(stream.seed) + place, stream.session, stream.round);
  SequenceTurns turns;
  if (stream.behind != nullptr) {
    turns = {stream.behind->numbers_used(name) + stream.session, stream.sessions};
  }
  values_.push_back(make_sql_values(*parameter, random, turns));
  names_.push_back(name);
  bytes_ += values_.back()->most_bytes();
  return index;
}

void SqlCall::draw(Cell* cells, char* bytes) {
  for (std::size_t i = 0; i < values_.size(); ++i) {
    drawn_[i] = values_[i]->next(bytes);
    bytes += values_[i]->most_bytes();
  }
  for (const std::size_t value : bound_) {
    *cells++ = drawn_[value];
  }
}

}  // namespace assay::workload
