// The manual page of the program and all its commands. Pure function.
#pragma once

#include <string>
#include <vector>

#include "cli/command_texts.h"

namespace assay::cli {

// In the language of man(7), as `man -l` reads it; ASCII only. REQUIRES: texts is what
// command_texts gives.
std::string manual_page(const std::vector<CommandText>& texts, const std::string& version);

}  // namespace assay::cli
