// Whether the load was what it claims to be: Little's law, the client's CPU, fairness.
#include <fmt/format.h>

#include <algorithm>

#include "analyse/analyse.h"
#include "analyse/marks.h"
#include "analyse/statistics.h"

namespace assay::analyse {

using results::CellResult;
using results::Mark;
using results::Repeat;

namespace {

double threads_of(const matrix::Topology& topology) {
  return static_cast<double>(topology.processes) * topology.threads;
}

double in_flight(const matrix::Topology& topology) {
  const bool plain = topology.depth == 0;
  return threads_of(topology) *
         (plain ? 1.0 : static_cast<double>(topology.connections) * topology.depth);
}

}  // namespace

MaybeMark overloaded(const CellResult& cell, const MarkContext& /*context*/) {
  std::size_t count = 0;
  std::size_t measured = 0;
  double least = 1;
  for (const Repeat& repeat : cell.repeats) {
    measured += repeat.open ? 1 : 0;
    if (repeat.open && repeat.open->overloaded) {
      ++count;
      least = std::min(least, repeat.open->achieved_share);
    }
  }
  if (count == 0) {
    return std::nullopt;
  }
  return Mark{"overloaded",
              fmt::format("In {} of {} rounds more was offered than the system can do ({:.1f} % of "
                          "the rate achieved at the least, or its backlog still growing): response "
                          "times of such a round grow with its length and are not printed.",
                          count, measured, least * 100)};
}

MaybeMark little_law(const CellResult& cell, const MarkContext& /*context*/) {
  constexpr double least = 0.95;
  constexpr double most = 1.05;
  constexpr double ns_per_second = 1e9;
  if (error_share(cell) > 0 || cell.cell.open) {
    return std::nullopt;
  }
  std::vector<double> quotients;
  for (const Repeat& repeat : cell.repeats) {
    if (repeat.ops_per_second && repeat.response_ns.mean) {
      quotients.push_back(*repeat.ops_per_second * *repeat.response_ns.mean / ns_per_second /
                          in_flight(cell.cell.topology));
    }
  }
  if (quotients.empty()) {
    return std::nullopt;
  }
  const double quotient = median(quotients);
  if (quotient >= least && quotient <= most) {
    return std::nullopt;
  }
  const char* const meaning =
      quotient < least
          ? "the client spends the rest between operations, so the rate is partly its own"
          : "operations wait longer than the load explains, or more are in flight";
  return Mark{
      "little_law",
      fmt::format("ops/s × mean response time is {:.2f} times the operations in flight: {}.",
                  quotient, meaning)};
}

MaybeMark client_saturated(const CellResult& cell, const MarkContext& context) {
  constexpr double most = 0.90;
  if (cell.cell.environment == Environment::embedded || cell.cell.open) {
    return std::nullopt;
  }
  const double threads = threads_of(cell.cell.topology);
  const double cores = context.cpus ? std::min(threads, *context.cpus) : threads;
  std::vector<double> used;
  for (const auto& value : by_round(cell, "client.cpu_cores", context.rounds)) {
    if (value) {
      used.push_back(*value);
    }
  }
  if (used.empty() || median(used) <= most * cores) {
    return std::nullopt;
  }
  return Mark{"client_saturated",
              fmt::format("The client used {:.2f} of the {:.0f} cores it can use: it may be the "
                          "limit, not the server; give it more threads or processes.",
                          median(used), cores)};
}

MaybeMark not_cold(const CellResult& cell, const MarkContext& /*context*/) {
  constexpr double most = 0.05;
  double worst = 0;
  for (const Repeat& repeat : cell.repeats) {
    if (repeat.cold && repeat.cold->bytes > 0) {
      worst = std::max(worst, static_cast<double>(repeat.cold->cached_bytes) /
                                  static_cast<double>(repeat.cold->bytes));
    }
  }
  if (worst <= most) {
    return std::nullopt;
  }
  return Mark{"not_cold", fmt::format("{:.0f} % of the data was still in the page cache after it "
                                      "was dropped: the start was not cold.",
                                      worst * 100)};
}

MaybeMark unfair(const CellResult& cell, const MarkContext& /*context*/) {
  constexpr double least = 0.5;
  std::vector<double> shares;
  for (const Repeat& repeat : cell.repeats) {
    const std::vector<double>& rates = repeat.per_process_ops_per_second;
    if (rates.size() < 2) {
      continue;
    }
    const auto [slowest, fastest] = std::minmax_element(rates.begin(), rates.end());
    if (*fastest > 0) {
      shares.push_back(*slowest / *fastest);
    }
  }
  if (shares.empty() || median(shares) >= least) {
    return std::nullopt;
  }
  return Mark{"unfair", fmt::format("The slowest of {} processes had {:.2f} times the rate of the "
                                    "fastest: the sum hides that some starve.",
                                    cell.cell.topology.processes, median(shares))};
}

}  // namespace assay::analyse
