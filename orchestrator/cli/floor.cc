#include "cli/floor.h"

#include <algorithm>

#include "engine/block.h"
#include "host/paths.h"
#include "workload/catalogue.h"

namespace assay::cli {

std::optional<double> engine_floor_ns(const Plugins& plugins, engine::Supervisor& supervisor,
                                      const std::filesystem::path& work_folder,
                                      const std::atomic<bool>& stop) {
  const auto noop =
      std::find_if(plugins.found.begin(), plugins.found.end(), [](const host::Found& found) {
        return found.name == "noop" && found.capabilities.has_value();
      });
  if (noop == plugins.found.end()) {
    return std::nullopt;
  }
  engine::Block block;
  block.cell.id = block.cell.backend = block.cell.plugin = "noop";
  block.cell.durability = Durability::none;
  block.cell.workload = "cache.get";
  block.cell.settings["store"] = "false";
  for (const workload::Parameter& parameter : workload::find("cache.get")->parameters) {
    block.cell.parameters[parameter.name] = parameter.default_value;
  }
  block.verify = false;
  block.timing.warmup = std::chrono::milliseconds(50);
  block.timing.measure = std::chrono::milliseconds(200);
  block.plugin_file = noop->file;
  block.worker_file = host::worker_file();
  block.folder = work_folder / "floor";
  const engine::BlockResult result = engine::run_block(block, supervisor, stop, {});
  if (!result.measurement || result.measurement->operations == 0) {
    return std::nullopt;
  }
  return result.measurement->seconds * 1e9 / static_cast<double>(result.measurement->operations);
}

}  // namespace assay::cli
