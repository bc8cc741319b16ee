// One drawing by gnuplot: a script with its data inside, in; an SVG file, out.
#pragma once

#include <filesystem>
#include <string>

namespace assay::report {

// Runs the script with the output set to `file`. Throws Error when gnuplot is missing, fails, or
// takes longer than 30 s.
void gnuplot(const std::string& script, const std::filesystem::path& file);

// A text inside double quotes of a script, without enhanced mode's meaning.
std::string gnuplot_text(const std::string& text);

}  // namespace assay::report
