#include "results/journal.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cassert>

#include "assay/types.h"
#include "results/database.h"
#include "results/differences.h"
#include "results/durable_file.h"
#include "results/figures.h"
#include "results/histogram_blob.h"
#include "results/hold.h"
#include "results/repeat_json.h"

namespace assay::results {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr int layout_version = 1;

// In user_version, so that a later layout is refused by name.
constexpr const char* layout = R"(
  PRAGMA user_version = 1;
  CREATE TABLE header (run TEXT NOT NULL);
  CREATE TABLE block (
    cell INTEGER NOT NULL,
    round INTEGER NOT NULL,
    figures TEXT NOT NULL,   -- a repeat of results.json, without its histogram
    facts TEXT NOT NULL,     -- {"version", "read_back"}
    response BLOB NOT NULL,  -- histogram_blob.h
    service BLOB NOT NULL,   -- empty where it equals response
    PRIMARY KEY (cell, round)) WITHOUT ROWID;
)";

// EXTRA is FULL and the folder's sync after the rollback journal is gone: without it the last block
// could be rolled back by a power loss.
constexpr const char* settings = R"(
  PRAGMA journal_mode = DELETE;
  PRAGMA synchronous = EXTRA;
  PRAGMA locking_mode = EXCLUSIVE;
)";

fs::path file_in(const fs::path& folder) { return folder / "journal.sqlite"; }

// Runs `work`, turning what SQLite says into what a user can act on.
template <typename Work>
auto explained(const fs::path& file, const char* what, Work work) {
  try {
    return work();
  } catch (const DatabaseError& error) {
    const int code = error.code();
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_SCHEMA) {
      throw Error(fmt::format("the journal {} is damaged ({}); begin again in another folder",
                              file.string(), error.what()));
    }
    if (code == SQLITE_FULL || code == SQLITE_IOERR) {
      throw Error(
          fmt::format("cannot {} in the journal {}: {}; make room on its disk and go on "
                      "with --resume: finished blocks are kept",
                      what, file.string(), error.what()));
    }
    throw Error(fmt::format("cannot {} in the journal {}: {}; check the folder's permissions", what,
                            file.string(), error.what()));
  } catch (const Json::exception& error) {
    throw Error(fmt::format("the journal {} is damaged ({}); begin again in another folder",
                            file.string(), error.what()));
  }
}

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json facts_json(const engine::BlockResult& result) {
  if (!result.measurement) {
    return {{"version", ""}, {"read_back", Json::object()}};
  }
  return {{"version", version(*result.measurement)},
          {"read_back", read_back(result.measurement->facts)}};
}

void add_facts(const Json& facts, CellResult& cell) {
  const auto found_version = facts.at("version").get<std::string>();
  if (!found_version.empty()) {
    join_distinct(cell.version, found_version);
  }
  for (const auto& [name, value] : facts.at("read_back").items()) {
    join_distinct(cell.read_back[name], value.get<std::string>());
  }
}

void refuse_damage(const Database& database) {
  Statement check(database, "PRAGMA quick_check(1)");
  if (!check.step() || check.text(0) != "ok") {
    throw DatabaseError(SQLITE_CORRUPT, std::string(check.text(0)));
  }
}

void refuse_other_layout(const Database& database, const fs::path& file) {
  Statement version(database, "PRAGMA user_version");
  version.step();
  if (version.integer(0) != layout_version) {
    throw Error(
        fmt::format("the journal {} has layout {}, and this program reads {}; resume it "
                    "with the version that began it",
                    file.string(), version.integer(0), layout_version));
  }
}

}  // namespace

struct Journal::State {
  explicit State(const fs::path& folder) : file(file_in(folder)), hold(folder) {}

  fs::path file;
  Hold hold;
  std::optional<Database> database;
};

Journal::Journal(std::unique_ptr<State> state) : state_(std::move(state)) {}

Journal::Journal(Journal&&) noexcept = default;
Journal& Journal::operator=(Journal&&) noexcept = default;
Journal::~Journal() = default;

Journal Journal::create(const fs::path& folder, const Run& header) {
  return create(folder, [&] { return header; });
}

Journal Journal::create(const fs::path& folder, const std::function<Run()>& header) {
  auto state = std::make_unique<State>(folder);
  if (fs::exists(state->file)) {
    throw Error(
        fmt::format("there is a journal in {} already; go on with it (--resume) or choose "
                    "another output folder",
                    folder.string()));
  }
  const std::string text = text_of(to_results_json(header()));
  // Under another name until the header is in it: a journal is never there without one.
  fs::path beginning = state->file;
  beginning += ".new";
  std::error_code ignored;
  fs::remove(beginning, ignored);
  explained(state->file, "begin", [&] {
    Database database(beginning, true);
    database.execute(settings);
    Transaction transaction(database);
    database.execute(layout);
    Statement(database, "INSERT INTO header VALUES (?)").bind_text(1, text).step();
    transaction.commit();
  });
  fs::rename(beginning, state->file);
  sync_folder(folder);
  explained(state->file, "begin", [&] {
    state->database.emplace(state->file, false);
    state->database->execute(settings);
  });
  return Journal(std::move(state));
}

Journal Journal::open(const fs::path& folder) {
  if (!fs::exists(file_in(folder))) {
    throw Error(fmt::format("there is no journal in {}; give the folder of a run that was stopped",
                            folder.string()),
                ExitCode::wrong_usage);
  }
  auto state = std::make_unique<State>(folder);
  explained(state->file, "read", [&] {
    state->database.emplace(state->file, false);
    state->database->execute(settings);
    refuse_damage(*state->database);
    refuse_other_layout(*state->database, state->file);
  });
  Journal journal(std::move(state));
  static_cast<void>(journal.header());
  return journal;
}

Run Journal::header() const {
  return explained(state_->file, "read", [&] {
    Statement select(*state_->database, "SELECT run FROM header");
    if (!select.step()) {
      throw DatabaseError(SQLITE_CORRUPT, "it has no header");
    }
    return from_results_json(Json::parse(select.text(0)));
  });
}

void Journal::check_same(const Run& header) const {
  const std::vector<std::string> found = differences(this->header(), header);
  if (!found.empty()) {
    throw Error(fmt::format("the run in {} cannot be resumed, because these differ:\n  {}\n"
                            "restore what it began with, or begin again in another folder",
                            state_->file.parent_path().string(), fmt::join(found, "\n  ")),
                ExitCode::not_comparable);
  }
}

std::set<std::pair<std::uint32_t, std::uint32_t>> Journal::finished() const {
  return explained(state_->file, "read", [&] {
    std::set<std::pair<std::uint32_t, std::uint32_t>> blocks;
    Statement select(*state_->database, "SELECT cell, round FROM block");
    while (select.step()) {
      blocks.emplace(static_cast<std::uint32_t>(select.integer(0)),
                     static_cast<std::uint32_t>(select.integer(1)));
    }
    return blocks;
  });
}

void Journal::record(std::uint32_t cell, std::uint32_t round, const engine::BlockResult& result) {
  const std::string figures_text = text_of(repeat_json(figures(round, result)));
  const std::string facts_text = text_of(facts_json(result));
  const bool measured = result.measurement.has_value();
  const std::string response = measured ? to_blob(result.measurement->response) : "";
  const std::string service = measured ? to_blob(result.measurement->service) : "";
  explained(state_->file, "record a block", [&] {
    Transaction transaction(*state_->database);
    Statement(*state_->database, "INSERT INTO block VALUES (?, ?, ?, ?, ?, ?)")
        .bind(1, cell)
        .bind(2, round)
        .bind_text(3, figures_text)
        .bind_text(4, facts_text)
        .bind_blob(5, response)
        .bind_blob(6, service)
        .step();
    transaction.commit();
  });
}

void Journal::amend(const std::function<void(Run&)>& change) {
  Run run = header();
  change(run);
  const std::string text = text_of(to_results_json(run));
  explained(state_->file, "change the header", [&] {
    Transaction transaction(*state_->database);
    Statement(*state_->database, "UPDATE header SET run = ?").bind_text(1, text).step();
    transaction.commit();
  });
}

void Journal::finish(const std::string& finished_iso8601) {
  amend([&](Run& run) { run.run.finished = finished_iso8601; });
}

Run Journal::read() const {
  Run run = header();
  explained(state_->file, "read", [&] {
    Statement select(*state_->database,
                     "SELECT cell, figures, facts, response FROM block ORDER BY cell, round");
    while (select.step()) {
      const auto index = static_cast<std::size_t>(select.integer(0));
      if (index >= run.cells.size()) {
        throw DatabaseError(SQLITE_CORRUPT, fmt::format("it has a block of cell {}", index));
      }
      const Json json = Json::parse(select.text(1));
      Repeat repeat = repeat_of(JsonField(json, "block"));
      if (!select.blob(3).empty() && !(repeat.open && repeat.open->overloaded)) {
        repeat.histogram = from_blob(select.blob(3)).encode();
      }
      run.cells[index].repeats.push_back(std::move(repeat));
      add_facts(Json::parse(select.text(2)), run.cells[index]);
    }
  });
  return run;
}

}  // namespace assay::results
