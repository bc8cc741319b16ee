#include "host/conformance/own_sql.h"

#include "host/conformance/expect.h"

namespace assay::conformance {
namespace {

Session& with_sql(Client& client) {
  expect(client.session().sql() != nullptr,
         "a session on a place for own statements has no Sql, but the plugin declares it");
  return client.session();
}

}  // namespace

Parameter number(std::int64_t value) { return {SqlType::integer, {value, {}}}; }

Parameter text(Bytes bytes) { return {SqlType::text, {0, bytes}}; }

Parameter timestamp(Bytes bytes) { return {SqlType::timestamp, {0, bytes}}; }

OwnSql::OwnSql(Stage& stage, Client& client)
    : client_(client), sql_(with_sql(client)), table_("assay_" + stage.key("")) {
  table_.pop_back();  // the dot behind "case7"
}

std::string OwnSql::written(const std::string& statement) const {
  std::string whole;
  std::size_t next = 1;
  for (const char each : statement) {
    if (each == '@') {
      whole += table_;
    } else if (each == '#') {
      whole += placeholder(sql_.dialect().placeholders, next++);
    } else {
      whole += each;
    }
  }
  return whole;
}

Reply OwnSql::run(const std::string& statement, const std::vector<Parameter>& parameters,
                  Status wanted) {
  std::vector<SqlType> types;
  std::vector<Cell> cells;
  for (const Parameter& each : parameters) {
    types.push_back(each.type);
    cells.push_back(each.cell);
  }
  const std::string whole = written(statement);
  const std::uint32_t prepared = sql_.prepare(whole, types);
  Reply reply;
  client_.expect_status(sql_.execute(prepared, cells, reply), wanted, whole);
  return reply;
}

void OwnSql::expect_rows(std::int64_t rows, const std::string& statement,
                         const std::vector<Parameter>& parameters) {
  const Reply reply = run(statement, parameters);
  expect(reply.number == rows, "{} gave the number {}, wanted {}", written(statement), reply.number,
         rows);
}

void OwnSql::create() {
  run("CREATE TABLE @ (id INTEGER PRIMARY KEY, score BIGINT, title VARCHAR(100))");
}

void OwnSql::insert(std::int64_t id, Bytes title) {
  expect_rows(1, "INSERT INTO @ (id, score, title) VALUES (#, #, #)",
              {number(id), number(10 * id), text(title)});
}

void OwnSql::expect_score(std::int64_t id, std::optional<std::int64_t> score) {
  const Reply reply = run("SELECT score FROM @ WHERE id = #", {number(id)});
  expect(reply.number == (score ? 1 : 0), "the row {} is {}there, wanted is the opposite", id,
         score ? "not " : "");
  if (score) {
    expect(reply.cells.size() == 1 && reply.cells[0].integer == *score,
           "row {} has the score {}, wanted {}", id,
           reply.cells.empty() ? 0 : reply.cells[0].integer, *score);
  }
}

void OwnSql::begin(Access access) {
  Reply reply;
  client_.expect_status(sql_.begin(access, reply), Status::ok, "begin");
}

void OwnSql::commit() {
  Reply reply;
  client_.expect_status(sql_.commit(reply), Status::ok, "commit");
}

void OwnSql::rollback() {
  Reply reply;
  client_.expect_status(sql_.rollback(reply), Status::ok, "rollback");
}

}  // namespace assay::conformance
