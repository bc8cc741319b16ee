#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

#include "host/conformance/cases.h"
#include "host/conformance/expect.h"
#include "host/conformance/rows.h"

namespace assay::conformance {
namespace {

void has_what_it_declares(Stage& stage) {
  Client client = stage.open();
  Session& session = client.session();
  expect((session.key_value() != nullptr) == stage.offers(Component::key_value),
         "the plugin {} KeyValue, and its session {} it",
         stage.offers(Component::key_value) ? "declares" : "does not declare",
         session.key_value() != nullptr ? "has" : "lacks");
  expect((session.table() != nullptr) == stage.offers(Component::table),
         "the plugin {} Table, and its session {} it",
         stage.offers(Component::table) ? "declares" : "does not declare",
         session.table() != nullptr ? "has" : "lacks");
  expect(session.key_value() == session.key_value() && session.table() == session.table(),
         "a session hands out another component each time");
}

void writes_something(Stage& stage, Client& client, std::string_view name, std::int64_t row) {
  if (stage.offers(Component::key_value)) {
    client.put(stage.key(name), "value");
    client.expect_value(stage.key(name), "value");
  }
  if (stage.offers(Component::table)) {
    insert(client, stage.first_id() + row, 1, 1, "t", "b");
    expect_row(client, stage.first_id() + row, 1, 1, "t", "b");
  }
}

void opens_again_and_again(Stage& stage) {
  for (int i = 0; i < 20; ++i) {
    Client client = stage.open();
    writes_something(stage, client, std::to_string(i), i);
  }
}

void works_side_by_side(Stage& stage) {
  constexpr std::size_t count = 16;
  std::vector<Client> clients;
  for (std::size_t i = 0; i < count; ++i) {
    clients.push_back(stage.open());
  }
  for (std::size_t i = 0; i < 3 * count; ++i) {
    writes_something(stage, clients[i % count], std::to_string(i), static_cast<std::int64_t>(i));
  }
}

void works_after_settling(Stage& stage) {
  Client before = stage.open();
  writes_something(stage, before, "before", 1);
  stage.plugin().settle(stage.place());
  writes_something(stage, before, "after", 2);
  Client client = stage.open();
  if (stage.offers(Component::key_value)) {
    client.expect_value(stage.key("before"), "value");
  }
  if (stage.offers(Component::table)) {
    expect_row(client, stage.first_id() + 1, 1, 1, "t", "b");
  }
}

void counts_upwards(Stage& stage) {
  const auto read = [&stage] {
    std::map<std::string, std::int64_t> counts;
    for (const Counter& each : stage.plugin().counters(stage.place())) {
      expect(!each.name.empty(), "a counter has no name");
      expect(counts.emplace(each.name, each.value).second, "the counter {} is there twice",
             each.name);
    }
    return counts;
  };
  Client client = stage.open();
  const auto before = read();
  if (before.empty()) {
    throw NotApplicable("the plugin keeps no counters");
  }
  writes_something(stage, client, "a", 1);
  auto after = read();
  for (const auto& [name, value] : before) {
    expect(after.count(name) == 1, "the counter {} has gone", name);
    expect(after[name] >= value, "the counter {} went down from {} to {}", name, value,
           after[name]);
  }
}

constexpr Case session_list[] = {
    {"a session has the components that the plugin declares", has_what_it_declares},
    {"sessions open and close again and again", opens_again_and_again},
    {"16 sessions of one thread work side by side", works_side_by_side},
    {"sessions work after settle()", works_after_settling},
    {"counters only go up", counts_upwards},
};

bool looks_secret(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char each) { return std::tolower(each); });
  constexpr std::array<std::string_view, 7> words = {
      "password", "passwd", "passphrase", "secret", "credential", "private_key", "auth_token"};
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return name.find(word) != std::string::npos; });
}

}  // namespace

std::span<const Case> session_cases() { return session_list; }

void check_facts(Stage& stage) {
  Client client = stage.open();
  writes_something(stage, client, "facts", 0);
  const Facts facts = client.session().facts();
  expect(!facts.version.empty(), "facts().version is empty; ask the system for it");
  expect(facts.durability == stage.place().durability,
         "asked for durability {}, read back {}: the settings do not amount to the level",
         name(stage.place().durability), name(facts.durability));
  std::set<std::string> names;
  for (const Setting& each : facts.settings) {
    expect(!each.name.empty(), "a setting in facts() has no name");
    expect(names.insert(each.name).second, "facts() has the setting {} twice", each.name);
    expect(!looks_secret(each.name),
           "facts() gives the setting {}, which looks like a secret; leave it out", each.name);
  }
  writes_something(stage, client, "after facts", 1);
}

}  // namespace assay::conformance
