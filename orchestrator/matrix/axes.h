// What a matrix file says its cells are made of, checked word by word but not yet multiplied:
// backends, fixed parameters, axes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "matrix/document.h"
#include "matrix/matrix.h"
#include "matrix/mistakes.h"

namespace assay::matrix {

// Borrows the vocabulary.
struct Backend {
  std::string name;
  Origin origin;
  std::string plugin;
  const Capabilities* capabilities = nullptr;
  Environment environment = Environment::embedded;
  std::optional<Durability> durability;         // of its own: the axis does not multiply it
  std::optional<bool> verify;                   // likewise
  std::map<std::string, std::string> settings;  // likewise
};

struct Backends {
  std::vector<Backend> sound;      // in the file's order
  std::vector<std::string> names;  // of all, also those with a mistake
};

// An axis, or one line of an include entry. Values are scalars, unique, at least one.
struct Axis {
  std::string name;
  Origin origin;
  std::vector<Value> values;
};

// The names an axis may have: backend, durability, workload, processes, threads, connections,
// depth, start, memory, verify, open, arrivals, every workload's parameters, settings.<every option
// of the backends' plugins>.
std::vector<std::string> axis_names(const Backends& backends, const Vocabulary& vocabulary);

// Reads `backends`.
Backends read_backends(const Value* map, const Vocabulary& vocabulary, Mistakes& mistakes);

// Reads `topology`: what cells have where no axis says otherwise.
Topology read_topology(const Value* map, Mistakes& mistakes);

// Reads `axes` or an entry of `include`. Axes come back with their sound values; `backend` is added
// in front with all backends where it is missing. Empty when nothing can be made of it.
// Values of parameters and settings are checked against the workloads and backends named beside
// them; an axis that none of those has is a mistake.
std::vector<Axis> read_axes(const Value& map, const std::string& what, const Backends& backends,
                            const Vocabulary& vocabulary, Mistakes& mistakes);

// The axis of that name, or nullptr.
const Axis* find_axis(const std::vector<Axis>& axes, std::string_view name);

const Backend* find_backend(const Backends& backends, std::string_view name);
const workload::Description* find_workload(const Vocabulary& vocabulary, std::string_view name);
const workload::Parameter* find_parameter(const workload::Description& workload,
                                          std::string_view name);
const Option* find_option(const Capabilities& capabilities, std::string_view name);

// Whether a cell of that backend and workload is multiplied by the axis: it is not where the
// workload lacks or fixes the parameter, the plugin lacks the option, or the backend fixes the
// value.
bool applies(const std::string& axis, const Backend& backend,
             const workload::Description& workload);

// The option's name in "settings.NAME", or empty.
std::string_view option_name(std::string_view axis);

std::optional<Durability> durability_of(std::string_view word);
std::vector<std::string> durability_words();

}  // namespace assay::matrix
