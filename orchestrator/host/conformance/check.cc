#include "host/conformance/check.h"

#include <linux/magic.h>
#include <sys/vfs.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <optional>

#include "host/conformance/cases.h"
#include "host/conformance/expect.h"
#include "host/conformance/watchdog.h"

namespace assay::conformance {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t crowded_depth = 8;
// More than a server may take to be ready.
constexpr std::chrono::seconds opening_deadline{30};

bool in_memory(const fs::path& folder) {
  struct statfs status {};

  return statfs(folder.c_str(), &status) == 0 && status.f_type == TMPFS_MAGIC;
}

class Suite {
 public:
  Suite(Plugin& plugin, fs::path scratch, Listener& listener)
      : plugin_(plugin), scratch_(std::move(scratch)), listener_(listener) {}

  bool run() {
    for (const CapabilityCase& each : capability_cases()) {
      run_case({std::string(each.name), "", "Plugin", Result::failed}, std::chrono::seconds(10),
               [&] { each.run(plugin_); });
    }
    if (!all_passed_) {
      return false;  // what the plugin says about itself decides what can be tried
    }
    if (plugin_.capabilities().max_depth == 0) {
      listener_.ended({"the pipelined form", "pipelined", "Plugin", Result::not_applicable,
                       "max_depth is 0: the plugin has the plain form only"});
    }
    for (const Environment environment : plugin_.capabilities().environments) {
      if (environment == Environment::embedded || environment == Environment::native) {
        run_form(environment, 0);
        if (const std::uint32_t deepest = plugin_.capabilities().max_depth; deepest > 0) {
          run_form(environment, std::min(deepest, crowded_depth));
        }
      }
    }
    return all_passed_;
  }

 private:
  void run_form(Environment environment, std::uint32_t depth) {
    form_ = depth == 0 ? "plain" : "pipelined";
    if (offers(Component::key_value) || offers(Component::table)) {
      run_components(environment, depth);
    }
    if (offers(Component::sql)) {
      run_own_sql(environment, depth);
    }
    for (const DurabilityLevel& each : plugin_.capabilities().durability) {
      run_case({fmt::format("sessions at durability {} read back that level ({})", name(each.level),
                            name(environment)),
                form_, "Session"},
               opening_deadline, [&] {
                 if (each.level == Durability::power && in_memory(scratch_)) {
                   throw NotApplicable(fmt::format(
                       "{} is in memory, where nothing survives a power loss; set TMPDIR to a "
                       "folder on a disk",
                       scratch_.string()));
                 }
                 Stage stage(plugin_, environment, each.level, depth, scratch_);
                 check_facts(stage);
               });
    }
  }

  bool offers(Component component) const {
    const std::vector<Component>& all = plugin_.capabilities().components;
    return std::find(all.begin(), all.end(), component) != all.end();
  }

  void run_own_sql(Environment environment, std::uint32_t depth) {
    std::optional<Stage> stage;
    run_case({fmt::format("a place for own statements is prepared ({})", name(environment)), form_,
              std::string(name(Component::sql))},
             opening_deadline,
             [&] { stage.emplace(plugin_, environment, usual_level(), depth, scratch_, true); });
    if (stage) {
      run_cases(*stage, sql_cases(), name(Component::sql));
    }
  }

  // All cases of the other components on one stage.
  void run_components(Environment environment, std::uint32_t depth) {
    bool open = false;
    std::optional<Stage> stage;
    run_case({fmt::format("a place is prepared and opens with every option's default ({})",
                          name(environment)),
              form_, "Plugin"},
             opening_deadline, [&] {
               stage.emplace(plugin_, environment, usual_level(), depth, scratch_);
               stage->open();
               open = true;
             });
    if (open) {
      run_cases(*stage, session_cases(), "Session");
      if (stage->offers(Component::key_value)) {
        run_cases(*stage, key_value_cases(), name(Component::key_value));
        run_cases(*stage, key_value_set_cases(), name(Component::key_value));
        if (depth > 0) {
          run_cases(*stage, pipeline_cases(), name(Component::key_value));
        }
      }
      if (stage->offers(Component::table)) {
        run_cases(*stage, table_cases(), name(Component::table));
        run_cases(*stage, transaction_cases(), name(Component::table));
      }
    }
  }

  void run_cases(Stage& stage, std::span<const Case> cases, std::string_view component) {
    for (const Case& each : cases) {
      stage.next_case();
      run_case({std::string(each.name), form_, std::string(component)}, each.deadline,
               [&] { each.run(stage); });
    }
  }

  void run_case(Outcome outcome, std::chrono::seconds deadline, const std::function<void()>& body) {
    outcome.text = "the process died in this case";
    listener_.starts(outcome);
    running_ = outcome;
    running_.text = fmt::format("not over after {} s: a call hangs", deadline.count());
    watchdog_.start(deadline);
    outcome.result = Result::failed;
    try {
      body();
      outcome.result = Result::passed;
      outcome.text.clear();
    } catch (const NotApplicable& reason) {
      outcome.result = Result::not_applicable;
      outcome.text = reason.what();
    } catch (const Failed& failure) {
      outcome.text = failure.what();
    } catch (const std::exception& error) {
      outcome.text = fmt::format("the plugin threw: {}", error.what());
    } catch (...) {
      outcome.text = "the plugin threw something that is no std::exception";
    }
    watchdog_.stop();
    all_passed_ = all_passed_ && outcome.result != Result::failed;
    listener_.ended(outcome);
  }

  Durability usual_level() const {
    const std::vector<DurabilityLevel>& levels = plugin_.capabilities().durability;
    const bool has_process = std::any_of(levels.begin(), levels.end(), [](const auto& each) {
      return each.level == Durability::process;
    });
    return has_process ? Durability::process : levels.front().level;
  }

  [[noreturn]] void give_up() {
    listener_.ended(running_);
    std::_Exit(1);
  }

  Plugin& plugin_;
  fs::path scratch_;
  Listener& listener_;
  bool all_passed_ = true;
  std::string form_;
  Outcome running_;  // what is reported when the running case hangs
  Watchdog watchdog_{[this] { give_up(); }};
};

}  // namespace

bool check(Plugin& plugin, const fs::path& scratch, Listener& listener) {
  return Suite(plugin, scratch, listener).run();
}

}  // namespace assay::conformance
