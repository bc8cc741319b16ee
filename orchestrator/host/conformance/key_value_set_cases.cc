#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "host/conformance/cases.h"
#include "host/conformance/expect.h"

namespace assay::conformance {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds lifetime{300};
constexpr milliseconds clock_step{10};  // of a system that reads the kernel's coarse clock
constexpr milliseconds never_later_than{5'000};

// Waits until the key is gone. Throws Failed when it goes before its time or stays.
void expect_expiry(Client& client, Bytes key, steady_clock::time_point stored) {
  for (;;) {
    Reply reply;
    const Status status = client.key_value().get(key, reply);
    const auto age = steady_clock::now() - stored;
    if (status == Status::not_found) {
      expect(age + clock_step >= lifetime, "a value with a lifetime of {} ms was gone before it",
             lifetime.count());
      return;
    }
    client.expect_status(status, Status::ok, "get of a value that may have expired");
    expect(age < never_later_than, "a value with a lifetime of {} ms is still there after {} ms",
           lifetime.count(), never_later_than.count());
    std::this_thread::sleep_for(milliseconds(10));
  }
}

void expires_values(Stage& stage) {
  Client client = stage.open();
  const std::string key = stage.key("a");
  const auto stored = steady_clock::now();
  client.put(key, "short-lived", lifetime.count());
  client.put(stage.key("b"), "long-lived", 1'000'000);
  client.put(stage.key("c"), "for ever");
  expect_expiry(client, key, stored);
  client.expect_value(stage.key("b"), "long-lived");
  client.expect_value(stage.key("c"), "for ever");
  client.put(key, "again");
  client.expect_value(key, "again");
}

void forgets_the_lifetime_when_overwritten(Stage& stage) {
  Client client = stage.open();
  client.put(stage.key("a"), "short-lived", lifetime.count());
  client.put(stage.key("a"), "for ever");
  client.put(stage.key("b"), "for ever");
  const auto stored = steady_clock::now();
  client.put(stage.key("b"), "short-lived", lifetime.count());
  expect_expiry(client, stage.key("b"), stored);
  client.expect_value(stage.key("a"), "for ever");
}

void expires_values_stored_together(Stage& stage) {
  Client client = stage.open();
  const std::string a = stage.key("a");
  const std::string b = stage.key("b");
  const std::vector<Bytes> keys = {a, b};
  const std::vector<Bytes> values = {"1", "2"};
  Reply reply;
  const auto stored = steady_clock::now();
  client.expect_status(client.key_value().multi_put(keys, values, lifetime.count(), reply),
                       Status::ok, "multi_put with a lifetime");
  expect_expiry(client, a, stored);
  expect_expiry(client, b, stored);
  client.expect_status(client.key_value().multi_get(keys, reply), Status::ok,
                       "multi_get of expired keys");
  expect(reply.values.size() == 2 && reply.values[0].data() == nullptr,
         "multi_get shows an expired value");
}

void increments(Stage& stage) {
  Client client = stage.open();
  const std::string key = stage.key("n");
  const auto step = [&](std::int64_t by, std::int64_t wanted) {
    Reply reply;
    client.expect_status(client.key_value().increment(key, by, reply), Status::ok,
                         fmt::format("increment by {}", by));
    expect(reply.number == wanted, "increment by {} gave {}, wanted {}", by, reply.number, wanted);
  };
  step(5, 5);
  step(1, 6);
  step(-10, -4);
  step(0, -4);
  step(5'000'000'000, 4'999'999'996);
  Reply reply;
  client.expect_status(client.key_value().erase(key, reply), Status::ok, "erase of a counter");
  step(1, 1);
}

void refuses_to_increment_text(Stage& stage) {
  Client client = stage.open();
  const std::string key = stage.key("text");
  client.put(key, "not a number");
  Reply reply;
  client.expect_status(client.key_value().increment(key, 1, reply), Status::refused,
                       "increment of a value that is no integer");
  client.expect_value(key, "not a number");
}

void reads_several_keys(Stage& stage) {
  Client client = stage.open();
  client.put(stage.key("a"), "first");
  client.put(stage.key("empty"), "");
  client.put(stage.key("big"), any_bytes(10'000, 1));
  const std::vector<std::string> names = {stage.key("big"), stage.key("absent"), stage.key("a"),
                                          stage.key("empty"), stage.key("a")};
  const std::vector<Bytes> keys(names.begin(), names.end());
  Reply reply;
  client.expect_status(client.key_value().multi_get(keys, reply), Status::ok, "multi_get");
  expect(reply.values.size() == keys.size(), "multi_get of {} keys gave {} values", keys.size(),
         reply.values.size());
  expect(reply.values[0] == any_bytes(10'000, 1), "multi_get gave a wrong first value");
  expect(reply.values[1].data() == nullptr, "multi_get gave {} for an absent key, wanted absent",
         shown(reply.values[1]));
  expect(reply.values[2] == "first" && reply.values[4] == "first",
         "multi_get gave {} and {} for one key asked for twice", shown(reply.values[2]),
         shown(reply.values[4]));
  expect(reply.values[3].data() != nullptr && reply.values[3].empty(),
         "multi_get gave {} for an empty value", shown(reply.values[3]));
}

void reads_several_absent_keys(Stage& stage) {
  Client client = stage.open();
  const std::string a = stage.key("a");
  const std::string b = stage.key("b");
  const std::vector<Bytes> keys = {a, b};
  Reply reply;
  client.expect_status(client.key_value().multi_get(keys, reply), Status::ok,
                       "multi_get of absent keys only");
  expect(reply.values.size() == 2 && reply.values[0].data() == nullptr &&
             reply.values[1].data() == nullptr,
         "multi_get of absent keys only shows values");
}

void stores_several_values(Stage& stage) {
  Client client = stage.open();
  constexpr std::size_t count = 100;
  client.put(stage.key("7"), "replaced");
  std::vector<std::string> names;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) {
    names.push_back(stage.key(std::to_string(i)));
    texts.push_back(any_bytes(i, i));
  }
  const std::vector<Bytes> keys(names.begin(), names.end());
  const std::vector<Bytes> values(texts.begin(), texts.end());
  Reply reply;
  client.expect_status(client.key_value().multi_put(keys, values, 0, reply), Status::ok,
                       "multi_put of 100 pairs");
  client.expect_status(client.key_value().multi_get(keys, reply), Status::ok,
                       "multi_get of 100 keys");
  expect(reply.values.size() == count, "multi_get of {} keys gave {} values", count,
         reply.values.size());
  for (std::size_t i = 0; i < count; ++i) {
    expect(reply.values[i].data() != nullptr && reply.values[i] == texts[i],
           "after multi_put, value {} of 100 is {}, wanted {}", i, shown(reply.values[i]),
           shown(texts[i]));
  }
}

void loses_no_increment(Stage& stage) {
  constexpr std::int64_t threads = 4;
  constexpr std::int64_t each = 50;
  const std::string key = stage.key("shared");
  std::vector<std::string> failures(threads);
  std::vector<std::thread> running;
  running.reserve(threads);
  for (std::string& failure : failures) {
    running.emplace_back([&stage, &key, &failure] {
      try {
        Client client = stage.open();
        for (std::int64_t done = 0; done < each;) {
          Reply reply;
          const Status status = client.key_value().increment(key, 1, reply);
          if (status == Status::conflict) {
            continue;  // had no effect; the case's deadline bounds this
          }
          client.expect_status(status, Status::ok, "increment beside other sessions");
          ++done;
        }
      } catch (const std::exception& error) {
        failure = error.what();
      } catch (...) {
        failure = "the plugin threw something that is no std::exception";
      }
    });
  }
  for (std::thread& thread : running) {
    thread.join();
  }
  for (const std::string& failure : failures) {
    expect(failure.empty(), "in one of {} threads with a session each: {}", threads, failure);
  }
  Client client = stage.open();
  Reply reply;
  client.expect_status(client.key_value().increment(key, 0, reply), Status::ok, "increment by 0");
  expect(reply.number == threads * each,
         "{} threads incremented {} times each; the counter says {}", threads, each, reply.number);
}

constexpr Case key_value_set_list[] = {
    {"multi_get answers every key in its place", reads_several_keys},
    {"multi_get of absent keys only is ok", reads_several_absent_keys},
    {"multi_put stores all pairs", stores_several_values},
    {"a value expires after its lifetime and never before", expires_values},
    {"overwriting a value replaces its lifetime", forgets_the_lifetime_when_overwritten},
    {"values stored together expire", expires_values_stored_together},
    {"increment counts from 0, up and down, in 64 bits", increments},
    {"increment of a value that is no integer is refused and keeps it", refuses_to_increment_text},
    {"sessions on several threads lose no increment", loses_no_increment, std::chrono::seconds(60)},
};

}  // namespace

std::span<const Case> key_value_set_cases() { return key_value_set_list; }

}  // namespace assay::conformance
