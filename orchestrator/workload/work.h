// One session's stream of operations, as the load loop sees it.
// A Work belongs to one thread and one session. The loop asks for operations in blocks (make),
// starts them one by one (issue, the only call inside the timed window), and has each judged
// (check).
//
// Operations live in slots [0, slots()): a slot is free again after its check (or, without checks,
// after its reply).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "assay/plugin.h"

namespace assay::workload {

// How an operation counts. ok is the only one that enters ops/s and the histograms.
enum class Outcome : std::uint8_t {
  ok,
  not_found,  // an item that must be there was not
  conflict,
  refused,
  timeout,
  unknown,
  wrong_value,  // the reply does not hold what was stored
  failed,
};
inline constexpr std::size_t outcome_count = 8;

constexpr std::string_view name(Outcome outcome) {
  constexpr std::string_view names[] = {"ok",      "not_found", "conflict",    "refused",
                                        "timeout", "unknown",   "wrong_value", "failed"};
  return names[static_cast<std::size_t>(outcome)];
}

// The outcome that a status alone gives. REQUIRES: status is not pending.
constexpr Outcome outcome_of(Status status) {
  constexpr Outcome outcomes[] = {Outcome::ok,       Outcome::failed,  Outcome::not_found,
                                  Outcome::conflict, Outcome::refused, Outcome::timeout,
                                  Outcome::unknown,  Outcome::failed};
  return outcomes[static_cast<std::size_t>(status)];
}

// What reading back has shown.
struct Verdict {
  std::uint64_t checked = 0;  // items that were read back and judged
  std::uint64_t wrong = 0;    // of these: gone, stale or with a wrong content

  void add(const Verdict& other) {
    checked += other.checked;
    wrong += other.wrong;
  }
};

class History;

class Work {
 public:
  Work();
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;
  virtual ~Work();

  // Keeps the history that this work borrows; make_work calls it.
  void keep(std::unique_ptr<History> history);

  // Slots this work keeps; at least the depth, a power of two.
  virtual std::uint32_t slots() const = 0;

  // Chooses keys and makes values for the slots [first, first + count), count >= 1,
  // first + count <= slots(). Outside the timed window.
  virtual void make(std::uint32_t first, std::uint32_t count) = 0;

  // Starts the slot's operation. The timed window holds this call and nothing else.
  virtual Status issue(std::uint32_t slot, Reply& reply) = 0;

  // Whether check must see every reply. Constant. When false the loop uses outcome_of(status) and
  // reads the clock once an operation where it can.
  virtual bool checks() const = 0;

  // Judges the slot's finished operation, before the session's next call and outside the window.
  virtual Outcome check(std::uint32_t slot, Status status, const Reply& reply) = 0;

  // What was wrong with the first operation that did not end well, where the work knows more of it
  // than the session's last_error said; else empty.
  virtual std::string complaint() const { return {}; }

  // How many calls of the session's components make and issue have made so far beyond one an
  // operation: the system counts them, the loop does not.
  virtual std::uint64_t other_calls() const { return 0; }

  // Of a mix: how many members it has, and whose the operation in each slot is, a member's place in
  // the mix. Both are constant but for what of_slot shows.
  struct Parts {
    std::uint32_t count = 0;
    const std::uint8_t* of_slot = nullptr;  // [slot]
  };

  virtual Parts parts() const { return {}; }

  // After the measurement: reads back a sample of what this work wrote (at most `most` items).
  // A work that writes nothing has nothing to check. No operation is in flight.
  // Throws Error when an item cannot be read at all: then nothing is known about it.
  virtual Verdict verify(std::uint64_t most) = 0;

 private:
  std::unique_ptr<History> history_;
};

// What a Work needs to know about its place in the block.
struct Share {
  std::uint64_t seed = 1;     // of the run; equal for all sessions
  std::uint32_t session = 0;  // [0, sessions) over all processes and threads
  std::uint32_t sessions = 1;
  std::uint32_t round = 0;
  std::uint32_t member = 0;    // of a mix, whose members choose apart from each other
  History* history = nullptr;  // of the session, which make_work gives to the works
};

// Which workload with which parameters.
struct Selection {   // NOLINT(bugprone-exception-escape): moving JSON throws nothing
  std::string name;  // "cache.get"
  std::map<std::string, nlohmann::json> parameters;  // every one the workload declares; scalars
  std::vector<Setting> settings;                     // of the plugin, defaults filled in
  bool verify = true;                                // false: replies are not looked into
  // Of a workload that the matrix defines itself, see own_workload.h; null for the catalogue's.
  nlohmann::json definition = {};
};

// The work of a workload on one session, which must outlive it. slots() is at least `depth`.
// Throws Error when the session lacks the component, or the depth is more than the workload can
// use.
std::unique_ptr<Work> make_work(const Selection& selection, const Share& share, std::uint32_t depth,
                                Session& session);

// What the workload calls.
Component component(const Selection& selection);

// The tables the workload uses, for Place::tables. Empty for key-value workloads.
std::vector<TableSchema> tables(const Selection& selection);

// Fills the dataset the workload expects, through one session in either form. Called once a block.
// Throws Error naming the status and last_error of a failed load.
void fill(const Selection& selection, std::uint64_t seed, Session& session);

}  // namespace assay::workload
