#include "cases.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>

#include "bare.h"
#include "engine/clock.h"
#include "ground.h"
#include "plugins/sqlite/cache_sql.h"

namespace assay::sqlite::ceiling {
namespace {

constexpr std::size_t draws = 1 << 16;

// What both sides are asked to do, made before any clock is read.
struct Requests {
  Requests(int rows, std::size_t value_bytes) : value(value_bytes, 'v') {
    std::mt19937 random(1);
    for (std::size_t i = 0; i < draws; ++i) {
      const int row = static_cast<int>(random() % static_cast<unsigned>(rows));
      ids.push_back(row + 1);
      keys.push_back(Ground::key(row));
    }
  }

  // A different value every time: SQLite skips a write of the bytes that are there.
  Bytes next_value() {
    ++version;
    std::memcpy(value.data(), &version, std::min(value.size(), sizeof(version)));
    return value;
  }

  std::vector<std::int64_t> ids;
  std::vector<std::string> keys;
  std::string value;
  std::uint64_t version = 0;
};

// One chunk, two clock readings an operation, as the engine has them. `prepare` is outside them.
template <class Prepare, class Operation>
double chunk_rate(std::chrono::nanoseconds length, std::size_t& next, Prepare prepare,
                  Operation operation) {
  std::int64_t count = 0;
  std::int64_t busy_ns = 0;
  const std::int64_t start_ns = engine::now_ns();
  std::int64_t end_ns = start_ns;
  while (end_ns - start_ns < length.count()) {
    const std::size_t draw = next++ % draws;
    prepare();
    const std::int64_t begin_ns = engine::now_ns();
    const bool done = operation(draw);
    end_ns = engine::now_ns();
    busy_ns += end_ns - begin_ns;
    ++count;
    if (!done) {
      throw Error("an operation of the comparison failed");
    }
  }
  return static_cast<double>(count) * 1e9 / static_cast<double>(busy_ns);
}

template <class Prepare, class BareOperation, class PluginOperation>
Chunks alternate(const Plan& plan, Prepare prepare, BareOperation bare, PluginOperation plugin) {
  Chunks chunks;
  std::size_t bare_next = 0;
  std::size_t plugin_next = 0;
  chunk_rate(plan.chunk, bare_next, prepare, bare);
  chunk_rate(plan.chunk, plugin_next, prepare, plugin);
  for (int pair = 0; pair < plan.pairs; ++pair) {
    // Either side goes first in turn, so that a drift favours neither.
    if (pair % 2 == 0) {
      chunks.bare.push_back(chunk_rate(plan.chunk, bare_next, prepare, bare));
    }
    chunks.plugin.push_back(chunk_rate(plan.chunk, plugin_next, prepare, plugin));
    if (pair % 2 != 0) {
      chunks.bare.push_back(chunk_rate(plan.chunk, bare_next, prepare, bare));
    }
  }
  return chunks;
}

const char* statement(Work work) {
  switch (work) {
    case Work::get:
      return cache_sql::get;
    case Work::put:
      return cache_sql::put;
    case Work::point_read:
      return R"(SELECT * FROM "posts" WHERE "id" = ?1)";
    case Work::point_update:
      return R"(UPDATE "posts" SET "updated_at" = ?2 WHERE "id" = ?1)";
  }
  return "";
}

}  // namespace

std::vector<Case> cases() {
  return {
      // litestack's own benchmark sets 1,000 keys.
      {"get 100 B, litecache", Work::get, Durability::process},
      {"get 100 B, lean", Work::get, Durability::process, "lean"},
      {"put 10 B, litecache", Work::put, Durability::process, "litecache", 10, 1000},
      {"put 100 B, litecache", Work::put, Durability::process, "litecache", 100, 1000},
      {"put 1000 B, litecache", Work::put, Durability::process, "litecache", 1000, 1000},
      {"put 10 B, lean", Work::put, Durability::process, "lean", 10, 1000},
      {"put 100 B, lean", Work::put, Durability::process, "lean", 100, 1000},
      {"put 1000 B, lean", Work::put, Durability::process, "lean", 1000, 1000},
      {"point read 100 B", Work::point_read, Durability::process},
      {"point update, process", Work::point_update, Durability::process},
      {"point update, power", Work::point_update, Durability::power},
  };
}

Chunks run(const Case& which, const Plan& plan) {
  const bool table = which.work == Work::point_read || which.work == Work::point_update;
  std::map<std::string, std::string> settings = plan.settings;
  settings.insert({"schema", which.schema});
  Ground ground(plan.folder, which.level, settings, table, which.rows, which.value_bytes);
  const auto bare_owner = std::make_unique<Bare>(ground.database_file(), ground.session().facts());
  Bare& bare = *bare_owner;
  bare.prepare(statement(which.work));
  Requests requests(which.rows, which.value_bytes);
  KeyValue& cache = *ground.session().key_value();
  Table* rows = ground.session().table();
  Reply reply;
  const auto nothing = [] {};
  const auto renew = [&] { requests.next_value(); };
  switch (which.work) {
    case Work::get:
      return alternate(
          plan, nothing, [&](std::size_t i) { return bare.get(requests.keys[i]) >= 0; },
          [&](std::size_t i) { return cache.get(requests.keys[i], reply) == Status::ok; });
    case Work::put:
      return alternate(
          plan, renew, [&](std::size_t i) { return bare.put(requests.keys[i], requests.value); },
          [&](std::size_t i) {
            return cache.put(requests.keys[i], requests.value, 0, reply) == Status::ok;
          });
    case Work::point_read:
      return alternate(
          plan, nothing, [&](std::size_t i) { return bare.point_read(requests.ids[i]); },
          [&](std::size_t i) { return rows->point_read(requests.ids[i], reply) == Status::ok; });
    case Work::point_update:
      return alternate(
          plan, renew,
          [&](std::size_t i) {
            return bare.point_update(requests.ids[i], static_cast<std::int64_t>(requests.version));
          },
          [&](std::size_t i) {
            const Cell value{static_cast<std::int64_t>(requests.version), {}};
            return rows->point_update(requests.ids[i], 5, value, reply) == Status::ok;
          });
  }
  return {};
}

}  // namespace assay::sqlite::ceiling
