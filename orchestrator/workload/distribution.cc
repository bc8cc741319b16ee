#include "workload/distribution.h"

#include <algorithm>
#include <array>
#include <cassert>

#include <fmt/format.h>

namespace assay::workload {

namespace {

struct Named {
  std::string_view name;
  std::unique_ptr<Distribution> (*make)(const Shape&);
};

constexpr std::array distributions{
    Named{"uniform", make_uniform},       Named{"zipfian", make_zipfian},
    Named{"latest", make_latest},         Named{"hotspot", make_hotspot},
    Named{"sequential", make_sequential}, Named{"exponential", make_exponential},
};

}  // namespace

std::unique_ptr<Distribution> make_distribution(std::string_view name, const Shape& shape) {
  const auto* const found = std::ranges::find(distributions, name, &Named::name);
  assert(found != distributions.end());
  return found->make(shape);
}

std::vector<std::string> distribution_names() {
  std::vector<std::string> names;
  names.reserve(std::size(distributions));
  for (const Named& each : distributions) {
    names.emplace_back(each.name);
  }
  return names;
}

std::vector<Parameter> distribution_parameters(std::string_view things) {
  return {
      {"distribution", ParameterType::choice, "", distribution_names().front(), 0, 0,
       distribution_names(), fmt::format("How {} are chosen.", things)},
      {"theta",
       ParameterType::number,
       "",
       0.99,
       0.01,
       0.999,
       {},
       "Skew of the distributions zipfian and latest: 0.99 gives the most popular of 10,000 a "
       "tenth "
       "of the operations."},
      {"hot_items",
       ParameterType::number,
       "",
       0.2,
       1e-6,
       1,
       {},
       fmt::format("Distribution hotspot: the share of the {} that is hot.", things)},
      {"hot_operations",
       ParameterType::number,
       "",
       0.8,
       0,
       1,
       {},
       fmt::format("Distribution hotspot: the share of the operations that goes to hot {}.",
                   things)},
  };
}

Random choices_of(const Share& share) {
  return {share.seed + share.member * std::uint64_t{0x9fb21c651e98df25}, share.session,
          share.round};
}

Items item_stream(const Parameters& parameters, const Share& share, std::uint64_t items) {
  const Shape shape{items, parameters.number("theta"), parameters.number("hot_items"),
                    parameters.number("hot_operations")};
  return {make_distribution(parameters.choice("distribution"), shape), choices_of(share)};
}

}  // namespace assay::workload
