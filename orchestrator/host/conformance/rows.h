// Rows of the stage's table: writing them, and expecting them back.
#pragma once

#include <span>
#include <vector>

#include "host/conformance/stage.h"

namespace assay::conformance {

inline constexpr std::size_t columns = 5;

void insert(Client& client, std::int64_t id, std::int64_t author, std::int64_t score, Bytes title,
            Bytes body);

// Rows [first, first + count) with insert_many, texts "title" and "body", score = id - first, and
// ten rows in turn of each author.
void insert_range(Client& client, std::int64_t first, std::int64_t count);
std::int64_t author_of(std::int64_t first, std::int64_t id);

// Throw Failed unless a point_read gives exactly this, or not_found.
void expect_row(Client& client, std::int64_t id, std::int64_t author, std::int64_t score,
                Bytes title, Bytes body);
void expect_no_row(Client& client, std::int64_t id);

// Throws Failed unless the rows of that author are these, in any order.
void expect_ids_of_author(Client& client, std::int64_t author, std::vector<std::int64_t> ids);

// Throws Failed unless the cells are those of the wanted row.
void expect_cells(std::span<const Cell> cells, const std::vector<Cell>& wanted);

// Throws Failed unless the reply holds that many whole rows. `what` says what was called.
void expect_shape(const Reply& reply, std::size_t rows, std::string_view what);

}  // namespace assay::conformance
