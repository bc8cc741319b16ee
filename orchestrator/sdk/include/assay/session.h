// One connection to a system under measurement.
// A session is opened, used and destroyed by one thread. It owns the components it hands out.
//
// Two forms, and a plugin writes one of them:
//   plain      depth 0: every component call finishes before it returns and may block, at most for
//              the place's deadline. Only last_error and facts need an implementation.
//   pipelined  depth >= 1: component calls return pending. The engine then calls flush (the real
//              send), waits as waits() says, calls receive (the system call only), and take until
//              it returns false. Replies come in submission order.
// assay/plain.h derives the plain form from a pipelined session.
#pragma once

#include <string>
#include <vector>

#include "assay/key_value.h"
#include "assay/sql.h"
#include "assay/table.h"
#include "assay/types.h"

namespace assay {

// A name and its value, as text: "synchronous" = "2".
struct Setting {
  std::string name;
  std::string value;
};

// What a system really runs with, asked of the system itself and never copied from the request.
struct Facts {
  std::string version;                       // of the library or server: "3.40.1 (source id …)"
  Durability durability = Durability::none;  // the level that the effective settings amount to
  std::vector<Setting> settings;             // everything that bears on speed; no secrets
};

class ASSAY_EXPORT Session {
 public:
  Session() = default;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  virtual ~Session() = default;

  // The components this session has; nullptr for the others. Constant over the session's life.
  virtual KeyValue* key_value() { return nullptr; }

  virtual Table* table() { return nullptr; }

  virtual Sql* sql() { return nullptr; }

  // Why the last call failed, for a person. Valid until the next call; empty after a success.
  virtual Bytes last_error() const = 0;

  // What this session runs with. Called outside the timed window. May throw assay::Error.
  virtual Facts facts() = 0;

  // Pipelined form. waits() is asked after every call: descriptor and direction may change.
  virtual Wait waits() { return {}; }

  // Sends what is queued. ok: all of it is with the operating system. pending: more when writable.
  virtual Status flush() { return Status::ok; }

  // Reads what has arrived, without parsing. ok: something may be there to take. pending: nothing
  // yet (never in a session opened with blocking_receive, which waits in the read itself).
  // failed: the connection is gone; every operation in flight ends as unknown.
  virtual Status receive() { return Status::ok; }

  // Parses the next reply. true: status and reply are those of the oldest operation in flight.
  virtual bool take(Status& /*status*/, Reply& /*reply*/) { return false; }

  // The next event. true: event is filled and valid until the next call. Not counted in depth.
  virtual bool take_event(Event& /*event*/) { return false; }
};

}  // namespace assay
