// What the works of one session know of what was written: the versions of their writes, those
// acknowledged last, and the rows inserted. The works of a mix share one, so that a read accepts
// exactly what this and the other sessions may have left there.
// Belongs to the session's thread. All sessions of a block have the same works, so that what one
// session's works may do, the other sessions' may do as well.
#pragma once

#include <cstdint>
#include <utility>

#include "assay/types.h"
#include "workload/ledger.h"
#include "workload/versions.h"

namespace assay::workload {

class History {
 public:
  // checked: works report how their writes ended.
  History(const Share& share, bool checked)
      : versions_(share), checked_(checked), session_(share.session), sessions_(share.sessions) {}

  // For works that overwrite items, when they are made.
  void will_write() { writes_ = true; }

  // For works that insert rows after the first `rows`, when they are made. Sessions take turns at
  // the ids, so that theirs never meet and all of them append at the end of the table, as an
  // ascending primary key does.
  void will_insert(std::int64_t rows) {
    inserts_ = true;
    loaded_rows_ = rows;
  }

  bool writes() const { return writes_; }

  bool inserts() const { return inserts_; }

  // The version of the next write.
  std::uint32_t next_version() { return versions_.next(); }

  // A write of this item ended. To be called in the order of the writes.
  void wrote(std::uint64_t item, std::uint32_t version, Status status) {
    if (status == Status::ok) {
      written_.note(item, version);
    } else if (status == Status::unknown || status == Status::failed) {
      written_.forget(item);
    }
  }

  // Whether the item may be read with this version: what was acknowledged last, or a write of
  // another session; where nothing is remembered of the item also what was loaded, or any write of
  // this session.
  bool allows(std::uint64_t item, std::uint32_t found) const {
    if (!writes_) {
      return found == Versions::loaded;
    }
    const auto written = written_.version_of(item);
    return written ? versions_.may_follow(*written, found) : versions_.may_be(found);
  }

  // The id of the next row to insert. REQUIRES: will_insert.
  std::int64_t new_id() { return inserted_id(made_++); }

  // The insert of this id ended. To be called in the order of new_id.
  void inserted(std::int64_t id, Status status) {
    if (status == Status::ok) {
      inserted_.note(static_cast<std::uint64_t>(id), Versions::loaded);
      // Rows behind one that is missing are not asked for.
      askable_ += id == inserted_id(askable_) ? 1 : 0;
    }
  }

  // Operations are about to be made, whose calls follow those of all that were made before.
  void begin_making() {
    if (!checked_) {
      askable_ = made_;
    }
  }

  // How many of this session's inserted rows are surely there, and the id of each of [0,
  // askable()).
  std::uint64_t askable() const { return askable_; }

  std::int64_t inserted_id(std::uint64_t index) const {
    return loaded_rows_ + 1 + session_ + static_cast<std::int64_t>(index) * sessions_;
  }

  // The first row behind `last` that is surely there; rows of other sessions, and of this one's
  // that nobody asks for, may lie before it. INT64_MAX when there is none.
  std::int64_t next_id(std::int64_t last) const {
    if (last < loaded_rows_) {
      return last + 1;
    }
    const auto behind = static_cast<std::uint64_t>(last - loaded_rows_);
    const std::uint64_t index = behind > session_ ? (behind - session_ - 1) / sessions_ + 1 : 0;
    return index < askable_ ? inserted_id(index) : INT64_MAX;
  }

  // The works of a mix are about to verify in turn: only the first that does judges anything.
  void begin_verifying() {
    shared_ = true;
    verified_ = false;
  }

  // Judges at most `most` remembered writes, then inserts, as Ledger::verify does.
  template <typename JudgeWrite, typename JudgeInsert>
  Verdict verify(std::uint64_t most, JudgeWrite judge_write, JudgeInsert judge_insert) {
    if (shared_ && std::exchange(verified_, true)) {
      return {};
    }
    Verdict verdict = written_.verify(inserts_ ? most - most / 2 : most, judge_write);
    verdict.add(inserted_.verify(most - verdict.checked, judge_insert));
    return verdict;
  }

 private:
  Versions versions_;
  Ledger written_;
  Ledger inserted_;
  bool checked_;
  bool writes_ = false;
  bool inserts_ = false;
  bool shared_ = false;
  bool verified_ = false;
  std::uint32_t session_;
  std::uint32_t sessions_;
  std::int64_t loaded_rows_ = 0;
  std::uint64_t made_ = 0;     // ids given out
  std::uint64_t askable_ = 0;  // of these, from the first on
};

}  // namespace assay::workload
