#include "workload/choice.h"
#include "workload/definition.h"
#include "workload/slotted_work.h"
#include "workload/table_dataset.h"

namespace assay::workload {

namespace {

struct UpdateSlot {
  std::int64_t id = 0;
  std::uint32_t version = 0;
  Update update;
};

class TablePointUpdate final : public SlottedWork {
 public:
  TablePointUpdate(const Parameters& parameters, const Share& share, std::uint32_t depth,
                   Session& session)
      : SlottedWork(slot_count(depth, sizeof(UpdateSlot) + rows_of(parameters, 0)->update_bytes()),
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
      UpdateSlot& slot = slots_[i];
      slot.id = 1 + static_cast<std::int64_t>(choice_.next());
      slot.version = history_.next_version();
      slot.update = rows_->update(slot.id, slot.version, texts_.data() + i * rows_->update_bytes());
    }
  }

  Status issue(std::uint32_t slot, Reply& reply) override {
    const UpdateSlot& one = slots_[slot];
    return table_.point_update(one.id, one.update.column, one.update.value, reply);
  }

  Outcome check(std::uint32_t slot, Status status, const Reply& /*reply*/) override {
    history_.wrote(slots_[slot].update.item, slots_[slot].version, status);
    return outcome_of(status);
  }

  Verdict verify(std::uint64_t most) override {
    return verify_rows(most, *rows_, history_, session_);
  }

 private:
  Session& session_;
  Table& table_;
  std::unique_ptr<const Rows> rows_;
  History& history_;
  Choice choice_;
  std::vector<UpdateSlot> slots_;  // [slot]
  std::vector<char> texts_;        // [slot * update_bytes]
};

}  // namespace

Definition table_point_update() {
  return {
      .description = {.name = "table.point_update",
                      .component = Component::table,
                      .writes = true,
                      .help = "UPDATE the table SET one column WHERE id = ?, always another value",
                      .parameters = choosing_table_parameters(true)},
      .make = make<TablePointUpdate>,
      .fill = fill_rows,
      .tables = dataset_tables,
  };
}

}  // namespace assay::workload
