// What a plugin is: what it can do, how it opens sessions, and the one symbol it exports.
//
// The host calls capabilities(), server(), prepare(), settle() and counters() from one thread at a
// time; open() from any thread, several at once. Set-up calls may throw assay::Error with a text a
// user can act on.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "assay/abi.h"
#include "assay/session.h"
#include "assay/table.h"
#include "assay/types.h"

namespace assay {

enum class Component : std::uint8_t { key_value, table, sql };

constexpr std::string_view name(Component component) {
  constexpr std::string_view names[] = {"KeyValue", "Table", "Sql"};
  return names[static_cast<std::size_t>(component)];
}

enum class OptionType : std::uint8_t { boolean, integer, text, choice };

constexpr std::string_view name(OptionType type) {
  constexpr std::string_view names[] = {"boolean", "integer", "text", "choice"};
  return names[static_cast<std::size_t>(type)];
}

// A setting of the plugin that a matrix may give under `settings`.
struct Option {
  std::string name;
  OptionType type = OptionType::text;
  std::string unit;           // "bytes", "pages", "ms"; empty for none
  std::string default_value;  // "true"/"false" for booleans, decimal digits for integers
  std::string help;           // one sentence
  std::vector<std::string> choices = {};                          // type choice only
  std::int64_t least = std::numeric_limits<std::int64_t>::min();  // type integer only, inclusive
  std::int64_t most = std::numeric_limits<std::int64_t>::max();   // type integer only, inclusive
};

// One durability level the plugin offers, and what it sets for it. An option of the plugin that is
// named LEVEL_WORD, as process_synchronous, is that level's value of the setting WORD (or WORD_…):
// reports show it in the setting's place when they compare what was asked for with what is found.
struct DurabilityLevel {
  Durability level = Durability::none;
  std::vector<Setting> settings;
  std::string note = {};  // what a reader must know: a window, a restriction; may be empty
  std::vector<Setting> needs =
      {};  // options that must have this value, their default, at the level
};

struct Capabilities {
  std::string system;   // "SQLite"
  std::string library;  // client or embedded library and its version, asked of the library
  std::vector<Component> components;
  std::vector<DurabilityLevel> durability;
  std::vector<Environment> environments;  // the first is the default
  std::vector<Option> options;
  std::uint32_t max_depth = 0;  // 0: plain form only; else the deepest pipeline
  std::string dialect = {};     // of the component Sql, as Sql::dialect() names it; else empty
};

// Where one block's system lives. The same for every worker process of the block.
// A place lives from prepare to the end of the block, also while no session is open: what a closed
// session has written is there for the next one.
struct Place {
  Environment environment = Environment::embedded;
  Durability durability = Durability::process;
  std::string folder;             // for embedded systems: an existing folder, empty before prepare
  std::string address;            // for servers: "unix:/path" or "tcp:127.0.0.1:6379"; else empty
  std::vector<Setting> settings;  // every option of the plugin, defaults filled in, in its order
  std::vector<TableSchema> tables;  // the tables the workload uses; at most one today
  // The workload brings statements of its own: sessions have an Sql and need no other component,
  // and the database they see is empty.
  bool sql = false;
  std::uint32_t depth = 0;        // 0: plain form; else pipelined with at most this many in flight
  bool blocking_receive = false;  // receive() may wait in the read itself; also for depth 0
  std::int64_t deadline_ns = 10'000'000'000;  // for one operation

  // The value of an option. REQUIRES: the plugin declared it.
  const std::string& setting(std::string_view option) const {
    for (const Setting& each : settings) {
      if (each.name == option) {
        return each.value;
      }
    }
    throw Error("the option '" + std::string(option) + "' is used but not declared by the plugin");
  }
};

// How the system's server is started, for systems that have one. The adapters do the starting.
struct Server {
  std::string program;                  // name looked up in PATH, or an absolute path
  std::vector<std::string> arguments;   // without the program
  std::vector<Setting> variables = {};  // added to the environment
};

// A count the system itself keeps, since it started: "gets", "syncs". The name "operations" is
// kept for a count that goes up by exactly one for each call of a component, whatever its outcome:
// a block in which it went up by another number than the engine's operations fails.
struct Counter {
  std::string name;
  std::int64_t value = 0;
};

class ASSAY_EXPORT Plugin {
 public:
  Plugin() = default;
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;
  virtual ~Plugin() = default;

  // Constant over the plugin's life.
  virtual const Capabilities& capabilities() const = 0;

  // How to start the server for this place. REQUIRES: place.environment is native or container.
  // Throws assay::Error when the plugin has no server.
  virtual Server server(const Place& /*place*/) {
    throw Error("this plugin has no server to start");
  }

  // Whether the server answers a real request now. Called every few milliseconds until true.
  virtual bool ready(const Place& /*place*/) { return true; }

  // Makes an empty place ready for sessions: database, schema. Called once a block, in one process.
  virtual void prepare(const Place& place) = 0;

  // Opens one connection. Called from the thread that will use it. In a block one session alone
  // fills the place, from the process that called prepare, and is closed before settle; then
  // processes x threads x connections of the topology are open at once, in as many processes.
  // Throws assay::Error where the system cannot have so many.
  virtual std::unique_ptr<Session> open(const Place& place) = 0;

  // After loading and before warm-up: analyse, checkpoint, whatever an owner would do then.
  virtual void settle(const Place& /*place*/) {}

  // What the system counted, for comparing with what the engine counted. An embedded system counts
  // for this process, a server for everyone. Empty: it keeps no counts.
  virtual std::vector<Counter> counters(const Place& /*place*/) { return {}; }
};

}  // namespace assay

// What a plugin exports, and nothing else. Plain data: readable before anything is trusted.
// Fields are only ever appended.
struct assay_descriptor {
  std::uint32_t magic;         // ASSAY_MAGIC
  std::uint32_t struct_size;   // sizeof(assay_descriptor) at the plugin's build
  std::uint32_t sdk_version;   // major << 16 | minor
  const char* abi;             // ASSAY_ABI at the plugin's build
  const char* name;            // "redis": equal to the file's name assay-redis.so
  assay::Plugin* (*create)();  // may throw assay::Error
  void (*destroy)(assay::Plugin*);
};

#define ASSAY_MAGIC 0x59415341U  // "ASAY" in little-endian bytes

// Exports `type` (a default-constructible assay::Plugin) under the given name: ASSAY_PLUGIN(Redis,
// "redis")
#define ASSAY_PLUGIN(type, plugin_name)                                   \
  extern "C" ASSAY_EXPORT const assay_descriptor assay_plugin;            \
  extern "C" const assay_descriptor assay_plugin = {                      \
      ASSAY_MAGIC,                                                        \
      sizeof(assay_descriptor),                                           \
      ASSAY_SDK_VERSION,                                                  \
      ASSAY_ABI,                                                          \
      plugin_name,                                                        \
      []() -> assay::Plugin* {                                            \
        return new type; /* NOLINT(bugprone-macro-parentheses): a type */ \
      },                                                                  \
      [](assay::Plugin* plugin) { delete plugin; },                       \
  }
