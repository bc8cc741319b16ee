// Where cases play: one prepared place of a plugin, and clients on it in one of the two forms.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/plain.h"
#include "assay/plugin.h"
#include "host/conformance/crowded.h"
#include "host/conformance/server.h"

namespace assay::conformance {

// One session in the form of its stage. Thread rule of the session.
class Client {
 public:
  Client(std::unique_ptr<Session> session, const Place& place);

  Session& session() { return *session_; }

  KeyValue& key_value();  // REQUIRES: the session has the component; so does table()
  Table& table();

  // Throws Failed unless `got` is the wanted status and last_error() keeps its rule: empty after
  // ok, some text after conflict, refused and failed. `what` says what was called.
  void expect_status(Status got, Status wanted, std::string_view what);

  // Calls that every key-value case makes, each with its expectation.
  void put(Bytes key, Bytes value, std::int64_t ttl_ms = 0);
  void expect_value(Bytes key, Bytes value);
  void expect_absent(Bytes key);

 private:
  Bytes last_error() const;

  std::unique_ptr<Session> session_;
  std::unique_ptr<Plain> plain_;  // exactly one of the two
  std::unique_ptr<Crowded> crowded_;
};

class Stage {
 public:
  // Makes a fresh folder below `scratch`, starts the plugin's server there when the environment is
  // native, waits until it is ready, and prepares the place. depth 0 is the plain form. own_sql:
  // the place is for own statements, and empty. Throws Failed, or what the plugin throws.
  Stage(Plugin& plugin, Environment environment, Durability durability, std::uint32_t depth,
        const std::filesystem::path& scratch, bool own_sql = false);
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  Plugin& plugin() { return plugin_; }

  const Place& place() const { return place_; }

  bool offers(Component component) const;

  Client open() { return open(place_); }

  // The same place with another depth or way of receiving.
  Client open(const Place& place);

  // A key, and the first of 100,000 row numbers, that no other case of this stage uses.
  std::string key(std::string_view name) const;

  std::int64_t first_id() const { return case_ * 100'000; }

  void next_case() { ++case_; }

 private:
  Plugin& plugin_;
  Place place_;
  std::optional<RunningServer> server_;
  std::int64_t case_ = 0;
};

// What cases read and write: id, author (indexed), score, title, body.
TableSchema stage_table();

// A row of that table as cells. The texts must outlive it.
std::vector<Cell> row(std::int64_t id, std::int64_t author, std::int64_t score, Bytes title,
                      Bytes body);

}  // namespace assay::conformance
