// Turns an analysed run into files for people. Touches no server and no journal.
#pragma once

#include <filesystem>
#include <string>

#include "results/run.h"

namespace assay::report {

// Writes report.md, report.csv and the SVG plots beside them into the folder, each under a
// temporary name and then renamed. Plots need gnuplot; throws Error naming it when it is missing or
// fails.
void write(const results::Run& run, const std::filesystem::path& folder);

// The markdown of one table, or of all. Throws Error (wrong_usage) with the names there are.
std::string table_markdown(const results::Run& run, const std::string& table_name);
std::string tables_markdown(const results::Run& run);

// The same tables aligned for a terminal, without markup.
std::string tables_text(const results::Run& run);

// A number to the digit its interval's width allows, at most three significant: 12'345 ± 200 →
// "12.3k" is for the unit to say; this only rounds. half_width 0: three digits.
std::string rounded(double value, double half_width);

}  // namespace assay::report
