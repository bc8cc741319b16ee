// The datasets of the table workloads, and the parameters they have in common.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "assay/session.h"
#include "workload/distribution.h"
#include "workload/parameters.h"
#include "workload/posts.h"
#include "workload/work.h"

namespace assay::workload {

// dataset, rows, posts_per_user, body_bytes, index_user_id. Without records: the workload knows the
// posts only.
std::vector<Parameter> table_parameters(bool records);

// The same and those of the distribution, for the workloads that choose among what is loaded.
std::vector<Parameter> choosing_table_parameters(bool records);

// Bytes of text a row has.
std::uint64_t text_bytes_of(const Parameters& parameters);

// The parameters' dataset.
std::unique_ptr<const Rows> rows_of(const Parameters& parameters, std::uint64_t seed);

// The posts. REQUIRES: the dataset is posts.
Posts posts_of(const Parameters& parameters, std::uint64_t seed);

// The dataset's table, with the index on user_id as the parameter says.
std::vector<TableSchema> dataset_tables(const Parameters& parameters);

// Inserts all loaded rows.
void fill_rows(const Parameters& parameters, std::uint64_t seed, Session& session);

// Reads back at most `most` of the rows that the session has written.
Verdict verify_rows(std::uint64_t most, const Rows& rows, History& history, Session& session);

}  // namespace assay::workload
