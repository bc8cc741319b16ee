#include "observe/text_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>

namespace assay::observe {

namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) {
    return {};
  }
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

}  // namespace

std::optional<std::string> read_text(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return std::nullopt;
  }
  std::string text;
  std::array<char, 4096> buffer;
  ssize_t got = 0;
  while ((got = ::read(descriptor, buffer.data(), buffer.size())) > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  ::close(descriptor);
  return got < 0 ? std::nullopt : std::optional(std::move(text));
}

std::optional<std::string> first_line(const std::filesystem::path& file) {
  const std::optional<std::string> text = read_text(file);
  if (!text) {
    return std::nullopt;
  }
  const std::string_view line = trimmed(std::string_view(*text).substr(0, text->find('\n')));
  return line.empty() ? std::nullopt : std::optional<std::string>(line);
}

std::optional<std::string> value_of(std::string_view text, std::string_view key) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!line.starts_with(key)) {
      continue;
    }
    line = trimmed(line.substr(key.size()));
    if (line.starts_with(':') || line.starts_with('=')) {
      return std::string(trimmed(line.substr(1)));
    }
  }
  return std::nullopt;
}

}  // namespace assay::observe
