#include "workload/choice.h"
#include "workload/definition.h"
#include "workload/kept_row.h"
#include "workload/slotted_work.h"
#include "workload/table_dataset.h"

namespace assay::workload {

namespace {

struct RowRewrite {
  std::int64_t id = 0;
  std::uint32_t version = 0;
  Update update;
  KeptRow read;
};

class TableReadModifyWrite final : public SlottedWork {
 public:
  // REQUIRES: depth 0.
  TableReadModifyWrite(const Parameters& parameters, const Share& share, std::uint32_t depth,
                       Session& session)
      : SlottedWork(slot_count(depth, sizeof(RowRewrite) + 2 * text_bytes_of(parameters)),
                    parameters.verify()),
        session_(session),
        table_(*session.table()),
        rows_(rows_of(parameters, share.seed)),
        history_(*share.history),
        choice_(parameters, share, static_cast<std::uint64_t>(rows_->rows())),
        slots_(slots()),
        texts_(slots() * rows_->update_bytes()) {
    history_.will_write();
  }

  void make(std::uint32_t first, std::uint32_t count) override {
    choice_.refresh();
    for (std::size_t i = first; i < first + count; ++i) {
      RowRewrite& slot = slots_[i];
      slot.id = 1 + static_cast<std::int64_t>(choice_.next());
      slot.version = history_.next_version();
      slot.update = rows_->update(slot.id, slot.version, texts_.data() + i * rows_->update_bytes());
    }
  }

  Status issue(std::uint32_t slot, Reply& reply) override {
    RowRewrite& one = slots_[slot];
    const Status status = table_.point_read(one.id, reply);
    if (status != Status::ok) {
      return status;
    }
    one.read.keep(reply.cells);
    ++other_calls_;
    return table_.point_update(one.id, one.update.column, one.update.value, reply);
  }

  Outcome check(std::uint32_t slot, Status status, const Reply& /*reply*/) override {
    const RowRewrite& one = slots_[slot];
    const bool right = status != Status::ok || rows_->may_be(one.id, one.read.cells(), history_);
    history_.wrote(one.update.item, one.version, status);
    return right ? outcome_of(status) : Outcome::wrong_value;
  }

  std::uint64_t other_calls() const override { return other_calls_; }

  Verdict verify(std::uint64_t most) override {
    return verify_rows(most, *rows_, history_, session_);
  }

 private:
  Session& session_;
  Table& table_;
  std::unique_ptr<const Rows> rows_;
  History& history_;
  Choice choice_;
  std::uint64_t other_calls_ = 0;
  std::vector<RowRewrite> slots_;  // [slot]
  std::vector<char> texts_;        // [slot * update_bytes]
};

}  // namespace

Definition table_read_modify_write() {
  return {
      .description = {.name = "table.read_modify_write",
                      .component = Component::table,
                      .writes = true,
                      .help = "SELECT * WHERE id = ?, then UPDATE one column of the same row: two "
                              "calls, measured as one operation, no transaction. Depth 0 only.",
                      .parameters = choosing_table_parameters(true),
                      .depth_0_only = true},
      .make = make<TableReadModifyWrite>,
      .fill = fill_rows,
      .tables = dataset_tables,
  };
}

}  // namespace assay::workload
