// What the program's commands and options are called and do, read from its command line, so that
// completion and the manual say what --help says. Pure functions.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace assay::cli {

struct OptionText {
  std::vector<std::string>
      names;          // "--out", "-h"; of a positional argument its name without dashes
  std::string value;  // what it takes, in lower case: "text"; empty: a flag
  std::vector<std::string> choices;  // the only values it takes; empty: any
  std::string description;
  std::string default_value;  // empty: none is told
  bool positional = false;
  bool required = false;
  bool several = false;  // may be given more than once
};

struct CommandText {
  std::string name;
  std::string description;
  std::string footer;
  std::vector<OptionText> options;  // as --help lists them, positional ones first
};

// The program itself comes first, under its own name; its commands follow in the order of --help.
std::vector<CommandText> command_texts(const CLI::App& app);

}  // namespace assay::cli
