#include "workload/choice.h"
#include "workload/definition.h"
#include "workload/slotted_work.h"
#include "workload/table_dataset.h"

namespace assay::workload {

namespace {

class TablePointRead final : public SlottedWork {
 public:
  TablePointRead(const Parameters& parameters, const Share& share, std::uint32_t depth,
                 Session& session)
      : SlottedWork(slot_count(depth, sizeof(std::int64_t)), parameters.verify()),
        table_(*session.table()),
        rows_(rows_of(parameters, share.seed)),
        history_(*share.history),
        choice_(parameters, share, static_cast<std::uint64_t>(rows_->rows())),
        ids_(slots()) {}

  void make(std::uint32_t first, std::uint32_t count) override {
    choice_.refresh();
    for (std::int64_t& id : std::span(ids_).subspan(first, count)) {
      id = 1 + static_cast<std::int64_t>(choice_.next());
    }
  }

  Status issue(std::uint32_t slot, Reply& reply) override {
    return table_.point_read(ids_[slot], reply);
  }

  Outcome check(std::uint32_t slot, Status status, const Reply& reply) override {
    if (status != Status::ok) {
      return outcome_of(status);
    }
    return rows_->may_be(ids_[slot], reply.cells, history_) ? Outcome::ok : Outcome::wrong_value;
  }

  Verdict verify(std::uint64_t /*most*/) override { return {}; }

 private:
  Table& table_;
  std::unique_ptr<const Rows> rows_;
  const History& history_;
  Choice choice_;
  std::vector<std::int64_t> ids_;  // [slot]
};

}  // namespace

Definition table_point_read() {
  return {
      .description = {.name = "table.point_read",
                      .component = Component::table,
                      .writes = false,
                      .help = "SELECT * FROM the table WHERE id = ?",
                      .parameters = choosing_table_parameters(true)},
      .make = make<TablePointRead>,
      .fill = fill_rows,
      .tables = dataset_tables,
  };
}

}  // namespace assay::workload
