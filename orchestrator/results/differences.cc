#include "results/differences.h"

#include <fmt/format.h>

#include <algorithm>

#include "observe/machine.h"

namespace assay::results {

namespace {

using Json = nlohmann::json;
using Lines = std::vector<std::string>;

// A value at a pointer of a flattened document, "/topology/depth" as "topology.depth".
std::string readable(std::string pointer) {
  std::replace(pointer.begin(), pointer.end(), '/', '.');
  return pointer.empty() ? pointer : pointer.substr(1);
}

std::string line(const std::string& what, const std::string& before, const std::string& now) {
  return fmt::format("{}: was {}, is {}", what, before, now);
}

std::string text_of(const Json& flat, const std::string& pointer) {
  const auto found = flat.find(pointer);
  return found == flat.end()  ? "absent"
         : found->is_string() ? fmt::format("'{}'", found->get<std::string>())
                              : found->dump();
}

void compare(const std::string& what, const Json& before, const Json& now, Lines& lines) {
  const Json flat_before = before.flatten();
  const Json flat_now = now.flatten();
  Json pointers = flat_before;
  pointers.update(flat_now);
  for (const auto& [pointer, ignored] : pointers.items()) {
    const std::string old_text = text_of(flat_before, pointer);
    const std::string new_text = text_of(flat_now, pointer);
    if (old_text != new_text) {
      const std::string name = readable(pointer);
      lines.push_back(
          line(name.empty() ? what : fmt::format("{}, {}", what, name), old_text, new_text));
    }
  }
}

const CellResult* find(const Run& run, const std::string& id) {
  const auto found = std::find_if(run.cells.begin(), run.cells.end(),
                                  [&](const CellResult& each) { return each.cell.id == id; });
  return found == run.cells.end() ? nullptr : &*found;
}

void compare_cells(const Run& before, const Run& now, Lines& lines) {
  const std::size_t already = lines.size();
  for (const CellResult& each : before.cells) {
    if (const CellResult* other = find(now, each.cell.id)) {
      compare("cell " + each.cell.id, each.cell, other->cell, lines);
    } else {
      lines.push_back(fmt::format("cell {}: was there, is gone", each.cell.id));
    }
  }
  for (const CellResult& each : now.cells) {
    if (find(before, each.cell.id) == nullptr) {
      lines.push_back(fmt::format("cell {}: is new", each.cell.id));
    }
  }
  const bool same_order =
      std::equal(before.cells.begin(), before.cells.end(), now.cells.begin(), now.cells.end(),
                 [](const CellResult& a, const CellResult& b) { return a.cell.id == b.cell.id; });
  if (lines.size() == already && !same_order) {
    lines.emplace_back("cells: are the same in another order");
  }
}

Json machine_items(const Json& machine) {
  Json items = Json::object();
  std::string_view rest;
  const std::string text = observe::fingerprint(machine);
  for (rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view item = rest.substr(0, end);
    const std::size_t colon = std::min(item.find(": "), item.size());
    items[std::string(item.substr(0, colon))] = item.substr(std::min(colon + 2, item.size()));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return items;
}

}  // namespace

Lines differences(const Run& before, const Run& now) {
  Lines lines;
  const Json old_run = to_results_json({before.run, {}, before.timing, before.tables, {}, {}});
  const Json new_run = to_results_json({now.run, {}, now.timing, now.tables, {}, {}});
  for (const char* field : {"rounds", "seed"}) {
    compare(field, old_run["run"][field], new_run["run"][field], lines);
  }
  compare("timing", old_run["timing"], new_run["timing"], lines);
  compare("tables", old_run["tables"], new_run["tables"], lines);
  compare("machine", machine_items(before.machine), machine_items(now.machine), lines);
  for (const auto& [field, what] : {std::pair{"assay_version", "Assay's version"},
                                    {"compiler", "Assay's compiler"},
                                    {"plugins", "plugin"},
                                    {"files", "SHA-256 of the file"}}) {
    compare(what, old_run["run"][field], new_run["run"][field], lines);
  }
  compare_cells(before, now, lines);
  return lines;
}

}  // namespace assay::results
