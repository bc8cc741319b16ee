// The engine's own types in the form they travel in between orchestrator and worker.
// Pure functions, safe from any thread.
#pragma once

#include <google/protobuf/repeated_ptr_field.h>

#include <vector>

#include "assay/plugin.h"
#include "engine/resources.h"
#include "engine/tally.h"
#include "wire/worker.pb.h"

namespace assay::engine {

void to_wire(const std::vector<Setting>& settings,
             google::protobuf::RepeatedPtrField<wire::Setting>& sent);
std::vector<Setting> from_wire(const google::protobuf::RepeatedPtrField<wire::Setting>& sent);

wire::Tally to_wire(const Tally& tally);
Tally from_wire(const wire::Tally& sent);

wire::Facts to_wire(const Facts& facts);
Facts from_wire(const wire::Facts& sent);

wire::Resources to_wire(const Resources& resources);
Resources from_wire(const wire::Resources& sent);

}  // namespace assay::engine
