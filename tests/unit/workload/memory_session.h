// An in-memory system that answers rightly, in the plain or the pipelined form. Tests look into its
// state and change it behind the work's back; that is how it is made to lie.
#pragma once

#include <cassert>
#include <charconv>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/session.h"

namespace assay::workload {

struct StoredCell {
  std::int64_t integer = 0;
  std::string text;
};

using StoredRow = std::vector<StoredCell>;

class MemorySession final : public Session, public KeyValue, public Table {
 public:
  explicit MemorySession(bool pipelined = false) : pipelined_(pipelined) {}

  std::map<std::string, std::string> values;
  std::map<std::string, std::int64_t> ttls_ms;
  std::map<std::int64_t, StoredRow> rows;
  std::vector<std::string> calls;                            // "get k", "put k", …
  std::function<Status(const std::string&)> fail_with = {};  // for a call; ok lets it happen

  KeyValue* key_value() override { return has_key_value ? this : nullptr; }

  Table* table() override { return this; }

  bool has_key_value = true;
  std::size_t columns = 6;  // of the table

  Bytes last_error() const override { return "the disk is full"; }

  Facts facts() override { return {}; }

  bool take(Status& status, Reply& reply) override {
    if (waiting_.empty()) {
      return false;
    }
    shown_ = std::move(waiting_.front());
    waiting_.pop_front();
    status = show(reply);
    return true;
  }

  Status get(Bytes key, Reply& reply) override {
    return answer("get", key, reply, [&](Answer& answer) {
      const auto found = values.find(std::string(key));
      if (found == values.end()) {
        return Status::not_found;
      }
      answer.value = found->second;
      return Status::ok;
    });
  }

  Status put(Bytes key, Bytes value, std::int64_t ttl_ms, Reply& reply) override {
    return answer("put", key, reply, [&](Answer&) {
      values[std::string(key)] = value;
      ttls_ms[std::string(key)] = ttl_ms;
      return Status::ok;
    });
  }

  Status erase(Bytes key, Reply& reply) override {
    return answer("erase", key, reply, [&](Answer&) {
      return values.erase(std::string(key)) == 0 ? Status::not_found : Status::ok;
    });
  }

  Status increment(Bytes key, std::int64_t by, Reply& reply) override {
    return answer("increment", key, reply, [&](Answer& answer) {
      std::string& text = values[std::string(key)];
      std::from_chars(text.data(), text.data() + text.size(), answer.number);
      answer.number += by;
      text = std::to_string(answer.number);
      return Status::ok;
    });
  }

  Status multi_get(Span keys, Reply& reply) override {
    return answer("multi_get", joined(keys), reply, [&](Answer& answer) {
      for (const Bytes key : keys) {
        const auto found = values.find(std::string(key));
        answer.values.push_back(found == values.end() ? std::nullopt
                                                      : std::optional(found->second));
      }
      return Status::ok;
    });
  }

  Status multi_put(Span keys, Span given, std::int64_t ttl_ms, Reply& reply) override {
    return answer("multi_put", joined(keys), reply, [&](Answer&) {
      for (std::size_t i = 0; i < keys.size(); ++i) {
        values[std::string(keys[i])] = given[i];
        ttls_ms[std::string(keys[i])] = ttl_ms;
      }
      return Status::ok;
    });
  }

  Status point_read(std::int64_t id, Reply& reply) override {
    return answer("point_read", std::to_string(id), reply, [&](Answer& answer) {
      const auto found = rows.find(id);
      if (found == rows.end()) {
        return Status::not_found;
      }
      answer.rows.push_back(found->second);
      return Status::ok;
    });
  }

  Status multi_read(std::uint32_t column, std::int64_t value, std::uint32_t limit,
                    Reply& reply) override {
    return answer("multi_read", std::to_string(value), reply, [&](Answer& answer) {
      for (const auto& [id, row] : rows) {
        if (row[column].integer == value && answer.rows.size() < limit) {
          answer.rows.push_back(row);
        }
      }
      return Status::ok;
    });
  }

  Status point_update(std::int64_t id, std::uint32_t column, const Cell& value,
                      Reply& reply) override {
    return answer("point_update", std::to_string(id), reply, [&](Answer&) {
      const auto found = rows.find(id);
      if (found == rows.end()) {
        return Status::not_found;
      }
      found->second[column] = {value.integer, std::string(value.bytes)};
      return Status::ok;
    });
  }

  Status insert(std::span<const Cell> row, Reply& reply) override {
    return answer("insert", std::to_string(row[0].integer), reply, [&](Answer&) {
      return rows.emplace(row[0].integer, stored(row)).second ? Status::ok : Status::conflict;
    });
  }

  Status insert_many(std::span<const Cell> given, Reply& reply) override {
    return answer("insert_many", std::to_string(given[0].integer), reply, [&](Answer&) {
      for (std::size_t at = 0; at < given.size(); at += columns) {
        rows.emplace(given[at].integer, stored(given.subspan(at, columns)));
      }
      return Status::ok;
    });
  }

  Status scan(std::int64_t first_id, std::uint32_t limit, Reply& reply) override {
    return answer("scan", std::to_string(first_id), reply, [&](Answer& answer) {
      for (auto at = rows.lower_bound(first_id); at != rows.end() && answer.rows.size() < limit;
           ++at) {
        answer.rows.push_back(at->second);
      }
      return Status::ok;
    });
  }

  Status begin(Reply& reply) override {
    return answer("begin", "", reply, [&](Answer&) {
      const bool fresh = !before_;
      before_ = rows;
      return fresh ? Status::ok : Status::refused;
    });
  }

  Status commit(Reply& reply) override {
    return answer("commit", "", reply, [&](Answer&) {
      return std::exchange(before_, std::nullopt) ? Status::ok : Status::refused;
    });
  }

  Status rollback(Reply& reply) override {
    return answer("rollback", "", reply,
                  [&](Answer&) { return undo() ? Status::ok : Status::refused; });
  }

 private:
  struct Answer {
    Status status = Status::ok;
    std::string value;
    std::vector<std::optional<std::string>> values;
    std::vector<StoredRow> rows;
    std::int64_t number = 0;
  };

  static StoredRow stored(std::span<const Cell> row) {
    StoredRow copy;
    for (const Cell& cell : row) {
      copy.push_back({cell.integer, std::string(cell.bytes)});
    }
    return copy;
  }

  static std::string joined(Span keys) {
    std::string text;
    for (const Bytes key : keys) {
      text += text.empty() ? "" : " ";
      text += key;
    }
    return text;
  }

  // Ends the open transaction, if any, as if it had not been.
  bool undo() {
    if (before_) {
      rows = std::move(*before_);
    }
    return std::exchange(before_, std::nullopt).has_value();
  }

  template <typename Act>
  Status answer(std::string_view call, Bytes what, Reply& reply, Act act) {
    calls.push_back(std::string(call) + " " + std::string(what));
    Answer made;
    made.status = fail_with ? fail_with(calls.back()) : Status::ok;
    if (made.status == Status::ok) {
      made.status = act(made);
    }
    if (made.status == Status::conflict) {
      undo();
    }
    if (pipelined_) {
      waiting_.push_back(std::move(made));
      return Status::pending;
    }
    shown_ = std::move(made);
    return show(reply);
  }

  Status show(Reply& reply) {
    views_.clear();
    for (const auto& value : shown_.values) {
      views_.push_back(value ? Bytes(*value) : Bytes());
    }
    cells_.clear();
    for (const StoredRow& row : shown_.rows) {
      for (const StoredCell& cell : row) {
        cells_.push_back({cell.integer, cell.text});
      }
    }
    const auto row_count = static_cast<std::int64_t>(shown_.rows.size());
    reply = {shown_.value, views_, cells_, row_count > 0 ? row_count : shown_.number};
    return shown_.status;
  }

  bool pipelined_;
  std::optional<std::map<std::int64_t, StoredRow>> before_;  // the rows when the transaction began
  std::deque<Answer> waiting_;
  Answer shown_;
  std::vector<Bytes> views_;
  std::vector<Cell> cells_;
};

}  // namespace assay::workload
