// A hash map from bytes to bytes in a file that all processes of a block map: what one session
// stores, every other can read, so that noop's answers can be verified. It survives nothing on
// purpose: a block's folder is deleted after the block.
//
// Layout of the file: Header, cells (open addressing, each 0 or the place and hash tag of a
// record), records (header, key, value), handed out once and in order. Keys are never removed: an
// erased key keeps its record. Any process and thread; readers take no lock.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "assay/types.h"

namespace noop {

using assay::Bytes;
using assay::Status;

class Store {
 public:
  // Why a call is refused when there is no room.
  static constexpr const char* full =
      "the store is full: raise keys or store_bytes, or free space in its folder";

  // Makes the file, with place for about `keys` keys and `bytes` bytes of records. The space is
  // taken bit by bit before it is written to: a write to a mapped page that a full disk has no
  // place for would end the process. Throws assay::Error.
  static void create(const std::filesystem::path& file, std::uint64_t keys, std::uint64_t bytes);

  // Maps a file that create has made. Throws assay::Error.
  explicit Store(const std::filesystem::path& file);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  // Copies the value to buffer[at...), which grows as needed. Its size, or nullopt when the key is
  // not there or has expired.
  std::optional<std::size_t> read(Bytes key, std::vector<char>& buffer, std::size_t at) const;

  // ok, or refused when the store is full. ttl_ms as in assay/key_value.h.
  Status put(Bytes key, Bytes value, std::int64_t ttl_ms);

  // conflict when the key is there, else as put.
  Status insert(Bytes key, Bytes value);

  // ok, or not_found.
  Status erase(Bytes key);

  // Adds to the decimal number stored at key. refused: it is no number, or the store is full.
  Status increment(Bytes key, std::int64_t by, std::int64_t& number);

  // Adds bytes to the end of a value, absent counting as empty.
  Status append(Bytes key, Bytes bytes);

  // Replaces a value by what edit(before, after) puts into after, which starts empty; nobody else
  // changes it meanwhile. edit is called again when another writer came between. not_found as
  // erase.
  Status modify(Bytes key, const std::function<void(Bytes, std::string&)>& edit);

  // Numbers for the user of the store, the same in all processes, at first 0.
  std::atomic<std::int64_t>& word(std::size_t index);

 private:
  struct Header;
  struct Record;
  using Cell = std::atomic<std::uint64_t>;

  // Where a key is: its record and cell, or the free cell where it belongs, or nothing when all
  // cells are taken.
  struct Place {
    Cell* cell;
    std::uint64_t content;  // of the cell
    Record* record;
  };

  Place find(Bytes key, std::uint64_t hash) const;
  // Whether the file has disk space up to `end`, taken now if need be.
  bool reserve(std::uint64_t end);
  // The content of a cell for a new record, 0 when there is no space for it.
  std::uint64_t new_record(Bytes key, Bytes value, std::int64_t expires_ns, std::size_t room,
                           std::uint64_t hash);
  // conflict: the cell was free and is no longer.
  Status write(const Place& place, Bytes key, std::uint64_t hash, Bytes value,
               std::int64_t expires_ns);
  // Calls make(current, next, expires_ns) with the key locked: current is the present value or
  // nullopt, expires_ns its end or 0; ok stores next.
  template <typename Make>
  Status change(Bytes key, Make make);

  int descriptor_ = -1;
  char* start_ = nullptr;
  std::size_t size_ = 0;
  Header* header_ = nullptr;
  Cell* cells_ = nullptr;
};

}  // namespace noop
