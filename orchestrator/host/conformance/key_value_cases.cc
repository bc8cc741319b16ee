#include <algorithm>
#include <array>
#include <string>

#include "host/conformance/cases.h"
#include "host/conformance/expect.h"

namespace assay::conformance {
namespace {

void stores_and_overwrites(Stage& stage) {
  Client client = stage.open();
  const std::string key = stage.key("a");
  client.put(key, "first");
  client.expect_value(key, "first");
  client.put(key, "the second, longer than the first");
  client.expect_value(key, "the second, longer than the first");
  client.put(key, "3");
  client.expect_value(key, "3");
}

void tells_absent_keys(Stage& stage) {
  Client client = stage.open();
  client.put(stage.key("there"), "value");
  client.expect_absent(stage.key("ther"));
  client.expect_absent(stage.key("there2"));
  client.expect_value(stage.key("there"), "value");
}

void erases(Stage& stage) {
  Client client = stage.open();
  const std::string key = stage.key("a");
  const std::string other = stage.key("b");
  client.put(key, "value");
  client.put(other, "kept");
  Reply reply;
  client.expect_status(client.key_value().erase(key, reply), Status::ok, "erase of a stored key");
  client.expect_absent(key);
  client.expect_status(client.key_value().erase(key, reply), Status::not_found,
                       "a second erase of the same key");
  client.expect_value(other, "kept");
  client.put(key, "again");
  client.expect_value(key, "again");
}

void keeps_empty_values(Stage& stage) {
  Client client = stage.open();
  const std::string key = stage.key("empty");
  client.put(key, "");
  client.expect_value(key, "");
  client.put(key, "full");
  client.put(key, "");
  client.expect_value(key, "");
}

void keeps_any_bytes(Stage& stage) {
  Client client = stage.open();
  const std::string value = any_bytes(4096, 1);
  client.put(stage.key("all"), value);
  client.expect_value(stage.key("all"), value);
  constexpr std::array<Bytes, 6> values = {Bytes("\0", 1),       Bytes("\0\0x", 3),
                                           Bytes("x\0", 2),      Bytes("\r\n", 2),
                                           Bytes("\xff\xfe", 2), Bytes("'\"\\;--", 6)};
  for (const Bytes each : values) {
    client.put(stage.key("one"), each);
    client.expect_value(stage.key("one"), each);
  }
}

void tells_keys_of_any_bytes_apart(Stage& stage) {
  Client client = stage.open();
  const std::string start = stage.key("");
  const std::array<std::string, 7> ends = {
      std::string("\0", 1),           std::string("\0\0", 2), std::string("a\0", 2),
      std::string("a\0b", 3),         std::string("a"),       std::string("A"),
      std::string("\xff\r\n '\"%", 7)};
  for (std::size_t i = 0; i < ends.size(); ++i) {
    client.put(start + ends[i], std::to_string(i));
  }
  for (std::size_t i = 0; i < ends.size(); ++i) {
    client.expect_value(start + ends[i], std::to_string(i));
  }
}

void keeps_values_of_all_sizes(Stage& stage) {
  Client client = stage.open();
  constexpr std::array<std::size_t, 8> sizes = {1,      10,     100,     1000,
                                                10'000, 65'536, 100'001, 1'048'576};
  const std::string key = stage.key("one key for all");
  for (const std::size_t size : sizes) {
    const std::string value = any_bytes(size, size);
    client.put(stage.key(std::to_string(size)), value);
    client.put(key, value);
    client.expect_value(key, value);
  }
  for (const std::size_t size : sizes) {
    client.expect_value(stage.key(std::to_string(size)), any_bytes(size, size));
  }
}

void takes_keys_up_to_250_bytes(Stage& stage) {
  Client client = stage.open();
  constexpr std::array<std::size_t, 6> sizes = {32, 63, 64, 128, 249, 250};
  for (const std::size_t size : sizes) {
    std::string key = stage.key("");
    key.resize(size, 'k');
    client.put(key, std::to_string(size));
  }
  for (const std::size_t size : sizes) {
    std::string key = stage.key("");
    key.resize(size, 'k');
    client.expect_value(key, std::to_string(size));
  }
}

void keeps_a_view_until_the_next_call(Stage& stage) {
  Client reader = stage.open();
  Client writer = stage.open();
  const std::string value = any_bytes(20'000, 3);
  const std::string key = stage.key("a");
  reader.put(key, value);
  Reply reply;
  reader.expect_status(reader.key_value().get(key, reply), Status::ok, "get of a stored key");
  writer.put(key, any_bytes(20'000, 4));
  Reply other;
  writer.expect_status(writer.key_value().erase(key, other), Status::ok,
                       "erase by another session");
  expect(reply.value == value,
         "a value read by one session changed under it when another session wrote the same key");
}

void copies_what_it_is_given(Stage& stage) {
  Client client = stage.open();
  const std::string key = stage.key("a");
  std::string lent_key = key;
  std::string lent_value = "the value that was given";
  client.put(lent_key, lent_value);
  std::fill(lent_key.begin(), lent_key.end(), 'x');
  std::fill(lent_value.begin(), lent_value.end(), 'x');
  client.expect_value(key, "the value that was given");
}

void keeps_many_keys_apart(Stage& stage) {
  Client client = stage.open();
  constexpr int count = 500;
  for (int i = 0; i < count; ++i) {
    client.put(stage.key(std::to_string(i)), any_bytes(20, static_cast<std::uint64_t>(i)));
  }
  for (int i = count - 1; i >= 0; --i) {
    client.expect_value(stage.key(std::to_string(i)), any_bytes(20, static_cast<std::uint64_t>(i)));
  }
}

void shows_writes_to_other_sessions(Stage& stage) {
  Client one = stage.open();
  Client two = stage.open();
  const std::string key = stage.key("a");
  two.expect_absent(key);
  one.put(key, "from one");
  two.expect_value(key, "from one");
  two.put(key, "from two");
  one.expect_value(key, "from two");
  Reply reply;
  one.expect_status(one.key_value().erase(key, reply), Status::ok, "erase of another's value");
  two.expect_absent(key);
}

void keeps_values_when_all_sessions_close(Stage& stage) {
  { stage.open().put(stage.key("a"), "kept"); }
  stage.open().expect_value(stage.key("a"), "kept");
}

constexpr Case key_value_list[] = {
    {"a value is read as it was stored, and replaced by the next", stores_and_overwrites},
    {"an absent key is not_found", tells_absent_keys},
    {"an erased key is gone, and erasing it again is not_found", erases},
    {"an empty value is there and empty", keeps_empty_values},
    {"a value may hold any bytes", keeps_any_bytes},
    {"keys may hold any bytes and are told apart by all of them", tells_keys_of_any_bytes_apart},
    {"values from 1 byte to 1 MiB come back", keeps_values_of_all_sizes},
    {"keys up to 250 bytes are told apart", takes_keys_up_to_250_bytes},
    {"a value that was read stays valid while other sessions write",
     keeps_a_view_until_the_next_call},
    {"arguments may be overwritten after the call", copies_what_it_is_given},
    {"many keys do not mix", keeps_many_keys_apart},
    {"sessions see each other's writes", shows_writes_to_other_sessions},
    {"values stay when the session that wrote them is closed",
     keeps_values_when_all_sessions_close},
};

}  // namespace

std::span<const Case> key_value_cases() { return key_value_list; }

}  // namespace assay::conformance
