// Loads one plugin, checked before anything of it is used. Only worker processes call this: loading
// runs the library's own constructors. A loaded library is never unloaded.
#pragma once

#include <filesystem>

#include "assay/plugin.h"

namespace assay::host {

// Opens a file by its exact path and checks, in this order: it is an ELF shared object, it has the
// symbol assay_plugin, magic, struct_size, SDK version, ABI, name equal to the file's name
// (assay-NAME.so), create succeeds. Throws Error with one message for each, naming the file, what
// it has, what is wanted and what to do. The plugin lives until the process ends.
Plugin& load(const std::filesystem::path& file);

}  // namespace assay::host
