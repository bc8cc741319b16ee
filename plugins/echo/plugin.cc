// The pipelined no-op: a real server that answers at once, for proving the engine's event loop and
// for knowing what a connection costs.
#include "assay/plugin.h"

#include <dlfcn.h>

#include <filesystem>

#include "endpoint.h"
#include "session.h"

namespace echo {

namespace {

// bin/assay-echo-server of the tree, built or installed, whose lib/assay/plugins holds this
// library.
std::string server_program() {
  Dl_info info{};
  dladdr(reinterpret_cast<void*>(&server_program), &info);
  const std::filesystem::path program =
      std::filesystem::canonical(info.dli_fname).parent_path() / "../../../bin/assay-echo-server";
  if (!std::filesystem::exists(program)) {
    throw assay::Error("echo's server program is missing: " + program.lexically_normal().string() +
                       " is not there; build the target assay-echo-server or install Assay again");
  }
  return program.lexically_normal().string();
}

}  // namespace

class Plugin final : public assay::Plugin {
 public:
  const assay::Capabilities& capabilities() const override {
    static const assay::Capabilities all{
        .system = "echo",
        .library = "echo",
        .components = {assay::Component::key_value},
        .durability = {{assay::Durability::none, {}, "the server keeps everything in memory"}},
        .environments = {assay::Environment::native},
        .options = {},
        .max_depth = 64};
    return all;
  }

  assay::Server server(const assay::Place& place) override {
    return {server_program(), {socket_path(place.address)}};
  }

  bool ready(const assay::Place& place) override {
    try {
      ask_stats(place);
      return true;
    } catch (const assay::Error&) {
      return false;
    }
  }

  void prepare(const assay::Place& place) override { ask_stats(place); }

  std::unique_ptr<assay::Session> open(const assay::Place& place) override {
    return std::make_unique<Session>(place);
  }

  std::vector<assay::Counter> counters(const assay::Place& place) override {
    return {{"operations", ask_stats(place).operations}};
  }
};

}  // namespace echo

ASSAY_PLUGIN(echo::Plugin, "echo");
