#include "table.h"

#include <algorithm>
#include <cstring>

#include "rows.h"

namespace noop {

namespace {

constexpr std::int64_t ids_per_list = 64;  // a long list goes on in further values

// Words of the store.
constexpr std::size_t least_id = 0;  // negated, so that both start at 0 and only grow
constexpr std::size_t greatest_id = 1;

// Keys of the table's store, told apart by their size: 9 bytes a row, 24 a list.
Bytes bytes_of(const auto& value) { return {reinterpret_cast<const char*>(&value), sizeof(value)}; }

struct __attribute__((packed)) RowKey {
  char kind = 'r';
  std::int64_t id;
};

struct ListKey {
  std::int64_t column;
  std::int64_t value;
  std::int64_t part;  // -1: the number of ids in all parts, as decimal digits
};

void raise(std::atomic<std::int64_t>& word, std::int64_t to) {
  std::int64_t now = word.load(std::memory_order_relaxed);
  while (now < to && !word.compare_exchange_weak(now, to)) {
  }
}

}  // namespace

void StoredTable::forget_rows() {
  buffered_ = 0;
  rows_ = 0;
}

bool StoredTable::read_row(std::int64_t id) {
  const auto size = store_.read(bytes_of(RowKey{'r', id}), buffer_, buffered_);
  buffered_ += size.value_or(0);
  rows_ += size ? 1 : 0;
  return size.has_value();
}

Status StoredTable::answer(assay::Reply& reply) {
  cells_.clear();
  Bytes rest(buffer_.data(), buffered_);
  while (!rest.empty()) {
    rest = decode(schema_, rest, cells_);
  }
  reply.cells = cells_;
  reply.number = rows_;
  return Status::ok;
}

Status StoredTable::point_read(std::int64_t id, assay::Reply& reply) {
  count_.add();
  forget_rows();
  return read_row(id) ? answer(reply) : Status::not_found;
}

Status StoredTable::scan(std::int64_t first_id, std::uint32_t limit, assay::Reply& reply) {
  count_.add();
  forget_rows();
  const std::int64_t last = store_.word(greatest_id).load(std::memory_order_acquire);
  std::int64_t id = std::max(first_id, -store_.word(least_id).load(std::memory_order_acquire));
  for (; id <= last && rows_ < limit; ++id) {
    read_row(id);
  }
  return answer(reply);
}

// Adds the row when it is there and its column holds the value.
void StoredTable::read_matching(std::int64_t id, std::uint32_t column, std::int64_t value) {
  const std::size_t before = buffered_;
  if (!read_row(id)) {
    return;
  }
  cells_.clear();
  decode(schema_, Bytes(buffer_.data() + before, buffered_ - before), cells_);
  if (cells_[column].integer != value) {
    buffered_ = before;
    --rows_;
  }
}

// A list keeps ids whose row has changed since, and has an id twice when the row has changed back.
void StoredTable::read_listed(std::uint32_t column, std::int64_t value, std::uint32_t limit) {
  seen_.clear();
  for (ListKey key{column, value, 0}; rows_ < limit; ++key.part) {
    const auto size = store_.read(bytes_of(key), list_, 0);
    if (!size) {
      return;
    }
    for (std::size_t at = 0; at < *size && rows_ < limit; at += sizeof(std::int64_t)) {
      std::int64_t id = 0;
      std::memcpy(&id, list_.data() + at, sizeof(id));
      if (std::find(seen_.begin(), seen_.end(), id) == seen_.end()) {
        seen_.push_back(id);
        read_matching(id, column, value);
      }
    }
  }
}

Status StoredTable::multi_read(std::uint32_t column, std::int64_t value, std::uint32_t limit,
                               assay::Reply& reply) {
  count_.add();
  forget_rows();
  if (column == 0) {
    read_row(value);
  } else if (schema_.columns[column].indexed) {
    read_listed(column, value, limit);
  } else {
    const std::int64_t last = store_.word(greatest_id).load(std::memory_order_acquire);
    std::int64_t id = -store_.word(least_id).load(std::memory_order_acquire);
    for (; id <= last && rows_ < limit; ++id) {
      read_matching(id, column, value);
    }
  }
  return answer(reply);
}

Status StoredTable::add_to_list(std::uint32_t column, std::int64_t value, std::int64_t id) {
  std::int64_t count = 0;
  const Status status = store_.increment(bytes_of(ListKey{column, value, -1}), 1, count);
  return status != Status::ok
             ? status
             : store_.append(bytes_of(ListKey{column, value, (count - 1) / ids_per_list}),
                             bytes_of(id));
}

Status StoredTable::add_row(std::span<const assay::Cell> row) {
  const std::int64_t id = row[0].integer;
  row_.clear();
  encode(schema_, row, row_);
  Status status = store_.insert(bytes_of(RowKey{'r', id}), row_);
  if (status != Status::ok) {
    return status;
  }
  log_.emplace_back(id, std::nullopt);
  raise(store_.word(greatest_id), id);
  raise(store_.word(least_id), -id);
  for (std::uint32_t column = 1; column < row.size() && status == Status::ok; ++column) {
    if (schema_.columns[column].indexed) {
      status = add_to_list(column, row[column].integer, id);
    }
  }
  return status;
}

Status StoredTable::insert(std::span<const assay::Cell> row, assay::Reply& reply) {
  return insert_many(row, reply);
}

Status StoredTable::insert_many(std::span<const assay::Cell> rows, assay::Reply& /*reply*/) {
  count_.add();
  const std::size_t before = log_.size();
  const std::size_t columns = schema_.columns.size();
  for (std::size_t at = 0; at < rows.size(); at += columns) {
    const Status status = add_row(rows.subspan(at, columns));
    if (status != Status::ok) {
      // A conflict ends the whole transaction, as the interface has it.
      const bool ends = status == Status::conflict && std::exchange(in_transaction_, false);
      undo(ends ? 0 : before);
      return count_.failed_for(
          status == Status::conflict ? "the primary key is taken" : Store::full, status);
    }
  }
  if (!in_transaction_) {
    log_.clear();
  }
  return Status::ok;
}

Status StoredTable::point_update(std::int64_t id, std::uint32_t column, const assay::Cell& value,
                                 assay::Reply& /*reply*/) {
  count_.add();
  if (column == 0) {
    return count_.failed_for("the primary key cannot be changed", Status::refused);
  }
  const Status status =
      store_.modify(bytes_of(RowKey{'r', id}), [&](Bytes before, std::string& after) {
        if (in_transaction_) {
          log_.emplace_back(id, before);
        }
        cells_.clear();
        decode(schema_, before, cells_);
        cells_[column] = value;
        encode(schema_, cells_, after);
      });
  const bool listed = status == Status::ok && schema_.columns[column].indexed;
  return count_.failed_for(Store::full, listed ? add_to_list(column, value.integer, id) : status);
}

void StoredTable::undo(std::size_t keep) {
  for (; log_.size() > keep; log_.pop_back()) {
    const auto& [id, before] = log_.back();
    if (before) {
      store_.put(bytes_of(RowKey{'r', id}), *before, 0);
    } else {
      store_.erase(bytes_of(RowKey{'r', id}));
    }
  }
}

Status StoredTable::begin(assay::Reply& /*reply*/) {
  count_.add();
  return count_.failed_for("a transaction is open already",
                           std::exchange(in_transaction_, true) ? Status::failed : Status::ok);
}

Status StoredTable::commit(assay::Reply& /*reply*/) {
  count_.add();
  log_.clear();
  return count_.failed_for("no transaction is open",
                           std::exchange(in_transaction_, false) ? Status::ok : Status::failed);
}

Status StoredTable::rollback(assay::Reply& /*reply*/) {
  count_.add();
  undo(0);
  return count_.failed_for("no transaction is open",
                           std::exchange(in_transaction_, false) ? Status::ok : Status::failed);
}

StoredTable::~StoredTable() { undo(0); }

}  // namespace noop
