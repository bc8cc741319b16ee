#include "workload/cache_dataset.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "assay/plain.h"
#include "workload/load.h"
#include "workload/versions.h"

namespace assay::workload {

std::vector<Parameter> cache_dataset_parameters() {
  return {
      {"payload",
       ParameterType::integer,
       "bytes",
       100,
       Values::least_bytes,
       1 << 20,
       {},
       "Size of every value."},
      {"keys",
       ParameterType::integer,
       "",
       10'000,
       1,
       1e8,
       {},
       "How many keys there are; all of them are loaded before the measurement."},
  };
}

std::vector<Parameter> cache_parameters() {
  auto parameters = cache_dataset_parameters();
  std::ranges::move(distribution_parameters("keys"), std::back_inserter(parameters));
  return parameters;
}

Parameter batch_parameter() {
  return {
      "batch", ParameterType::integer, "keys", 5, 1, 100, {}, "Different keys in one operation."};
}

Parameter ttl_parameter() {
  return {"ttl_ms", ParameterType::integer,
          "ms",     0,
          0,        1e12,
          {},       "Time until a written value expires; 0 for never."};
}

CacheDataset::CacheDataset(const Parameters& parameters, std::uint64_t seed)
    : keys(static_cast<std::uint64_t>(parameters.integer("keys"))),
      texts(seed),
      values(seed, static_cast<std::size_t>(parameters.integer("payload"))) {}

Items key_stream(const Parameters& parameters, const Share& share) {
  return item_stream(parameters, share, static_cast<std::uint64_t>(parameters.integer("keys")));
}

std::uint32_t checked_batch(const Parameters& parameters) {
  const std::int64_t batch = parameters.integer("batch");
  if (const std::int64_t keys = parameters.integer("keys"); batch > keys) {
    throw parameters.error(
        fmt::format("a batch of {} different keys needs at least as many keys, but keys is {}; "
                    "give more keys or a smaller batch",
                    batch, keys));
  }
  return static_cast<std::uint32_t>(batch);
}

void draw_distinct(Items& items, std::uint64_t keys, std::span<std::uint64_t> batch) {
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const auto chosen = batch.first(i);
    std::uint64_t index = items.next();
    // The neighbour instead of another draw: it always ends, however skewed the distribution.
    while (std::ranges::find(chosen, index) != chosen.end()) {
      index = index + 1 < keys ? index + 1 : 0;
    }
    batch[i] = index;
  }
}

void fill_cache(const Parameters& parameters, std::uint64_t seed, Session& session) {
  constexpr std::uint64_t most_bytes = std::uint64_t{4} << 20;
  const CacheDataset data(parameters, seed);
  const std::size_t size = data.values.size();
  const auto batch = std::clamp<std::uint64_t>(most_bytes / size, 1, 500);
  std::vector<KeyText> texts(batch);
  std::vector<char> bytes(batch * size);
  std::vector<Bytes> keys(batch);
  std::vector<Bytes> values(batch);
  for (std::uint64_t i = 0; i < batch; ++i) {
    keys[i] = texts[i].view();
    values[i] = Bytes(bytes.data() + i * size, size);
  }
  Plain plain(session);
  Reply reply;
  for (std::uint64_t first = 0; first < data.keys; first += batch) {
    const std::uint64_t count = std::min(batch, data.keys - first);
    for (std::uint64_t i = 0; i < count; ++i) {
      data.texts.write(first + i, texts[i]);
      data.values.make(first + i, Versions::loaded, bytes.data() + i * size);
    }
    require_loaded(plain.multi_put(Span(keys).first(count), Span(values).first(count), 0, reply),
                   session,
                   fmt::format("keys {} to {} of {}", first + 1, first + count, data.keys));
  }
}

}  // namespace assay::workload
