// A plugin's file as it lies on disk: enough of ELF to read a symbol's bytes without loading
// anything, so that a file that is refused has run none of its code.
// Holds the file mapped read-only. Any thread, one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace assay::host {

class SharedObject {
 public:
  // Throws Error when the file cannot be read, is no whole ELF file, or is one of another kind or
  // for another machine than this program's.
  explicit SharedObject(const std::filesystem::path& file);
  ~SharedObject();
  SharedObject(const SharedObject&) = delete;
  SharedObject& operator=(const SharedObject&) = delete;

  // The address of a symbol that the file defines for others, or nullopt.
  std::optional<std::uint64_t> symbol(std::string_view name) const;

  // What is stored at an address, or nullopt when the file holds no `size` bytes there.
  std::optional<std::string_view> bytes(std::uint64_t address, std::size_t size) const;

  // The number stored at an address.
  std::optional<std::uint32_t> number(std::uint64_t address) const;

  // The text that the pointer stored at an address will point to once the file is loaded.
  std::optional<std::string_view> text(std::uint64_t address) const;

 private:
  template <typename T>
  std::optional<T> read(std::uint64_t offset) const;
  template <typename Section, typename Visit>
  void sections(std::uint32_t type, Visit visit) const;
  std::uint64_t pointer(std::uint64_t address) const;
  void check(const std::filesystem::path& file) const;

  std::string_view content_;
};

}  // namespace assay::host
