// What a workload's file gives to the catalogue: its description and how to make it.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "workload/catalogue.h"
#include "workload/parameters.h"
#include "workload/work.h"

namespace assay::workload {

struct Definition {
  Description description;

  // The session has the described component, and outlives the work, as does the share's history.
  std::unique_ptr<Work> (*make)(const Parameters&, const Share&, std::uint32_t depth, Session&);

  void (*fill)(const Parameters&, std::uint64_t seed, Session&);

  // nullptr: none.
  std::vector<TableSchema> (*tables)(const Parameters&) = nullptr;
};

// The catalogue's workload of that name, or nullptr.
const Definition* find_definition(std::string_view name);

// Definition::make of a Work that is constructed from the same four.
template <typename Made>
std::unique_ptr<Work> make(const Parameters& parameters, const Share& share, std::uint32_t depth,
                           Session& session) {
  return std::make_unique<Made>(parameters, share, depth, session);
}

}  // namespace assay::workload
