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

// How the tables are to be read; whether their bounds are 95 % intervals.
std::string how_to_read(bool intervals);
// The items of marks_section.
std::string marks_list(const results::Run& run);

std::string asked_section(const results::Run& run);
std::string plots_section(const std::vector<Plot>& plots);
std::string bars_section(const results::Run& run);
std::string latency_section(const results::Run& run);
std::string mix_section(const results::Run& run);  // empty without mixes
// Of runs with open loads; else empty.
std::string open_section(const results::Run& run);
std::string resources_section(const results::Run& run);
std::string settings_section(const results::Run& run);
std::string machine_section(const results::Run& run);
// Empty when no cell starts cold.
std::string cold_section(const results::Run& run);
std::string marks_section(const results::Run& run);
std::string bias_section(const results::Run& run);
std::string rerun_section(const results::Run& run);

// The whole of report.md.
std::string document(const results::Run& run, const std::vector<Plot>& plots);

}  // namespace assay::report
