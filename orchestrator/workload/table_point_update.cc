#include <fmt/format.h>

#include "assay/plain.h"
#include "workload/definition.h"
#include "workload/ledger.h"
#include "workload/read_back.h"
#include "workload/slotted_work.h"
#include "workload/table_dataset.h"
#include "workload/versions.h"

namespace assay::workload {

namespace {

struct UpdateSlot {
  std::int64_t id = 0;
  std::uint32_t version = 0;
  Cell value;
};

class TablePointUpdate final : public SlottedWork {
 public:
  TablePointUpdate(const Parameters& parameters, const Share& share, std::uint32_t depth,
                   Session& session)
      : SlottedWork(slot_count(depth, sizeof(UpdateSlot)), parameters.verify()),
        session_(session),
        table_(*session.table()),
        posts_(posts_of(parameters, share.seed)),
        items_(item_stream(parameters, share, static_cast<std::uint64_t>(posts_.rows()))),
        versions_(share),
        slots_(slots()) {}

  void make(std::uint32_t first, std::uint32_t count) override {
    for (UpdateSlot& slot : std::span(slots_).subspan(first, count)) {
      slot.id = 1 + static_cast<std::int64_t>(items_.next());
      slot.version = versions_.next();
      slot.value.integer = posts_.stamp(slot.id, slot.version);
    }
  }

  Status issue(std::uint32_t slot, Reply& reply) override {
    return table_.point_update(slots_[slot].id, Post::updated_at, slots_[slot].value, reply);
  }

  Outcome check(std::uint32_t slot, Status status, const Reply& /*reply*/) override {
    const auto id = static_cast<std::uint64_t>(slots_[slot].id);
    if (status == Status::ok) {
      ledger_.note(id, slots_[slot].version);
    } else if (status == Status::unknown || status == Status::failed) {
      ledger_.forget(id);
    }
    return outcome_of(status);
  }

  Verdict verify(std::uint64_t most) override {
    Plain plain(session_);
    return ledger_.verify(most, [&](const Ledger::Entry& entry) {
      const auto id = static_cast<std::int64_t>(entry.item);
      Reply reply;
      if (!is_there(plain.point_read(id, reply), session_, fmt::format("row {}", id))) {
        return false;
      }
      const auto version = posts_.version_of(id, reply.cells);
      return version && versions_.may_follow(entry.version, *version);
    });
  }

 private:
  Session& session_;
  Table& table_;
  Posts posts_;
  Items items_;
  Versions versions_;
  Ledger ledger_;
  std::vector<UpdateSlot> slots_;  // [slot]
};

}  // namespace

Definition table_point_update() {
  return {
      .description = {.name = "table.point_update",
                      .component = Component::table,
                      .writes = true,
                      .help = "UPDATE posts SET updated_at = ? WHERE id = ?, always another value",
                      .parameters = chosen_posts_parameters()},
      .make = make<TablePointUpdate>,
      .fill = fill_posts,
      .tables = posts_tables,
  };
}

}  // namespace assay::workload
