#include "workload/posts.h"

#include <cassert>

#include "workload/bytes.h"
#include "workload/random.h"
#include "workload/versions.h"

namespace assay::workload {

namespace {

// What a number that follows from an id is for; updates use 2^32 + version.
enum Purpose : std::uint64_t { for_title, for_body, for_created };

bool is_text(std::uint64_t base, Bytes text, std::size_t size) {
  return text.size() == size && is_stream<Letters>(base, text.data(), size);
}

}  // namespace

Posts::Posts(std::uint64_t seed, std::int64_t rows, std::int64_t users, std::size_t body_bytes)
    : Rows(rows), seed_(mix(seed + 3)), users_(users), body_bytes_(body_bytes) {
  assert(users >= 1 && users <= rows);
}

TableSchema Posts::schema(bool index_user_id) {
  return {.name = "posts",
          .columns = {{"id", ColumnType::integer},
                      {"user_id", ColumnType::integer, index_user_id},
                      {"title", ColumnType::text},
                      {"body", ColumnType::text},
                      {"created_at", ColumnType::integer},
                      {"updated_at", ColumnType::integer}}};
}

std::uint64_t Posts::base(std::int64_t id, std::uint64_t purpose) const {
  return mix(seed_ + static_cast<std::uint64_t>(id) * 0xd6e8feb86659fd93U +
             purpose * 0xa0761d6478bd642fU);
}

std::int64_t Posts::stamp(std::int64_t id, std::uint32_t version) const {
  const std::uint64_t proof = base(id, (std::uint64_t{1} << 32) + version) >> 33;
  return static_cast<std::int64_t>(proof << 32 | version);
}

// Microseconds since 1970: a post a second, from November 2023 on.
std::int64_t Posts::created_at(std::int64_t id) const {
  return 1'700'000'000'000'000 + id * 1'000'000 +
         static_cast<std::int64_t>(multiply_high(base(id, for_created), 1'000'000));
}

void Posts::make(std::int64_t id, std::span<Cell> row, char* text) const {
  write_stream<Letters>(base(id, for_title), text, title_bytes);
  write_stream<Letters>(base(id, for_body), text + title_bytes, body_bytes_);
  row[Post::id].integer = id;
  row[Post::user_id].integer = user_of(id);
  row[Post::title].bytes = Bytes(text, title_bytes);
  row[Post::body].bytes = Bytes(text + title_bytes, body_bytes_);
  row[Post::created_at].integer = created_at(id);
  row[Post::updated_at].integer = stamp(id, Versions::loaded);
}

Update Posts::update(std::int64_t id, std::uint32_t version, char* /*text*/) const {
  Update update{Post::updated_at, {}, static_cast<std::uint64_t>(id)};
  update.value.integer = stamp(id, version);
  return update;
}

bool Posts::may_be(std::int64_t id, std::span<const Cell> row, const History& history) const {
  const auto version = version_of(id, row);
  return version && history.allows(static_cast<std::uint64_t>(id), *version);
}

std::optional<std::uint32_t> Posts::version_of(std::int64_t id, std::span<const Cell> row) const {
  if (row.size() != Post::columns) {
    return std::nullopt;
  }
  const auto version = static_cast<std::uint32_t>(row[Post::updated_at].integer);
  const bool right = row[Post::id].integer == id && row[Post::user_id].integer == user_of(id) &&
                     row[Post::created_at].integer == created_at(id) &&
                     row[Post::updated_at].integer == stamp(id, version) &&
                     is_text(base(id, for_title), row[Post::title].bytes, title_bytes) &&
                     is_text(base(id, for_body), row[Post::body].bytes, body_bytes_);
  return right ? std::optional(version) : std::nullopt;
}

}  // namespace assay::workload
