#include "cli/progress.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace assay::cli {
namespace {

std::string rate_text(double ops_per_second) {
  if (ops_per_second >= 1e6) {
    return fmt::format("{:.2f}M ops/s", ops_per_second / 1e6);
  }
  if (ops_per_second >= 1e3) {
    return fmt::format("{:.1f}k ops/s", ops_per_second / 1e3);
  }
  return fmt::format("{:.0f} ops/s", ops_per_second);
}

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

std::string duration_text(std::chrono::seconds duration) {
  const auto seconds = duration.count();
  if (seconds >= 3600) {
    return fmt::format("{}h {:02}m", seconds / 3600, seconds / 60 % 60);
  }
  return seconds >= 60 ? fmt::format("{}m {:02}s", seconds / 60, seconds % 60)
                       : fmt::format("{}s", seconds);
}

Progress::Progress(Form form, std::uint32_t total, std::uint32_t done,
                   std::optional<std::chrono::nanoseconds> expected)
    : form_(form), total_(total), done_(done), expected_(expected) {}

Progress::Form Progress::suitable() {
  const char* term = std::getenv("TERM");
  const bool capable = term != nullptr && std::string_view(term) != "dumb";
  return isatty(STDERR_FILENO) != 0 && capable ? Form::terminal : Form::lines;
}

std::string Progress::left() const {
  std::optional<std::chrono::nanoseconds> each = expected_;
  if (seen_ > 0) {
    each = (std::chrono::steady_clock::now() - started_) / seen_;
  }
  return each ? duration_text(
                    std::chrono::duration_cast<std::chrono::seconds>(*each * (total_ - done_))) +
                    " left"
              : "time left unknown";
}

std::string Progress::bar() const {
  constexpr std::uint32_t width = 20;
  const std::uint32_t filled = total_ == 0 ? width : done_ * width / total_;
  return "[" + std::string(filled, '#') + std::string(width - filled, '.') + "]";
}

void Progress::begin(const std::string& cell, std::uint32_t round) {
  cell_ = cell;
  round_ = round;
  live({"start", 0});
}

void Progress::live(const engine::Live& live) {
  if (form_ != Form::terminal) {
    return;
  }
  std::string line =
      fmt::format("{} {}/{} blocks, {}  {}  {}", bar(), done_, total_, left(),
                  live.ops_per_second > 0 ? rate_text(live.ops_per_second) : live.phase, cell_);
  line.resize(std::min(line.size(), terminal_width() - 1));
  fmt::print(stderr, "\r\033[K{}", line);
  std::fflush(stderr);
}

void Progress::end(const engine::BlockResult& result) {
  ++done_;
  ++seen_;
  if (result.failure) {
    clear();
    if (form_ != Form::silent) {
      fmt::print(stderr, "failed: {} (round {}): {}: {}\n", cell_, round_ + 1,
                 result.failure->phase, result.failure->text);
    }
  } else if (form_ == Form::lines) {
    const engine::Measurement& measured = *result.measurement;
    fmt::print(stderr, "{}/{} {} (round {}): {}, {}\n", done_, total_, cell_, round_ + 1,
               rate_text(static_cast<double>(measured.operations) / measured.seconds), left());
  }
}

void Progress::clear() {
  if (form_ == Form::terminal) {
    fmt::print(stderr, "\r\033[K");
    std::fflush(stderr);
  }
}

}  // namespace assay::cli
