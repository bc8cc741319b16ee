#include "host/conformance/check_mode.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "host/conformance/check.h"
#include "host/conformance/watchdog.h"
#include "host/loader.h"

namespace assay::conformance {
namespace {

namespace fs = std::filesystem;

std::string line_of(const Outcome& outcome) {
  nlohmann::ordered_json json;
  json["case"] = outcome.name;
  json["form"] = outcome.form;
  json["component"] = outcome.component;
  json["result"] = name(outcome.result);
  json["text"] = outcome.text;
  // A plugin's words need not be UTF-8.
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

class Printer final : public Listener {
 public:
  // Takes standard output for itself: a plugin that prints would garble the lines.
  Printer() : descriptor_(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)) {
    dup2(STDERR_FILENO, STDOUT_FILENO);
  }

  Printer(const Printer&) = delete;
  Printer& operator=(const Printer&) = delete;

  ~Printer() override { close(descriptor_); }

  void starts(const Outcome& if_it_crashes) override {
    say_on_crash(descriptor_, line_of(if_it_crashes));
  }

  void ended(const Outcome& outcome) override {
    say_on_crash(descriptor_, "");
    const std::string line = line_of(outcome);
    for (std::size_t done = 0; done < line.size();) {
      const ssize_t size = write(descriptor_, line.data() + done, line.size() - done);
      if (size < 0) {
        raise(SIGTERM);  // nobody reads any more, so nobody wants the rest
      }
      done += static_cast<std::size_t>(size);
    }
  }

 private:
  int descriptor_;
};

}  // namespace

int check_mode(const fs::path& file, const fs::path& folder) {
  // A server or a reader of the lines that has gone is an error of one call, not the end.
  std::signal(SIGPIPE, SIG_IGN);
  Printer printer;
  Outcome loading{"the plugin loads", "", "Plugin", Result::failed,
                  "the process died while the plugin was loaded"};
  printer.starts(loading);
  Plugin* plugin = nullptr;
  try {
    plugin = &host::load(file);
    loading.result = Result::passed;
    loading.text.clear();
  } catch (const Error& error) {
    loading.text = error.what();
  }
  printer.ended(loading);
  if (plugin == nullptr) {
    return 1;
  }
  return check(*plugin, folder, printer) ? 0 : 1;
}

}  // namespace assay::conformance
