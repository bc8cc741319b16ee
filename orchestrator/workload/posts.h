// The rows of the table workloads: posts(id, user_id, title, body, created_at, updated_at).
// Every column follows from seed and id, so that any row can be verified without shared state;
// updated_at also carries the version of its last update, so that it says which write it is.
// Posts with ids 1 to rows are loaded; the users take turns, so that each has rows / users posts
// (one more for the first rows % users), spread over the whole table. Immutable, safe from any
// thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "workload/rows.h"

namespace assay::workload {

struct Post {
  // Indices of the columns.
  static constexpr std::uint32_t id = 0;
  static constexpr std::uint32_t user_id = 1;
  static constexpr std::uint32_t title = 2;
  static constexpr std::uint32_t body = 3;
  static constexpr std::uint32_t created_at = 4;
  static constexpr std::uint32_t updated_at = 5;
  static constexpr std::uint32_t columns = 6;
};

class Posts final : public Rows {
 public:
  static constexpr std::size_t title_bytes = 32;

  // REQUIRES: 1 <= users <= rows.
  Posts(std::uint64_t seed, std::int64_t rows, std::int64_t users, std::size_t body_bytes);

  static TableSchema schema(bool index_user_id);

  std::int64_t users() const { return users_; }

  // The author of a post, loaded or inserted later; in [1, users()].
  std::int64_t user_of(std::int64_t id) const { return 1 + (id - 1) % users_; }

  // How many loaded posts the user has.
  std::int64_t posts_of(std::int64_t user) const {
    return rows() / users_ + (user <= rows() % users_ ? 1 : 0);
  }

  // The value of updated_at: [31 bits that follow from seed, id, version][32 bits version].
  std::int64_t stamp(std::int64_t id, std::uint32_t version) const;

  std::uint32_t columns() const override { return Post::columns; }

  std::size_t text_bytes() const override { return title_bytes + body_bytes_; }

  std::size_t update_bytes() const override { return 0; }

  void make(std::int64_t id, std::span<Cell> row, char* text) const override;
  Update update(std::int64_t id, std::uint32_t version, char* text) const override;
  bool may_be(std::int64_t id, std::span<const Cell> row, const History& history) const override;

  std::int64_t row_of(std::uint64_t item) const override { return static_cast<std::int64_t>(item); }

  // The version of a row that was read as post `id`; nullopt when any column is wrong.
  std::optional<std::uint32_t> version_of(std::int64_t id, std::span<const Cell> row) const;

 private:
  std::uint64_t base(std::int64_t id, std::uint64_t purpose) const;
  std::int64_t created_at(std::int64_t id) const;

  std::uint64_t seed_;
  std::int64_t users_;
  std::size_t body_bytes_;
};

}  // namespace assay::workload
