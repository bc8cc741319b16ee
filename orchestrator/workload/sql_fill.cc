#include "workload/sql_fill.h"

#include <fmt/format.h>

#include <algorithm>

#include "assay/plain.h"
#include "workload/load.h"
#include "workload/sql_call.h"

namespace assay::workload {

namespace {

// Enough that a transaction's own cost is none of the load's.
constexpr std::uint64_t rows_per_transaction = 5000;

// The set-up draws apart from all sessions.
constexpr std::uint64_t setup_session = std::uint64_t{1} << 40;

void require(Status status, const Session& session, const std::string& what) {
  if (status != Status::ok) {
    throw failure("running", what, status, session);
  }
}

void repeat(PlainSql& sql, SqlCall& call, std::uint64_t times, const Session& session,
            const std::string& what) {
  std::vector<Cell> cells(call.cells());
  std::vector<char> bytes(call.bytes() + 1);
  Reply reply;
  for (std::uint64_t done = 0; done < times;) {
    const std::uint64_t end = std::min(times, done + rows_per_transaction);
    require(sql.begin(Access::write, reply), session, "BEGIN of " + what);
    for (; done < end; ++done) {
      call.draw(cells.data(), bytes.data());
      require(call.execute(0, cells.data(), reply), session, what);
    }
    require(sql.commit(reply), session, "COMMIT of " + what);
  }
}

}  // namespace

void fill_sql(const SqlDefinition& definition, std::uint64_t seed, Session& session) {
  PlainSql sql(session);
  const SqlScript script = definition.for_dialect(sql.dialect().name);
  for (std::size_t i = 0; i < script.setup.size(); ++i) {
    const SqlStatement& statement = script.setup[i];
    SqlCall call(sql, definition, {&statement, 1}, "set-up statement", i + 1,
                 {.seed = seed, .session = setup_session + i});
    const std::string what = named("set-up statement", i + 1, statement);
    if (statement.repeat > 1) {
      repeat(sql, call, statement.repeat, session, what);
      continue;
    }
    std::vector<Cell> cells(call.cells());
    std::vector<char> bytes(call.bytes() + 1);
    Reply reply;
    call.draw(cells.data(), bytes.data());
    require(call.execute(0, cells.data(), reply), session, what);
  }
}

}  // namespace assay::workload
