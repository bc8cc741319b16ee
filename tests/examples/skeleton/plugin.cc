// A plugin with every call there is, and for each whether you need it. It compiles and does
// nothing: copy it, keep what your system has, and delete the rest. A complete small plugin is
// tests/examples/outside_plugin.
#include "assay/plugin.h"

#include "session.h"

namespace skeleton {
namespace {

assay::Capabilities describe() {
  assay::Capabilities all;
  all.system = "Skeleton";                        // Required
  all.library = "none";                           // Required: ask the library, at run time
  all.components = {assay::Component::key_value,  // Required: at least one
                    assay::Component::table, assay::Component::sql};
  all.durability = {{assay::Durability::none, {}}};   // Required: at least one
  all.environments = {assay::Environment::embedded};  // Required: the first is the default
  all.options = {{.name = "cache_pages",              // Optional: what a matrix may set
                  .type = assay::OptionType::integer,
                  .unit = "pages",
                  .default_value = "100",
                  .help = "Pages kept in memory.",
                  .least = 1,
                  .most = 1'000'000}};
  all.dialect = "skeleton";  // Required with the component Sql, left out without
  all.max_depth = 0;         // Optional: the deepest pipeline; 0 for the plain form only
  return all;
}

}  // namespace

class Plugin final : public assay::Plugin {
 public:
  // Required. Called often: build it once. The constructor is no place for work that can fail.
  const assay::Capabilities& capabilities() const override { return capabilities_; }

  // Optional: only with the environments native or container. Program and arguments of the server,
  // for this place's folder and address; it must not daemonise.
  assay::Server server(const assay::Place& place) override { return assay::Plugin::server(place); }

  // Optional: only with a server. Makes one real request; false until it is answered.
  bool ready(const assay::Place& /*place*/) override { return true; }

  // Required. Database, schema, whatever sessions expect to find. Once a block, in one process.
  void prepare(const assay::Place& /*place*/) override {}

  // Required. Called from several threads at once, each for a session of its own.
  std::unique_ptr<assay::Session> open(const assay::Place& place) override {
    return std::make_unique<Session>(place);
  }

  // Optional. After loading and before warm-up: analyse, checkpoint.
  void settle(const assay::Place& /*place*/) override {}

  // Optional, and worth having: what the system itself counted. Assay compares it with its own
  // count.
  std::vector<assay::Counter> counters(const assay::Place& /*place*/) override { return {}; }

 private:
  assay::Capabilities capabilities_ = describe();
};

}  // namespace skeleton

// Required, once: exports the plugin under the name of its file, assay-skeleton.so.
ASSAY_PLUGIN(skeleton::Plugin, "skeleton");
