#include "engine/tally.h"

#include <algorithm>
#include <functional>

#include "assay/types.h"

namespace assay::engine {

void add(Tally& to, const Tally& from) {
  to.response.merge(from.response);
  to.service.merge(from.service);
  to.parts.resize(std::max(to.parts.size(), from.parts.size()));
  for (std::size_t part = 0; part < from.parts.size(); ++part) {
    to.parts[part].merge(from.parts[part]);
  }
  to.generator.merge(from.generator);
  to.waited += from.waited;
  to.unsent += from.unsent;
  to.lag_ns = std::max(to.lag_ns, from.lag_ns);
  for (std::size_t part = 0; part < window_parts; ++part) {
    to.part_operations[part] += from.part_operations[part];
    to.part_waited_ns[part] += from.part_waited_ns[part];
  }
  std::transform(to.outcomes.begin(), to.outcomes.end(), from.outcomes.begin(), to.outcomes.begin(),
                 std::plus<>());
  to.series.resize(std::max(to.series.size(), from.series.size()));
  std::transform(from.series.begin(), from.series.end(), to.series.begin(), to.series.begin(),
                 std::plus<>());
  to.finished += from.finished;
  to.doubtful += from.doubtful;
  to.other_calls += from.other_calls;
  to.lost_connections += from.lost_connections;
  if (from.last_ns != 0) {
    to.first_ns = to.last_ns == 0 ? from.first_ns : std::min(to.first_ns, from.first_ns);
    to.last_ns = std::max(to.last_ns, from.last_ns);
  }
  if (to.first_error.empty()) {
    to.first_error = from.first_error;
  }
}

double counted_seconds(const Tally& tally) {
  if (tally.last_ns == 0) {
    throw Error("no operation was counted in the measured window; measure for longer");
  }
  if (tally.last_ns <= tally.first_ns) {
    throw Error("the counted operations took no time by the clock; measure more of them");
  }
  return static_cast<double>(tally.last_ns - tally.first_ns) / 1e9;
}

}  // namespace assay::engine
