#include "observe/storage.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <sstream>

#include "assay/types.h"
#include "observe/machine.h"
#include "observe/text_file.h"

namespace assay::observe {

namespace {

namespace fs = std::filesystem;

// A disk without a protected cache needs longer than this for a sync; less means that nothing was
// waited for.
constexpr double least_credible_us = 50;

// mountinfo writes blanks, tabs, line ends and backslashes as three octal digits.
std::string unescaped(const std::string& text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\' && at + 3 < text.size()) {
      plain += static_cast<char>(std::stoi(text.substr(at + 1, 3), nullptr, 8));
      at += 3;
    } else {
      plain += text[at];
    }
  }
  return plain;
}

bool below(const std::string& path, const std::string& point) {
  return point == "/" || path == point || path.starts_with(point + "/");
}

fs::path resolved(const fs::path& folder) {
  std::error_code error;
  fs::path path = fs::canonical(folder, error);
  return error ? fs::absolute(folder) : path;
}

// An open file without a name, gone when it is closed.
class Scratch {
 public:
  explicit Scratch(const fs::path& folder) {
    std::string name = (folder / "assay-sync-XXXXXX").string();
    descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor_ < 0) {
      throw Error(fmt::format("cannot write in the data folder {}: {}; choose another folder",
                              folder.string(), std::strerror(errno)));
    }
    ::unlink(name.c_str());
  }

  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  ~Scratch() { ::close(descriptor_); }

  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

nlohmann::json rotational(const fs::path& folder) {
  struct stat status {};

  if (::stat(folder.c_str(), &status) != 0) {
    return nullptr;
  }
  const fs::path device =
      fmt::format("/sys/dev/block/{}:{}", major(status.st_dev), minor(status.st_dev));
  // A partition has no queue of its own.
  for (const fs::path& queue : {device / "queue", device / ".." / "queue"}) {
    if (const auto line = first_line(queue / "rotational")) {
      return *line != "0";
    }
  }
  return nullptr;
}

// What a program without privileges may still write.
nlohmann::json free_bytes(const fs::path& folder) {
  std::error_code error;
  const fs::space_info space = fs::space(folder, error);
  return error ? nlohmann::json() : nlohmann::json(space.available);
}

}  // namespace

std::optional<Mount> mount_of(const fs::path& path, const std::string& mountinfo) {
  std::optional<Mount> best;
  std::size_t best_length = 0;
  std::istringstream lines(mountinfo);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string id, parent, number, root, point, word;
    Mount mount;
    fields >> id >> parent >> number >> root >> point >> mount.options;
    while (fields >> word && word != "-") {
    }
    if (!(fields >> mount.file_system >> mount.device)) {
      continue;
    }
    point = unescaped(point);
    // A later mount on the same point hides the earlier.
    if (below(path.native(), point) && point.size() >= best_length) {
      best_length = point.size();
      best = mount;
    }
  }
  return best;
}

std::string file_system(const fs::path& folder) {
  const auto mount =
      mount_of(resolved(folder), read_text("/proc/self/mountinfo").value_or(std::string()));
  return mount ? mount->file_system : "unknown";
}

bool in_memory(const std::string& file_system) {
  return file_system == "tmpfs" || file_system == "ramfs";
}

std::vector<double> sync_costs_us(const fs::path& folder) {
  using Clock = std::chrono::steady_clock;
  constexpr int writes = 200;
  constexpr std::size_t page = 4096;
  constexpr auto at_most = std::chrono::seconds(2);

  const Scratch file(folder);
  const auto write = [&](int index, const std::string& bytes) {
    const auto offset = static_cast<off_t>(index) * static_cast<off_t>(page);
    if (::pwrite(file.descriptor(), bytes.data(), page, offset) != static_cast<ssize_t>(page)) {
      throw Error(fmt::format("cannot write {} KiB in the data folder {}: {}; make room there",
                              writes * page / 1024, folder.string(), std::strerror(errno)));
    }
  };
  for (int index = 0; index < writes; ++index) {
    write(index, std::string(page, 'a'));
  }
  ::fsync(file.descriptor());

  std::vector<double> costs;
  const std::string bytes(page, 'b');
  const Clock::time_point begin = Clock::now();
  for (int index = 0; index < writes && Clock::now() - begin < at_most; ++index) {
    const Clock::time_point start = Clock::now();
    write(index, bytes);
    if (::fdatasync(file.descriptor()) != 0) {
      throw Error(fmt::format("cannot sync a file in the data folder {}: {}", folder.string(),
                              std::strerror(errno)));
    }
    costs.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
  }
  return costs;
}

double quantile_of(std::vector<double> values, double quantile) {
  std::sort(values.begin(), values.end());
  const auto rank =
      static_cast<std::size_t>(std::ceil(quantile * static_cast<double>(values.size())));
  return values[std::clamp<std::size_t>(rank, 1, values.size()) - 1];
}

nlohmann::json storage(const fs::path& folder) {
  const auto mount =
      mount_of(resolved(folder), read_text("/proc/self/mountinfo").value_or(std::string()));
  const std::vector<double> costs = sync_costs_us(folder);
  const double p50 = quantile_of(costs, 0.5);
  nlohmann::json json;
  json["file_system"] = mount ? nlohmann::json(mount->file_system) : nullptr;
  json["device"] = mount ? nlohmann::json(mount->device) : nullptr;
  json["mount_options"] = mount ? nlohmann::json(mount->options) : nullptr;
  json["rotational"] = rotational(folder);
  json["disk_free_bytes"] = free_bytes(folder);
  json["sync_p50_us"] = p50;
  json["sync_p99_us"] = quantile_of(costs, 0.99);
  json["sync_credible"] = p50 >= least_credible_us;
  return json;
}

}  // namespace assay::observe
