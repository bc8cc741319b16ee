#include <algorithm>

#include "workload/choice.h"
#include "workload/definition.h"
#include "workload/slotted_work.h"
#include "workload/table_dataset.h"

namespace assay::workload {

namespace {

struct ScanSlot {
  std::int64_t first = 0;  // there are always as many rows as `limit` from there on
  std::uint32_t length = 0;
};

class TableScan final : public SlottedWork {
 public:
  TableScan(const Parameters& parameters, const Share& share, std::uint32_t depth, Session& session)
      : SlottedWork(slot_count(depth, sizeof(ScanSlot)), parameters.verify()),
        table_(*session.table()),
        rows_(rows_of(parameters, share.seed)),
        history_(*share.history),
        limit_(std::min(parameters.integer("limit"), rows_->rows())),
        uniform_(parameters.choice("lengths") == "uniform"),
        length_(static_cast<std::uint64_t>(limit_)),
        random_(share.seed + 1, share.session, share.round),
        choice_(parameters, share, static_cast<std::uint64_t>(rows_->rows()),
                static_cast<std::uint64_t>(limit_ - 1)),
        slots_(slots()) {}

  void make(std::uint32_t first, std::uint32_t count) override {
    choice_.refresh();
    for (ScanSlot& slot : std::span(slots_).subspan(first, count)) {
      slot.first = 1 + static_cast<std::int64_t>(choice_.next());
      slot.length = static_cast<std::uint32_t>(uniform_ ? 1 + length_.draw(random_)
                                                        : static_cast<std::uint64_t>(limit_));
    }
  }

  Status issue(std::uint32_t slot, Reply& reply) override {
    return table_.scan(slots_[slot].first, slots_[slot].length, reply);
  }

  Outcome check(std::uint32_t slot, Status status, const Reply& reply) override {
    if (status != Status::ok) {
      return outcome_of(status);
    }
    return right_rows(slots_[slot], reply) ? Outcome::ok : Outcome::wrong_value;
  }

  Verdict verify(std::uint64_t /*most*/) override { return {}; }

 private:
  // Ascending from the first one on, none left out that is surely there.
  bool right_rows(const ScanSlot& slot, const Reply& reply) const {
    const std::size_t columns = rows_->columns();
    if (reply.number != slot.length || reply.cells.size() != slot.length * columns) {
      return false;
    }
    std::int64_t last = slot.first - 1;
    for (std::size_t at = 0; at < reply.cells.size(); at += columns) {
      const auto row = reply.cells.subspan(at, columns);
      const std::int64_t id = row[0].integer;
      const std::int64_t next = last < rows_->rows() ? last + 1 : history_.next_id(last);
      const bool may_come = id == next || (id > last && id < next && history_.inserts());
      if (!may_come || !rows_->may_be(id, row, history_)) {
        return false;
      }
      last = id;
    }
    return true;
  }

  Table& table_;
  std::unique_ptr<const Rows> rows_;
  const History& history_;
  std::int64_t limit_;
  bool uniform_;
  Bounded length_;
  Random random_;
  Choice choice_;
  std::vector<ScanSlot> slots_;  // [slot]
};

}  // namespace

Definition table_scan() {
  auto parameters = choosing_table_parameters(true);
  parameters.push_back({"limit",
                        ParameterType::integer,
                        "rows",
                        100,
                        1,
                        10'000,
                        {},
                        "Most rows one operation reads."});
  parameters.push_back(
      {"lengths",
       ParameterType::choice,
       "",
       "fixed",
       0,
       0,
       {"fixed", "uniform"},
       "Whether a scan reads `limit` rows, or 1 to `limit`, each number as often."});
  return {
      .description = {.name = "table.scan",
                      .component = Component::table,
                      .writes = false,
                      .help = "SELECT * FROM the table WHERE id >= ? ORDER BY id LIMIT ?",
                      .parameters = std::move(parameters)},
      .make = make<TableScan>,
      .fill = fill_rows,
      .tables = dataset_tables,
  };
}

}  // namespace assay::workload
