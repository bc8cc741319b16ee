#include "results/run.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "assay/types.h"
#include "results/durable_file.h"
#include "results/json_field.h"
#include "results/repeat_json.h"

namespace assay::results {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Texts = std::map<std::string, std::string>;

constexpr int schema_version = 1;

Json texts_json(const Texts& texts) {
  Json json = Json::object();
  for (const auto& [name, text] : texts) {
    json[valid_utf8(name)] = valid_utf8(text);
  }
  return json;
}

Texts texts_of(const JsonField& field) {
  Texts texts;
  for (const auto& [name, value] : field.members()) {
    texts[name] = value.as<std::string>();
  }
  return texts;
}

std::vector<std::string> list_of(const JsonField& field) {
  std::vector<std::string> list;
  for (const JsonField& each : field.elements()) {
    list.push_back(each.as<std::string>());
  }
  return list;
}

Json info_json(const RunInfo& info) {
  return {{"id", info.id},
          {"matrix", info.matrix},
          {"description", valid_utf8(info.description)},
          {"matrix_text", valid_utf8(info.matrix_text)},
          {"seed", info.seed},
          {"rounds", info.rounds},
          {"started", info.started},
          {"finished", info.finished.empty() ? Json() : Json(info.finished)},
          {"command", valid_utf8(info.command)},
          {"assay_version", info.assay_version},
          {"compiler", info.compiler},
          {"plugins", texts_json(info.plugins)},
          {"files", texts_json(info.files)}};
}

RunInfo info_of(const JsonField& field) {
  RunInfo info;
  info.id = field["id"].as<std::string>();
  info.matrix = field["matrix"].as<std::string>();
  info.description = field["description"].as<std::string>();
  info.matrix_text = field["matrix_text"].as<std::string>();
  info.seed = field["seed"].as<std::uint64_t>();
  info.rounds = field["rounds"].as<std::uint32_t>();
  info.started = field["started"].as<std::string>();
  info.finished = field["finished"].maybe<std::string>().value_or("");
  info.command = field["command"].as<std::string>();
  info.assay_version = field["assay_version"].as<std::string>();
  info.compiler = field["compiler"].as<std::string>();
  info.plugins = texts_of(field["plugins"]);
  // Results of before it was written have none.
  if (field.value().contains("files")) {
    info.files = texts_of(field["files"]);
  }
  return info;
}

Json timing_json(const matrix::Timing& timing) {
  return {{"warmup_ns", timing.warmup.count()},
          {"measure_ns", timing.measure.count()},
          {"operations", timing.operations ? Json(*timing.operations) : Json()},
          {"deadline_ns", timing.deadline.count()},
          {"phase_deadline_ns", timing.phase_deadline.count()}};
}

matrix::Timing timing_of(const JsonField& field) {
  const auto duration = [&](const char* name) {
    return std::chrono::nanoseconds(field[name].as<std::int64_t>());
  };
  return {.warmup = duration("warmup_ns"),
          .measure = duration("measure_ns"),
          .operations = field["operations"].maybe<std::uint64_t>(),
          .deadline = duration("deadline_ns"),
          .phase_deadline = duration("phase_deadline_ns")};
}

Json table_json(const matrix::Table& table) {
  return {{"name", table.name}, {"title", valid_utf8(table.title)}, {"where", table.where},
          {"rows", table.rows}, {"columns", table.columns},         {"metric", table.metric},
          {"unit", table.unit}, {"baseline", table.baseline}};
}

matrix::Table table_of(const JsonField& field) {
  matrix::Table table;
  table.name = field["name"].as<std::string>();
  table.title = field["title"].as<std::string>();
  for (const auto& [axis, values] : field["where"].members()) {
    table.where[axis] = list_of(values);
  }
  table.rows = list_of(field["rows"]);
  table.columns = list_of(field["columns"]);
  table.metric = field["metric"].as<std::string>();
  table.unit = field["unit"].as<std::string>();
  table.baseline = texts_of(field["baseline"]);
  return table;
}

Json summary_json(const Summary& summary) {
  return {{"median", finite(summary.median)},
          {"low", finite(summary.low)},
          {"high", finite(summary.high)},
          {"interval", summary.interval}};
}

Summary summary_of(const JsonField& field) {
  return {.median = field["median"].maybe<double>(),
          .low = field["low"].maybe<double>(),
          .high = field["high"].maybe<double>(),
          .interval = field["interval"].as<bool>()};
}

// The cell's own fields and its results are one object, as scripts expect them.
Json cell_json(const CellResult& result) {
  Json json = result.cell;
  json["marks"] = Json::array();
  for (const Mark& mark : result.marks) {
    json["marks"].push_back({{"kind", mark.kind}, {"text", valid_utf8(mark.text)}});
  }
  json["repeats"] = Json::array();
  for (const Repeat& repeat : result.repeats) {
    json["repeats"].push_back(repeat_json(repeat));
  }
  json["summary"] = Json::object();
  for (const auto& [metric, summary] : result.summary) {
    json["summary"][metric] = summary_json(summary);
  }
  json["declared"] = texts_json(result.declared);
  json["read_back"] = texts_json(result.read_back);
  json["version"] = valid_utf8(result.version);
  json["failed"] = result.failed;
  return json;
}

matrix::Cell plain_cell_of(const JsonField& field) {
  try {
    return field.value().get<matrix::Cell>();
  } catch (const std::exception& error) {
    throw Error(fmt::format("{}: {}", field.path(), error.what()), ExitCode::wrong_usage);
  }
}

CellResult cell_of(const JsonField& field) {
  CellResult result;
  result.cell = plain_cell_of(field);
  for (const JsonField& mark : field["marks"].elements()) {
    result.marks.push_back({mark["kind"].as<std::string>(), mark["text"].as<std::string>()});
  }
  for (const JsonField& repeat : field["repeats"].elements()) {
    result.repeats.push_back(repeat_of(repeat));
  }
  for (const auto& [metric, summary] : field["summary"].members()) {
    result.summary[metric] = summary_of(summary);
  }
  result.declared = texts_of(field["declared"]);
  result.read_back = texts_of(field["read_back"]);
  result.version = field["version"].as<std::string>();
  result.failed = field["failed"].as<bool>();
  return result;
}

}  // namespace

Json to_results_json(const Run& run) {
  Json json;
  json["schema"] = schema_version;
  json["run"] = info_json(run.run);
  json["machine"] = run.machine.is_null() ? Json::object() : run.machine;
  json["timing"] = timing_json(run.timing);
  json["tables"] = Json::array();
  for (const matrix::Table& table : run.tables) {
    json["tables"].push_back(table_json(table));
  }
  json["cells"] = Json::array();
  for (const CellResult& cell : run.cells) {
    json["cells"].push_back(cell_json(cell));
  }
  json["calibrations"] = Json::array();
  for (const Calibration& calibration : run.calibrations) {
    json["calibrations"].push_back(calibration_json(calibration));
  }
  return json;
}

Run from_results_json(const Json& json) {
  const JsonField document(json, "");
  const auto schema = document["schema"].as<std::uint64_t>();
  if (schema != schema_version) {
    throw Error(fmt::format("schema is {}, and this program reads {}; use the version that wrote "
                            "these results",
                            schema, schema_version),
                ExitCode::wrong_usage);
  }
  Run run;
  run.run = info_of(document["run"]);
  document["machine"].expect(document["machine"].value().is_object(), "an object");
  run.machine = document["machine"].value();
  run.timing = timing_of(document["timing"]);
  for (const JsonField& table : document["tables"].elements()) {
    run.tables.push_back(table_of(table));
  }
  for (const JsonField& cell : document["cells"].elements()) {
    run.cells.push_back(cell_of(cell));
  }
  // Results of before there were open loads have none.
  if (json.contains("calibrations")) {
    for (const JsonField& calibration : document["calibrations"].elements()) {
      run.calibrations.push_back(calibration_of(calibration));
    }
  }
  return run;
}

void write_results(const Run& run, const fs::path& folder) {
  write_durably(folder / "results.json", to_results_json(run).dump(1) + "\n");
}

Run read_results(const fs::path& folder_or_file) {
  std::error_code ignored;
  const fs::path file =
      fs::is_directory(folder_or_file, ignored) ? folder_or_file / "results.json" : folder_or_file;
  std::ifstream stream(file);
  if (!stream) {
    throw Error(fmt::format("cannot read {}: {}; give a run's folder or its results.json",
                            file.string(), std::strerror(errno)),
                ExitCode::wrong_usage);
  }
  try {
    return from_results_json(Json::parse(stream));
  } catch (const Json::exception& error) {
    throw Error(fmt::format("{} is not JSON: {}", file.string(), error.what()),
                ExitCode::wrong_usage);
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", file.string(), error.what()), error.code());
  }
}

}  // namespace assay::results
