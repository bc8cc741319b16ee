// The keys and values of the cache workloads, and the parameters they have in common.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "assay/session.h"
#include "workload/distribution.h"
#include "workload/keys.h"
#include "workload/parameters.h"
#include "workload/values.h"

namespace assay::workload {

// payload, keys.
std::vector<Parameter> cache_dataset_parameters();

// The same, and those of the distribution, for the workloads that choose among the keys.
std::vector<Parameter> cache_parameters();

// Keys per operation of the multi workloads.
Parameter batch_parameter();

// Time to live of what a workload writes.
Parameter ttl_parameter();

// What every session of a block knows alike. Immutable.
struct CacheDataset {
  CacheDataset(const Parameters& parameters, std::uint64_t seed);

  std::uint64_t keys;
  KeyTexts texts;
  Values values;
};

// The session's stream of key indices.
Items key_stream(const Parameters& parameters, const Share& share);

// The batch parameter. Throws Error when there are fewer keys than a batch takes.
std::uint32_t checked_batch(const Parameters& parameters);

// Fills `batch` with different indices from the stream.
void draw_distinct(Items& items, std::uint64_t keys, std::span<std::uint64_t> batch);

// Stores every key with the value of the load's version, never expiring.
void fill_cache(const Parameters& parameters, std::uint64_t seed, Session& session);

}  // namespace assay::workload
