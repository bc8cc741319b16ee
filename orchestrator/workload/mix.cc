#include "workload/mix.h"

#include <fmt/format.h>

#include <algorithm>

#include "workload/distribution.h"
#include "workload/mixed_work.h"

namespace assay::workload {

namespace {

struct Member {
  const Definition* definition;
  double share;
};

std::vector<Member> members_of(const std::string& name, const nlohmann::json& definition) {
  std::vector<Member> members;
  for (const nlohmann::json& each : definition.at("of")) {
    const auto member = each.at("workload").get<std::string>();
    const Definition* const found = find_definition(member);
    if (found == nullptr) {
      throw Error(
          fmt::format("{} mixes {}, which is no workload; `assay list workloads` shows them", name,
                      member),
          ExitCode::wrong_usage);
    }
    members.push_back({found, each.at("share").get<double>()});
  }
  return members;
}

// One parameter that both have: what both allow.
void merge(Parameter& to, const Parameter& from) {
  std::erase_if(to.choices, [&](const std::string& choice) {
    return std::ranges::count(from.choices, choice) == 0;
  });
  to.least = std::max(to.least, from.least);
  to.most = std::min(to.most, from.most);
  if (to.type == ParameterType::integer && to.default_value > to.most) {
    to.default_value = static_cast<std::int64_t>(to.most);
  }
}

void add(Description& description, const Description& member) {
  if (member.component != description.component) {
    throw Error(fmt::format("{} mixes workloads of {} and of {}; a mix is of one component",
                            description.name, name(description.component), name(member.component)),
                ExitCode::wrong_usage);
  }
  if (member.alone) {
    throw Error(fmt::format("{} mixes {}, which leaves the data as no other workload expects it; "
                            "leave it out",
                            description.name, member.name),
                ExitCode::wrong_usage);
  }
  description.writes = description.writes || member.writes;
  description.depth_0_only = description.depth_0_only || member.depth_0_only;
  for (const Parameter& parameter : member.parameters) {
    const auto found = std::ranges::find(description.parameters, parameter.name, &Parameter::name);
    if (found == description.parameters.end()) {
      description.parameters.push_back(parameter);
    } else {
      merge(*found, parameter);
    }
  }
}

// What the mix's selection is to one of its members.
Selection part_of(const Selection& mix, const Description& member) {
  Selection part{member.name, {}, mix.settings, mix.verify};
  for (const Parameter& parameter : member.parameters) {
    if (const auto found = mix.parameters.find(parameter.name); found != mix.parameters.end()) {
      part.parameters.insert(*found);
    }
  }
  return part;
}

std::vector<Member> members_of(const Parameters& parameters) {
  return members_of(parameters.selection().name, parameters.selection().definition);
}

std::unique_ptr<Work> make_mix(const Parameters& parameters, const Share& share,
                               std::uint32_t depth, Session& session) {
  std::vector<MixedWork::Part> parts;
  Share own = share;
  for (const Member& member : members_of(parameters)) {
    const Selection selection = part_of(parameters.selection(), member.definition->description);
    own.member = static_cast<std::uint32_t>(parts.size()) + 1;
    parts.push_back({member.share,
                     member.definition->make(Parameters(member.definition->description, selection),
                                             own, depth, session)});
  }
  return std::make_unique<MixedWork>(std::move(parts), *share.history, choices_of(share));
}

// Each dataset once: the members that have the same way of filling have the same.
void fill_mix(const Parameters& parameters, std::uint64_t seed, Session& session) {
  std::vector<decltype(Definition::fill)> filled;
  for (const Member& member : members_of(parameters)) {
    if (std::ranges::count(filled, member.definition->fill) == 0) {
      const Selection selection = part_of(parameters.selection(), member.definition->description);
      member.definition->fill(Parameters(member.definition->description, selection), seed, session);
      filled.push_back(member.definition->fill);
    }
  }
}

std::vector<TableSchema> tables_of_mix(const Parameters& parameters) {
  std::vector<TableSchema> all;
  for (const Member& member : members_of(parameters)) {
    if (member.definition->tables == nullptr) {
      continue;
    }
    const Selection selection = part_of(parameters.selection(), member.definition->description);
    for (TableSchema& table :
         member.definition->tables(Parameters(member.definition->description, selection))) {
      if (std::ranges::count(all, table.name, &TableSchema::name) == 0) {
        all.push_back(std::move(table));
      }
    }
  }
  return all;
}

}  // namespace

Definition mix_workload(const std::string& name, const nlohmann::json& definition) {
  const std::vector<Member> members = members_of(name, definition);
  if (members.empty() || members.size() > 100) {
    throw Error(fmt::format("{} mixes {} workloads; give 1 to 100", name, members.size()),
                ExitCode::wrong_usage);
  }
  Description description{name, members.front().definition->description.component, false, "", {}};
  for (const Member& member : members) {
    add(description, member.definition->description);
    description.help += fmt::format("{}{:g} % {}", description.help.empty() ? "" : ", ",
                                    member.share * 100, member.definition->description.name);
  }
  return {.description = std::move(description),
          .make = make_mix,
          .fill = fill_mix,
          .tables = tables_of_mix};
}

}  // namespace assay::workload
