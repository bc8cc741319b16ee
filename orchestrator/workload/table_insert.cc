#include "workload/definition.h"
#include "workload/slotted_work.h"
#include "workload/table_dataset.h"

namespace assay::workload {

namespace {

class TableInsert final : public SlottedWork {
 public:
  TableInsert(const Parameters& parameters, const Share& share, std::uint32_t depth,
              Session& session)
      : SlottedWork(slot_count(depth, text_bytes_of(parameters) + 256), parameters.verify()),
        session_(session),
        table_(*session.table()),
        rows_(rows_of(parameters, share.seed)),
        history_(*share.history),
        cells_(std::size_t{slots()} * rows_->columns()),
        texts_(slots() * rows_->text_bytes()) {
    history_.will_insert(rows_->rows());
  }

  void make(std::uint32_t first, std::uint32_t count) override {
    for (std::size_t slot = first; slot < first + count; ++slot) {
      rows_->make(history_.new_id(), row(slot), texts_.data() + slot * rows_->text_bytes());
    }
  }

  Status issue(std::uint32_t slot, Reply& reply) override {
    return table_.insert(row(slot), reply);
  }

  Outcome check(std::uint32_t slot, Status status, const Reply& /*reply*/) override {
    history_.inserted(row(slot)[0].integer, status);
    return outcome_of(status);
  }

  Verdict verify(std::uint64_t most) override {
    return verify_rows(most, *rows_, history_, session_);
  }

 private:
  std::span<Cell> row(std::size_t slot) {
    return std::span(cells_).subspan(slot * rows_->columns(), rows_->columns());
  }

  Session& session_;
  Table& table_;
  std::unique_ptr<const Rows> rows_;
  History& history_;
  std::vector<Cell> cells_;  // [slot * columns + column]
  std::vector<char> texts_;  // [slot * text_bytes]
};

}  // namespace

Definition table_insert() {
  return {
      .description = {.name = "table.insert",
                      .component = Component::table,
                      .writes = true,
                      .help = "Inserts one row with a new id, in a transaction of its own.",
                      .parameters = table_parameters(true)},
      .make = make<TableInsert>,
      .fill = fill_rows,
      .tables = dataset_tables,
  };
}

}  // namespace assay::workload
