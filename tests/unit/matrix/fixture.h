// A fixed vocabulary, so that tests depend on no plugin, and matrices written to a folder of the
// test's own.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "matrix/matrix.h"
#include "tests/scratch_folder.h"

namespace assay::matrix {

// noop: everything at durability none, plain. echo: key-value at none, native, depth to 64.
// sqlite: none, process and power. Workloads: cache.get, cache.put, cache.increment,
// table.point_read, with few parameters.
Vocabulary fixed_vocabulary();

// The same plugins with the program's own workloads, and with sqlite's max_bytes.
Vocabulary shipped_vocabulary();

class MatrixTest : public testing::Test {
 protected:
  // Writes the text as m.yaml and loads it.
  Matrix load(std::string_view text, const Overrides& overrides = {});

  // The mistakes of that, a line each, with the folder's path cut off. Empty when there are none.
  std::vector<std::string> mistakes(std::string_view text, const Overrides& overrides = {});

  const assay::test::ScratchFolder scratch_;
  const std::filesystem::path folder_ = scratch_.path();
  Vocabulary vocabulary_ = fixed_vocabulary();  // a test may add to it
};

std::vector<std::string> ids(const Matrix& matrix);

// A matrix with the backend sqlite, named in two lines, and the rest of the text from line 3 on.
std::string on_sqlite(std::string_view rest);

}  // namespace assay::matrix
