// The dataset of the table workloads, and the parameters they have in common.
#pragma once

#include <cstdint>
#include <vector>

#include "assay/session.h"
#include "workload/distribution.h"
#include "workload/parameters.h"
#include "workload/posts.h"

namespace assay::workload {

// rows, posts_per_user, body_bytes, index_user_id.
std::vector<Parameter> posts_parameters();

// The same and those of the distribution, for the workloads that choose among what is loaded.
std::vector<Parameter> chosen_posts_parameters();

Posts posts_of(const Parameters& parameters, std::uint64_t seed);

// The posts table, with the index on user_id as the parameter says.
std::vector<TableSchema> posts_tables(const Parameters& parameters);

// Inserts all loaded rows.
void fill_posts(const Parameters& parameters, std::uint64_t seed, Session& session);

}  // namespace assay::workload
