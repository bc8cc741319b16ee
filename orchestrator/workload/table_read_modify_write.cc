#include "workload/definition.h"
#include "workload/kept_row.h"
#include "workload/table_overwrite.h"

namespace assay::workload {

namespace {

class TableReadModifyWrite final : public TableOverwrite {
 public:
  // REQUIRES: depth 0.
  TableReadModifyWrite(const Parameters& parameters, const Share& share, std::uint32_t depth,
                       Session& session)
      : TableOverwrite(parameters, share, depth, sizeof(KeptRow) + text_bytes_of(parameters),
                       session),
        reads_(slots()) {}

  Status issue(std::uint32_t slot, Reply& reply) override {
    const Status status = read(slot, reply);
    if (status != Status::ok) {
      return status;
    }
    reads_[slot].keep(reply.cells);
    ++other_calls_;
    return update(slot, reply);
  }

  Outcome check(std::uint32_t slot, Status status, const Reply& /*reply*/) override {
    const bool right = status != Status::ok || may_be(slot, reads_[slot].cells());
    ended(slot, status);
    return right ? outcome_of(status) : Outcome::wrong_value;
  }

  std::uint64_t other_calls() const override { return other_calls_; }

 private:
  std::vector<KeptRow> reads_;  // [slot]
  std::uint64_t other_calls_ = 0;
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
