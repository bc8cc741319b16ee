#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "host/conformance/cases.h"
#include "host/conformance/expect.h"
#include "host/conformance/rows.h"

namespace assay::conformance {
namespace {

void reads_a_row_as_inserted(Stage& stage) {
  Client client = stage.open();
  const std::int64_t id = stage.first_id();
  const std::string body = "naïve café, 'quoted' \"twice\" \\ 100%;-- ";
  insert(client, id, 7, -3, "a title", body);
  insert(client, id + 1, 8, 0, "", "");
  expect_row(client, id, 7, -3, "a title", body);
  expect_row(client, id + 1, 8, 0, "", "");
}

void keeps_integers_of_64_bits(Stage& stage) {
  Client client = stage.open();
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  insert(client, stage.first_id(), most, least, "t", "b");
  expect_row(client, stage.first_id(), most, least, "t", "b");
}

void keeps_long_texts(Stage& stage) {
  Client client = stage.open();
  const std::string body(1'000'000, 'b');
  insert(client, stage.first_id(), 1, 1, "t", body);
  expect_row(client, stage.first_id(), 1, 1, "t", body);
}

void tells_absent_rows(Stage& stage) {
  Client client = stage.open();
  insert(client, stage.first_id(), 1, 1, "t", "b");
  expect_no_row(client, stage.first_id() + 1);
  Reply reply;
  client.expect_status(client.table().point_update(stage.first_id() + 1, 2, Cell{5, {}}, reply),
                       Status::not_found, "point_update of an absent row");
  expect_no_row(client, stage.first_id() + 1);
}

void updates_one_column_of_one_row(Stage& stage) {
  Client client = stage.open();
  const std::int64_t id = stage.first_id();
  insert(client, id, 1, 10, "t", "b");
  insert(client, id + 1, 1, 11, "t", "b");
  Reply reply;
  client.expect_status(client.table().point_update(id, 2, Cell{99, {}}, reply), Status::ok,
                       "point_update of an integer column");
  client.expect_status(client.table().point_update(id, 4, Cell{0, "a new body"}, reply), Status::ok,
                       "point_update of a text column");
  expect_row(client, id, 1, 99, "t", "a new body");
  expect_row(client, id + 1, 1, 11, "t", "b");
}

void finds_a_row_by_its_new_value(Stage& stage) {
  Client client = stage.open();
  const std::int64_t id = stage.first_id();
  insert(client, id, id + 1, 0, "t", "b");
  Reply reply;
  client.expect_status(client.table().point_update(id, 1, Cell{id + 2, {}}, reply), Status::ok,
                       "point_update of the indexed column");
  expect_ids_of_author(client, id + 1, {});
  expect_ids_of_author(client, id + 2, {id});
}

void refuses_a_taken_key(Stage& stage) {
  Client client = stage.open();
  const std::int64_t id = stage.first_id();
  insert(client, id, 1, 1, "first", "b");
  Reply reply;
  client.expect_status(client.table().insert(row(id, 2, 2, "second", "c"), reply), Status::conflict,
                       "insert with a taken primary key");
  expect_row(client, id, 1, 1, "first", "b");
}

void inserts_many_rows(Stage& stage) {
  Client client = stage.open();
  const std::int64_t first = stage.first_id();
  insert_range(client, first, 5'000);
  for (const std::int64_t i : {0, 1, 2'499, 4'999}) {
    expect_row(client, first + i, author_of(first, first + i), i, "title", "body");
  }
  expect_no_row(client, first + 5'000);
}

void inserts_many_rows_or_none(Stage& stage) {
  Client client = stage.open();
  const std::int64_t id = stage.first_id();
  insert(client, id + 1, 1, 1, "first", "b");
  std::vector<Cell> rows;
  for (std::int64_t i = 0; i < 3; ++i) {
    const std::vector<Cell> one = row(id + i, 2, 2, "second", "c");
    rows.insert(rows.end(), one.begin(), one.end());
  }
  Reply reply;
  client.expect_status(client.table().insert_many(rows, reply), Status::conflict,
                       "insert_many with a taken primary key");
  expect_no_row(client, id);
  expect_row(client, id + 1, 1, 1, "first", "b");
  expect_no_row(client, id + 2);
}

void reads_rows_by_a_column(Stage& stage) {
  Client client = stage.open();
  const std::int64_t first = stage.first_id();
  insert_range(client, first, 60);  // authors of ten rows each
  const std::int64_t author = author_of(first, first + 20);
  Reply reply;
  client.expect_status(client.table().multi_read(1, author, 100, reply), Status::ok, "multi_read");
  expect_shape(reply, 10, "multi_read of a value that ten rows have, limit 100");
  client.expect_status(client.table().multi_read(1, author, 5, reply), Status::ok, "multi_read");
  expect_shape(reply, 5, "multi_read of a value that ten rows have, limit 5");
  std::set<std::int64_t> ids;
  for (std::size_t i = 0; i < 5; ++i) {
    const std::int64_t id = reply.cells[i * columns].integer;
    expect(reply.cells[i * columns + 1].integer == author && id >= first + 20 && id < first + 30,
           "multi_read gave row {} with {} in the column, asked was for {}", id,
           reply.cells[i * columns + 1].integer, author);
    expect_cells(reply.cells.subspan(i * columns, columns),
                 row(id, author, id - first, "title", "body"));
    ids.insert(id);
  }
  expect(ids.size() == 5, "multi_read gave the same row twice");
}

void reads_rows_by_a_column_without_index(Stage& stage) {
  Client client = stage.open();
  const std::int64_t id = stage.first_id();
  insert(client, id, 1, id + 5, "t", "b");
  insert(client, id + 1, 1, id + 6, "t", "b");
  Reply reply;
  client.expect_status(client.table().multi_read(2, id + 6, 5, reply), Status::ok,
                       "multi_read by a column without an index");
  expect_shape(reply, 1, "multi_read of a value that one row has");
  expect(reply.cells[0].integer == id + 1, "multi_read gave row {}, wanted {}",
         reply.cells[0].integer, id + 1);
}

void reads_no_rows_by_a_column(Stage& stage) {
  Client client = stage.open();
  Reply reply;
  client.expect_status(client.table().multi_read(1, -1 - stage.first_id(), 5, reply), Status::ok,
                       "multi_read of a value that no row has");
  expect_shape(reply, 0, "multi_read of a value that no row has");
}

void scans_in_order(Stage& stage) {
  Client client = stage.open();
  const std::int64_t first = stage.first_id();
  for (const std::int64_t i : {40, 10, 30, 50, 20}) {
    insert(client, first + i, 1, i, "title", "body");
  }
  Reply reply;
  client.expect_status(client.table().scan(first + 11, 3, reply), Status::ok, "scan");
  expect_shape(reply, 3, "scan with limit 3");
  std::size_t at = 0;
  for (const std::int64_t i : {20, 30, 40}) {
    expect_cells(reply.cells.subspan(at, columns), row(first + i, 1, i, "title", "body"));
    at += columns;
  }
  client.expect_status(client.table().scan(first + 20, 1, reply), Status::ok, "scan");
  expect_shape(reply, 1, "scan with limit 1");
  expect(reply.cells[0].integer == first + 20, "scan from {} began at {}: the start belongs to it",
         first + 20, reply.cells[0].integer);
}

void scans_beyond_the_end(Stage& stage) {
  Client client = stage.open();
  constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max() - 1;
  Reply reply;
  client.expect_status(client.table().scan(far, 10, reply), Status::ok, "scan beyond the last row");
  expect_shape(reply, 0, "scan beyond the last row");
  insert(client, far, 1, 1, "t", "b");
  client.expect_status(client.table().scan(far - 1, 10, reply), Status::ok, "scan at the end");
  expect_shape(reply, 1, "scan at the end, limit 10");
}

void keeps_rows_until_the_next_call(Stage& stage) {
  Client reader = stage.open();
  Client writer = stage.open();
  const std::int64_t id = stage.first_id();
  const std::string body(20'000, 'b');
  insert(reader, id, 1, 1, "t", body);
  Reply reply;
  reader.expect_status(reader.table().point_read(id, reply), Status::ok, "point_read");
  Reply other;
  const std::string changed(20'000, 'c');
  writer.expect_status(writer.table().point_update(id, 4, Cell{0, changed}, other), Status::ok,
                       "point_update while another session looks at a row it has read");
  expect_cells(reply.cells, row(id, 1, 1, "t", body));
  expect_row(reader, id, 1, 1, "t", changed);
}

void shows_rows_to_other_sessions(Stage& stage) {
  Client one = stage.open();
  Client two = stage.open();
  const std::int64_t id = stage.first_id();
  insert(one, id, 1, 1, "t", "b");
  expect_row(two, id, 1, 1, "t", "b");
  Reply reply;
  two.expect_status(two.table().point_update(id, 2, Cell{2, {}}, reply), Status::ok,
                    "point_update of another session's row");
  expect_row(one, id, 1, 2, "t", "b");
}

void keeps_rows_when_sessions_close(Stage& stage) {
  {
    Client writer = stage.open();
    insert(writer, stage.first_id(), 1, 1, "t", "b");
  }
  Client reader = stage.open();
  expect_row(reader, stage.first_id(), 1, 1, "t", "b");
}

constexpr Case table_list[] = {
    {"a row is read as it was inserted", reads_a_row_as_inserted},
    {"integers have 64 bits", keeps_integers_of_64_bits},
    {"a text of 1 MB comes back", keeps_long_texts},
    {"an absent row is not_found to reads and updates", tells_absent_rows},
    {"an update changes one column of one row", updates_one_column_of_one_row},
    {"an updated row is found by its new value only", finds_a_row_by_its_new_value},
    {"a taken primary key is a conflict and the row stays", refuses_a_taken_key},
    {"insert_many stores all rows", inserts_many_rows},
    {"insert_many with a taken primary key stores nothing", inserts_many_rows_or_none},
    {"multi_read gives whole rows of that value, up to the limit", reads_rows_by_a_column},
    {"multi_read works without an index", reads_rows_by_a_column_without_index},
    {"multi_read of a value nobody has gives no rows and is ok", reads_no_rows_by_a_column},
    {"scan goes by the primary key from its start, up to the limit", scans_in_order},
    {"scan ends at the last row", scans_beyond_the_end},
    {"rows that were read stay valid while other sessions write", keeps_rows_until_the_next_call},
    {"sessions see each other's rows", shows_rows_to_other_sessions},
    {"rows stay when the session that wrote them is closed", keeps_rows_when_sessions_close},
};

}  // namespace

std::span<const Case> table_cases() { return table_list; }

}  // namespace assay::conformance
