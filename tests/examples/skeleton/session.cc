#include "session.h"

namespace skeleton {

// Required: what the place asks for is set here (durability, settings, deadline), and a place of
// another depth than the plugin has never comes.
Session::Session(const assay::Place& /*place*/) {}

Session::~Session() = default;

Bytes Session::last_error() const { return error_; }

// `settings` holds everything that bears on speed, and no secret.
assay::Facts Session::facts() { return {"0", assay::Durability::none, {}}; }

// The descriptor to wait for and in which direction; asked after every call. Where the session
// keeps a deadline itself, its rest is the timer.
assay::Wait Session::waits() { return {}; }

// The real send. pending: the socket takes no more now. failed: the connection is gone.
Status Session::flush() { return Status::failed; }

// One read, without parsing. With Place::blocking_receive it may wait in the read itself.
Status Session::receive() { return Status::failed; }

// Parses the reply of the oldest operation in flight; false when it is not here in full.
bool Session::take(Status& /*status*/, Reply& /*reply*/) { return false; }

bool Session::take_event(assay::Event& /*event*/) { return false; }

// not_found: never stored, erased, expired or evicted. An empty value is not absent: its view has
// size() == 0 and data() != nullptr.
Status Session::get(Bytes /*key*/, Reply& /*reply*/) { return Status::failed; }

// ttl_ms 0: never expires. refused: it does not fit.
Status Session::put(Bytes /*key*/, Bytes /*value*/, std::int64_t /*ttl_ms*/, Reply& /*reply*/) {
  return Status::failed;
}

// ok, or not_found when it was not there.
Status Session::erase(Bytes /*key*/, Reply& /*reply*/) { return Status::failed; }

// One atomic step. Absent counts as 0; refused: the value is no integer, and stays.
Status Session::increment(Bytes /*key*/, std::int64_t /*by*/, Reply& /*reply*/) {
  return Status::failed;
}

// reply.values[i] belongs to keys[i]; a key that is not there has data() == nullptr.
Status Session::multi_get(Span /*keys*/, Reply& /*reply*/) { return Status::failed; }

Status Session::multi_put(Span /*keys*/, Span /*values*/, std::int64_t /*ttl_ms*/,
                          Reply& /*reply*/) {
  return Status::failed;
}

// One row: reply.cells in the schema's order, reply.number 1.
Status Session::point_read(std::int64_t /*id*/, Reply& /*reply*/) { return Status::failed; }

// Whole rows, at most `limit`, in any order. None is ok, not not_found.
Status Session::multi_read(std::uint32_t /*column*/, std::int64_t /*value*/,
                           std::uint32_t /*limit*/, Reply& /*reply*/) {
  return Status::failed;
}

Status Session::point_update(std::int64_t /*id*/, std::uint32_t /*column*/,
                             const assay::Cell& /*value*/, Reply& /*reply*/) {
  return Status::failed;
}

// conflict: the primary key is taken. Inside a transaction a conflict has rolled it back.
Status Session::insert(std::span<const assay::Cell> /*row*/, Reply& /*reply*/) {
  return Status::failed;
}

// All rows or none: rows[row * columns + column].
Status Session::insert_many(std::span<const assay::Cell> /*rows*/, Reply& /*reply*/) {
  return Status::failed;
}

Status Session::scan(std::int64_t /*first_id*/, std::uint32_t /*limit*/, Reply& /*reply*/) {
  return Status::failed;
}

Status Session::begin(Reply& /*reply*/) { return Status::failed; }

Status Session::commit(Reply& /*reply*/) { return Status::failed; }

Status Session::rollback(Reply& /*reply*/) { return Status::failed; }

// Throws assay::Error with what the database said of a statement it cannot prepare.
std::uint32_t Session::prepare(const std::string& /*statement*/,
                               std::span<const assay::SqlType> /*parameters*/) {
  throw assay::Error(error_);
}

// Rows: reply.cells and reply.number. Anything else: reply.number is how many rows it changed.
Status Session::execute(std::uint32_t /*statement*/, std::span<const assay::Cell> /*parameters*/,
                        Reply& /*reply*/) {
  return Status::failed;
}

Status Session::begin(assay::Access /*access*/, Reply& /*reply*/) { return Status::failed; }

}  // namespace skeleton
