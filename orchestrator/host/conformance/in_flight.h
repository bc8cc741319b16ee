// Operations in flight on a pipelined session, each with what its reply must be.
#pragma once

#include <deque>
#include <functional>

#include "assay/session.h"

namespace assay::conformance {

// Thread rule of the session.
class InFlight {
 public:
  using Check = std::function<void(Status status, const Reply& reply)>;

  // Borrows the session.
  explicit InFlight(Session& session) : session_(session) {}

  // Sends one operation, whose status the plugin's call gave: pending keeps the check for its turn,
  // any other is checked now.
  void sent(Status status, const Reply& reply, Check check);

  // Waits for the oldest reply and checks it. REQUIRES: count() > 0.
  void take_one();
  void take_all();

  std::size_t count() const { return checks_.size(); }

 private:
  Session& session_;
  std::deque<Check> checks_;  // oldest first
};

}  // namespace assay::conformance
