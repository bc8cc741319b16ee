#include "process/how_it_ended.h"

#include <fmt/core.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <vector>

namespace assay::process {

std::string how_it_ended(int status) {
  if (!WIFSIGNALED(status)) {
    return fmt::format("ended with code {}", WEXITSTATUS(status));
  }
  const int signal = WTERMSIG(status);
  const char* description = sigdescr_np(signal);  // none for real-time signals
  return description == nullptr ? fmt::format("was killed by signal {}", signal)
                                : fmt::format("was killed by signal {} ({})", signal, description);
}

std::string log_tail(const std::filesystem::path& log) {
  constexpr std::streamoff most_bytes = 2000;
  constexpr std::size_t most_lines = 10;
  std::ifstream file(log, std::ios::binary | std::ios::ate);
  if (!file) {
    return {};
  }
  const std::streamoff size = file.tellg();
  file.seekg(std::max<std::streamoff>(0, size - most_bytes));
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    lines.push_back(line);
  }
  std::string text;
  for (std::size_t i = lines.size() - std::min(lines.size(), most_lines); i < lines.size(); ++i) {
    text += "\n  " + lines[i];
  }
  return text;
}

}  // namespace assay::process
