// The record of a run while it goes on: one SQLite file in the run's folder, written when a block
// ends, so that a kill at any moment loses nothing that was finished.
// One process at a time: a second one that opens the same folder gets an Error naming the first's
// id. Not thread-safe.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "engine/block.h"
#include "results/run.h"

namespace assay::results {

class Journal {
 public:
  // Begins a journal in an existing folder that has none. Throws Error when one is there ("use
  // --resume or another folder"), when another process holds it, or when the folder is not
  // writable. The second form asks for the header, which may take seconds to measure, when all that
  // has been checked; nobody else can take the folder meanwhile.
  static Journal create(const std::filesystem::path& folder, const Run& header);
  static Journal create(const std::filesystem::path& folder, const std::function<Run()>& header);

  // Opens the journal of a stopped run. Throws Error when there is none, it is held, or it is
  // damaged.
  static Journal open(const std::filesystem::path& folder);

  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  Journal(Journal&&) noexcept;
  Journal& operator=(Journal&&) noexcept;
  ~Journal();

  // Everything but the repeats, as it was given to create. Cells are there, without repeats.
  Run header() const;

  // Refuses (Error, not_comparable, one line per difference) when the cells, rounds, seed, timing,
  // tables, machine fingerprint, plugins or Assay's own build are not those of the journal.
  void check_same(const Run& header) const;

  // (cell index, round) of all finished blocks, failed ones included.
  std::set<std::pair<std::uint32_t, std::uint32_t>> finished() const;

  // Records one block, durably (synchronous EXTRA). Throws Error on a full disk.
  void record(std::uint32_t cell, std::uint32_t round, const engine::BlockResult& result);

  // Changes the header: what is found out once the journal is there.
  void amend(const std::function<void(Run&)>& change);

  // Stores when the run finished.
  void finish(const std::string& finished_iso8601);

  // The whole run with its repeats, without summaries and marks. Histograms are those stored.
  Run read() const;

 private:
  struct State;
  explicit Journal(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace assay::results
