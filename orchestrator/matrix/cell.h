// One point of a matrix: everything that decides what is measured. Plain values.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "assay/types.h"

namespace assay::matrix {

// Operations in flight = processes * threads * connections * max(depth, 1) for pipelined sessions;
// a thread with several plain sessions (depth 0) uses them in turn.
struct Topology {
  std::uint32_t processes = 1;
  std::uint32_t threads = 1;      // per process
  std::uint32_t connections = 1;  // per thread
  std::uint32_t depth = 0;        // per connection; 0: the plain form
  bool per_operation = false;     // every operation opens a connection of its own; connections is 1

  bool operator==(const Topology&) const = default;
};

// Operations are due by a schedule, whatever the system does.
struct OpenLoad {
  double per_second = 0;  // over all sessions; 0 while only the share of the slowest is known
  double of_slowest = 0;  // the rate is this share of the slowest backend's in a closed loop; or 0
  bool poisson = false;   // exponential gaps; otherwise equal ones
  // With of_slowest: the cells among whose backends the slowest is looked for. It names all that a
  // cell is made of but the backend and what belongs to it: "cache.get/payload=10/p1t1c1d0".
  std::string group = {};

  bool operator==(const OpenLoad&) const = default;
};

struct Cell {  // NOLINT(bugprone-exception-escape): moving JSON throws nothing
  // "sqlite/process/cache.get/keys=1000,payload=10/settings.schema=lean/p1t1c1d0": backend,
  // durability, workload, the parameters that are not the workload's default, the settings that are
  // not the backend's own or the plugin's default, topology, "per_operation", "start=cold",
  // "memory=64MiB", the open load, "unverified". Unique in its matrix, and the same in every matrix
  // that has the cell.
  std::string id;
  std::string backend;  // the name the matrix gives
  std::string plugin;
  Environment environment = Environment::embedded;
  Durability durability = Durability::process;
  std::string workload;  // "cache.get"
  // Of a workload that the matrix defines itself, see workload/own_workload.h; null for the others.
  nlohmann::json definition = {};
  std::map<std::string, nlohmann::json>
      parameters;  // all of the workload's, defaults filled in; scalars
  // The options the matrix names anywhere, with their effective values; the plugin has the rest.
  std::map<std::string, std::string> settings;
  Topology topology;
  bool cold = false;  // the data's page cache is dropped, and nothing warms up before the window
  std::int64_t memory_bytes = 0;  // what the worker processes together may use; 0: no limit
  std::optional<OpenLoad> open;   // none: a closed loop
  bool verify = true;             // whether replies are looked into

  bool operator==(const Cell&) const = default;
};

void to_json(nlohmann::json& json, const Cell& cell);
void from_json(const nlohmann::json& json, Cell& cell);

}  // namespace assay::matrix
