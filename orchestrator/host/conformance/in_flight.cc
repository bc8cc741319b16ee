#include "host/conformance/in_flight.h"

#include <utility>

#include "assay/plain.h"
#include "host/conformance/expect.h"

namespace assay::conformance {

void InFlight::sent(Status status, const Reply& reply, Check check) {
  if (status == Status::pending) {
    checks_.push_back(std::move(check));
  } else {
    check(status, reply);
  }
}

void InFlight::take_one() {
  Reply reply;
  const Status status = take_next(session_, reply);
  const Check check = std::move(checks_.front());
  checks_.pop_front();
  check(status, reply);
}

void InFlight::take_all() {
  while (!checks_.empty()) {
    take_one();
  }
  Status status = Status::ok;
  Reply reply;
  expect(!session_.take(status, reply), "take() gave a reply more than operations were sent");
}

}  // namespace assay::conformance
