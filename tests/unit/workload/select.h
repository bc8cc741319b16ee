// Selections and blocks of operations for tests.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "memory_session.h"
#include "workload/catalogue.h"
#include "workload/work.h"

namespace assay::workload {

// The workload with its defaults, except where another value is given.
inline Selection select(const std::string& name,
                        const std::map<std::string, nlohmann::json>& parameters = {}) {
  Selection selection;
  selection.name = name;
  for (const Parameter& each : find(name)->parameters) {
    selection.parameters[each.name] = each.default_value;
  }
  for (const auto& [parameter, value] : parameters) {
    selection.parameters[parameter] = value;
  }
  return selection;
}

// Makes and runs `count` operations one by one; returns their outcomes.
inline std::vector<Outcome> run(Work& work, MemorySession& session, std::size_t count) {
  std::vector<Outcome> outcomes;
  while (outcomes.size() < count) {
    work.make(0, work.slots());
    for (std::uint32_t slot = 0; slot < work.slots() && outcomes.size() < count; ++slot) {
      Reply reply;
      Status status = work.issue(slot, reply);
      if (status == Status::pending) {
        EXPECT_TRUE(session.take(status, reply));
      }
      outcomes.push_back(work.check(slot, status, reply));
    }
  }
  return outcomes;
}

// Runs one operation and lets `lie` change the reply before it is judged.
template <typename Lie>
Outcome judge(Work& work, Lie lie) {
  work.make(0, 1);
  Reply reply;
  const Status status = work.issue(0, reply);
  lie(reply);
  return work.check(0, status, reply);
}

}  // namespace assay::workload
