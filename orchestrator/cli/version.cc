#include "cli/version.h"

#include <fmt/core.h>

namespace assay::cli {

std::string version() { return ASSAY_VERSION; }

std::string compiler() {
#if defined(__clang__)
  return fmt::format("clang++ {}.{}.{}, {}", __clang_major__, __clang_minor__, __clang_patchlevel__,
                     ASSAY_BUILD_TYPE);
#else
  return fmt::format("g++ {}.{}.{}, {}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__,
                     ASSAY_BUILD_TYPE);
#endif
}

std::string version_text() { return fmt::format("assay {} ({})", version(), compiler()); }

}  // namespace assay::cli
