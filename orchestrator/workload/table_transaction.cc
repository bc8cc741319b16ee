#include "workload/definition.h"
#include "workload/kept_row.h"
#include "workload/slotted_work.h"
#include "workload/table_dataset.h"

namespace assay::workload {

namespace {

struct TransactionSlot {
  std::int64_t id = 0;  // of the row that is read and updated
  std::uint32_t version = 0;
  Update update;
  KeptRow read;
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
        history_(*share.history),
        items_(item_stream(parameters, share, static_cast<std::uint64_t>(posts_.rows()))),
        slots_(slots()),
        cells_(std::size_t{slots()} * Post::columns),
        texts_(slots() * posts_.text_bytes()) {
    history_.will_write();
    history_.will_insert(posts_.rows());
  }

  void make(std::uint32_t first, std::uint32_t count) override {
    for (std::size_t i = first; i < first + count; ++i) {
      TransactionSlot& slot = slots_[i];
      slot.id = 1 + static_cast<std::int64_t>(items_.next());
      slot.version = history_.next_version();
      slot.update = posts_.update(slot.id, slot.version, nullptr);
      posts_.make(history_.new_id(), std::span(cells_).subspan(i * Post::columns, Post::columns),
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
    const TransactionSlot& done = slots_[slot];
    const bool right = status != Status::ok || posts_.may_be(done.id, done.read.cells(), history_);
    history_.wrote(done.update.item, done.version, status);
    history_.inserted(row(slot)[Post::id].integer, status);
    return right ? outcome_of(status) : Outcome::wrong_value;
  }

  std::uint64_t other_calls() const override { return other_calls_; }

  Verdict verify(std::uint64_t most) override {
    return verify_rows(most, posts_, history_, session_);
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
    status = table_.point_update(one.id, one.update.column, one.update.value, reply);
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
  History& history_;
  Items items_;
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
                      .parameters = choosing_table_parameters(false),
                      .depth_0_only = true},
      .make = make<TableTransaction>,
      .fill = fill_rows,
      .tables = dataset_tables,
  };
}

}  // namespace assay::workload
