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

class TableInsert final : public SlottedWork {
 public:
  TableInsert(const Parameters& parameters, const Share& share, std::uint32_t depth,
              Session& session)
      : SlottedWork(
            slot_count(depth, static_cast<std::uint64_t>(parameters.integer("body_bytes")) + 256),
            parameters.verify()),
        session_(session),
        table_(*session.table()),
        posts_(posts_of(parameters, share.seed)),
        ids_(posts_.rows(), share),
        cells_(std::size_t{slots()} * Post::columns),
        texts_(slots() * posts_.text_bytes()) {}

  void make(std::uint32_t first, std::uint32_t count) override {
    for (std::size_t slot = first; slot < first + count; ++slot) {
      posts_.make(ids_.next(), std::span(cells_).subspan(slot * Post::columns, Post::columns),
                  texts_.data() + slot * posts_.text_bytes());
    }
  }

  Status issue(std::uint32_t slot, Reply& reply) override {
    return table_.insert(row(slot), reply);
  }

  Outcome check(std::uint32_t slot, Status status, const Reply& /*reply*/) override {
    if (status == Status::ok) {
      ledger_.note(static_cast<std::uint64_t>(row(slot)[Post::id].integer), Versions::loaded);
    }
    return outcome_of(status);
  }

  Verdict verify(std::uint64_t most) override {
    Plain plain(session_);
    return ledger_.verify(most, [&](const Ledger::Entry& entry) {
      const auto id = static_cast<std::int64_t>(entry.item);
      Reply reply;
      return is_there(plain.point_read(id, reply), session_, fmt::format("row {}", id)) &&
             posts_.version_of(id, reply.cells) == entry.version;
    });
  }

 private:
  std::span<const Cell> row(std::size_t slot) const {
    return {cells_.data() + slot * Post::columns, Post::columns};
  }

  Session& session_;
  Table& table_;
  Posts posts_;
  NewIds ids_;
  Ledger ledger_;
  std::vector<Cell> cells_;  // [slot * Post::columns + column]
  std::vector<char> texts_;  // [slot * text_bytes]
};

}  // namespace

Definition table_insert() {
  return {
      .description = {.name = "table.insert",
                      .component = Component::table,
                      .writes = true,
                      .help = "Inserts one post with a new id, in a transaction of its own.",
                      .parameters = posts_parameters()},
      .make = make<TableInsert>,
      .fill = fill_posts,
      .tables = posts_tables,
  };
}

}  // namespace assay::workload
