#include "session.h"

#include <algorithm>

namespace echo {

Session::Session(const assay::Place& place)
    : place_(place), connection_(place, std::max(place.depth, 1U)) {
  if (place.depth == 0) {
    plain_.emplace(*this);
  }
}

template <typename Fill>
Status Session::submit(Operation operation, Fill fill) {
  refused_ = false;
  std::string* buffer = connection_.request();
  if (buffer == nullptr) {
    return Status::failed;
  }
  MessageWriter writer(*buffer);
  writer.number(operation);
  fill(writer);
  return Status::pending;
}

Status Session::get(Bytes key, assay::Reply& /*reply*/) {
  return submit(Operation::get, [&](MessageWriter& request) { request.bytes(key); });
}

Status Session::put(Bytes key, Bytes value, std::int64_t ttl_ms, assay::Reply& /*reply*/) {
  return submit(Operation::put, [&](MessageWriter& request) {
    request.number(ttl_ms);
    request.sized(key);
    request.bytes(value);
  });
}

Status Session::erase(Bytes key, assay::Reply& /*reply*/) {
  return submit(Operation::erase, [&](MessageWriter& request) { request.bytes(key); });
}

Status Session::increment(Bytes key, std::int64_t by, assay::Reply& /*reply*/) {
  return submit(Operation::increment, [&](MessageWriter& request) {
    request.number(by);
    request.bytes(key);
  });
}

Status Session::multi_get(assay::Span keys, assay::Reply& /*reply*/) {
  return submit(Operation::multi_get, [&](MessageWriter& request) {
    request.number(static_cast<std::uint32_t>(keys.size()));
    for (const Bytes key : keys) {
      request.sized(key);
    }
  });
}

Status Session::multi_put(assay::Span keys, assay::Span values, std::int64_t ttl_ms,
                          assay::Reply& /*reply*/) {
  return submit(Operation::multi_put, [&](MessageWriter& request) {
    request.number(ttl_ms);
    request.number(static_cast<std::uint32_t>(keys.size()));
    for (const Bytes key : keys) {
      request.sized(key);
    }
    for (const Bytes value : values) {
      request.sized(value);
    }
  });
}

bool Session::take(Status& status, assay::Reply& reply) {
  const Bytes message = connection_.take();
  if (message.data() == nullptr) {
    return false;
  }
  MessageReader reader(message);
  status = reader.number<Status>();
  refused_ = status == Status::refused;
  reply.number = reader.number<std::int64_t>();
  values_.resize(reader.number<std::uint32_t>());
  for (Bytes& value : values_) {
    value = reader.sized();
  }
  reply.values = values_;
  reply.value = reader.rest();
  return true;
}

assay::Facts Session::facts() { return {ask_stats(place_).version, assay::Durability::none, {}}; }

Stats ask_stats(const assay::Place& place) {
  assay::Place plain = place;
  plain.blocking_receive = true;
  Connection connection(plain, 1);
  MessageWriter(*connection.request()).number(Operation::stats);
  Bytes message;
  while (message.data() == nullptr) {
    if (connection.flush() == Status::failed || connection.receive() == Status::failed) {
      throw assay::Error(connection.error() + "; see the server's log");
    }
    message = connection.take();
  }
  MessageReader reader(message);
  reader.number<Status>();
  const auto operations = reader.number<std::int64_t>();
  reader.number<std::uint32_t>();
  return {std::string(reader.rest()), operations};
}

}  // namespace echo
