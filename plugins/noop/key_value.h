// The key-value component of noop, in its two ways: from the store, or constant.
// Thread rule of the session.
#pragma once

#include <string>
#include <vector>

#include "assay/key_value.h"
#include "session_count.h"
#include "store.h"

namespace noop {

// Answers from the store that all sessions of the block share.
class StoredKeyValue final : public assay::KeyValue {
 public:
  // Borrows both.
  StoredKeyValue(Store& store, SessionCount& count) : store_(store), count_(count) {}

  Status get(Bytes key, assay::Reply& reply) override;
  Status put(Bytes key, Bytes value, std::int64_t ttl_ms, assay::Reply& reply) override;
  Status erase(Bytes key, assay::Reply& reply) override;
  Status increment(Bytes key, std::int64_t by, assay::Reply& reply) override;
  Status multi_get(assay::Span keys, assay::Reply& reply) override;
  Status multi_put(assay::Span keys, assay::Span values, std::int64_t ttl_ms,
                   assay::Reply& reply) override;

 private:
  Store& store_;
  SessionCount& count_;
  std::vector<char> buffer_ = std::vector<char>(64);  // never empty: an empty value has an address
  std::vector<std::int64_t> sizes_;                   // [key], -1 where there is none
  std::vector<Bytes> values_;                         // [key]
};

// Stores nothing: every key holds the same bytes, every write is accepted and forgotten.
class ConstantKeyValue final : public assay::KeyValue {
 public:
  ConstantKeyValue(std::size_t value_bytes, SessionCount& count)
      : value_(value_bytes, 'x'), count_(count) {}

  Status get(Bytes /*key*/, assay::Reply& reply) override {
    count_.add();
    reply.value = value_;
    return Status::ok;
  }

  Status put(Bytes /*key*/, Bytes /*value*/, std::int64_t /*ttl_ms*/,
             assay::Reply& /*reply*/) override {
    count_.add();
    return Status::ok;
  }

  Status erase(Bytes /*key*/, assay::Reply& /*reply*/) override {
    count_.add();
    return Status::ok;
  }

  Status increment(Bytes /*key*/, std::int64_t by, assay::Reply& reply) override {
    count_.add();
    reply.number = by;
    return Status::ok;
  }

  Status multi_get(assay::Span keys, assay::Reply& reply) override;

  Status multi_put(assay::Span /*keys*/, assay::Span /*values*/, std::int64_t /*ttl_ms*/,
                   assay::Reply& /*reply*/) override {
    count_.add();
    return Status::ok;
  }

 private:
  std::string value_;
  std::vector<Bytes> values_;
  SessionCount& count_;
};

}  // namespace noop
