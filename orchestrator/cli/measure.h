// The run itself: rounds of shuffled blocks, each journalled when it ends.
#pragma once

#include <atomic>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "cli/progress.h"
#include "engine/supervisor.h"
#include "matrix/matrix.h"
#include "results/journal.h"

namespace assay::cli {

struct Measuring {
  const matrix::Matrix* matrix = nullptr;
  std::map<std::string, std::filesystem::path> plugin_files;  // by plugin name
  std::filesystem::path worker_file;
  std::filesystem::path work_folder;  // data and sockets of the running block; removed at the end
  std::filesystem::path run_folder;   // where the logs of blocks that failed are kept
  Progress::Form progress = Progress::Form::lines;
};

// Runs the blocks that the journal does not have yet. false: `stop` ended it before the last.
// Throws Error when the journal cannot be written; what was finished is then kept.
bool measure(const Measuring& measuring, results::Journal& journal, engine::Supervisor& supervisor,
             const std::atomic<bool>& stop);

// How long a block takes: warm-up, measuring and what lies between. nullopt where operations are
// counted, since their rate is what the block is to find out.
std::optional<std::chrono::nanoseconds> expected_block_time(const matrix::Matrix& matrix);

}  // namespace assay::cli
