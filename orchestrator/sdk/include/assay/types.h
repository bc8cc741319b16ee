// The words every plugin and the engine share: bytes, statuses, replies, durability levels.
// Plain values, no thread rule of their own. Views never own what they show.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

// Marks what must be visible outside the shared library it is compiled into.
#define ASSAY_EXPORT __attribute__((visibility("default")))

namespace assay {

// Any bytes, zero bytes included. An absent element (a key that is not there) has data() ==
// nullptr; an empty value has size() == 0 and data() != nullptr.
using Bytes = std::string_view;
using Span = std::span<const Bytes>;

// How one operation ended. Expected outcomes are statuses, never exceptions.
enum class Status : std::uint8_t {
  ok,
  pending,    // pipelined form only: the reply comes later through Session::take
  not_found,  // the key, row or item is not there
  conflict,   // lost against another writer, after the plugin's own bounded retries
  refused,    // the system said no: full, read-only, unknown command, not permitted
  timeout,    // no answer within the deadline; the operation certainly had no effect
  unknown,    // a write whose reply was lost: it may or may not have happened
  failed,     // anything else; Session::last_error() says what
};

// One cell of a row. The column's type says which member counts.
struct Cell {
  std::int64_t integer = 0;
  Bytes bytes;
};

// What an operation gives back. Each call says which members it fills; the others are unspecified.
// Views die at the session's next call.
struct Reply {
  Bytes value;                  // one value
  Span values;                  // several values, in the order of the request
  std::span<const Cell> cells;  // rows, row-major: cells[row * columns + column]
  std::int64_t number = 0;      // a count or a counter
};

// Something that arrived unasked: a message, or "there is work" (empty payload).
struct Event {
  Bytes channel;
  Bytes payload;
};

// What a pipelined session waits for.
struct Wait {
  int fd = -1;  // -1: none
  bool read = false;
  bool write = false;
  std::int64_t timer_ns = -1;  // nanoseconds from now; -1: none
};

// What an acknowledged write survives.
enum class Durability : std::uint8_t {
  none,     // nothing
  async,    // synced within a bounded time after the reply
  process,  // kill -9 of the server: it reached the operating system before the reply
  power,    // power loss: synced before the reply
};

// Where the system runs.
enum class Environment : std::uint8_t { embedded, native, container, external };

// Names as they are written in YAML and JSON.
constexpr std::string_view name(Status status) {
  constexpr std::string_view names[] = {"ok",      "pending", "not_found", "conflict",
                                        "refused", "timeout", "unknown",   "failed"};
  return names[static_cast<std::size_t>(status)];
}

constexpr std::string_view name(Durability durability) {
  constexpr std::string_view names[] = {"none", "async", "process", "power"};
  return names[static_cast<std::size_t>(durability)];
}

constexpr std::string_view name(Environment environment) {
  constexpr std::string_view names[] = {"embedded", "native", "container", "external"};
  return names[static_cast<std::size_t>(environment)];
}

// Exit codes scripts may rely on.
enum class ExitCode : int {
  done = 0,
  cell_failed = 1,
  wrong_usage = 2,
  cannot_run_here = 3,
  not_comparable = 4,
  interrupted = 130,
};

// Something a user can fix. The text says what happened, to which thing, and what to do.
class ASSAY_EXPORT Error : public std::runtime_error {
 public:
  explicit Error(const std::string& text, ExitCode code = ExitCode::cannot_run_here)
      : std::runtime_error(text), code_(code) {}

  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

}  // namespace assay
