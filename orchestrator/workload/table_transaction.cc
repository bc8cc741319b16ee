#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>

#include "assay/plain.h"
#include "workload/definition.h"
#include "workload/ledger.h"
#include "workload/read_back.h"
#include "workload/slotted_work.h"
#include "workload/table_dataset.h"
#include "workload/versions.h"

namespace assay::workload {

namespace {

// The row that a transaction has read, kept until the window is over as an application would keep
// it: the reply dies at the next call.
class ReadPost {
 public:
  void keep(std::span<const Cell> row) {
    whole_ = row.size() == Post::columns;
    if (whole_) {
      std::ranges::copy(row, cells_.begin());
      title_ = row[Post::title].bytes;
      body_ = row[Post::body].bytes;
    }
  }

  std::optional<std::uint32_t> version(const Posts& posts, std::int64_t id) {
    cells_[Post::title].bytes = title_;
    cells_[Post::body].bytes = body_;
    return whole_ ? posts.version_of(id, cells_) : std::nullopt;
  }

 private:
  bool whole_ = false;
  std::array<Cell, Post::columns> cells_{};
  std::string title_;
  std::string body_;
};

struct TransactionSlot {
  std::int64_t id = 0;  // of the row that is read and updated
  std::uint32_t version = 0;
  Cell stamp;
  ReadPost read;
};

class TableTransaction final : public SlottedWork {
 public:
  // REQUIRES: depth 0.
  TableTransaction(const Parameters& parameters, const Share& share, std::uint32_t depth,
                   Session& session)
      : SlottedWork(
            slot_count(depth, 2 * static_cast<std::uint64_t>(parameters.integer("body_bytes")) +
                                  sizeof(TransactionSlot) + 256),
            parameters.verify()),
        session_(session),
        table_(*session.table()),
        posts_(posts_of(parameters, share.seed)),
        items_(item_stream(parameters, share, static_cast<std::uint64_t>(posts_.rows()))),
        versions_(share),
        ids_(posts_.rows(), share),
        slots_(slots()),
        cells_(std::size_t{slots()} * Post::columns),
        texts_(slots() * posts_.text_bytes()) {}

  void make(std::uint32_t first, std::uint32_t count) override {
    for (std::size_t i = first; i < first + count; ++i) {
      TransactionSlot& slot = slots_[i];
      slot.id = 1 + static_cast<std::int64_t>(items_.next());
      slot.version = versions_.next();
      slot.stamp.integer = posts_.stamp(slot.id, slot.version);
      posts_.make(ids_.next(), std::span(cells_).subspan(i * Post::columns, Post::columns),
                  texts_.data() + i * posts_.text_bytes());
    }
  }

  Status issue(std::uint32_t slot, Reply& reply) override {
    Status status = table_.begin(reply);
    if (status != Status::ok) {
      return status;
    }
    status = inside(slot, reply);
    // A conflict has rolled the transaction back; anything else leaves that to whoever began it.
    if (status != Status::ok && status != Status::conflict) {
      ++other_calls_;
      table_.rollback(reply);
    }
    return status;
  }

  Outcome check(std::uint32_t slot, Status status, const Reply& /*reply*/) override {
    TransactionSlot& done = slots_[slot];
    const auto id = static_cast<std::uint64_t>(done.id);
    if (status != Status::ok) {
      if (status == Status::unknown || status == Status::failed) {
        updated_.forget(id);
      }
      return outcome_of(status);
    }
    const auto found = done.read.version(posts_, done.id);
    const auto before = updated_.version_of(id);
    updated_.note(id, done.version);
    inserted_.note(static_cast<std::uint64_t>(row(slot)[Post::id].integer), Versions::loaded);
    const bool right = found && (!before || versions_.may_follow(*before, *found));
    return right ? Outcome::ok : Outcome::wrong_value;
  }

  std::uint64_t other_calls() const override { return other_calls_; }

  Verdict verify(std::uint64_t most) override {
    const auto read = [&](const Ledger::Entry& entry) -> std::optional<std::uint32_t> {
      const auto id = static_cast<std::int64_t>(entry.item);
      Reply reply;
      const Status status = Plain(session_).point_read(id, reply);
      return is_there(status, session_, fmt::format("row {}", id))
                 ? posts_.version_of(id, reply.cells)
                 : std::nullopt;
    };
    Verdict verdict = updated_.verify(most - most / 2, [&](const Ledger::Entry& entry) {
      const auto version = read(entry);
      return version && versions_.may_follow(entry.version, *version);
    });
    verdict.add(inserted_.verify(
        most / 2, [&](const Ledger::Entry& entry) { return read(entry) == entry.version; }));
    return verdict;
  }

 private:
  Status inside(std::uint32_t slot, Reply& reply) {
    TransactionSlot& one = slots_[slot];
    ++other_calls_;
    Status status = table_.point_read(one.id, reply);
    if (status != Status::ok) {
      return status;
    }
    one.read.keep(reply.cells);
    ++other_calls_;
    status = table_.point_update(one.id, Post::updated_at, one.stamp, reply);
    if (status != Status::ok) {
      return status;
    }
    ++other_calls_;
    status = table_.insert(row(slot), reply);
    if (status != Status::ok) {
      return status;
    }
    ++other_calls_;
    return table_.commit(reply);
  }

  std::span<const Cell> row(std::size_t slot) const {
    return {cells_.data() + slot * Post::columns, Post::columns};
  }

  Session& session_;
  Table& table_;
  Posts posts_;
  Items items_;
  Versions versions_;
  NewIds ids_;
  Ledger updated_;
  Ledger inserted_;
  std::uint64_t other_calls_ = 0;
  std::vector<TransactionSlot> slots_;  // [slot]
  std::vector<Cell> cells_;             // [slot * Post::columns + column], rows to insert
  std::vector<char> texts_;             // [slot * text_bytes]
};

}  // namespace

Definition table_transaction() {
  return {
      .description = {.name = "table.transaction",
                      .component = Component::table,
                      .writes = true,
                      .help = "BEGIN, SELECT one post, UPDATE it, INSERT another, COMMIT: five "
                              "calls, measured as one operation. Depth 0 only.",
                      .parameters = chosen_posts_parameters(),
                      .depth_0_only = true},
      .make = make<TableTransaction>,
      .fill = fill_posts,
      .tables = posts_tables,
  };
}

}  // namespace assay::workload
