#include "report/exports.h"

namespace assay::report {

std::string json_lines(const results::Run& run) {
  const nlohmann::json all = results::to_results_json(run);
  std::string text;
  for (const nlohmann::json& cell : all.at("cells")) {
    for (nlohmann::json line : cell.at("repeats")) {
      if (line.at("ops_per_second").is_null()) {
        continue;
      }
      line.erase("histogram");
      line["run"] = all.at("run").at("id");
      line["matrix"] = all.at("run").at("matrix");
      line["cell"] = cell.at("id");
      for (const char* field : {"backend", "plugin", "environment", "durability", "workload",
                                "parameters", "topology"}) {
        line[field] = cell.at(field);
      }
      text += line.dump() + "\n";
    }
  }
  return text;
}

}  // namespace assay::report
