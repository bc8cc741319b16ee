// The sections of report.md around its tables, each complete text with its heading.
#pragma once

#include <string>
#include <vector>

#include "results/run.h"

namespace assay::report {

// A plot file beside the report.
struct Plot {
  std::string file;  // "throughput.svg"
  std::string title;
};

std::string asked_section(const results::Run& run);
std::string plots_section(const std::vector<Plot>& plots);
std::string latency_section(const results::Run& run);
std::string resources_section(const results::Run& run);
std::string settings_section(const results::Run& run);
std::string machine_section(const results::Run& run);
std::string marks_section(const results::Run& run);
std::string bias_section(const results::Run& run);
std::string rerun_section(const results::Run& run);

// The whole of report.md.
std::string document(const results::Run& run, const std::vector<Plot>& plots);

}  // namespace assay::report
