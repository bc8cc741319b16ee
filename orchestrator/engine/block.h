// One measurement of a cell: what is asked for and what comes out, and the call that does it with
// real worker processes.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "assay/plugin.h"
#include "engine/histogram.h"
#include "engine/resources.h"
#include "engine/supervisor.h"
#include "matrix/cell.h"
#include "matrix/matrix.h"
#include "observe/page_cache.h"

namespace assay::engine {

struct Block {
  matrix::Cell cell;
  std::uint32_t round = 0;
  std::uint64_t seed = 1;
  bool verify = true;
  matrix::Timing timing;
  std::filesystem::path plugin_file;  // assay-sqlite.so
  std::filesystem::path worker_file;  // the assay-worker program
  // Fresh; data and logs go below it. It is removed when all went well; after a failure the logs
  // stay. Sockets have a folder of their own in the temporary folder, since their paths must be
  // short.
  std::filesystem::path folder;
  // The generator of an open load may send an operation later than this, with a slot free, once in
  // a hundred times; otherwise the block fails.
  std::chrono::nanoseconds late = std::chrono::milliseconds(1);
};

// What only an open load has.
struct OpenLoad {
  double offered_per_second = 0;
  Histogram generator;        // our own delay of each operation: generator_lag.h
  std::uint64_t due = 0;      // operations that were due in the window
  std::uint64_t waited = 0;   // of these: the system had no slot free when they were due
  std::uint64_t unsent = 0;   // of these: never started, until the drain ended
  double achieved_share = 0;  // of the offered rate
  bool overloaded = false;    // more was offered than the system can do: open_load.h
};

// What one member of a mix adds to the response times.
struct MemberResponse {
  std::string workload;
  Histogram response;
};

struct Measurement {
  std::vector<MemberResponse> members;  // of a mix, in its order; empty for other workloads
  Histogram response;
  Histogram service;             // empty where it equals response
  std::uint64_t operations = 0;  // ended ok within the window
  // Finished since the common start, however they ended, warm-up included: what the system's own
  // counters must have gone up by.
  std::uint64_t finished = 0;
  std::uint64_t doubtful = 0;     // of these: nobody knows whether the system has carried them out
  std::uint64_t other_calls = 0;  // of components beyond one an operation, see workload::Work
  std::map<std::string, std::uint64_t> errors;  // kind → count; kinds with none are absent
  std::string first_error;
  std::optional<OpenLoad> open;                    // of an open load
  std::optional<observe::CachedFiles> cold;        // of a cold start: what the page cache kept
  double seconds = 0;                              // first counted start to last counted end, > 0
  std::vector<std::uint64_t> series;               // [second] operations; they add up to operations
  std::vector<double> per_process_ops_per_second;  // [process], each over its own span
  std::map<std::string, Resources> resources;      // "client", "server"
  std::vector<Facts> facts;                        // one per process
  std::vector<Counter> counters_before;            // summed over processes for embedded systems
  std::vector<Counter> counters_after;
  std::string server_version;
  std::map<std::string, double>
      phase_seconds;  // "start", "load", "settle", "open", "warmup", "measure", "verify", "stop"
};

// A block that gave no measurement.
struct Failure {
  std::string phase;  // "start", "load", …
  std::string text;   // what happened, with the last lines of the log where there is one
};

struct BlockResult {
  std::optional<Measurement> measurement;  // empty exactly when failure is set
  std::optional<Failure> failure;
};

// Called about four times a second while a block runs.
struct Live {
  std::string phase;
  double ops_per_second = 0;  // over the last quarter second
};

// Runs one block from start to stop. Never throws for what a plugin, worker or server does: that is
// a Failure. Everything it started has ended when it returns. `stop` ends it early: the result is
// then a Failure of the phase it was in with the text "stopped".
BlockResult run_block(const Block& block, Supervisor& supervisor, const std::atomic<bool>& stop,
                      const std::function<void(const Live&)>& progress);

}  // namespace assay::engine
