// Judges of memory, swap and pages.
#include <fmt/format.h>

#include "observe/judges.h"

namespace assay::observe {

using Json = nlohmann::json;

Judgement judge_memory(const Json& machine) {
  const char* const subject = "memory";
  const auto available = figure(machine, "memory_available_bytes");
  const auto all = figure(machine, "memory_bytes");
  if (!available || !all) {
    return unknown(subject);
  }
  const std::string share = fmt::format("{} of {}", in_bytes(*available), in_bytes(*all));
  if (*available >= *all / 10) {
    return fine(subject, share + " available");
  }
  return {subject, Weight::notable, fmt::format("Only {} of memory are available", share),
          "the kernel drops cached pages and may end a program for want of memory",
          "end what holds it, or use smaller data"};
}

Judgement judge_swap(const Json& machine) {
  const char* const subject = "swap";
  const auto used = figure(machine, "swap_used_bytes");
  if (!used) {
    return unknown(subject);
  }
  if (*used <= 0) {
    return fine(subject, figure(machine, "swap_bytes").value_or(0) > 0 ? "not used" : "none");
  }
  return {subject, Weight::notable, fmt::format("{} are swapped out", in_bytes(*used)),
          "a page that comes back from disk is a long latency",
          "free memory or turn swap off (swapoff -a)"};
}

Judgement judge_transparent_pages(const Json& machine) {
  const char* const subject = "transparent huge pages";
  const auto policy = text(machine, "transparent_huge_pages");
  if (!policy) {
    return unknown(subject);
  }
  if (*policy != "always") {
    return fine(subject, *policy);
  }
  return {subject, Weight::notable, "Transparent huge pages are on for all programs",
          "servers that fork to save their data copy more memory and stall longer",
          "set them to madvise (echo madvise > /sys/kernel/mm/transparent_hugepage/enabled)"};
}

Judgement judge_reserved_pages(const Json& machine) {
  const char* const subject = "reserved huge pages";
  const auto reserved = figure(machine, "huge_pages_bytes");
  if (!reserved) {
    return unknown(subject);
  }
  if (*reserved <= 0) {
    return fine(subject, "none");
  }
  return {subject, Weight::notable,
          fmt::format("{} are reserved as huge pages", in_bytes(*reserved)),
          "a system that uses them has an advantage, and to all others that memory is lost",
          "give them to no system or to each that can use them (sysctl vm.nr_hugepages=0)"};
}

}  // namespace assay::observe
