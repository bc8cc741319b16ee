#include "cli/marked_files.h"

#include <fmt/core.h>

#include <fstream>
#include <map>
#include <sstream>

#include "analyse/analyse.h"
#include "cli/read_run.h"
#include "report/bars.h"
#include "report/marked_document.h"
#include "report/origin.h"
#include "report/report.h"
#include "report/together.h"
#include "results/durable_file.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) {
    throw Error(fmt::format("cannot read {}; name a markdown file that is there", file.string()),
                ExitCode::wrong_usage);
  }
  return text.str();
}

// What stands between the marks of one document.
class Parts {
 public:
  explicit Parts(fs::path folder) : folder_(std::move(folder)) {}

  std::string of(const report::Mark& mark) {
    if (mark.runs.size() == 1) {
      return one(mark);
    }
    std::vector<results::Run> runs;
    runs.reserve(mark.runs.size());
    for (const std::string& each : mark.runs) {
      runs.push_back(run(each));
    }
    return report::together(std::move(runs), {mark.table, mark.bars});
  }

 private:
  std::string one(const report::Mark& mark) {
    const std::string& path = mark.runs.front();
    const results::Run& from = run(path);
    const bool linked = fs::exists(folder_ / path / "report.md");
    const std::string source =
        linked ? fmt::format("From [a run]({}/report.md): ", path) : std::string("From the run ");
    const std::string caption = source + report::origin(from) + ".\n";
    return mark.bars
               ? fmt::format("```text\n{}```\n\n{}", report::table_bars(from, mark.table), caption)
               : fmt::format("{}\n{}\n{}", report::table_heading(from, mark.table),
                             report::table_markdown(from, mark.table), caption);
  }

  const results::Run& run(const std::string& path) {
    const auto known = runs_.find(path);
    if (known != runs_.end()) {
      return known->second;
    }
    results::Run read = read_run(folder_ / path);
    analyse::analyse(read);
    return runs_.emplace(path, std::move(read)).first->second;
  }

  fs::path folder_;
  std::map<std::string, results::Run> runs_;  // by path as written
};

}  // namespace

void update_marked_files(const std::vector<fs::path>& files) {
  for (const fs::path& name : files) {
    const std::string before = text_of(name);
    const fs::path file = fs::canonical(name);
    Parts parts(file.parent_path());
    const std::string after = report::with_marked_parts(
        before, name.string(), [&](const report::Mark& mark) { return parts.of(mark); });
    if (after != before) {
      results::write_durably(file, after);
    }
    fmt::print("{}: {}\n", name.string(), after == before ? "nothing to change" : "updated");
  }
}

}  // namespace assay::cli
