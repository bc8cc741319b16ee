// One connection to echo's server as a session, pipelined; in the plain form at depth 0.
// Thread rule and ownership of assay/session.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/plain.h"
#include "assay/plugin.h"
#include "connection.h"

namespace echo {

struct Stats {
  std::string version;
  std::int64_t operations = 0;  // answered since the server started, by all connections
};

// Asks the server over a connection of its own. Throws assay::Error.
Stats ask_stats(const assay::Place& place);

class Session final : public assay::Session, public assay::KeyValue {
 public:
  // Throws assay::Error when the server cannot be reached.
  explicit Session(const assay::Place& place);

  assay::KeyValue* key_value() override {
    return plain_ ? static_cast<assay::KeyValue*>(&*plain_) : this;
  }

  assay::Bytes last_error() const override {
    return refused_ ? Bytes("the server refused it: the value is no integer") : connection_.error();
  }

  assay::Facts facts() override;

  assay::Wait waits() override { return connection_.waits(); }

  Status flush() override { return connection_.flush(); }

  Status receive() override { return connection_.receive(); }

  bool take(Status& status, assay::Reply& reply) override;

  Status get(Bytes key, assay::Reply& reply) override;
  Status put(Bytes key, Bytes value, std::int64_t ttl_ms, assay::Reply& reply) override;
  Status erase(Bytes key, assay::Reply& reply) override;
  Status increment(Bytes key, std::int64_t by, assay::Reply& reply) override;
  Status multi_get(assay::Span keys, assay::Reply& reply) override;
  Status multi_put(assay::Span keys, assay::Span values, std::int64_t ttl_ms,
                   assay::Reply& reply) override;

 private:
  // Queues a request: fill writes what follows the operation.
  template <typename Fill>
  Status submit(Operation operation, Fill fill);

  assay::Place place_;
  Connection connection_;
  std::vector<Bytes> values_;
  bool refused_ = false;               // the reply taken last
  std::optional<assay::Plain> plain_;  // at depth 0
};

}  // namespace echo
