#include <algorithm>

#include "workload/definition.h"
#include "workload/slotted_work.h"
#include "workload/table_dataset.h"

namespace assay::workload {

namespace {

class TableMultiRead final : public SlottedWork {
 public:
  TableMultiRead(const Parameters& parameters, const Share& share, std::uint32_t depth,
                 Session& session)
      : SlottedWork(slot_count(depth, sizeof(std::int64_t)), parameters.verify()),
        table_(*session.table()),
        posts_(posts_of(parameters, share.seed)),
        history_(*share.history),
        items_(item_stream(parameters, share, static_cast<std::uint64_t>(posts_.users()))),
        limit_(static_cast<std::uint32_t>(parameters.integer("limit"))),
        users_(slots()) {}

  void make(std::uint32_t first, std::uint32_t count) override {
    for (std::int64_t& user : std::span(users_).subspan(first, count)) {
      user = 1 + static_cast<std::int64_t>(items_.next());
    }
  }

  Status issue(std::uint32_t slot, Reply& reply) override {
    return table_.multi_read(Post::user_id, users_[slot], limit_, reply);
  }

  Outcome check(std::uint32_t slot, Status status, const Reply& reply) override {
    if (status != Status::ok) {
      return outcome_of(status);
    }
    return right_rows(users_[slot], reply) ? Outcome::ok : Outcome::wrong_value;
  }

  Verdict verify(std::uint64_t /*most*/) override { return {}; }

 private:
  // As many different posts of the user as the limit allows, in any order. Inserts may have added
  // to those that are loaded.
  bool right_rows(std::int64_t user, const Reply& reply) {
    const std::int64_t least = std::min<std::int64_t>(limit_, posts_.posts_of(user));
    const std::int64_t most = history_.inserts() ? limit_ : least;
    if (reply.number < least || reply.number > most ||
        reply.cells.size() != static_cast<std::size_t>(reply.number) * Post::columns) {
      return false;
    }
    seen_.clear();
    for (std::size_t at = 0; at < reply.cells.size(); at += Post::columns) {
      const auto row = reply.cells.subspan(at, Post::columns);
      const std::int64_t id = row[Post::id].integer;
      if (id < 1 || (id > posts_.rows() && !history_.inserts()) || posts_.user_of(id) != user ||
          !posts_.may_be(id, row, history_) || std::ranges::find(seen_, id) != seen_.end()) {
        return false;
      }
      seen_.push_back(id);
    }
    return true;
  }

  Table& table_;
  Posts posts_;
  const History& history_;
  Items items_;
  std::uint32_t limit_;
  std::vector<std::int64_t> users_;  // [slot]
  std::vector<std::int64_t> seen_;   // ids of the reply being judged
};

}  // namespace

Definition table_multi_read() {
  auto parameters = choosing_table_parameters(false);
  parameters.push_back(
      {"limit", ParameterType::integer, "rows", 5, 1, 100, {}, "Most rows one operation reads."});
  return {
      .description = {.name = "table.multi_read",
                      .component = Component::table,
                      .writes = false,
                      .help = "SELECT * FROM posts WHERE user_id = ? LIMIT ?",
                      .parameters = std::move(parameters)},
      .make = make<TableMultiRead>,
      .fill = fill_rows,
      .tables = dataset_tables,
  };
}

}  // namespace assay::workload
