#include "host/conformance/rows.h"

#include <algorithm>

#include "host/conformance/expect.h"

namespace assay::conformance {

void insert(Client& client, std::int64_t id, std::int64_t author, std::int64_t score, Bytes title,
            Bytes body) {
  Reply reply;
  client.expect_status(client.table().insert(row(id, author, score, title, body), reply),
                       Status::ok, fmt::format("insert of row {}", id));
}

std::int64_t author_of(std::int64_t first, std::int64_t id) { return first + (id - first) / 10; }

void insert_range(Client& client, std::int64_t first, std::int64_t count) {
  std::vector<Cell> rows;
  for (std::int64_t id = first; id < first + count; ++id) {
    const std::vector<Cell> one = row(id, author_of(first, id), id - first, "title", "body");
    rows.insert(rows.end(), one.begin(), one.end());
  }
  Reply reply;
  client.expect_status(client.table().insert_many(rows, reply), Status::ok,
                       fmt::format("insert_many of {} rows", count));
}

void expect_cells(std::span<const Cell> cells, const std::vector<Cell>& wanted) {
  const std::vector<Column> all = stage_table().columns;
  expect(cells.size() == wanted.size(), "a row has {} cells, wanted {}", cells.size(),
         wanted.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (all[i].type == ColumnType::integer) {
      expect(cells[i].integer == wanted[i].integer, "row {}, column {}: {}, wanted {}",
             wanted[0].integer, all[i].name, cells[i].integer, wanted[i].integer);
    } else {
      expect(cells[i].bytes == wanted[i].bytes, "row {}, column {}: {}, wanted {}",
             wanted[0].integer, all[i].name, shown(cells[i].bytes), shown(wanted[i].bytes));
    }
  }
}

void expect_shape(const Reply& reply, std::size_t rows, std::string_view what) {
  expect(reply.number == static_cast<std::int64_t>(rows), "{}: reply.number is {}, wanted {} rows",
         what, reply.number, rows);
  expect(reply.cells.size() == rows * columns, "{}: {} cells, wanted {} rows of {}", what,
         reply.cells.size(), rows, columns);
}

void expect_row(Client& client, std::int64_t id, std::int64_t author, std::int64_t score,
                Bytes title, Bytes body) {
  Reply reply;
  client.expect_status(client.table().point_read(id, reply), Status::ok,
                       fmt::format("point_read of the stored row {}", id));
  expect_shape(reply, 1, "point_read");
  expect_cells(reply.cells, row(id, author, score, title, body));
}

void expect_no_row(Client& client, std::int64_t id) {
  Reply reply;
  client.expect_status(client.table().point_read(id, reply), Status::not_found,
                       fmt::format("point_read of the absent row {}", id));
}

void expect_ids_of_author(Client& client, std::int64_t author, std::vector<std::int64_t> ids) {
  Reply reply;
  client.expect_status(client.table().multi_read(1, author, 1000, reply), Status::ok, "multi_read");
  expect_shape(reply, ids.size(), "multi_read");
  std::vector<std::int64_t> got;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    got.push_back(reply.cells[i * columns].integer);
  }
  std::sort(got.begin(), got.end());
  std::sort(ids.begin(), ids.end());
  expect(got == ids, "multi_read gave other rows than those of that value");
}

}  // namespace assay::conformance
