// The scripts by which shells complete the program's commands, options and their values; where a
// value may be anything they offer files. Pure functions.
#pragma once

#include <string>
#include <vector>

#include "cli/command_texts.h"

namespace assay::cli {

// REQUIRES: texts is what command_texts gives.
std::string bash_completion(const std::vector<CommandText>& texts);
std::string zsh_completion(const std::vector<CommandText>& texts);
std::string fish_completion(const std::vector<CommandText>& texts);

}  // namespace assay::cli
