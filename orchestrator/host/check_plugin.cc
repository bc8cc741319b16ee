#include "host/check_plugin.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "assay/types.h"

namespace assay::host {
namespace {

// Where the stages of one suite lie.
class SuiteFolder {
 public:
  SuiteFolder() {
    const char* const wanted = std::getenv("TMPDIR");
    const std::filesystem::path base = wanted != nullptr ? wanted : "/var/tmp";
    std::string folder = base / "assay-check-XXXXXX";
    if (mkdtemp(folder.data()) == nullptr) {
      throw Error(
          fmt::format("cannot make a folder below {}: {}; set TMPDIR to one that can be "
                      "written",
                      base.string(), std::strerror(errno)));
    }
    path_ = folder;
  }

  SuiteFolder(const SuiteFolder&) = delete;
  SuiteFolder& operator=(const SuiteFolder&) = delete;

  ~SuiteFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace

process::Ended check_plugin(const std::filesystem::path& worker, const std::filesystem::path& file,
                            std::chrono::nanoseconds deadline,
                            const std::function<void(std::string_view)>& line) {
  const SuiteFolder folder;
  return process::run_program({worker.string(), "--check", file.string(), folder.path().string()},
                              deadline, line);
}

}  // namespace assay::host
