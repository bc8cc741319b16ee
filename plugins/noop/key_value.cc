#include "key_value.h"

#include <algorithm>

namespace noop {

Status StoredKeyValue::get(Bytes key, assay::Reply& reply) {
  count_.add();
  const auto size = store_.read(key, buffer_, 0);
  if (!size) {
    return Status::not_found;
  }
  reply.value = Bytes(buffer_.data(), *size);
  return Status::ok;
}

Status StoredKeyValue::put(Bytes key, Bytes value, std::int64_t ttl_ms, assay::Reply& /*reply*/) {
  count_.add();
  return count_.failed_for(Store::full, store_.put(key, value, ttl_ms));
}

Status StoredKeyValue::erase(Bytes key, assay::Reply& /*reply*/) {
  count_.add();
  return store_.erase(key);
}

Status StoredKeyValue::increment(Bytes key, std::int64_t by, assay::Reply& reply) {
  count_.add();
  return count_.failed_for("the value is no integer, or the store is full",
                           store_.increment(key, by, reply.number));
}

Status StoredKeyValue::multi_get(assay::Span keys, assay::Reply& reply) {
  count_.add();
  sizes_.clear();
  std::size_t end = 0;
  for (const Bytes key : keys) {
    const auto size = store_.read(key, buffer_, end);
    sizes_.push_back(size ? static_cast<std::int64_t>(*size) : -1);
    end += size.value_or(0);
  }
  // The views are made last: the buffer may have moved while it grew.
  values_.clear();
  std::size_t at = 0;
  for (const std::int64_t size : sizes_) {
    values_.push_back(size < 0 ? Bytes()
                               : Bytes(buffer_.data() + at, static_cast<std::size_t>(size)));
    at += static_cast<std::size_t>(std::max<std::int64_t>(size, 0));
  }
  reply.values = values_;
  return Status::ok;
}

Status StoredKeyValue::multi_put(assay::Span keys, assay::Span values, std::int64_t ttl_ms,
                                 assay::Reply& /*reply*/) {
  count_.add();
  for (std::size_t index = 0; index < keys.size(); ++index) {
    const Status status = store_.put(keys[index], values[index], ttl_ms);
    if (status != Status::ok) {
      return count_.failed_for(Store::full, status);
    }
  }
  return Status::ok;
}

Status ConstantKeyValue::multi_get(assay::Span keys, assay::Reply& reply) {
  count_.add();
  values_.assign(keys.size(), value_);
  reply.values = values_;
  return Status::ok;
}

}  // namespace noop
