// Bytes as SQLite wants them bound.
#pragma once

#include "assay/types.h"

namespace assay::sqlite {

// SQLite takes a null pointer for NULL, whatever the size.
inline const char* not_null(Bytes bytes) { return bytes.data() == nullptr ? "" : bytes.data(); }

}  // namespace assay::sqlite
