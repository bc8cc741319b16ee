#include "report/gnuplot.h"

#include <fmt/format.h>

#include <fstream>

#include "assay/types.h"
#include "process/run_program.h"

namespace assay::report {

std::string gnuplot_text(const std::string& text) {
  std::string result = "\"";
  for (const char letter : text) {
    result += letter == '"' || letter == '\\' ? std::string("\\") + letter : std::string(1, letter);
  }
  return result + "\"";
}

void gnuplot(const std::string& script, const std::filesystem::path& file) {
  constexpr auto deadline = std::chrono::seconds(30);
  const std::filesystem::path script_file = file.string() + ".gnuplot";
  const std::filesystem::path drawing = file.string() + ".part";
  {
    std::ofstream out(script_file);
    out << "set terminal svg size 900,440 dynamic noenhanced background rgb 'white' font "
           "'sans-serif,13'\n"
        << "set output " << gnuplot_text(drawing.string()) << "\n"
        << "set grid ytics lc rgb '#dddddd'\nset border 3\nset tics nomirror\n"
        << "set key outside right top\n"
        << script;
    out.flush();
    if (!out) {
      throw Error(fmt::format("{} cannot be written; is the disk full?", script_file.string()));
    }
  }
  const process::Ended ended =
      process::run_program({"gnuplot", script_file.string()}, deadline, [](std::string_view) {});
  std::filesystem::remove(script_file);
  if (!ended.well()) {
    std::error_code ignored;
    std::filesystem::remove(drawing, ignored);
    throw Error(fmt::format("gnuplot {} while drawing {}: {}", ended.how(deadline), file.string(),
                            ended.errors));
  }
  std::filesystem::rename(drawing, file);
}

}  // namespace assay::report
