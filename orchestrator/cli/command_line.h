// How the program was called, for the commands that it prints.
#pragma once

#include <string>
#include <string_view>

namespace assay::cli {

struct CommandLine {
  std::string program;  // as it was named: "assay", "./assay", a path
  // The whole command, quoted for a shell, without what names the run's folder: --out, --resume.
  std::string again;
};

// argc and argv of main.
CommandLine command_line(int argc, const char* const* argv);

// The word as a shell reads it back.
std::string shell_quoted(std::string_view word);

}  // namespace assay::cli
