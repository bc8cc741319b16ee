// Documents on disk whose tables Assay keeps.
#pragma once

#include <filesystem>
#include <vector>

namespace assay::cli {

// Makes the parts between the marks of each file anew (report/marked_document.h) and says whether
// anything changed. Paths in marks start from the file's folder. Throws Error (wrong_usage) with
// all mistakes of a file, which is then as it was.
void update_marked_files(const std::vector<std::filesystem::path>& files);

}  // namespace assay::cli
