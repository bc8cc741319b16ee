// Turns an analysed run into files for people. Touches no server and no journal.
#pragma once

#include <filesystem>
#include <string>

#include "report/grid.h"
#include "results/run.h"

namespace assay::report {

// Writes report.csv, report.md and the SVG plots beside them into the folder. Each file is whole or
// not there, whatever ends the program. Plots come last and need gnuplot: when it is missing or
// fails the report is complete but for them, and Error says so.
void write(const results::Run& run, const std::filesystem::path& folder);

// The table of that name. Throws Error (wrong_usage) with the names there are.
const matrix::Table& table_named(const results::Run& run, const std::string& table_name);

// "**Reads (k/s)**": what that table shows, as a line of its own. Throws as table_named.
std::string table_heading(const results::Run& run, const std::string& table_name);

// The markdown of one table without its heading, or of all with theirs. By name: throws as
// table_named.
std::string table_markdown(const Grid& grid);
std::string table_markdown(const results::Run& run, const std::string& table_name);
std::string tables_markdown(const results::Run& run);

// The same tables aligned for a terminal, without markup.
std::string tables_text(const results::Run& run);

}  // namespace assay::report
