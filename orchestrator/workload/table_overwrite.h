// What the works share that overwrite one column of rows which are there: the rows and values of
// their slots, made ahead, and the reading back. Belongs to one session's thread.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "workload/choice.h"
#include "workload/slotted_work.h"
#include "workload/table_dataset.h"

namespace assay::workload {

class TableOverwrite : public SlottedWork {
 public:
  void make(std::uint32_t first, std::uint32_t count) final {
    choice_.refresh();
    for (std::size_t i = first; i < first + count; ++i) {
      Overwrite& slot = slots_[i];
      slot.id = 1 + static_cast<std::int64_t>(choice_.next());
      slot.version = history_.next_version();
      slot.update = rows_->update(slot.id, slot.version, texts_.data() + i * rows_->update_bytes());
    }
  }

  Verdict verify(std::uint64_t most) final { return verify_rows(most, *rows_, history_, session_); }

 protected:
  // more_bytes: what each slot keeps besides.
  TableOverwrite(const Parameters& parameters, const Share& share, std::uint32_t depth,
                 std::uint64_t more_bytes, Session& session)
      : SlottedWork(slot_count(depth, sizeof(Overwrite) + rows_of(parameters, 0)->update_bytes() +
                                          more_bytes),
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

  Status read(std::uint32_t slot, Reply& reply) {
    return table_.point_read(slots_[slot].id, reply);
  }

  Status update(std::uint32_t slot, Reply& reply) {
    const Overwrite& one = slots_[slot];
    return table_.point_update(one.id, one.update.column, one.update.value, reply);
  }

  // Whether the cells are a row that the slot's id may have had before its update.
  bool may_be(std::uint32_t slot, std::span<const Cell> row) const {
    return rows_->may_be(slots_[slot].id, row, history_);
  }

  // The slot's update ended. To be called in the order of the updates.
  void ended(std::uint32_t slot, Status status) {
    history_.wrote(slots_[slot].update.item, slots_[slot].version, status);
  }

 private:
  struct Overwrite {
    std::int64_t id = 0;
    std::uint32_t version = 0;
    Update update;
  };

  Session& session_;
  Table& table_;
  std::unique_ptr<const Rows> rows_;
  History& history_;
  Choice choice_;
  std::vector<Overwrite> slots_;  // [slot]
  std::vector<char> texts_;       // [slot * update_bytes]
};

}  // namespace assay::workload
