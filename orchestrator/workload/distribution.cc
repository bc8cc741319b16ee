#include "workload/distribution.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace assay::workload {

namespace {

struct Named {
  std::string_view name;
  std::unique_ptr<Distribution> (*make)(const Shape&);
};

constexpr std::array distributions{
    Named{"uniform", make_uniform},
    Named{"zipfian", make_zipfian},
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

}  // namespace assay::workload
