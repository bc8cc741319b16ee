// The arrays that posix_spawn wants. Stateless, safe from any thread as long as nobody changes the
// environment.
#pragma once

#include <string>
#include <vector>

#include "assay/session.h"

namespace assay::process {

// The environment of this process as "NAME=value", with the given variables in place of those of
// the same name; for pointers().
std::vector<std::string> environment_with(const std::vector<Setting>& variables);

// Views of the texts with a null at the end. The texts must outlive them.
std::vector<char*> pointers(std::vector<std::string>& texts);

}  // namespace assay::process
