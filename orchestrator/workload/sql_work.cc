#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "workload/slotted_work.h"
#include "workload/sql_call.h"
#include "workload/sql_fill.h"
#include "workload/sql_workload.h"

namespace assay::workload {

namespace {

bool fits(const SqlStatement& statement, std::int64_t rows) {
  return !statement.rows || (rows >= statement.rows->least && rows <= statement.rows->most);
}

// What one and several statements share: the values of every slot.
class SqlWork : public SlottedWork {
 public:
  // `call` was prepared for the statements of `script`.
  SqlWork(const SqlScript& script, SqlCall call, std::uint32_t depth, bool verify)
      : SlottedWork(slot_count(depth, call.cells() * sizeof(Cell) + call.bytes() + 1),
                    checks(script, verify)),
        statements_(script.statements),
        call_(std::move(call)),
        cells_(slots() * call_.cells()),
        bytes_(slots() * call_.bytes() + 1) {}

  void make(std::uint32_t first, std::uint32_t count) override {
    for (std::uint32_t slot = first; slot < first + count; ++slot) {
      call_.draw(cells_.data() + slot * call_.cells(), bytes_.data() + slot * call_.bytes());
    }
  }

  Verdict verify(std::uint64_t /*most*/) override { return {}; }

  std::string complaint() const override { return complaint_; }

 protected:
  Status execute(std::uint32_t slot, std::size_t statement, Reply& reply) {
    return call_.execute(statement, cells_.data() + slot * call_.cells(), reply);
  }

  // The outcome of a statement that ended as ok with so many rows.
  Outcome judge(std::size_t statement, std::int64_t rows) {
    const SqlStatement& one = statements_[statement];
    if (fits(one, rows)) {
      return Outcome::ok;
    }
    complain(statement,
             fmt::format("gave or changed {} rows, {} are expected", rows,
                         one.rows->least == one.rows->most
                             ? fmt::format("{}", one.rows->least)
                             : fmt::format("{} to {}", one.rows->least, one.rows->most)));
    return Outcome::wrong_value;
  }

  // Keeps the first.
  void complain(std::size_t statement, std::string_view text) {
    if (complaint_.empty()) {
      complaint_ =
          fmt::format("{} {}", named("statement", statement + 1, statements_[statement]), text);
    }
  }

  std::size_t count() const { return statements_.size(); }

 private:
  static bool checks(const SqlScript& script, bool verify) {
    return verify && std::ranges::any_of(script.statements, [](const SqlStatement& each) {
             return each.rows.has_value();
           });
  }

  std::vector<SqlStatement> statements_;
  SqlCall call_;
  std::vector<Cell> cells_;  // [slot * call_.cells() + cell]
  std::vector<char> bytes_;  // [slot * call_.bytes()], and one, so that an empty text is not absent
  std::string complaint_;
};

class OneStatement final : public SqlWork {
 public:
  using SqlWork::SqlWork;

  Status issue(std::uint32_t slot, Reply& reply) override { return execute(slot, 0, reply); }

  Outcome check(std::uint32_t /*slot*/, Status status, const Reply& reply) override {
    return status == Status::ok ? judge(0, reply.number) : outcome_of(status);
  }
};

// REQUIRES of its use: depth 0.
class SeveralStatements final : public SqlWork {
 public:
  SeveralStatements(const SqlScript& script, SqlCall call, std::uint32_t depth, bool verify,
                    Session& session, std::optional<Access> transaction)
      : SqlWork(script, std::move(call), depth, verify),
        session_(session),
        sql_(*session.sql()),
        transaction_(transaction),
        rows_(slots() * count()) {}

  Status issue(std::uint32_t slot, Reply& reply) override {
    std::uint64_t calls = 0;
    const Status status = run(slot, calls, reply);
    other_calls_ += calls - 1;
    return status;
  }

  Outcome check(std::uint32_t slot, Status status, const Reply& /*reply*/) override {
    Outcome outcome = outcome_of(status);
    for (std::size_t i = 0; i < count() && outcome == Outcome::ok; ++i) {
      outcome = judge(i, rows_[slot * count() + i]);
    }
    return outcome;
  }

  std::uint64_t other_calls() const override { return other_calls_; }

 private:
  Status run(std::uint32_t slot, std::uint64_t& calls, Reply& reply) {
    if (transaction_) {
      ++calls;
      if (const Status status = sql_.begin(*transaction_, reply); status != Status::ok) {
        return status;
      }
    }
    for (std::size_t i = 0; i < count(); ++i) {
      ++calls;
      if (const Status status = execute(slot, i, reply); status != Status::ok) {
        give_up(i, status, calls);
        return status;
      }
      rows_[slot * count() + i] = reply.number;
    }
    if (transaction_) {
      ++calls;
      return sql_.commit(reply);
    }
    return Status::ok;
  }

  // No lock is left behind; the text is the database's before the rollback replaces it.
  void give_up(std::size_t statement, Status status, std::uint64_t& calls) {
    complain(statement, fmt::format("ended as {}: {}", name(status), session_.last_error()));
    if (transaction_ && status != Status::conflict) {
      ++calls;
      Reply ignored;
      sql_.rollback(ignored);
    }
  }

  Session& session_;
  Sql& sql_;
  std::optional<Access> transaction_;
  std::vector<std::int64_t> rows_;  // [slot * count() + statement], given or changed
  std::uint64_t other_calls_ = 0;
};

std::unique_ptr<Work> make_sql(const Parameters& parameters, const Share& share,
                               std::uint32_t depth, Session& session) {
  const auto definition = parameters.selection().definition.at("sql").get<SqlDefinition>();
  Sql& sql = *session.sql();
  const SqlScript script = definition.for_dialect(sql.dialect().name);
  SqlCall call(sql, definition, script.statements, "statement", 1,
               {share.seed, share.session, share.round, &script, share.sessions});
  const bool several = script.statements.size() > 1 || definition.transaction;
  if (several) {
    return std::make_unique<SeveralStatements>(script, std::move(call), depth, parameters.verify(),
                                               session, definition.transaction);
  }
  return std::make_unique<OneStatement>(script, std::move(call), depth, parameters.verify());
}

}  // namespace

Definition sql_workload(const std::string& name, const SqlDefinition& definition) {
  std::string help = definition.script.statements.empty()
                         ? std::string()
                         : definition.script.statements.front().text;
  if (definition.script.statements.size() > 1) {
    help += fmt::format(" and {} more", definition.script.statements.size() - 1);
  }
  return {
      .description = {.name = name,
                      .component = Component::sql,
                      .writes = definition.may_write(),
                      .help = std::move(help),
                      .parameters = {},
                      .depth_0_only = definition.has_several_calls()},
      .make = make_sql,
      .fill =
          [](const Parameters& parameters, std::uint64_t seed, Session& session) {
            fill_sql(parameters.selection().definition.at("sql").get<SqlDefinition>(), seed,
                     session);
          },
  };
}

}  // namespace assay::workload
