#include <algorithm>
#include <string>

#include "assay/plain.h"
#include "host/conformance/cases.h"
#include "host/conformance/expect.h"
#include "host/conformance/in_flight.h"

namespace assay::conformance {
namespace {

std::string value_of(std::uint64_t number) { return any_bytes(30 + number % 50, number); }

InFlight::Check wants_value(std::string wanted) {
  return [wanted = std::move(wanted)](Status status, const Reply& reply) {
    expect(status == Status::ok, "a get in flight gave {}, wanted ok", name(status));
    expect(reply.value == wanted, "a get in flight gave {}, wanted {}: replies come out of order",
           shown(reply.value), shown(wanted));
  };
}

InFlight::Check wants(Status wanted, std::string what) {
  return [wanted, what = std::move(what)](Status status, const Reply&) {
    expect(status == wanted, "{} in flight gave {}, wanted {}", what, name(status), name(wanted));
  };
}

// A session without neighbours, for cases that send on their own.
std::unique_ptr<Session> open_bare(Stage& stage, const Place& place) {
  if (!stage.offers(Component::key_value)) {
    throw NotApplicable("needs the component KeyValue");
  }
  std::unique_ptr<Session> session = stage.plugin().open(place);
  expect(session != nullptr && session->key_value() != nullptr, "open() gave no KeyValue");
  return session;
}

std::uint32_t full_depth(Stage& stage) { return stage.plugin().capabilities().max_depth; }

Place at_depth(Stage& stage, std::uint32_t depth) {
  Place place = stage.place();
  place.depth = depth;
  return place;
}

void store(Stage& stage, std::uint64_t count) {
  Client client = stage.open();
  for (std::uint64_t i = 0; i < count; ++i) {
    client.put(stage.key(std::to_string(i)), value_of(i));
  }
}

// Keeps the pipeline full for a few rounds of gets, each key's value another.
void read_at_depth(Stage& stage, const Place& place) {
  constexpr std::uint64_t keys = 100;
  store(stage, keys);
  const auto session = open_bare(stage, place);
  InFlight in_flight(*session);
  for (std::uint64_t i = 0; i < 5 * keys + std::uint64_t{3} * place.depth; ++i) {
    if (in_flight.count() == place.depth) {
      in_flight.take_one();
    }
    const std::uint64_t number = i * 7 % keys;
    Reply reply;
    in_flight.sent(session->key_value()->get(stage.key(std::to_string(number)), reply), reply,
                   wants_value(value_of(number)));
  }
  in_flight.take_all();
}

void answers_in_order_at_depth_1(Stage& stage) { read_at_depth(stage, at_depth(stage, 1)); }

void answers_in_order_at_full_depth(Stage& stage) {
  read_at_depth(stage, at_depth(stage, full_depth(stage)));
}

void answers_when_receive_waits(Stage& stage) {
  Place place = at_depth(stage, std::min(full_depth(stage), 16U));
  place.blocking_receive = true;
  read_at_depth(stage, place);
}

void answers_all_kinds_in_order(Stage& stage) {
  store(stage, 3);
  Stage* const at = &stage;
  Client client = stage.open();
  client.put(stage.key("text"), "not a number");
  const auto session = open_bare(stage, at_depth(stage, full_depth(stage)));
  KeyValue& key_value = *session->key_value();
  InFlight in_flight(*session);
  const auto key = [at](std::string_view text) { return at->key(text); };
  const auto room = [&] {
    while (in_flight.count() >= full_depth(*at)) {
      in_flight.take_one();
    }
  };
  for (std::int64_t round = 1; round <= 20; ++round) {
    Reply reply;
    room();
    in_flight.sent(key_value.get(key("1"), reply), reply, wants_value(value_of(1)));
    room();
    in_flight.sent(key_value.get(key("absent"), reply), reply,
                   wants(Status::not_found, "get of an absent key"));
    room();
    in_flight.sent(key_value.increment(key("text"), 1, reply), reply,
                   wants(Status::refused, "increment of text"));
    room();
    in_flight.sent(key_value.put(key("new"), "v", 0, reply), reply, wants(Status::ok, "put"));
    room();
    in_flight.sent(key_value.increment(key("n"), 2, reply), reply,
                   [round](Status status, const Reply& answer) {
                     expect(status == Status::ok && answer.number == 2 * round,
                            "increment {} by 2 in flight gave {} and {}, wanted ok and {}", round,
                            name(status), answer.number, 2 * round);
                   });
    room();
    in_flight.sent(key_value.erase(key("absent"), reply), reply,
                   wants(Status::not_found, "erase of an absent key"));
    room();
    const std::string two = key("2");
    const std::string absent = key("absent");
    const Bytes keys[] = {two, absent};
    in_flight.sent(key_value.multi_get(keys, reply), reply, [](Status status, const Reply& answer) {
      expect(status == Status::ok && answer.values.size() == 2 && answer.values[0] == value_of(2) &&
                 answer.values[1].data() == nullptr,
             "multi_get in flight gave {} or wrong values", name(status));
    });
  }
  in_flight.take_all();
}

// More bytes both ways than sockets hold: a session that sends all before it reads would hang.
void moves_large_values_both_ways(Stage& stage) {
  constexpr std::size_t size = 1'048'576;
  const std::uint32_t depth = std::min(full_depth(stage), 16U);
  const auto session = open_bare(stage, at_depth(stage, depth));
  KeyValue& key_value = *session->key_value();
  const std::string value = any_bytes(size, 1);
  Reply reply;
  expect(Plain(*session).put(stage.key("big"), value, 0, reply) == Status::ok,
         "put of 1 MiB failed: {}", session->last_error());
  InFlight in_flight(*session);
  for (std::uint32_t i = 0; i < depth; ++i) {
    if (i % 2 == 0) {
      in_flight.sent(key_value.get(stage.key("big"), reply), reply, wants_value(value));
    } else {
      in_flight.sent(key_value.put(stage.key(std::to_string(i)), value, 0, reply), reply,
                     wants(Status::ok, "put of 1 MiB"));
    }
  }
  in_flight.take_all();
}

void names_what_it_waits_for(Stage& stage) {
  const auto session = open_bare(stage, at_depth(stage, 1));
  Reply reply;
  if (session->key_value()->get(stage.key("a"), reply) != Status::pending) {
    throw NotApplicable("the session answers before it would wait");
  }
  session->flush();
  Status status = Status::ok;
  if (!session->take(status, reply)) {
    const Wait wait = session->waits();
    expect(wait.fd >= 0 || wait.timer_ns >= 0,
           "with an operation in flight waits() names neither a descriptor nor a timer");
    expect(wait.fd < 0 || wait.read || wait.write,
           "waits() names a descriptor, but neither reading nor writing");
    status = take_next(*session, reply);
  }
  expect(status == Status::not_found, "get of an absent key gave {}", name(status));
}

void closes_with_operations_in_flight(Stage& stage) {
  const std::uint32_t depth = std::min(full_depth(stage), 64U);
  for (const bool flushed : {false, true}) {
    const auto session = open_bare(stage, at_depth(stage, depth));
    for (std::uint32_t i = 0; i < depth; ++i) {
      Reply reply;
      session->key_value()->put(stage.key(std::to_string(i)), "in flight", 0, reply);
    }
    if (flushed) {
      session->flush();
    }
  }
  Client client = stage.open();
  client.put(stage.key("a"), "after");
  client.expect_value(stage.key("a"), "after");
}

constexpr Case pipeline_list[] = {
    {"replies come in order at depth 1", answers_in_order_at_depth_1},
    {"replies come in order at the greatest depth", answers_in_order_at_full_depth},
    {"replies come when receive waits in the read itself", answers_when_receive_waits},
    {"replies of all kinds come in order, with their own outcome", answers_all_kinds_in_order},
    {"large values move both ways at once", moves_large_values_both_ways},
    {"a session in flight says what it waits for", names_what_it_waits_for},
    {"a session may be closed with operations in flight", closes_with_operations_in_flight},
};

}  // namespace

std::span<const Case> pipeline_cases() { return pipeline_list; }

}  // namespace assay::conformance
