// How much of a bare C loop's speed YCSB's A and C reach with Assay's workloads and plugin: both
// sides in one program, on one database with one library, the same rows, statements, settings and
// distribution, in alternating chunks. Rates are operations by the time between the two clock
// readings around each; `all` counts the whole time, choosing, making and verifying included.
#include <fmt/format.h>
#include <stdlib.h>

#include <array>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "analyse/analyse.h"
#include "bare.h"
#include "engine/clock.h"
#include "plugins/sqlite/plugin.h"
#include "workload/distribution.h"
#include "workload/own_workload.h"
#include "workload/records.h"

namespace assay::sqlite::ceiling {
namespace {

using workload::Records;

constexpr std::int64_t rows = 100'000;
constexpr int pairs = 31;
constexpr std::int64_t chunk_ns = 200'000'000;

workload::Selection ycsb(double reads) {
  nlohmann::json of = {{{"workload", "table.point_read"}, {"share", reads}}};
  if (reads < 1) {
    of.push_back({{"workload", "table.point_update"}, {"share", 1 - reads}});
  }
  workload::Selection selection{"ycsb", {}, {}, true, {{"kind", "mix"}, {"of", of}}};
  const workload::Definition made = workload::own_workload("ycsb", selection.definition);
  for (const workload::Parameter& each : made.description.parameters) {
    selection.parameters[each.name] = each.default_value;
  }
  selection.parameters["dataset"] = "records";
  selection.parameters["distribution"] = "zipfian";
  return selection;
}

// The statements of one connection, as a careful C programmer uses them.
class BareRecords {
 public:
  BareRecords(const std::string& file, const Facts& facts) : bare_(file, facts) {
    prepare(R"(SELECT * FROM "records" WHERE "id" = ?1)", read_);
    for (std::uint32_t field = 0; field < Records::fields; ++field) {
      prepare(fmt::format(R"(UPDATE "records" SET "field{}" = ?2 WHERE "id" = ?1)", field),
              updates_[field]);
    }
  }

  ~BareRecords() {
    sqlite3_finalize(read_);
    for (sqlite3_stmt* each : updates_) {
      sqlite3_finalize(each);
    }
  }

  BareRecords(const BareRecords&) = delete;
  BareRecords& operator=(const BareRecords&) = delete;

  bool read(std::int64_t id) {
    sqlite3_bind_int64(read_, 1, id);
    const bool found = sqlite3_step(read_) == SQLITE_ROW;
    char* end = copy_.data();
    for (int column = 1; found && column <= static_cast<int>(Records::fields); ++column) {
      const void* text = sqlite3_column_blob(read_, column);
      const auto size = static_cast<std::size_t>(sqlite3_column_bytes(read_, column));
      std::memcpy(end, text, size);
      end += size;
    }
    sqlite3_reset(read_);
    return found;
  }

  bool update(std::int64_t id, const workload::Update& update) {
    sqlite3_stmt* const statement = updates_[update.column - 1];
    sqlite3_bind_int64(statement, 1, id);
    sqlite3_bind_text(statement, 2, update.value.bytes.data(),
                      static_cast<int>(update.value.bytes.size()), SQLITE_STATIC);
    const bool done = sqlite3_step(statement) == SQLITE_DONE;
    sqlite3_reset(statement);
    return done;
  }

 private:
  void prepare(const std::string& sql, sqlite3_stmt*& statement) {
    if (sqlite3_prepare_v3(bare_.handle(), sql.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &statement,
                           nullptr) != SQLITE_OK) {
      throw Error(sqlite3_errmsg(bare_.handle()));
    }
  }

  Bare bare_;
  sqlite3_stmt* read_ = nullptr;
  std::array<sqlite3_stmt*, Records::fields> updates_{};  // [field]
  std::array<char, Records::fields * Records::field_bytes> copy_{};
};

struct Rates {
  double in_window = 0;
  double all = 0;
};

// Calls one(busy_ns), which runs some operations and returns how many, for a chunk.
template <typename One>
Rates chunk(One one) {
  std::int64_t count = 0;
  std::int64_t busy_ns = 0;
  const std::int64_t begin_ns = engine::now_ns();
  std::int64_t now = begin_ns;
  while (now - begin_ns < chunk_ns) {
    count += one(busy_ns);
    now = engine::now_ns();
  }
  const auto rate = [&](std::int64_t ns) {
    return static_cast<double>(count) * 1e9 / static_cast<double>(ns);
  };
  return {rate(busy_ns), rate(now - begin_ns)};
}

class BareSide {
 public:
  BareSide(const std::string& file, const Facts& facts, double reads)
      : records_(1, rows),
        bare_(file, facts),
        items_(workload::make_distribution("zipfian", {.items = rows}), workload::Random(2, 0, 0)),
        random_(3, 0, 0),
        reads_(reads) {}

  std::int64_t one(std::int64_t& busy_ns) {
    const auto id = 1 + static_cast<std::int64_t>(items_.next());
    const bool read = random_.next_unit() < reads_;
    const workload::Update update = records_.update(id, 1U << 31 | ++version_, text_.data());
    const std::int64_t begin_ns = engine::now_ns();
    const bool done = read ? bare_.read(id) : bare_.update(id, update);
    busy_ns += engine::now_ns() - begin_ns;
    if (!done) {
      throw Error("an operation of the bare loop failed");
    }
    return 1;
  }

 private:
  Records records_;
  BareRecords bare_;
  workload::Items items_;
  workload::Random random_;
  double reads_;
  std::uint32_t version_ = 0;
  std::array<char, Records::field_bytes> text_{};
};

std::int64_t block(workload::Work& work, std::int64_t& busy_ns, bool check) {
  work.make(0, work.slots());
  Reply reply;
  for (std::uint32_t slot = 0; slot < work.slots(); ++slot) {
    const std::int64_t begin_ns = engine::now_ns();
    const Status status = work.issue(slot, reply);
    busy_ns += engine::now_ns() - begin_ns;
    // The bare loop writes to the same rows, so what a read finds is not what this session knows.
    if (status != Status::ok ||
        (check && work.check(slot, status, reply) != workload::Outcome::ok)) {
      throw Error("an operation of the workload failed");
    }
  }
  return work.slots();
}

void compare(const char* name, double reads, const std::filesystem::path& folder) {
  Sqlite plugin;
  const workload::Selection selection = ycsb(reads);
  Place place;
  place.folder = folder.string();
  place.durability = Durability::process;
  for (const Option& option : plugin.capabilities().options) {
    place.settings.push_back({option.name, option.default_value});
  }
  place.tables = workload::tables(selection);
  plugin.prepare(place);
  const auto session = plugin.open(place);
  workload::fill(selection, 1, *session);
  plugin.settle(place);
  BareSide bare(place.folder + "/data.sqlite", session->facts(), reads);
  const auto work = workload::make_work(selection, {}, 0, *session);
  const bool check = reads == 1;
  std::vector<double> bare_rates;
  std::vector<double> rates;
  std::vector<double> all;
  std::vector<double> ratios;
  for (int pair = -1; pair < pairs; ++pair) {
    const auto ours = [&] {
      return chunk([&](std::int64_t& busy_ns) { return block(*work, busy_ns, check); });
    };
    const auto theirs = [&] {
      return chunk([&](std::int64_t& busy_ns) { return bare.one(busy_ns); });
    };
    // Either side goes first in turn, so that a drift favours neither.
    const bool first = pair % 2 == 0;
    const Rates early = first ? ours() : theirs();
    const Rates late = first ? theirs() : ours();
    if (pair < 0) {
      continue;
    }
    rates.push_back((first ? early : late).in_window);
    all.push_back((first ? early : late).all);
    bare_rates.push_back((first ? late : early).in_window);
    ratios.push_back(rates.back() / bare_rates.back());
  }
  const results::Summary ratio = analyse::summarise(ratios);
  const auto median = [](const std::vector<double>& values) {
    return analyse::summarise(values).median.value_or(0);
  };
  fmt::print("{:<8} {:>10.0f} {:>10.0f} {:>10.0f}   {:.3f} [{:.3f}..{:.3f}]\n", name,
             median(bare_rates), median(rates), median(all), ratio.median.value_or(0),
             ratio.low.value_or(0), ratio.high.value_or(0));
  std::fflush(stdout);
}

void run_all(const std::filesystem::path& below) {
  fmt::print("{:<8} {:>10} {:>10} {:>10}   Assay / bare, median [95 % interval]\n", "case",
             "bare 1/s", "Assay 1/s", "all 1/s");
  for (const auto& [name, reads] : {std::pair("YCSB C", 1.0), std::pair("YCSB A", 0.5)}) {
    std::string folder = (below / "ycsb-ceiling-XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr) {
      throw Error(fmt::format("cannot make a folder in {}; name a writable one", below.string()));
    }
    try {
      compare(name, reads, folder);
    } catch (...) {
      std::filesystem::remove_all(folder);
      throw;
    }
    std::filesystem::remove_all(folder);
  }
}

}  // namespace
}  // namespace assay::sqlite::ceiling

// The only argument is the folder for the databases; here when left out.
int main(int argc, char** argv) {
  try {
    assay::sqlite::ceiling::run_all(argc > 1 ? argv[1] : ".");
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "ycsb_ceiling: {}\n", error.what());
    return 3;
  }
}
