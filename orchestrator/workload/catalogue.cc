#include "workload/catalogue.h"

#include <fmt/format.h>

#include <algorithm>

#include "workload/definition.h"
#include "workload/history.h"
#include "workload/own_workload.h"

// The one list of workloads: a new one is its file and a line here.
#define ASSAY_WORKLOADS(entry)    \
  entry(cache_erase);             \
  entry(cache_get);               \
  entry(cache_increment);         \
  entry(cache_insert);            \
  entry(cache_multi_get);         \
  entry(cache_multi_put);         \
  entry(cache_put);               \
  entry(cache_read_modify_write); \
  entry(table_insert);            \
  entry(table_multi_read);        \
  entry(table_point_read);        \
  entry(table_point_update);      \
  entry(table_read_modify_write); \
  entry(table_scan);              \
  entry(table_transaction)

namespace assay::workload {

#define ASSAY_DECLARE(workload) Definition workload()
ASSAY_WORKLOADS(ASSAY_DECLARE);
#undef ASSAY_DECLARE

namespace {

// The descriptions apart from the rest, since catalogue() shows them as one array.
struct Registry {
  std::vector<Definition> definitions;    // ordered by name
  std::vector<Description> descriptions;  // of the same order
};

const Registry& registry() {
  static const Registry built = [] {
    Registry made;
#define ASSAY_ADD(workload) made.definitions.push_back(workload())
    ASSAY_WORKLOADS(ASSAY_ADD);
#undef ASSAY_ADD
    std::ranges::sort(made.definitions, {},
                      [](const Definition& each) { return each.description.name; });
    for (const Definition& each : made.definitions) {
      made.descriptions.push_back(each.description);
    }
    return made;
  }();
  return built;
}

Definition definition(const Selection& selection) {
  if (!selection.definition.is_null()) {
    return own_workload(selection.name, selection.definition);
  }
  if (const Definition* const found = find_definition(selection.name)) {
    return *found;
  }
  throw Error(fmt::format("there is no workload {}; `assay list` shows them", selection.name),
              ExitCode::wrong_usage);
}

bool has(Session& session, Component component) {
  switch (component) {
    case Component::key_value:
      return session.key_value() != nullptr;
    case Component::table:
      return session.table() != nullptr;
    case Component::sql:
      return session.sql() != nullptr;
  }
  return false;
}

void require_component(const Description& description, Session& session) {
  if (!has(session, description.component)) {
    throw Error(fmt::format("{} needs the component {}, which this plugin's sessions lack",
                            description.name, name(description.component)),
                ExitCode::wrong_usage);
  }
}

}  // namespace

std::span<const Description> catalogue() { return registry().descriptions; }

const Description* find(std::string_view name) {
  const auto all = catalogue();
  const auto found = std::ranges::find(all, name, &Description::name);
  return found == all.end() ? nullptr : &*found;
}

const Definition* find_definition(std::string_view name) {
  const auto& all = registry().definitions;
  const auto found = std::ranges::find_if(
      all, [&](const Definition& each) { return each.description.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::unique_ptr<Work> make_work(const Selection& selection, const Share& share, std::uint32_t depth,
                                Session& session) {
  const Definition workload = definition(selection);
  require_component(workload.description, session);
  if (workload.description.depth_0_only && depth != 0) {
    throw Error(fmt::format("{} makes several calls an operation, which wait for one another: "
                            "depth must be 0, not {}",
                            selection.name, depth),
                ExitCode::wrong_usage);
  }
  auto history = std::make_unique<History>(share, selection.verify);
  Share own = share;
  own.history = history.get();
  std::unique_ptr<Work> work =
      workload.make(Parameters(workload.description, selection), own, depth, session);
  work->keep(std::move(history));
  return work;
}

Component component(const Selection& selection) {
  return definition(selection).description.component;
}

std::vector<TableSchema> tables(const Selection& selection) {
  const Definition workload = definition(selection);
  const Parameters parameters(workload.description, selection);
  return workload.tables == nullptr ? std::vector<TableSchema>{} : workload.tables(parameters);
}

void fill(const Selection& selection, std::uint64_t seed, Session& session) {
  const Definition workload = definition(selection);
  require_component(workload.description, session);
  workload.fill(Parameters(workload.description, selection), seed, session);
}

}  // namespace assay::workload
