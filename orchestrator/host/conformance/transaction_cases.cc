#include <string>

#include "host/conformance/cases.h"
#include "host/conformance/expect.h"
#include "host/conformance/rows.h"

namespace assay::conformance {
namespace {

void begin(Client& client) {
  Reply reply;
  client.expect_status(client.table().begin(reply), Status::ok, "begin");
}

void commit(Client& client) {
  Reply reply;
  client.expect_status(client.table().commit(reply), Status::ok, "commit");
}

void rollback(Client& client) {
  Reply reply;
  client.expect_status(client.table().rollback(reply), Status::ok, "rollback");
}

void update_score(Client& client, std::int64_t id, std::int64_t score) {
  Reply reply;
  client.expect_status(client.table().point_update(id, 2, Cell{score, {}}, reply), Status::ok,
                       "point_update in a transaction");
}

void keeps_what_is_committed(Stage& stage) {
  Client client = stage.open();
  Client other = stage.open();
  const std::int64_t id = stage.first_id();
  insert(client, id, 1, 1, "t", "b");
  begin(client);
  insert(client, id + 1, 1, 1, "t", "b");
  update_score(client, id, 2);
  commit(client);
  expect_row(other, id, 1, 2, "t", "b");
  expect_row(other, id + 1, 1, 1, "t", "b");
}

void sees_its_own_writes(Stage& stage) {
  Client client = stage.open();
  const std::int64_t id = stage.first_id();
  begin(client);
  insert(client, id, id, 1, "t", "b");
  update_score(client, id, 5);
  expect_row(client, id, id, 5, "t", "b");
  expect_ids_of_author(client, id, {id});
  expect_no_row(client, id + 1);
  commit(client);
  expect_row(client, id, id, 5, "t", "b");
}

void undoes_what_is_rolled_back(Stage& stage) {
  Client client = stage.open();
  Client other = stage.open();
  const std::int64_t id = stage.first_id();
  insert(client, id, id, 1, "t", "b");
  begin(client);
  insert(client, id + 1, id, 1, "t", "b");
  update_score(client, id, 2);
  rollback(client);
  expect_row(client, id, id, 1, "t", "b");
  expect_no_row(client, id + 1);
  expect_row(other, id, id, 1, "t", "b");
  expect_ids_of_author(other, id, {id});
}

void goes_on_after_each_transaction(Stage& stage) {
  Client client = stage.open();
  const std::int64_t id = stage.first_id();
  for (std::int64_t i = 0; i < 20; ++i) {
    begin(client);
    insert(client, id + i, 1, i, "t", "b");
    if (i % 2 == 0) {
      commit(client);
      expect_row(client, id + i, 1, i, "t", "b");
    } else {
      rollback(client);
      expect_no_row(client, id + i);
    }
  }
  insert(client, id + 1, 1, 1, "outside", "b");
  expect_row(client, id + 1, 1, 1, "outside", "b");
}

void begins_and_ends_empty(Stage& stage) {
  Client client = stage.open();
  begin(client);
  commit(client);
  begin(client);
  rollback(client);
  insert(client, stage.first_id(), 1, 1, "t", "b");
}

void rolls_back_at_a_conflict(Stage& stage) {
  Client client = stage.open();
  const std::int64_t id = stage.first_id();
  insert(client, id, 1, 1, "t", "b");
  begin(client);
  insert(client, id + 1, 1, 1, "t", "b");
  Reply reply;
  client.expect_status(client.table().insert(row(id, 2, 2, "u", "c"), reply), Status::conflict,
                       "insert with a taken primary key in a transaction");
  expect_no_row(client, id + 1);
  begin(client);  // refused if the transaction were still open
  insert(client, id + 2, 1, 1, "t", "b");
  commit(client);
  expect_row(client, id + 2, 1, 1, "t", "b");
}

void drops_the_transaction_of_a_closed_session(Stage& stage) {
  Client other = stage.open();
  const std::int64_t id = stage.first_id();
  {
    Client client = stage.open();
    begin(client);
    insert(client, id, 1, 1, "t", "b");
  }
  expect_no_row(other, id);
  insert(other, id, 2, 2, "u", "c");  // waits in vain if the lock were still held
  expect_row(other, id, 2, 2, "u", "c");
}

constexpr Case transaction_list[] = {
    {"commit keeps what the transaction wrote", keeps_what_is_committed},
    {"a transaction sees its own writes", sees_its_own_writes},
    {"rollback undoes inserts and updates", undoes_what_is_rolled_back},
    {"a session goes on after commit and after rollback", goes_on_after_each_transaction},
    {"a transaction may be empty", begins_and_ends_empty},
    {"a conflict inside a transaction has rolled it back", rolls_back_at_a_conflict},
    {"closing a session drops its open transaction and its locks",
     drops_the_transaction_of_a_closed_session},
};

}  // namespace

std::span<const Case> transaction_cases() { return transaction_list; }

}  // namespace assay::conformance
