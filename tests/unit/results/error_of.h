// What went wrong, as text.
#pragma once

#include <exception>
#include <string>

namespace assay::results {

// The text of the Error that a call throws; "" when it throws none.
template <typename Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

}  // namespace assay::results
