// What a person sees while a run goes on. On a terminal one line that renews itself: blocks done,
// time left, the running cell and its live rate; elsewhere one plain line a block. Written to
// standard error. Used by one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/block.h"

namespace assay::cli {

class Progress {
 public:
  enum class Form : std::uint8_t { terminal, lines, silent };

  // total: blocks of the whole run; done: those finished before (resume).
  // expected: of one block, used until some have been seen; nullopt: unknown.
  Progress(Form form, std::uint32_t total, std::uint32_t done,
           std::optional<std::chrono::nanoseconds> expected);

  void begin(const std::string& cell, std::uint32_t round);
  void live(const engine::Live& live);
  void end(const engine::BlockResult& result);

  // Removes the renewing line.
  void clear();

  // terminal when standard error is one and TERM is no dumb one, else lines.
  static Form suitable();

 private:
  std::string bar() const;
  std::string left() const;

  Form form_;
  std::uint32_t total_;
  std::uint32_t done_;
  std::uint32_t seen_ = 0;
  std::optional<std::chrono::nanoseconds> expected_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  std::string cell_;
  std::uint32_t round_ = 0;
};

// "2m 05s", "45s".
std::string duration_text(std::chrono::seconds duration);

}  // namespace assay::cli
