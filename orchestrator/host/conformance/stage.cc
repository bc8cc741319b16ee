#include "host/conformance/stage.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "host/conformance/expect.h"

namespace assay::conformance {
namespace {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

std::vector<Setting> defaults(const Capabilities& capabilities) {
  std::vector<Setting> settings;
  for (const Option& option : capabilities.options) {
    settings.push_back({option.name, option.default_value});
  }
  return settings;
}

Server server_for(Plugin& plugin, Place& place) {
  place.address = "unix:" + place.folder + "/server.sock";
  try {
    return plugin.server(place);
  } catch (const Error&) {
    place.address = fmt::format("tcp:127.0.0.1:{}", free_port());
    return plugin.server(place);
  }
}

void wait_until_ready(Plugin& plugin, const Place& place, RunningServer& server) {
  constexpr std::chrono::seconds most{20};
  const auto end = steady_clock::now() + most;
  while (!plugin.ready(place)) {
    server.expect_running();
    expect(steady_clock::now() < end, "the plugin's server is not ready after {} s at {}",
           most.count(), place.address);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace

TableSchema stage_table() {
  return {"posts",
          {{"id", ColumnType::integer, false},
           {"author", ColumnType::integer, true},
           {"score", ColumnType::integer, false},
           {"title", ColumnType::text, false},
           {"body", ColumnType::text, false}}};
}

std::vector<Cell> row(std::int64_t id, std::int64_t author, std::int64_t score, Bytes title,
                      Bytes body) {
  return {{id, {}}, {author, {}}, {score, {}}, {0, title}, {0, body}};
}

Client::Client(std::unique_ptr<Session> session, const Place& place)
    : session_(std::move(session)) {
  expect(session_ != nullptr, "open() gave no session");
  if (place.depth == 0) {
    plain_ = std::make_unique<Plain>(*session_);
  } else {
    crowded_ = std::make_unique<Crowded>(
        *session_, place.depth,
        place.tables.empty() ? std::vector<Column>{} : place.tables.front().columns);
  }
}

KeyValue& Client::key_value() {
  expect(session_->key_value() != nullptr,
         "the session has no KeyValue, but the plugin declares it");
  return plain_ ? static_cast<KeyValue&>(*plain_) : *crowded_;
}

Table& Client::table() {
  expect(session_->table() != nullptr, "the session has no Table, but the plugin declares it");
  return plain_ ? static_cast<Table&>(*plain_) : *crowded_;
}

Bytes Client::last_error() const {
  return plain_ ? session_->last_error() : crowded_->last_error();
}

void Client::expect_status(Status got, Status wanted, std::string_view what) {
  const std::string text(last_error());
  expect(got == wanted, "{} gave {}, wanted {}; last_error() is \"{}\"", what, name(got),
         name(wanted), text);
  expect(got != Status::ok || text.empty(), "after {} gave ok, last_error() still says \"{}\"",
         what, text);
  const bool needs_text =
      got == Status::conflict || got == Status::refused || got == Status::failed;
  expect(!needs_text || !text.empty(), "{} gave {}, and last_error() does not say why", what,
         name(got));
}

void Client::put(Bytes key, Bytes value, std::int64_t ttl_ms) {
  Reply reply;
  expect_status(key_value().put(key, value, ttl_ms, reply), Status::ok,
                fmt::format("put of {} bytes at {}", value.size(), shown(key)));
}

void Client::expect_value(Bytes key, Bytes value) {
  Reply reply;
  expect_status(key_value().get(key, reply), Status::ok, "get of the stored key " + shown(key));
  expect(reply.value.data() != nullptr && reply.value == value, "get of {} gave {}, stored was {}",
         shown(key), shown(reply.value), shown(value));
}

void Client::expect_absent(Bytes key) {
  Reply reply;
  expect_status(key_value().get(key, reply), Status::not_found,
                "get of the absent key " + shown(key));
}

Stage::Stage(Plugin& plugin, Environment environment, Durability durability, std::uint32_t depth,
             const fs::path& scratch, bool own_sql)
    : plugin_(plugin) {
  std::string folder = (scratch / "stage-XXXXXX").string();
  expect(mkdtemp(folder.data()) != nullptr, "no folder can be made below {}", scratch.string());
  place_.environment = environment;
  place_.durability = durability;
  place_.folder = folder;
  place_.depth = depth;
  place_.settings = defaults(plugin.capabilities());
  place_.sql = own_sql;
  if (offers(Component::table) && !own_sql) {
    place_.tables = {stage_table()};
  }
  if (environment == Environment::native) {
    const Server server = server_for(plugin_, place_);
    server_.emplace(server, fs::path(folder + ".log"));
    wait_until_ready(plugin_, place_, *server_);
  }
  plugin_.prepare(place_);
}

Stage::~Stage() {
  server_.reset();
  std::error_code ignored;  // the whole scratch folder is removed at the end
  fs::remove_all(place_.folder, ignored);
}

bool Stage::offers(Component component) const {
  const std::vector<Component>& all = plugin_.capabilities().components;
  return std::find(all.begin(), all.end(), component) != all.end();
}

Client Stage::open(const Place& place) { return {plugin_.open(place), place}; }

std::string Stage::key(std::string_view name) const {
  return fmt::format("case{}.{}", case_, name);
}

}  // namespace assay::conformance
