#include "workload/definition.h"
#include "workload/table_overwrite.h"

namespace assay::workload {

namespace {

class TablePointUpdate final : public TableOverwrite {
 public:
  TablePointUpdate(const Parameters& parameters, const Share& share, std::uint32_t depth,
                   Session& session)
      : TableOverwrite(parameters, share, depth, 0, session) {}

  Status issue(std::uint32_t slot, Reply& reply) override { return update(slot, reply); }

  Outcome check(std::uint32_t slot, Status status, const Reply& /*reply*/) override {
    ended(slot, status);
    return outcome_of(status);
  }
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
