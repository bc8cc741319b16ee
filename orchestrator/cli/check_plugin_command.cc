// assay check-plugin: runs the conformance suite of every component a plugin offers.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "host/check_plugin.h"
#include "host/paths.h"

namespace assay::cli {
namespace {

struct CheckOptions {
  std::filesystem::path file;
  bool json = false;
};

// The suite has deadlines of its own for each case; this one is for a worker that ignores them.
constexpr auto suite_deadline = std::chrono::minutes(10);

nlohmann::json parse_case(std::string_view line) {
  nlohmann::json parsed = nlohmann::json::parse(line, nullptr, false);
  return parsed.is_object() && parsed.contains("result") ? parsed : nlohmann::json();
}

// Leaves through here, so that the folder of the suite is removed. The worker stops when nobody
// reads its lines any more, if the signal has not reached it, too.
void end_when(const std::atomic<bool>& stopped) {
  if (stopped) {
    throw Error("stopped before all cases were tried", ExitCode::interrupted);
  }
}

ExitCode check(const CheckOptions& options) {
  if (!std::filesystem::exists(options.file)) {
    throw Error(fmt::format("the plugin file {} is not there", options.file.string()),
                ExitCode::wrong_usage);
  }
  const auto file = std::filesystem::canonical(options.file);
  nlohmann::json cases = nlohmann::json::array();
  std::size_t passed = 0;
  std::size_t failed = 0;
  const std::atomic<bool>& stopped = stop_on_signal();
  const process::Ended ended =
      host::check_plugin(host::worker_file(), file, suite_deadline, [&](std::string_view line) {
        end_when(stopped);
        const nlohmann::json one = parse_case(line);
        if (one.is_null()) {
          return;
        }
        const std::string result = one.value("result", "");
        passed += result == "passed" ? 1 : 0;
        failed += result == "failed" ? 1 : 0;
        if (options.json) {
          cases.push_back(one);
        } else {
          fmt::print("{:14} {:10} {:9} {}{}{}\n", result, one.value("component", ""),
                     one.value("form", ""), one.value("case", ""),
                     one.value("text", "").empty() ? "" : ": ", one.value("text", ""));
        }
      });
  end_when(stopped);
  const std::string trouble =
      fmt::format("checking {} {}:\n{}", file.string(), ended.how(suite_deadline), ended.errors);
  if (!ended.well() && passed + failed == 0) {
    throw Error(trouble);
  }
  if (options.json) {
    fmt::print("{}\n", nlohmann::json{{"file", file.string()},
                                      {"passed", passed},
                                      {"failed", failed},
                                      {"cases", std::move(cases)}}
                           .dump(2));
  } else {
    fmt::print("{} passed, {} failed\n", passed, failed);
  }
  if (!ended.well() && failed == 0) {
    throw Error(trouble);
  }
  return failed > 0 ? ExitCode::cell_failed : ExitCode::done;
}

}  // namespace

void add_check_plugin(CLI::App& app, Action& action) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand(
      "check-plugin", "Runs the conformance suite of every component a plugin offers");
  command->add_option("file", options->file, "The plugin's file, assay-NAME.so")->required();
  command->add_flag("--json", options->json, "Print one JSON value");
  command->footer("Example: assay check-plugin build/assay-logfile.so");
  command->callback([options, &action] { action = [options] { return check(*options); }; });
}

}  // namespace assay::cli
