// Whether there is a result at all: failed blocks, missing rounds, errors, percentiles.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "analyse/marks.h"

namespace assay::analyse {

using results::CellResult;
using results::Latency;
using results::Mark;
using results::Repeat;

namespace {

std::map<std::string, std::uint64_t> errors_by_kind(const CellResult& cell) {
  std::map<std::string, std::uint64_t> sums;
  for (const Repeat& repeat : cell.repeats) {
    for (const auto& [kind, count] : repeat.errors) {
      sums[kind] += count;
    }
  }
  return sums;
}

std::uint64_t total(const std::map<std::string, std::uint64_t>& counts) {
  std::uint64_t sum = 0;
  for (const auto& [kind, count] : counts) {
    sum += count;
  }
  return sum;
}

constexpr std::array<std::pair<const char*, std::optional<double> Latency::*>, 5> percentiles{{
    {"p50", &Latency::p50},
    {"p90", &Latency::p90},
    {"p95", &Latency::p95},
    {"p99", &Latency::p99},
    {"p99.9", &Latency::p99_9},
}};

}  // namespace

MaybeMark failed_blocks(const CellResult& cell, const MarkContext& /*context*/) {
  const Repeat* first = nullptr;
  std::size_t count = 0;
  for (const Repeat& repeat : cell.repeats) {
    if (repeat.failure) {
      first = first == nullptr ? &repeat : first;
      ++count;
    }
  }
  if (first == nullptr) {
    return std::nullopt;
  }
  return Mark{"failed",
              fmt::format("{} of {} blocks gave no measurement; the first, in round {}, failed in "
                          "phase {}: {}",
                          count, cell.repeats.size(), first->round + 1, first->failure->phase,
                          first->failure->text)};
}

MaybeMark incomplete(const CellResult& cell, const MarkContext& context) {
  if (cell.repeats.size() >= context.rounds) {
    return std::nullopt;
  }
  return Mark{"incomplete", fmt::format("Only {} of {} rounds have been run.", cell.repeats.size(),
                                        context.rounds)};
}

double error_share(const CellResult& cell) {
  const auto wrong = static_cast<double>(total(errors_by_kind(cell)));
  double right = 0;
  for (const Repeat& repeat : cell.repeats) {
    right += static_cast<double>(repeat.operations);
  }
  return wrong > 0 ? wrong / (wrong + right) : 0;
}

MaybeMark errors(const CellResult& cell, const MarkContext& /*context*/) {
  const auto kinds = errors_by_kind(cell);
  if (total(kinds) == 0) {
    return std::nullopt;
  }
  std::string list;
  for (const auto& [kind, count] : kinds) {
    if (count > 0) {
      list += fmt::format("{}{} {}", list.empty() ? "" : ", ", kind, count);
    }
  }
  const auto first = std::find_if(cell.repeats.begin(), cell.repeats.end(),
                                  [](const Repeat& each) { return !each.first_error.empty(); });
  const std::string message =
      first == cell.repeats.end() ? "" : fmt::format("; the first said: {}", first->first_error);
  const double percent = error_share(cell) * 100;
  return Mark{"errors", fmt::format("{} % of the operations did not succeed ({}){}",
                                    percent < 10 ? fmt::format("{:.2g}", percent)
                                                 : fmt::format("{:.0f}", percent),
                                    list, message)};
}

MaybeMark few_samples(const CellResult& cell, const MarkContext& /*context*/) {
  std::string list;
  std::size_t measured = 0;
  for (const auto& [name, member] : percentiles) {
    measured = 0;
    std::size_t printed = 0;
    for (const Repeat& repeat : cell.repeats) {
      const bool has_times = !repeat.failure && !(repeat.open && repeat.open->overloaded);
      measured += has_times ? 1 : 0;
      printed += has_times && repeat.response_ns.*member ? 1 : 0;
    }
    if (printed < measured) {
      list += fmt::format("{}{} in {} of {}", list.empty() ? "" : ", ", name, measured - printed,
                          measured);
    }
  }
  if (list.empty()) {
    return std::nullopt;
  }
  return Mark{"few_samples",
              fmt::format("Percentiles with fewer than 10 operations beyond them are left out ({} "
                          "repeats); measure longer to have them.",
                          list)};
}

}  // namespace assay::analyse
