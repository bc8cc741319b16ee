// How a finished call of a blocking session counts.
#pragma once

#include "engine/load_loop.h"

namespace assay::engine {

// checked: the work looks at every reply.
inline workload::Outcome judge(const Lane& lane, std::uint32_t slot, Status status,
                               const Reply& reply, bool checked) {
  // A plain session that answers `pending` is wrong and must not pass for anything else.
  const Status ended = status == Status::pending ? Status::failed : status;
  return checked ? lane.work->check(slot, ended, reply) : workload::outcome_of(ended);
}

}  // namespace assay::engine
