#include "engine/base64.h"

#include <array>
#include <cstdint>

#include "assay/types.h"

namespace assay::engine {
namespace {

constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t none = 0xff;

constexpr std::array<std::uint8_t, 256> values = [] {
  std::array<std::uint8_t, 256> table{};
  table.fill(none);
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    table[static_cast<std::uint8_t>(alphabet[i])] = static_cast<std::uint8_t>(i);
  }
  return table;
}();

[[noreturn]] void malformed(const char* why) {
  throw Error(std::string("the histogram text is not base64: ") + why +
              "; take it unchanged from results.json");
}

}  // namespace

std::string base64_encode(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t held = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (k < held ? static_cast<std::uint8_t>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text.push_back(k <= held ? alphabet[group >> (18 - 6 * k) & 63U] : '=');
    }
  }
  return text;
}

std::string base64_decode(std::string_view text) {
  if (text.size() % 4 != 0) {
    malformed("its length is no multiple of 4");
  }
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    const bool last = i + 4 == text.size();
    std::size_t digits = 4;
    while (last && digits > 2 && text[i + digits - 1] == '=') {
      --digits;
    }
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const std::uint8_t value = k < digits ? values[static_cast<std::uint8_t>(text[i + k])] : 0;
      if (value == none) {
        malformed("it holds a character outside the alphabet");
      }
      group = group << 6 | value;
    }
    const std::size_t held = digits - 1;
    if ((group & ((1U << (8 * (3 - held))) - 1)) != 0) {
      malformed("bits are left over at its end");
    }
    for (std::size_t k = 0; k < held; ++k) {
      bytes.push_back(static_cast<char>(group >> (16 - 8 * k) & 255U));
    }
  }
  return bytes;
}

}  // namespace assay::engine
