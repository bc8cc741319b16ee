#include <algorithm>

#include "workload/definition.h"
#include "workload/slotted_work.h"
#include "workload/table_dataset.h"
#include "workload/versions.h"

namespace assay::workload {

namespace {

class TableScan final : public SlottedWork {
 public:
  TableScan(const Parameters& parameters, const Share& share, std::uint32_t depth, Session& session)
      : SlottedWork(slot_count(depth, sizeof(std::int64_t)), parameters.verify()),
        table_(*session.table()),
        posts_(posts_of(parameters, share.seed)),
        limit_(std::min(parameters.integer("limit"), posts_.rows())),
        items_(
            item_stream(parameters, share, static_cast<std::uint64_t>(posts_.rows() - limit_ + 1))),
        first_ids_(slots()) {}

  void make(std::uint32_t first, std::uint32_t count) override {
    for (std::int64_t& id : std::span(first_ids_).subspan(first, count)) {
      id = 1 + static_cast<std::int64_t>(items_.next());
    }
  }

  Status issue(std::uint32_t slot, Reply& reply) override {
    return table_.scan(first_ids_[slot], static_cast<std::uint32_t>(limit_), reply);
  }

  Outcome check(std::uint32_t slot, Status status, const Reply& reply) override {
    if (status != Status::ok) {
      return outcome_of(status);
    }
    if (reply.number != limit_ ||
        reply.cells.size() != static_cast<std::size_t>(limit_) * Post::columns) {
      return Outcome::wrong_value;
    }
    for (std::int64_t i = 0; i < limit_; ++i) {
      const auto row =
          reply.cells.subspan(static_cast<std::size_t>(i) * Post::columns, Post::columns);
      if (posts_.version_of(first_ids_[slot] + i, row) != Versions::loaded) {
        return Outcome::wrong_value;
      }
    }
    return Outcome::ok;
  }

  Verdict verify(std::uint64_t /*most*/) override { return {}; }

 private:
  Table& table_;
  Posts posts_;
  std::int64_t limit_;
  Items items_;
  std::vector<std::int64_t> first_ids_;  // [slot]; always limit_ rows from there on
};

}  // namespace

Definition table_scan() {
  auto parameters = chosen_posts_parameters();
  parameters.push_back(
      {"limit", ParameterType::integer, "rows", 100, 1, 10'000, {}, "Rows one operation reads."});
  return {
      .description = {.name = "table.scan",
                      .component = Component::table,
                      .writes = false,
                      .help = "SELECT * FROM posts WHERE id >= ? ORDER BY id LIMIT ?",
                      .parameters = std::move(parameters)},
      .make = make<TableScan>,
      .fill = fill_posts,
      .tables = posts_tables,
  };
}

}  // namespace assay::workload
