// The pipelined form of a key-value store that blocks. Belongs to one session.
#pragma once

#include <deque>
#include <string>
#include <utility>

#include "assay/plugin.h"

namespace faults {

using assay::Bytes;
using assay::Reply;
using assay::Status;

// Does each operation at once and hands its reply over when it is received.
class Pipelined final : public assay::KeyValue {
 public:
  explicit Pipelined(assay::KeyValue& plain) : plain_(plain) {}

  Status get(Bytes key, Reply& reply) override { return later(plain_.get(key, reply), reply); }

  Status put(Bytes key, Bytes value, std::int64_t ttl_ms, Reply& reply) override {
    return later(plain_.put(key, value, ttl_ms, reply), reply);
  }

  Status erase(Bytes key, Reply& reply) override { return later(plain_.erase(key, reply), reply); }

  Status increment(Bytes key, std::int64_t by, Reply& reply) override {
    return later(plain_.increment(key, by, reply), reply);
  }

  Status multi_get(assay::Span keys, Reply& reply) override {
    return later(plain_.multi_get(keys, reply), reply);
  }

  Status multi_put(assay::Span keys, assay::Span values, std::int64_t ttl_ms,
                   Reply& reply) override {
    return later(plain_.multi_put(keys, values, ttl_ms, reply), reply);
  }

  void receive() { received_ = waiting_.size(); }

  bool take(Status& status, Reply& reply) {
    if (received_ == 0) {
      return false;
    }
    --received_;
    shown_ = std::move(waiting_.front());
    waiting_.pop_front();
    status = shown_.status;
    reply.value = shown_.value;
    return true;
  }

 private:
  struct Answer {
    Status status;
    std::string value;
  };

  Status later(Status status, const Reply& reply) {
    waiting_.push_back({status, std::string(status == Status::ok ? reply.value : Bytes())});
    return Status::pending;
  }

  assay::KeyValue& plain_;
  std::deque<Answer> waiting_;
  std::size_t received_ = 0;
  Answer shown_{};
};

}  // namespace faults
