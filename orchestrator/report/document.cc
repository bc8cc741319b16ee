#include "report/document.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "report/bars.h"
#include "report/report.h"

namespace assay::report {
namespace {

std::string duration(std::chrono::nanoseconds value) {
  return fmt::format("{:g} s", std::chrono::duration<double>(value).count());
}

}  // namespace

std::string asked_section(const results::Run& run) {
  std::size_t blocks = 0;
  for (const results::CellResult& cell : run.cells) {
    blocks += cell.repeats.size();
  }
  const std::string measured = run.timing.operations
                                   ? fmt::format("{} operations", *run.timing.operations)
                                   : duration(run.timing.measure);
  std::string text = fmt::format("## What was asked\n\n{}\n\n", run.run.description);
  text += fmt::format(
      "{} cells in {} rounds; each block has fresh client processes and fresh data, warms up for "
      "{} "
      "and measures {}. Inside a round the blocks are shuffled by the seed {}. Started {}, {}.\n",
      run.cells.size(), run.run.rounds, duration(run.timing.warmup), measured, run.run.seed,
      run.run.started,
      run.run.finished.empty() ? fmt::format("not finished: {} of {} blocks are in", blocks,
                                             run.cells.size() * run.run.rounds)
                               : "finished " + run.run.finished);
  return text;
}

std::string plots_section(const std::vector<Plot>& plots) {
  if (plots.empty()) {
    return "";
  }
  std::string text = "## Plots\n";
  for (const Plot& plot : plots) {
    text += fmt::format("\n![{}]({})\n", plot.title, plot.file);
  }
  return text;
}

std::string bars_section(const results::Run& run) {
  return run.tables.empty() ? "" : fmt::format("## Bars\n\n```text\n{}```\n", bars(run));
}

std::string rerun_section(const results::Run& run) {
  return fmt::format(
      "## To run it again\n\n```\n{}\n```\n\nassay {}, built with {}, run {}. The matrix:\n\n"
      "```yaml\n{}{}```\n",
      run.run.command, run.run.assay_version, run.run.compiler, run.run.id, run.run.matrix_text,
      run.run.matrix_text.ends_with('\n') ? "" : "\n");
}

std::string how_to_read(bool intervals) {
  return std::string(
             intervals ? "Each figure is the median over the rounds with its 95 % interval (order "
                         "statistics). "
                       : "Each figure is the median over the rounds with their range: fewer than "
                         "six rounds have no 95 % interval. ") +
         "A ratio is the median of the rounds' own ratios, with its interval. Bold is the best of "
         "its row; what cannot be told from it is called a tie. † has a remark below. A figure has "
         "the digits that its interval supports: two or three. Only operations that ended well and "
         "were verified are counted.\n";
}

std::string document(const results::Run& run, const std::vector<Plot>& plots) {
  std::string text = fmt::format("# {}\n\n", run.run.matrix);
  text += asked_section(run);
  text += fmt::format("\n## Results\n\n{}\n", how_to_read(run.run.rounds >= 6));
  text += tables_markdown(run);
  for (const std::string& section :
       {plots.empty() ? bars_section(run) : plots_section(plots), latency_section(run),
        mix_section(run), open_section(run), resources_section(run), cold_section(run),
        marks_section(run), settings_section(run), machine_section(run), bias_section(run),
        rerun_section(run)}) {
    text += section.empty() ? "" : section + "\n";
  }
  text.pop_back();
  return text;
}

}  // namespace assay::report
