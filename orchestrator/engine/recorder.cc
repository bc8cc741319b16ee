#include "engine/recorder.h"

#include <fmt/format.h>

namespace assay::engine {
namespace {

constexpr std::int64_t second_ns = 1'000'000'000;

std::uint64_t seconds_of(const Window& window) {
  if (window.operations) {
    return UINT64_MAX;
  }
  const std::int64_t span_ns = std::max<std::int64_t>(window.end_ns - window.measure_ns, 1);
  return static_cast<std::uint64_t>((span_ns + second_ns - 1) / second_ns);
}

// So long that what is due in the window falls into one of its parts.
std::int64_t part_of(const Window& window) {
  return (window.end_ns - window.measure_ns) / static_cast<std::int64_t>(window_parts) + 1;
}

}  // namespace

Recorder::Recorder(const Window& window, Pulse& pulse, Tally& tally)
    : pulse_(pulse),
      tally_(tally),
      responses_(tally.parts.empty() ? &tally.response : tally.parts.data()),
      measure_ns_(window.measure_ns),
      open_end_ns_(window.offer ? std::optional(window.end_ns) : std::nullopt),
      part_ns_(part_of(window)),
      boundary_ns_(window.measure_ns + second_ns),
      seconds_(seconds_of(window)) {
  if (seconds_ == 1) {
    boundary_ns_ = INT64_MAX;
  }
}

void Recorder::lost(std::int64_t begin_ns, std::int64_t end_ns, workload::Outcome outcome,
                    std::string_view error) {
  beat(end_ns);
  if (begin_ns >= measure_ns_) {
    ++counted_;
    first_ns_ = std::min(first_ns_, begin_ns);
    last_ns_ = std::max(last_ns_, end_ns);
  }
  not_ok(outcome, error);
}

void Recorder::not_ok(workload::Outcome outcome, std::string_view error) {
  doubt(outcome);
  ++tally_.outcomes[static_cast<std::size_t>(outcome)];
  if (tally_.first_error.empty()) {
    tally_.first_error = name(outcome);
    if (!error.empty()) {
      tally_.first_error += fmt::format(": {}", error);
    }
  }
}

void Recorder::give_up(Arrivals& arrivals, const Window& window, const GeneratorLag& lag) {
  tally_.lag_ns = lag.ns();
  for (; arrivals.due_ns() < window.end_ns; arrivals.pop()) {
    tally_.unsent += arrivals.due_ns() >= window.measure_ns ? 1 : 0;
  }
}

void Recorder::next_second() {
  tally_.series.push_back(in_second_);
  in_second_ = 0;
  boundary_ns_ = tally_.series.size() + 1 == seconds_ ? INT64_MAX : boundary_ns_ + second_ns;
}

void Recorder::close(std::int64_t now_ns) {
  while (now_ns > boundary_ns_) {
    next_second();
  }
  if (now_ns > measure_ns_) {
    tally_.series.push_back(in_second_);
  }
  for (const Histogram& part : tally_.parts) {
    tally_.response.merge(part);
  }
  tally_.outcomes[static_cast<std::size_t>(workload::Outcome::ok)] = tally_.response.count();
  tally_.finished = finished_;
  if (last_ns_ != 0) {
    // The rate of an open loop is over the whole window: what is due first and ends last leaves a
    // gap at each side.
    tally_.first_ns = open_end_ns_ ? measure_ns_ : first_ns_;
    tally_.last_ns = std::max(last_ns_, open_end_ns_.value_or(last_ns_));
  }
}

}  // namespace assay::engine
