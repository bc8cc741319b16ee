#include "block_fixture.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <numeric>
#include <thread>

#include "engine/process_tree.h"
#include "workload/catalogue.h"

namespace assay::engine {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

std::string process_name(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/comm");
  std::string name;
  std::getline(file, name);
  return name;
}

// Of this test's processes, those beside the supervisor. A keeper may take a moment to be gone.
std::vector<std::string> left_over() {
  std::vector<std::string> names;
  for (int i = 0; i < 400; ++i) {
    names.clear();
    for (const pid_t pid : descendants(getpid())) {
      names.push_back(process_name(pid));
    }
    std::erase(names, "assay-superviso");  // the kernel keeps 15 letters
    std::erase(names, "");
    if (names.empty()) {
      break;
    }
    std::this_thread::sleep_for(5ms);
  }
  return names;
}

}  // namespace

void BlockTest::SetUp() {
  std::string pattern = "/tmp/assay-block-test-XXXXXX";
  ASSERT_NE(mkdtemp(pattern.data()), nullptr);
  folder_ = pattern;
  setenv("TMPDIR", folder_.c_str(), 1);
  supervisor_ = std::make_unique<Supervisor>();
}

void BlockTest::TearDown() {
  EXPECT_EQ(left_over(), std::vector<std::string>());
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_)) {
    if (!logs_stay_ || entry.path().string().find("/logs") == std::string::npos) {
      files.push_back(entry.path().lexically_relative(folder_));
    }
  }
  const std::vector<std::string> expected =
      logs_stay_ ? std::vector<std::string>{"block"} : std::vector<std::string>();
  EXPECT_EQ(files, expected);
  supervisor_.reset();
  std::filesystem::remove_all(folder_);
}

Block BlockTest::block(const std::string& plugin, const std::string& workload) const {
  const std::filesystem::path build = ASSAY_BINARY_FOLDER;
  Block block;
  block.cell.plugin = plugin;
  block.cell.durability = Durability::none;
  block.cell.workload = workload;
  for (const workload::Parameter& parameter : workload::find(workload)->parameters) {
    block.cell.parameters[parameter.name] = parameter.default_value;
  }
  block.cell.parameters["keys"] = 100;
  block.timing.warmup = 200ms;
  block.timing.measure = 300ms;
  block.plugin_file = build / "lib/assay/plugins" / ("assay-" + plugin + ".so");
  block.worker_file = build / "bin/assay-worker";
  block.folder = folder_ / "block";
  return block;
}

Block BlockTest::faulty(const std::string& fault, const std::string& workload) const {
  Block faulty = block("faults", workload);
  faulty.plugin_file = ASSAY_FAULTS_PLUGIN;
  faulty.cell.settings["fault"] = fault;
  faulty.timing.deadline = 500ms;
  faulty.timing.phase_deadline = 5s;
  return faulty;
}

Block BlockTest::rows() const {
  Block rows = block("sqlite", "table.point_read");
  rows.cell.parameters.erase("keys");
  rows.cell.parameters["rows"] = 100'000;
  rows.cell.durability = Durability::process;
  rows.folder =
      std::filesystem::path(ASSAY_BINARY_FOLDER) / ("client-test-" + std::to_string(getpid()));
  return rows;
}

BlockResult BlockTest::run(const Block& block) {
  BlockResult result = run_block(block, *supervisor_, stop_, progress_);
  EXPECT_NE(result.measurement.has_value(), result.failure.has_value());
  logs_stay_ = result.failure.has_value() && !stop_;
  return result;
}

Measurement BlockTest::measured(const Block& block) {
  BlockResult result = run(block);
  if (result.failure) {
    ADD_FAILURE() << result.failure->phase << ": " << result.failure->text;
    return {};
  }
  // Row 1: also over the wire and after adding up threads and processes.
  const Measurement& measurement = *result.measurement;
  EXPECT_EQ(std::accumulate(measurement.series.begin(), measurement.series.end(), std::uint64_t{0}),
            measurement.operations);
  EXPECT_EQ(measurement.response.count(), measurement.operations);
  return std::move(*result.measurement);
}

Failure BlockTest::failed(const Block& block) {
  const BlockResult result = run(block);
  if (!result.failure) {
    ADD_FAILURE() << "the block gave a measurement";
    return {};
  }
  return *result.failure;
}

std::vector<pid_t> BlockTest::processes(const std::string& name) {
  std::vector<pid_t> found = descendants(getpid());
  std::erase_if(found, [&](pid_t pid) { return process_name(pid) != name; });
  return found;
}

std::int64_t counter(const std::vector<Counter>& counters, const std::string& name) {
  const auto found = std::find_if(counters.begin(), counters.end(),
                                  [&](const Counter& each) { return each.name == name; });
  if (found == counters.end()) {
    ADD_FAILURE() << "no counter " << name;
    return 0;
  }
  return found->value;
}

}  // namespace assay::engine
