#include "cli/read_run.h"

#include "results/journal.h"

namespace assay::cli {

results::Run read_run(const std::filesystem::path& folder_or_file) {
  if (std::filesystem::exists(folder_or_file / "journal.sqlite")) {
    return results::Journal::open(folder_or_file).read();
  }
  return results::read_results(folder_or_file);
}

}  // namespace assay::cli
