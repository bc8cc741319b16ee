// What a cell asks its system to run with, for standing beside what is read back. Pure, any thread.
#pragma once

#include <map>
#include <string>

#include "assay/plugin.h"
#include "matrix/cell.h"

namespace assay::results {

// "durability", what the plugin sets for the cell's level, and the cell's settings. A plugin's
// option named LEVEL_WORD, as process_synchronous or none_journal, is the value at that level of
// the setting named WORD (or WORD_…, as journal_mode): it stands in that setting's place, with the
// option's default where the cell does not name it.
std::map<std::string, std::string> declared(const Capabilities& capabilities,
                                            const matrix::Cell& cell);

}  // namespace assay::results
