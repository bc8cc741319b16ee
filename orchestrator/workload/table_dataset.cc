#include "workload/table_dataset.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "assay/plain.h"
#include "workload/load.h"

namespace assay::workload {

std::vector<Parameter> posts_parameters() {
  return {
      {"rows",
       ParameterType::integer,
       "rows",
       100'000,
       1,
       1e8,
       {},
       "How many posts are loaded before the measurement."},
      {"posts_per_user",
       ParameterType::integer,
       "rows",
       10,
       1,
       1e6,
       {},
       "Posts each user has, spread over the whole table."},
      {"body_bytes",
       ParameterType::integer,
       "bytes",
       100,
       1,
       1 << 20,
       {},
       "Size of a post's body; the other columns take about 70 bytes."},
      {"index_user_id",
       ParameterType::boolean,
       "",
       true,
       0,
       0,
       {},
       "Whether there is an index on user_id."},
  };
}

std::vector<Parameter> chosen_posts_parameters() {
  auto parameters = posts_parameters();
  std::ranges::move(distribution_parameters("rows or users"), std::back_inserter(parameters));
  return parameters;
}

Posts posts_of(const Parameters& parameters, std::uint64_t seed) {
  const std::int64_t rows = parameters.integer("rows");
  const std::int64_t users = std::max<std::int64_t>(1, rows / parameters.integer("posts_per_user"));
  return {seed, rows, users, static_cast<std::size_t>(parameters.integer("body_bytes"))};
}

std::vector<TableSchema> posts_tables(const Parameters& parameters) {
  return {Posts::schema(parameters.boolean("index_user_id"))};
}

void fill_posts(const Parameters& parameters, std::uint64_t seed, Session& session) {
  constexpr std::size_t most_bytes = std::size_t{8} << 20;
  const Posts posts = posts_of(parameters, seed);
  const std::size_t text_bytes = posts.text_bytes();
  const auto batch =
      static_cast<std::int64_t>(std::clamp<std::size_t>(most_bytes / text_bytes, 1, 1000));
  std::vector<char> texts(static_cast<std::size_t>(batch) * text_bytes);
  std::vector<Cell> cells(static_cast<std::size_t>(batch) * Post::columns);
  Plain plain(session);
  for (std::int64_t first = 1; first <= posts.rows(); first += batch) {
    const auto count = static_cast<std::size_t>(std::min(batch, posts.rows() + 1 - first));
    const auto rows = std::span(cells).first(count * Post::columns);
    for (std::size_t i = 0; i < count; ++i) {
      posts.make(first + static_cast<std::int64_t>(i),
                 rows.subspan(i * Post::columns, Post::columns), texts.data() + i * text_bytes);
    }
    Reply reply;
    require_loaded(plain.insert_many(rows, reply), session,
                   fmt::format("rows {} to {} of {}", first,
                               first + static_cast<std::int64_t>(count) - 1, posts.rows()));
  }
}

}  // namespace assay::workload
