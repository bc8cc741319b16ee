// Whose something is: a tag that names the process a run belongs to, put on everything the run
// makes, so that what a killed run left can be told from what a living one uses. Thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace assay::engine {

// The environment variable that every process of a run carries; its value is the tag.
inline constexpr const char* owner_variable = "ASSAY_OWNER";

// "PID-START": this process and the clock ticks since boot at which it started.
std::string owner_tag();

// Whether the process that the tag names still runs. false for anything that is no tag.
bool owner_lives(std::string_view tag);

}  // namespace assay::engine
