// The component of caches and key-value stores.
// A KeyValue belongs to its session and to that session's thread; the session owns it.
//
// Every call either finishes (any status but pending, reply filled) or, in a session opened with
// depth >= 1, returns pending: the reply then comes through Session::take, in submission order.
// Argument bytes are copied before pending is returned. An operation that has finished holds no
// lock and no open statement.
#pragma once

#include "assay/types.h"

namespace assay {

class ASSAY_EXPORT KeyValue {
 public:
  virtual ~KeyValue() = default;

  // Reads one value. ok: reply.value holds it. not_found: never stored, erased, expired or evicted.
  virtual Status get(Bytes key, Reply& reply) = 0;

  // Stores a value, replacing the one before. ttl_ms: milliseconds until it expires, 0 for never.
  // ok: durable as the place's level says. refused: the value does not fit even after pruning.
  virtual Status put(Bytes key, Bytes value, std::int64_t ttl_ms, Reply& reply) = 0;

  // Removes a key. ok, or not_found when it was not there.
  virtual Status erase(Bytes key, Reply& reply) = 0;

  // Adds `by` to the integer stored at key (absent counts as 0). ok: reply.number is the new value.
  // refused: the value there is no integer.
  virtual Status increment(Bytes key, std::int64_t by, Reply& reply) = 0;

  // Reads several values in one operation. ok: reply.values[i] belongs to keys[i], with
  // data() == nullptr where there is none (also when none is found at all).
  virtual Status multi_get(Span keys, Reply& reply) = 0;

  // Stores several pairs in one operation, all or none where the system can.
  // REQUIRES: keys.size() == values.size().
  virtual Status multi_put(Span keys, Span values, std::int64_t ttl_ms, Reply& reply) = 0;
};

}  // namespace assay
