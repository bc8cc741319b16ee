// A run's results as results.json holds them: the hand-over from measuring to analysing and
// reporting. Plain values; reports are made from this and nothing else.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/block.h"
#include "matrix/matrix.h"
#include "results/calibration.h"

namespace assay::results {

// A remark on a cell that a reader must see; not a failure.
struct Mark {
  std::string
      kind;  // "client_saturated", "not_steady", "little_law", "errors", "settings_differ", …
  std::string text;  // one sentence for a person
};

// Latency figures in ns; nullopt where a figure may not be printed.
struct Latency {
  std::optional<double> p50, p90, p95, p99, p99_9, min, mean, max;
};

// The figures by the names that results.json and metrics give them.
inline constexpr std::array<std::pair<const char*, std::optional<double> Latency::*>, 8>
    latency_figures{{{"p50", &Latency::p50},
                     {"p90", &Latency::p90},
                     {"p95", &Latency::p95},
                     {"p99", &Latency::p99},
                     {"p99_9", &Latency::p99_9},
                     {"min", &Latency::min},
                     {"mean", &Latency::mean},
                     {"max", &Latency::max}}};

// What one member of a mix did in a block.
struct MemberFigures {
  std::string workload;
  std::uint64_t operations = 0;
  Latency response_ns;
};

// What only a block of an open load has.
struct OpenFigures {
  double offered_per_second = 0;
  double achieved_share = 0;  // of the offered rate
  std::uint64_t due = 0;      // operations that were due in the window
  std::uint64_t waited = 0;   // of these: no slot was free when they were due
  std::uint64_t unsent = 0;   // of these: never started
  bool overloaded = false;    // more was offered than the system can do
  Latency generator_ns;       // our own delay, from due and a slot free to sent
};

// One block's figures.
struct Repeat {
  std::uint32_t round = 0;
  std::optional<double> ops_per_second;  // nullopt when the block failed
  std::uint64_t operations = 0;
  std::uint64_t finished = 0;  // since the common start, warm-up included, however they ended
  std::map<std::string, std::uint64_t> errors;
  double seconds = 0;
  Latency response_ns;  // all nullopt when it was overloaded: they grow with the window
  Latency service_ns;
  std::vector<MemberFigures> members;  // of a mix, in its order; empty for other workloads
  std::optional<OpenFigures> open;     // of an open load
  std::string histogram;               // of response_ns, engine::Histogram::encode; empty likewise
  std::vector<std::uint64_t> series;   // [second] operations
  std::vector<double> per_process_ops_per_second;
  std::map<std::string, engine::Resources> resources;
  std::map<std::string, double> phase_seconds;
  std::map<std::string, std::int64_t> counters;  // what the system counted meanwhile
  std::optional<observe::CachedFiles>
      cold;  // of a cold start: the data that was dropped, what was left
  std::optional<engine::Failure> failure;
  std::string first_error;
};

// Median over the repeats with the order-statistic 95 % interval; low and high are the range, and
// interval is false, when there are fewer than six. All nullopt when no repeat has the figure.
struct Summary {
  std::optional<double> median, low, high;
  bool interval = false;
};

struct CellResult {  // NOLINT(bugprone-exception-escape): moving JSON throws nothing
  matrix::Cell cell;
  std::vector<Mark> marks;
  std::vector<Repeat> repeats;  // by round
  std::map<std::string, Summary>
      summary;  // "ops_per_second", "response_ns.p50", …, "client.cpu_cores", …
  std::map<std::string, std::string> declared;   // settings asked for, the durability's included
  std::map<std::string, std::string> read_back;  // settings found
  std::string version;                           // of the system, read back
  bool failed = false;                           // a block failed, or more than 0.1 % errors
};

struct RunInfo {
  std::string id;      // "20261130T121456-quick-1"
  std::string matrix;  // its name
  std::string description;
  std::string matrix_text;
  std::uint64_t seed = 1;
  std::uint32_t rounds = 6;
  std::string started;   // ISO 8601, UTC
  std::string finished;  // empty while it runs
  std::string command;   // that reruns it
  std::string assay_version;
  std::string compiler;
  std::map<std::string, std::string> plugins;  // name → library and version
  // Of the files that decide the figures, Assay's own programs and the plugins: name → SHA-256.
  std::map<std::string, std::string> files;
};

struct Run {
  RunInfo run;
  nlohmann::json machine;  // observe::machine()
  matrix::Timing timing;
  std::vector<matrix::Table> tables;
  std::vector<CellResult> cells;
  std::vector<Calibration> calibrations;  // where open loads are shares of the slowest's rate
};

// The JSON of docs/results.schema.json; numbers that may not be printed are null.
nlohmann::json to_results_json(const Run& run);

// The reverse. Throws Error naming the field that is missing or of a wrong type.
Run from_results_json(const nlohmann::json& json);

// Writes results.json under a temporary name and renames it. Throws Error when it cannot.
void write_results(const Run& run, const std::filesystem::path& folder);

// Reads folder/results.json or the file itself. Throws Error (wrong_usage).
Run read_results(const std::filesystem::path& folder_or_file);

}  // namespace assay::results
