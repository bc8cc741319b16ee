#include "report/report.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "report/csv.h"
#include "report/document.h"
#include "report/plots.h"

namespace assay::report {
namespace {

void write_file(const std::filesystem::path& file, const std::string& text) {
  const std::filesystem::path part = file.string() + ".part";
  std::ofstream out(part, std::ios::binary);
  out << text;
  out.close();
  if (!out) {
    const std::string reason = std::strerror(errno);
    std::error_code ignored;
    std::filesystem::remove(part, ignored);
    throw Error(fmt::format("{} cannot be written: {}; make room, then run: assay report {}",
                            file.string(), reason, file.parent_path().string()));
  }
  std::filesystem::rename(part, file);
}

}  // namespace

void write(const results::Run& run, const std::filesystem::path& folder) {
  const std::vector<Plot> plots = draw_plots(run, folder);
  write_file(folder / "report.md", document(run, plots));
  write_file(folder / "report.csv", csv(run));
}

}  // namespace assay::report
