#include <limits>
#include <string>

#include "host/conformance/cases.h"
#include "host/conformance/expect.h"
#include "host/conformance/own_sql.h"

namespace assay::conformance {
namespace {

void names_its_dialect(Stage& stage) {
  Client client = stage.open();
  OwnSql own(stage, client);
  expect(own.sql().dialect().name == stage.plugin().capabilities().dialect,
         "the session's dialect is {}, the plugin declares {}", own.sql().dialect().name,
         stage.plugin().capabilities().dialect);
  expect(client.session().sql() == client.session().sql(),
         "a session hands out another Sql each time");
}

void gives_rows(Stage& stage) {
  Client client = stage.open();
  OwnSql own(stage, client);
  own.create();
  const std::string title = "naïve café, 'quoted' \"twice\" \\ 100%;--";
  own.insert(1, title);
  own.insert(2, "");
  own.insert(3, "third");
  const Reply reply = own.run("SELECT id, title FROM @ WHERE id < # ORDER BY id DESC", {number(3)});
  expect(reply.number == 2 && reply.cells.size() == 4,
         "a SELECT of two rows and two columns gave the number {} and {} cells", reply.number,
         reply.cells.size());
  expect(reply.cells[0].integer == 2 && reply.cells[2].integer == 1,
         "a SELECT in order gave the ids {} and {}, wanted 2 and 1", reply.cells[0].integer,
         reply.cells[2].integer);
  expect(reply.cells[0].bytes.data() == nullptr, "an integer cell has bytes, too");
  expect(reply.cells[1].bytes.data() != nullptr && reply.cells[1].bytes.empty(),
         "an empty text came as {}", shown(reply.cells[1].bytes));
  expect(reply.cells[3].bytes == title, "a text came as {}, stored was {}",
         shown(reply.cells[3].bytes), shown(title));
  own.expect_rows(0, "SELECT id FROM @ WHERE id = #", {number(4)});
}

void gives_integers_of_64_bits(Stage& stage) {
  Client client = stage.open();
  OwnSql own(stage, client);
  own.create();
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  own.expect_rows(1, "INSERT INTO @ (id, score) VALUES (1, #)", {number(least)});
  own.expect_rows(1, "INSERT INTO @ (id, score) VALUES (2, #)", {number(most)});
  own.expect_score(1, least);
  own.expect_score(2, most);
  const Reply reply = own.run("SELECT title FROM @ WHERE id = 1");
  expect(reply.cells.size() == 1 && reply.cells[0].bytes.data() == nullptr,
         "NULL has not the shape of an absent cell");
}

void takes_timestamps(Stage& stage) {
  Client client = stage.open();
  OwnSql own(stage, client);
  own.run("CREATE TABLE @ (id INTEGER PRIMARY KEY, at TIMESTAMP)");
  own.expect_rows(1, "INSERT INTO @ VALUES (1, #)", {timestamp("2024-02-29 23:59:58")});
  own.expect_rows(1, "SELECT id FROM @ WHERE at < #", {timestamp("2024-02-29 23:59:59")});
  own.expect_rows(0, "SELECT id FROM @ WHERE at < #", {timestamp("2024-02-29 23:59:58")});
}

void counts_what_it_changes(Stage& stage) {
  Client client = stage.open();
  OwnSql own(stage, client);
  own.create();
  for (std::int64_t id = 1; id <= 5; ++id) {
    own.insert(id);
  }
  own.expect_rows(3, "UPDATE @ SET score = # WHERE id <= #", {number(7), number(3)});
  own.expect_rows(0, "UPDATE @ SET score = 8 WHERE id = #", {number(9)});
  own.expect_rows(2, "DELETE FROM @ WHERE id > #", {number(3)});
  own.expect_rows(0, "CREATE INDEX index_of_" + own.table() + " ON @ (score)");
  own.expect_rows(3, "SELECT id FROM @ WHERE score = 7");
}

void runs_a_statement_again_and_again(Stage& stage) {
  Client client = stage.open();
  OwnSql own(stage, client);
  own.create();
  own.insert(1);
  own.insert(2);
  const std::vector<SqlType> one = {SqlType::integer};
  const std::vector<SqlType> two = {SqlType::integer, SqlType::integer};
  Sql& sql = own.sql();
  const std::uint32_t read = sql.prepare(own.written("SELECT score FROM @ WHERE id = #"), one);
  const std::uint32_t write = sql.prepare(own.written("UPDATE @ SET score = # WHERE id = #"), two);
  expect(write == read + 1, "two statements prepared in turn got the numbers {} and {}", read,
         write);
  for (std::int64_t i = 0; i < 100; ++i) {
    const std::int64_t id = 1 + i % 2;
    Reply reply;
    client.expect_status(sql.execute(write, std::vector<Cell>{{i, {}}, {id, {}}}, reply),
                         Status::ok, "UPDATE, prepared once");
    client.expect_status(sql.execute(read, std::vector<Cell>{{id, {}}}, reply), Status::ok,
                         "SELECT, prepared once");
    expect(reply.number == 1 && reply.cells.size() == 1 && reply.cells[0].integer == i,
           "a SELECT run again does not give what was just written");
  }
}

void expect_refused(OwnSql& own, const std::string& statement,
                    const std::vector<SqlType>& parameters, std::string_view what) {
  try {
    own.sql().prepare(own.written(statement), parameters);
  } catch (const Error& error) {
    expect(error.code() == ExitCode::wrong_usage, "prepare of {} threw an Error of another code",
           what);
    return;
  }
  throw Failed(fmt::format("prepare of {} threw nothing", what));
}

void refuses_what_cannot_be_prepared(Stage& stage) {
  Client client = stage.open();
  OwnSql own(stage, client);
  own.create();
  expect_refused(own, "SELEC id FROM @", {}, "a statement with a mistake");
  expect_refused(own, "SELECT id FROM no_such_table_here", {}, "a statement on an absent table");
  expect_refused(own, "", {}, "no statement");
  expect_refused(own, "SELECT id FROM @; SELECT id FROM @", {}, "two statements");
  expect_refused(own, "SELECT id FROM @ WHERE id = #", {}, "a parameter too few");
  own.insert(1);  // the session goes on
  own.expect_score(1, 10);
}

void tells_a_broken_constraint(Stage& stage) {
  Client client = stage.open();
  OwnSql own(stage, client);
  own.create();
  own.insert(1);
  own.run("INSERT INTO @ (id, score) VALUES (#, 5)", {number(1)}, Status::conflict);
  own.expect_score(1, 10);
}

void keeps_transactions(Stage& stage) {
  Client client = stage.open();
  OwnSql own(stage, client);
  own.create();
  own.insert(1);
  own.begin();
  own.insert(2);
  own.expect_score(2, 20);
  own.commit();
  own.begin();
  own.insert(3);
  own.expect_rows(1, "UPDATE @ SET score = 0 WHERE id = 1");
  own.rollback();
  own.expect_score(1, 10);
  own.expect_score(2, 20);
  own.expect_score(3, std::nullopt);
  own.begin(Access::read);
  own.expect_score(1, 10);
  own.commit();
  own.begin();
  own.insert(4);
  own.run("INSERT INTO @ (id) VALUES (1)", {}, Status::conflict);
  own.expect_score(4, std::nullopt);  // rolled back by the conflict
  own.begin();                        // refused if the transaction were still open
  own.commit();
}

void shows_statements_to_other_sessions(Stage& stage) {
  Client one = stage.open();
  Client two = stage.open();
  OwnSql writer(stage, one);
  OwnSql reader(stage, two);
  writer.create();
  writer.insert(1);
  reader.expect_score(1, 10);
  {
    Client third = stage.open();
    OwnSql leaving(stage, third);
    leaving.begin();
    leaving.insert(2);
  }
  reader.expect_score(2, std::nullopt);
  reader.insert(2);  // waits in vain if the lock were still held
  writer.expect_score(2, 20);
}

constexpr Case sql_list[] = {
    {"the dialect is the declared one", names_its_dialect},
    {"a statement gives its rows, integers and texts as they were stored", gives_rows},
    {"a statement's integers have 64 bits, and NULL is absent", gives_integers_of_64_bits},
    {"a parameter may be a timestamp", takes_timestamps},
    {"a statement without rows counts what it changed", counts_what_it_changes},
    {"a prepared statement runs again and again", runs_a_statement_again_and_again},
    {"prepare throws an Error for what cannot be prepared", refuses_what_cannot_be_prepared},
    {"a broken constraint is a conflict", tells_a_broken_constraint},
    {"commit keeps, rollback and a conflict undo what statements did", keeps_transactions},
    {"sessions see each other's rows, and none of a transaction that was left open",
     shows_statements_to_other_sessions},
};

}  // namespace

std::span<const Case> sql_cases() { return sql_list; }

}  // namespace assay::conformance
