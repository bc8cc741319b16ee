// When a setting asked for and the one read back are the same in other words. Pure, any thread.
#pragma once

#include <string>

namespace assay::analyse {

// Whether the two values of a setting mean the same: without regard to case; "on", "true", "yes"
// and "1" are one, as are their opposites; and where a system reads a word back as its number, as
// SQLite does ("synchronous": FULL and 2), word and number are.
bool same_value(const std::string& setting, const std::string& asked, const std::string& found);

}  // namespace assay::analyse
