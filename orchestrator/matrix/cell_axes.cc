#include "matrix/cell_axes.h"

#include <algorithm>

#include "matrix/scalars.h"

namespace assay::matrix {
namespace {

constexpr std::int64_t least_memory = 1 << 20;

template <std::uint32_t Topology::*member, std::int64_t least, std::int64_t most>
bool set_number(Cell& cell, const Value& value) {
  const std::optional<std::int64_t> number = value.quoted ? std::nullopt : to_integer(value.text);
  if (!number || *number < least || *number > most) {
    return false;
  }
  cell.topology.*member = static_cast<std::uint32_t>(*number);
  return true;
}

template <std::uint32_t Topology::*member>
std::string get_number(const Cell& cell) {
  return std::to_string(cell.topology.*member);
}

bool set_connections(Cell& cell, const Value& value) {
  cell.topology.per_operation = value.text == per_operation_word;
  if (cell.topology.per_operation) {
    cell.topology.connections = 1;
    return true;
  }
  return set_number<&Topology::connections, 1, 65536>(cell, value);
}

std::string get_connections(const Cell& cell) {
  return cell.topology.per_operation ? std::string(per_operation_word)
                                     : std::to_string(cell.topology.connections);
}

bool set_start(Cell& cell, const Value& value) {
  cell.cold = value.text == "cold";
  return cell.cold || value.text == "warm";
}

std::string get_start(const Cell& cell) { return cell.cold ? "cold" : "warm"; }

bool set_memory(Cell& cell, const Value& value) {
  if (value.text == "unlimited") {
    cell.memory_bytes = 0;
    return true;
  }
  const std::optional<std::int64_t> bytes = to_bytes(value.text);
  if (!bytes || *bytes < least_memory) {
    return false;
  }
  cell.memory_bytes = *bytes;
  return true;
}

std::string get_memory(const Cell& cell) {
  return cell.memory_bytes == 0 ? "unlimited" : bytes_text(cell.memory_bytes);
}

constexpr CellAxis all_axes[] = {
    {"processes", true, "client processes", "", 1, 1024, set_number<&Topology::processes, 1, 1024>,
     get_number<&Topology::processes>, "a whole number from 1 to 1024"},
    {"threads", true, "threads of each process", "", 1, 1024,
     set_number<&Topology::threads, 1, 1024>, get_number<&Topology::threads>,
     "a whole number from 1 to 1024"},
    {"connections", true,
     "connections of each thread; per_operation: a new one for every operation", "^per_operation$",
     1, 65536, set_connections, get_connections,
     "a whole number from 1 to 65536, or per_operation"},
    {"depth", true, "operations in flight on each connection; 0: one at a time, in the plain form",
     "", 0, 65536, set_number<&Topology::depth, 0, 65536>, get_number<&Topology::depth>,
     "a whole number from 0 to 65536"},
    {"start", false,
     "cold: the data's page cache is dropped after loading, and nothing warms up before what is "
     "counted",
     "^(warm|cold)$", 1, 0, set_start, get_start, "warm or cold"},
    {"memory", false, "what the worker processes together may use, page cache included",
     "^(unlimited|[0-9]+(KiB|MiB|GiB))$", 1, 0, set_memory, get_memory,
     "unlimited, or a size from 1MiB on as 64MiB or 2GiB"}};

}  // namespace

std::span<const CellAxis> cell_axes() { return all_axes; }

const CellAxis* find_cell_axis(std::string_view name) {
  const auto* const found = std::ranges::find(all_axes, name, &CellAxis::name);
  return found == std::end(all_axes) ? nullptr : found;
}

}  // namespace assay::matrix
