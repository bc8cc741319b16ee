// Judges of the data folder and the disk it is on.
#include <fmt/format.h>

#include "observe/judges.h"
#include "observe/machine.h"

namespace assay::observe {

using Json = nlohmann::json;

Judgement judge_data_folder(const Json& machine) {
  const char* const subject = "data folder";
  const auto system = text(machine, "file_system");
  if (!system) {
    return unknown(subject);
  }
  if (!in_memory(*system)) {
    const auto device = text(machine, "device");
    return fine(subject, device ? fmt::format("{} on {}", *system, *device) : *system);
  }
  return {subject, Weight::serious,
          fmt::format("The data folder is on {}, which is memory", *system),
          "syncs cost nothing there and nothing survives a power loss",
          "use a folder on a disk for durability levels above none"};
}

Judgement judge_sync(const Json& machine) {
  const char* const subject = "sync";
  const auto p50 = figure(machine, "sync_p50_us");
  const auto credible = truth(machine, "sync_credible");
  if (!p50 || !credible) {
    return unknown(subject);
  }
  const auto p99 = figure(machine, "sync_p99_us");
  const std::string cost =
      fmt::format("4 KiB write with fdatasync takes {:.0f} µs{} in the data folder", *p50,
                  p99 ? fmt::format(", {:.0f} µs at p99,", *p99) : "");
  if (*credible) {
    return fine(subject, "a " + cost);
  }
  if (in_memory(text(machine, "file_system").value_or(""))) {
    return fine(subject, "costs nothing in memory");  // said of the data folder already
  }
  return {
      subject, Weight::serious,
      fmt::format("A {}, less than a disk can do whose cache does not outlive a power loss", cost),
      "either this one's does, or it answers before the data is safe",
      "find out which before believing durability `power` here"};
}

Judgement judge_free_disk(const Json& machine) {
  constexpr double gibibyte = 1024.0 * 1024 * 1024;
  const char* const subject = "free disk";
  const auto free = figure(machine, "disk_free_bytes");
  if (!free) {
    return unknown(subject);
  }
  if (*free >= 2 * gibibyte) {
    return fine(subject, in_bytes(*free));
  }
  return {subject, *free < gibibyte / 4 ? Weight::serious : Weight::notable,
          fmt::format("Only {} are free in the data folder", in_bytes(*free)),
          "a run can fail for want of room, and file systems slow down when they are nearly full",
          "make room, or choose another folder"};
}

}  // namespace assay::observe
