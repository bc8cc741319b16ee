#include "workload/work.h"

#include "workload/history.h"

namespace assay::workload {

Work::Work() = default;
Work::~Work() = default;

void Work::keep(std::unique_ptr<History> history) { history_ = std::move(history); }

}  // namespace assay::workload
