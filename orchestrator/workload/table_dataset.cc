#include "workload/table_dataset.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "assay/plain.h"
#include "workload/load.h"
#include "workload/read_back.h"
#include "workload/records.h"

namespace assay::workload {

namespace {

constexpr std::string_view posts = "posts";
constexpr std::string_view records = "records";

}  // namespace

std::vector<Parameter> table_parameters(bool with_records) {
  std::vector<std::string> datasets{std::string(posts)};
  if (with_records) {
    datasets.emplace_back(records);
  }
  return {
      {"dataset", ParameterType::choice, "", posts, 0, 0, std::move(datasets),
       "The table: posts, or YCSB's records of ten texts of 100 bytes with an integer key."},
      {"rows",
       ParameterType::integer,
       "rows",
       100'000,
       1,
       1e8,
       {},
       "How many rows are loaded before the measurement."},
      {"posts_per_user",
       ParameterType::integer,
       "rows",
       10,
       1,
       1e6,
       {},
       "Dataset posts: posts each user has, spread over the whole table."},
      {"body_bytes",
       ParameterType::integer,
       "bytes",
       100,
       1,
       1 << 20,
       {},
       "Dataset posts: size of a post's body; the other columns take about 70 bytes."},
      {"index_user_id",
       ParameterType::boolean,
       "",
       true,
       0,
       0,
       {},
       "Dataset posts: whether there is an index on user_id."},
  };
}

std::vector<Parameter> choosing_table_parameters(bool with_records) {
  auto parameters = table_parameters(with_records);
  std::ranges::move(distribution_parameters("rows or users"), std::back_inserter(parameters));
  return parameters;
}

Posts posts_of(const Parameters& parameters, std::uint64_t seed) {
  const std::int64_t rows = parameters.integer("rows");
  const std::int64_t users = std::max<std::int64_t>(1, rows / parameters.integer("posts_per_user"));
  return {seed, rows, users, static_cast<std::size_t>(parameters.integer("body_bytes"))};
}

std::unique_ptr<const Rows> rows_of(const Parameters& parameters, std::uint64_t seed) {
  if (parameters.choice("dataset") == records) {
    return std::make_unique<Records>(seed, parameters.integer("rows"));
  }
  return std::make_unique<Posts>(posts_of(parameters, seed));
}

std::uint64_t text_bytes_of(const Parameters& parameters) {
  return rows_of(parameters, 0)->text_bytes();
}

std::vector<TableSchema> dataset_tables(const Parameters& parameters) {
  if (parameters.choice("dataset") == records) {
    return {Records::schema()};
  }
  return {Posts::schema(parameters.boolean("index_user_id"))};
}

void fill_rows(const Parameters& parameters, std::uint64_t seed, Session& session) {
  constexpr std::size_t most_bytes = std::size_t{8} << 20;
  const auto rows = rows_of(parameters, seed);
  const std::size_t text_bytes = rows->text_bytes();
  const std::size_t columns = rows->columns();
  const auto batch =
      static_cast<std::int64_t>(std::clamp<std::size_t>(most_bytes / text_bytes, 1, 1000));
  std::vector<char> texts(static_cast<std::size_t>(batch) * text_bytes);
  std::vector<Cell> cells(static_cast<std::size_t>(batch) * columns);
  Plain plain(session);
  for (std::int64_t first = 1; first <= rows->rows(); first += batch) {
    const auto count = static_cast<std::size_t>(std::min(batch, rows->rows() + 1 - first));
    const auto part = std::span(cells).first(count * columns);
    for (std::size_t i = 0; i < count; ++i) {
      rows->make(first + static_cast<std::int64_t>(i), part.subspan(i * columns, columns),
                 texts.data() + i * text_bytes);
    }
    Reply reply;
    require_loaded(plain.insert_many(part, reply), session,
                   fmt::format("rows {} to {} of {}", first,
                               first + static_cast<std::int64_t>(count) - 1, rows->rows()));
  }
}

Verdict verify_rows(std::uint64_t most, const Rows& rows, History& history, Session& session) {
  Plain plain(session);
  const auto right = [&](std::int64_t id) {
    Reply reply;
    return is_there(plain.point_read(id, reply), session, fmt::format("row {}", id)) &&
           rows.may_be(id, reply.cells, history);
  };
  return history.verify(
      most, [&](const Ledger::Entry& entry) { return right(rows.row_of(entry.item)); },
      [&](const Ledger::Entry& entry) { return right(static_cast<std::int64_t>(entry.item)); });
}

}  // namespace assay::workload
