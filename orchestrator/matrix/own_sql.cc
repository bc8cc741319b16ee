#include "matrix/own_sql.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "matrix/fields.h"
#include "matrix/scalars.h"
#include "matrix/words.h"
#include "workload/sql_text.h"

namespace assay::matrix {
namespace {

using workload::RowCount;
using workload::SqlDefinition;
using workload::SqlScript;
using workload::SqlStatement;

// Assay's own dialects are known even where no backend of the matrix speaks them.
std::vector<std::string> known_dialects(const Vocabulary& vocabulary) {
  std::vector<std::string> names = {"sqlite", "postgresql", "mysql"};
  for (const auto& [plugin, capabilities] : vocabulary.plugins) {
    const std::string& dialect = capabilities.dialect;
    if (!dialect.empty() && std::ranges::count(names, dialect) == 0) {
      names.push_back(dialect);
    }
  }
  return names;
}

class SqlReader {
 public:
  SqlReader(const std::string& workload, Mistakes& mistakes)
      : workload_(workload), mistakes_(mistakes) {}

  SqlDefinition read(const Value& sql, const std::vector<std::string>& dialects) {
    Fields fields(&sql, fmt::format("sql of {}", quote(workload_)), mistakes_);
    SqlDefinition definition;
    const Value* const parameters = fields.find("parameters");
    if (parameters != nullptr) {
      read_parameters(*parameters, definition);
    }
    if (const auto word = fields.text("transaction");
        word && check_word(*word, fields.find("transaction")->origin, "transaction",
                           std::array<std::string, 3>{"none", "read", "write"}, mistakes_)) {
      if (*word != "none") {
        definition.transaction = *word == "read" ? Access::read : Access::write;
      }
    }
    definition.script = read_script(fields);
    if (fields.find("statements") == nullptr ||
        (definition.script.statements.empty() && each(*fields.find("statements")).empty())) {
      mistakes_.add(fields.origin(),
                    fmt::format("sql of {} has no statements; give at least one, as 'statements: "
                                "[SELECT * FROM posts WHERE id = :id]'",
                                quote(workload_)));
    }
    if (const Value* const all = fields.find("dialects")) {
      read_dialects(*all, dialects, definition);
    }
    fields.finish();
    if (parameters != nullptr) {
      expect_used(*parameters);
    }
    return definition;
  }

 private:
  void read_parameters(const Value& map, SqlDefinition& definition) {
    if (!check_map(map, fmt::format("parameters of {}", quote(workload_)), mistakes_)) {
      return;
    }
    for (const Value::Entry& entry : map.entries) {
      names_.push_back(entry.key);
      const workload::NamedStatement alone = workload::find_names(":" + entry.key);
      if (alone.names != std::vector{entry.key}) {
        mistakes_.add(entry.origin, fmt::format("the parameter {} must be called by letters, "
                                                "digits and '_'",
                                                quote(entry.key)));
      }
      if (auto parameter = read_sql_parameter(entry, mistakes_)) {
        definition.parameters.push_back(std::move(*parameter));
      }
    }
  }

  void read_dialects(const Value& map, const std::vector<std::string>& known,
                     SqlDefinition& definition) {
    if (!check_map(map, "dialects", mistakes_)) {
      return;
    }
    for (const Value::Entry& entry : map.entries) {
      check_word(entry.key, entry.origin, "dialect", known, mistakes_);
      Fields fields(&entry.value, fmt::format("dialect {}", quote(entry.key)), mistakes_);
      definition.dialects[entry.key] = read_script(fields);
      fields.finish();
    }
  }

  SqlScript read_script(Fields& fields) {
    SqlScript script;
    if (const Value* const setup = fields.find("setup")) {
      for (const Value& item : each(*setup)) {
        read_setup(item, script.setup);
      }
    }
    if (const Value* const statements = fields.find("statements")) {
      for (const Value& item : each(*statements)) {
        read_statement(item, script.statements);
      }
    }
    return script;
  }

  void read_setup(const Value& item, std::vector<SqlStatement>& setup) {
    if (item.kind == Value::Kind::scalar) {
      add(item, {item.text}, setup);
      return;
    }
    Fields fields(&item, "a statement of the set-up", mistakes_);
    SqlStatement statement;
    statement.repeat =
        static_cast<std::uint64_t>(fields.integer("repeat", 1, most_repeats).value_or(1));
    take_text(fields, statement, setup);
  }

  void read_statement(const Value& item, std::vector<SqlStatement>& statements) {
    if (item.kind == Value::Kind::scalar) {
      add(item, {item.text}, statements);
      return;
    }
    Fields fields(&item, "a statement", mistakes_);
    SqlStatement statement;
    if (const Value* const rows = fields.find("rows")) {
      statement.rows = read_rows(*rows, fields);
    }
    take_text(fields, statement, statements);
  }

  std::optional<RowCount> read_rows(const Value& value, Fields& fields) {
    constexpr std::int64_t most = INT64_MAX;
    if (value.kind != Value::Kind::map) {
      const auto exact = fields.integer("rows", 0, most);
      return exact ? std::optional(RowCount{*exact, *exact}) : std::nullopt;
    }
    Fields limits(&value, "rows", mistakes_);
    const RowCount rows{limits.integer("least", 0, most).value_or(0),
                        limits.integer("most", 0, most).value_or(most)};
    limits.finish();
    if (rows.least > rows.most) {
      mistakes_.add(value.origin, "rows has a least that is above its most");
    }
    return rows;
  }

  void take_text(Fields& fields, SqlStatement statement, std::vector<SqlStatement>& to) {
    const auto text = fields.text("statement");
    if (text) {
      statement.text = *text;
      add(*fields.find("statement"), std::move(statement), to);
    } else if (fields.find("statement") == nullptr) {
      mistakes_.add(fields.origin(), "a statement is missing; give 'statement: SELECT …'");
    }
    fields.finish();
  }

  void add(const Value& value, SqlStatement statement, std::vector<SqlStatement>& to) {
    try {
      for (const std::string& name : workload::find_names(statement.text).names) {
        check_word(name, value.origin, fmt::format("parameter of {}", quote(workload_)), names_,
                   mistakes_);
        used_.push_back(name);
      }
    } catch (const Error& error) {
      mistakes_.add(value.origin, error.what());
    }
    const std::string word = workload::first_word(statement.text);
    constexpr std::array<std::string_view, 6> ours = {"BEGIN",    "START",     "COMMIT",
                                                      "ROLLBACK", "SAVEPOINT", "END"};
    if (word.empty()) {
      mistakes_.add(value.origin, fmt::format("{} is no statement", quote(statement.text)));
    } else if (std::ranges::count(ours, word) > 0) {
      mistakes_.add(value.origin,
                    fmt::format("{} cannot be a statement: with 'transaction: write' (or read) the "
                                "statements of an operation are one transaction, and those that "
                                "repeat in the set-up are in transactions anyway",
                                word));
    }
    to.push_back(std::move(statement));
  }

  void expect_used(const Value& parameters) {
    for (const Value::Entry& entry : parameters.entries) {
      if (std::ranges::count(used_, entry.key) == 0) {
        mistakes_.add(entry.origin, fmt::format("the parameter {} of {} is in no statement; use it "
                                                "as :{} or leave it out",
                                                quote(entry.key), quote(workload_), entry.key));
      }
    }
  }

  const std::string& workload_;
  Mistakes& mistakes_;
  std::vector<std::string> names_;  // of the parameters
  std::vector<std::string> used_;   // by some statement
};

}  // namespace

std::optional<SqlDefinition> read_own_sql(const Value& sql, const std::string& name,
                                          const Vocabulary& vocabulary, Mistakes& mistakes) {
  const std::size_t before = mistakes.count();
  SqlDefinition definition = SqlReader(name, mistakes).read(sql, known_dialects(vocabulary));
  return mistakes.count() == before ? std::optional(std::move(definition)) : std::nullopt;
}

}  // namespace assay::matrix
