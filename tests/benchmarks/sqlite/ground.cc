#include "ground.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace assay::sqlite::ceiling {
namespace {

void expect_ok(Status status, const Session& session) {
  if (status != Status::ok) {
    throw Error(
        fmt::format("filling the database ended as {}: {}", name(status), session.last_error()));
  }
}

}  // namespace

Ground::Ground(const std::filesystem::path& folder, Durability level,
               const std::map<std::string, std::string>& changes, bool table, int rows,
               std::size_t value_bytes) {
  std::string name = (folder / "sqlite-ceiling-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw Error(fmt::format("cannot make a folder in {}; choose a writable one with --folder",
                            folder.string()));
  }
  place_.folder = name;
  place_.durability = level;
  for (const Option& option : plugin_.capabilities().options) {
    const auto change = changes.find(option.name);
    place_.settings.push_back(
        {option.name, change == changes.end() ? option.default_value : change->second});
  }
  if (table) {
    place_.tables = {{"posts",
                      {{"id", ColumnType::integer},
                       {"user_id", ColumnType::integer},
                       {"title", ColumnType::text},
                       {"body", ColumnType::text},
                       {"created_at", ColumnType::integer},
                       {"updated_at", ColumnType::integer}}}};
  }
  plugin_.prepare(place_);
  session_ = plugin_.open(place_);
  if (table) {
    fill_table(rows, value_bytes);
  } else {
    fill_cache(rows, value_bytes);
  }
  plugin_.settle(place_);
}

Ground::~Ground() {
  session_.reset();
  std::error_code ignored;
  std::filesystem::remove_all(place_.folder, ignored);
}

std::string Ground::key(int row) { return fmt::format("key-{:016x}", row * 2'654'435'761ULL); }

void Ground::fill_cache(int rows, std::size_t value_bytes) {
  constexpr int batch = 1000;
  const std::string value(value_bytes, 'v');
  Reply reply;
  for (int first = 0; first < rows; first += batch) {
    std::vector<std::string> keys;
    for (int row = first; row < std::min(first + batch, rows); ++row) {
      keys.push_back(key(row));
    }
    const std::vector<Bytes> key_views(keys.begin(), keys.end());
    const std::vector<Bytes> values(keys.size(), value);
    expect_ok(session_->key_value()->multi_put(key_views, values, 0, reply), *session_);
  }
}

void Ground::fill_table(int rows, std::size_t value_bytes) {
  const std::string title(20, 't');
  const std::string body(value_bytes - title.size(), 'b');
  std::vector<Cell> cells;
  for (int row = 1; row <= rows; ++row) {
    cells.insert(cells.end(), {Cell{row, {}}, Cell{row % 1000, {}}, Cell{0, title}, Cell{0, body},
                               Cell{1'700'000'000, {}}, Cell{1'700'000'000, {}}});
  }
  Reply reply;
  expect_ok(session_->table()->insert_many(cells, reply), *session_);
}

}  // namespace assay::sqlite::ceiling
