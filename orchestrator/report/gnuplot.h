// One drawing by gnuplot: a script with its data inside, in; an SVG file, out.
#pragma once

#include <filesystem>
#include <string>

namespace assay::report {

// Runs the script and writes what it draws to `file`, which is whole or as it was. Throws Error
// when gnuplot is missing, fails, or takes longer than 30 s, or the file cannot be written.
void gnuplot(const std::string& script, const std::filesystem::path& file);

// A text inside double quotes of a script, without enhanced mode's meaning.
std::string gnuplot_text(const std::string& text);

}  // namespace assay::report
