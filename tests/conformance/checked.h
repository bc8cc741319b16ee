// Running the suite on a plugin as a user does: by the worker program, reading its lines.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace assay::conformance {

struct Line {
  std::string name;
  std::string form;
  std::string component;
  std::string result;
  std::string text;
};

struct Checked {
  std::vector<Line> lines;
  bool well = false;   // the worker ended with code 0
  std::string how;     // how it ended
  std::string errors;  // the end of its standard error

  std::vector<Line> failed() const;
};

Checked check(const std::filesystem::path& plugin);

}  // namespace assay::conformance
