#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "analyse/statistics.h"
#include "report/document.h"
#include "report/markdown_table.h"
#include "report/number.h"

namespace assay::report {
namespace {

using results::Latency;
using results::MemberFigures;

// One member of a cell's mix over the rounds that measured.
class MemberRounds {
 public:
  MemberRounds(const results::CellResult& cell, std::size_t member) {
    for (const results::Repeat& repeat : cell.repeats) {
      if (member < repeat.members.size() && repeat.operations > 0) {
        figures_.push_back(&repeat.members[member]);
        operations_ += repeat.members[member].operations;
        of_ += repeat.operations;
      }
    }
  }

  std::string share() const {
    return of_ == 0 ? "not run"
                    : fmt::format("{:.1f} %", 100 * static_cast<double>(operations_) /
                                                  static_cast<double>(of_));
  }

  // The median in µs, where every round has the figure.
  std::string us(std::optional<double> Latency::*figure) const {
    std::vector<double> values;
    for (const MemberFigures* each : figures_) {
      if (const auto value = each->response_ns.*figure) {
        values.push_back(*value / 1e3);
      }
    }
    if (figures_.empty()) {
      return "not run";
    }
    return values.size() < figures_.size() ? "too few samples"
                                           : rounded(analyse::median(values), -1);
  }

 private:
  std::vector<const MemberFigures*> figures_;
  std::uint64_t operations_ = 0;
  std::uint64_t of_ = 0;
};

}  // namespace

std::string mix_section(const results::Run& run) {
  Lines lines{{"cell", "member", "operations", "p50", "p99", "mean"}};
  for (const results::CellResult& cell : run.cells) {
    const auto measured = std::ranges::find_if(
        cell.repeats, [](const results::Repeat& repeat) { return !repeat.members.empty(); });
    if (measured == cell.repeats.end()) {
      continue;
    }
    const std::vector<MemberFigures>& members = measured->members;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const MemberRounds rounds(cell, i);
      lines.push_back({cell.cell.id, members[i].workload, rounds.share(), rounds.us(&Latency::p50),
                       rounds.us(&Latency::p99), rounds.us(&Latency::mean)});
    }
  }
  if (lines.size() == 1) {
    return "";
  }
  return "## Mixes\n\nWhat the members of each mix did: their part of the operations over all "
         "rounds, "
         "and their response times in µs, the medians over the rounds.\n\n" +
         markdown_table(lines, 2);
}

}  // namespace assay::report
