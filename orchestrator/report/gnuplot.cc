#include "report/gnuplot.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "assay/types.h"
#include "process/run_program.h"
#include "results/durable_file.h"

namespace assay::report {
namespace {

// A script that gnuplot reads from this process's memory: nothing is left behind, however it ends.
class ScriptInMemory {
 public:
  explicit ScriptInMemory(std::string_view text) : descriptor_(::memfd_create("gnuplot", 0)) {
    while (descriptor_ >= 0 && !text.empty()) {
      const ssize_t written = ::write(descriptor_, text.data(), text.size());
      if (written < 0) {
        break;
      }
      text.remove_prefix(static_cast<std::size_t>(written));
    }
    if (descriptor_ < 0 || !text.empty()) {
      const std::string reason = std::strerror(errno);
      close();
      throw Error(fmt::format("gnuplot's script cannot be kept in memory: {}; free some", reason));
    }
  }

  ScriptInMemory(const ScriptInMemory&) = delete;
  ScriptInMemory& operator=(const ScriptInMemory&) = delete;

  ~ScriptInMemory() { close(); }

  // For a child process, which inherits the descriptor.
  std::string path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

 private:
  void close() const {
    if (descriptor_ >= 0) {
      ::close(descriptor_);
    }
  }

  int descriptor_;
};

}  // namespace

std::string gnuplot_text(const std::string& text) {
  std::string result = "\"";
  for (const char letter : text) {
    result += letter == '"' || letter == '\\' ? std::string("\\") + letter : std::string(1, letter);
  }
  return result + "\"";
}

void gnuplot(const std::string& script, const std::filesystem::path& file) {
  constexpr auto deadline = std::chrono::seconds(30);
  const ScriptInMemory memory(
      "set terminal svg size 900,440 dynamic noenhanced background rgb 'white' font "
      "'sans-serif,13'\nset grid ytics lc rgb '#dddddd'\nset border 3\nset tics nomirror\n"
      "set key outside right top\n" +
      script);
  std::string drawing;
  const process::Ended ended =
      process::run_program({"gnuplot", memory.path()}, deadline,
                           [&](std::string_view line) { drawing.append(line) += '\n'; });
  if (!ended.well()) {
    throw Error(fmt::format("gnuplot {} while drawing {}: {}", ended.how(deadline), file.string(),
                            ended.errors));
  }
  results::write_durably(file, drawing);
}

}  // namespace assay::report
