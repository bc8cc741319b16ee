#include "constant_table.h"

namespace noop {

Status ConstantTable::done() {
  count_.add();
  return Status::ok;
}

Status ConstantTable::rows(std::int64_t first_id, std::uint32_t count, assay::Reply& reply) {
  cells_.assign(count * schema_.columns.size(), assay::Cell{0, text_});
  for (std::uint32_t row = 0; row < count; ++row) {
    cells_[row * schema_.columns.size()].integer = first_id + row;
  }
  reply.cells = cells_;
  reply.number = count;
  return done();
}

Status ConstantTable::point_read(std::int64_t id, assay::Reply& reply) {
  return rows(id, 1, reply);
}

Status ConstantTable::multi_read(std::uint32_t column, std::int64_t value, std::uint32_t limit,
                                 assay::Reply& reply) {
  rows(1, limit, reply);
  for (std::size_t at = column; at < cells_.size(); at += schema_.columns.size()) {
    cells_[at].integer = value;
  }
  return Status::ok;
}

Status ConstantTable::scan(std::int64_t first_id, std::uint32_t limit, assay::Reply& reply) {
  return rows(first_id, limit, reply);
}

Status ConstantTable::point_update(std::int64_t /*id*/, std::uint32_t /*column*/,
                                   const assay::Cell& /*value*/, assay::Reply& /*reply*/) {
  return done();
}

Status ConstantTable::insert(std::span<const assay::Cell> /*row*/, assay::Reply& /*reply*/) {
  return done();
}

Status ConstantTable::insert_many(std::span<const assay::Cell> /*rows*/, assay::Reply& /*reply*/) {
  return done();
}

Status ConstantTable::begin(assay::Reply& /*reply*/) { return done(); }

Status ConstantTable::commit(assay::Reply& /*reply*/) { return done(); }

Status ConstantTable::rollback(assay::Reply& /*reply*/) { return done(); }

}  // namespace noop
