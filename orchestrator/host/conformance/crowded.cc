#include "host/conformance/crowded.h"

#include <algorithm>

#include "assay/plain.h"
#include "host/conformance/expect.h"

namespace assay::conformance {
namespace {

constexpr Bytes neighbour_key = "neighbour";
constexpr Bytes neighbour_value = "the neighbour's value";
constexpr std::int64_t neighbour_id = -77'000'000'000;  // a row that no case stores

}  // namespace

Crowded::Crowded(Session& session, std::uint32_t depth, std::vector<Column> columns)
    : session_(session), depth_(depth), columns_(std::move(columns)) {
  if (session.key_value() != nullptr) {
    Reply reply;
    const Status status = Plain(session).put(neighbour_key, neighbour_value, 0, reply);
    expect(status == Status::ok, "put in a fresh session gave {}: {}", name(status),
           session.last_error());
  }
}

template <typename Call>
Status Crowded::run(Kind kind, Fills fills, Call call, Reply& reply) {
  received_.clear();
  // Inside a transaction a neighbour would be part of it.
  const bool before = depth_ >= 3 && !in_transaction_ && start_neighbour(kind);
  Reply own;
  Status status = call(own);
  const bool waits = status == Status::pending;
  if (waits) {
    for (std::string& bytes : lent_) {
      std::fill(bytes.begin(), bytes.end(), '\xee');
    }
  } else {
    last_error_ = session_.last_error();
    if (status == Status::ok) {
      copy(fills, own, reply);
    }
  }
  lent_.clear();
  const bool behind = depth_ >= 2 && !in_transaction_ && start_neighbour(kind);
  if (before) {
    check_neighbour(kind);
  }
  if (waits) {
    status = take_next(session_, own);
    last_error_ = session_.last_error();
    if (status == Status::ok) {
      copy(fills, own, reply);
    }
  }
  if (behind) {
    check_neighbour(kind);
  }
  in_transaction_ = in_transaction_ && status != Status::conflict;  // it is rolled back already
  return status;
}

bool Crowded::start_neighbour(Kind kind) {
  Reply reply;
  const Status status = kind == Kind::key_value ? session_.key_value()->get(neighbour_key, reply)
                                                : session_.table()->point_read(neighbour_id, reply);
  return status == Status::pending;
}

void Crowded::check_neighbour(Kind kind) {
  Reply reply;
  const Status status = take_next(session_, reply);
  if (kind == Kind::table) {
    expect(status == Status::not_found,
           "a read of an absent row sent just before or behind gave {}, wanted not_found: replies "
           "are out of order or mixed up",
           name(status));
    return;
  }
  expect(status == Status::ok && reply.value == neighbour_value,
         "a get sent just before or behind gave {} with {}, wanted ok with {}: replies are out of "
         "order or mixed up",
         name(status), status == Status::ok ? shown(reply.value) : "nothing",
         shown(neighbour_value));
}

void Crowded::copy(Fills fills, const Reply& from, Reply& to) {
  const auto keep = [this](Bytes bytes) {
    return bytes.data() == nullptr ? bytes : Bytes(received_.emplace_back(bytes));
  };
  switch (fills) {
    case Fills::nothing:
      break;
    case Fills::number:
      to.number = from.number;
      break;
    case Fills::value:
      to.value = keep(from.value);
      break;
    case Fills::values:
      values_.clear();
      for (const Bytes each : from.values) {
        values_.push_back(keep(each));
      }
      to.values = values_;
      break;
    case Fills::rows:
      cells_.assign(from.cells.begin(), from.cells.end());
      for (std::size_t i = 0; i < cells_.size(); ++i) {
        if (columns_[i % columns_.size()].type == ColumnType::text) {
          cells_[i].bytes = keep(cells_[i].bytes);
        }
      }
      to.cells = cells_;
      to.number = from.number;
      break;
  }
}

Bytes Crowded::lend(Bytes bytes) { return lent_.emplace_back(bytes); }

std::vector<Bytes> Crowded::lend(Span all) {
  std::vector<Bytes> views;
  for (const Bytes each : all) {
    views.push_back(lend(each));
  }
  return views;
}

std::vector<Cell> Crowded::lend(std::span<const Cell> cells) {
  std::vector<Cell> copies(cells.begin(), cells.end());
  for (std::size_t i = 0; i < copies.size(); ++i) {
    if (columns_[i % columns_.size()].type == ColumnType::text) {
      copies[i].bytes = lend(copies[i].bytes);
    }
  }
  return copies;
}

Status Crowded::get(Bytes key, Reply& reply) {
  return run(
      Kind::key_value, Fills::value,
      [&](Reply& own) { return session_.key_value()->get(lend(key), own); }, reply);
}

Status Crowded::put(Bytes key, Bytes value, std::int64_t ttl_ms, Reply& reply) {
  return run(
      Kind::key_value, Fills::nothing,
      [&](Reply& own) { return session_.key_value()->put(lend(key), lend(value), ttl_ms, own); },
      reply);
}

Status Crowded::erase(Bytes key, Reply& reply) {
  return run(
      Kind::key_value, Fills::nothing,
      [&](Reply& own) { return session_.key_value()->erase(lend(key), own); }, reply);
}

Status Crowded::increment(Bytes key, std::int64_t by, Reply& reply) {
  return run(
      Kind::key_value, Fills::number,
      [&](Reply& own) { return session_.key_value()->increment(lend(key), by, own); }, reply);
}

Status Crowded::multi_get(Span keys, Reply& reply) {
  return run(
      Kind::key_value, Fills::values,
      [&](Reply& own) { return session_.key_value()->multi_get(lend(keys), own); }, reply);
}

Status Crowded::multi_put(Span keys, Span values, std::int64_t ttl_ms, Reply& reply) {
  return run(
      Kind::key_value, Fills::nothing,
      [&](Reply& own) {
        return session_.key_value()->multi_put(lend(keys), lend(values), ttl_ms, own);
      },
      reply);
}

Status Crowded::point_read(std::int64_t id, Reply& reply) {
  return run(
      Kind::table, Fills::rows, [&](Reply& own) { return session_.table()->point_read(id, own); },
      reply);
}

Status Crowded::multi_read(std::uint32_t column, std::int64_t value, std::uint32_t limit,
                           Reply& reply) {
  return run(
      Kind::table, Fills::rows,
      [&](Reply& own) { return session_.table()->multi_read(column, value, limit, own); }, reply);
}

Status Crowded::point_update(std::int64_t id, std::uint32_t column, const Cell& value,
                             Reply& reply) {
  return run(
      Kind::table, Fills::nothing,
      [&](Reply& own) {
        Cell copy = value;
        if (columns_[column].type == ColumnType::text) {
          copy.bytes = lend(copy.bytes);
        }
        return session_.table()->point_update(id, column, copy, own);
      },
      reply);
}

Status Crowded::insert(std::span<const Cell> row, Reply& reply) {
  return run(
      Kind::table, Fills::nothing,
      [&](Reply& own) { return session_.table()->insert(lend(row), own); }, reply);
}

Status Crowded::insert_many(std::span<const Cell> rows, Reply& reply) {
  return run(
      Kind::table, Fills::nothing,
      [&](Reply& own) { return session_.table()->insert_many(lend(rows), own); }, reply);
}

Status Crowded::scan(std::int64_t first_id, std::uint32_t limit, Reply& reply) {
  return run(
      Kind::table, Fills::rows,
      [&](Reply& own) { return session_.table()->scan(first_id, limit, own); }, reply);
}

Status Crowded::begin(Reply& reply) {
  in_transaction_ = true;
  return run(
      Kind::table, Fills::nothing, [&](Reply& own) { return session_.table()->begin(own); }, reply);
}

Status Crowded::commit(Reply& reply) {
  const Status status = run(
      Kind::table, Fills::nothing, [&](Reply& own) { return session_.table()->commit(own); },
      reply);
  in_transaction_ = false;
  return status;
}

Status Crowded::rollback(Reply& reply) {
  const Status status = run(
      Kind::table, Fills::nothing, [&](Reply& own) { return session_.table()->rollback(own); },
      reply);
  in_transaction_ = false;
  return status;
}

}  // namespace assay::conformance
