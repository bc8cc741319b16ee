#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <iomanip>
#include <sstream>

#include "report/exports.h"

namespace assay::report {
namespace {

// A tag ends at the first comma, and readers split lines at blanks.
std::string tag(std::string text) {
  std::ranges::replace_if(
      text, [](char letter) { return letter == ',' || letter == ' ' || letter == '\n'; }, '_');
  return text;
}

// Seconds since 1970 of "2026-11-30T12:14:56Z"; 0 for anything else.
double epoch_seconds(const std::string& text) {
  std::tm time{};
  std::istringstream in(text);
  in >> std::get_time(&time, "%Y-%m-%dT%H:%M:%SZ");
  return in ? static_cast<double>(timegm(&time)) : 0;
}

}  // namespace

std::string histogram_log(const results::Run& run) {
  std::string text = fmt::format(
      "#[Logged with assay {}: run {}]\n"
      "#[Histogram log format version 1.3]\n"
      "#[StartTime: {:.3f} (seconds since epoch), {}]\n"
      "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n",
      run.run.assay_version, run.run.id, epoch_seconds(run.run.started), run.run.started);
  for (const results::CellResult& cell : run.cells) {
    double start = 0;
    for (const results::Repeat& repeat : cell.repeats) {
      if (repeat.histogram.empty()) {
        continue;
      }
      text +=
          fmt::format("Tag={},{:.3f},{:.3f},{:.6f},{}\n", tag(cell.cell.id), start, repeat.seconds,
                      repeat.response_ns.max.value_or(0) / 1e6, repeat.histogram);
      start += repeat.seconds;
    }
  }
  return text;
}

}  // namespace assay::report
