#include "host/conformance/expect.h"

namespace assay::conformance {

std::string shown(Bytes bytes) {
  if (bytes.data() == nullptr) {
    return "absent";
  }
  constexpr std::size_t most = 24;
  std::string text = "\"";
  for (const char each : bytes.substr(0, most)) {
    const auto byte = static_cast<unsigned char>(each);
    if (byte >= ' ' && byte < 0x7f && byte != '"' && byte != '\\') {
      text += each;
    } else {
      text += fmt::format("\\x{:02x}", byte);
    }
  }
  text += bytes.size() > most ? fmt::format("…\" ({} bytes)", bytes.size()) : "\"";
  return text;
}

std::string any_bytes(std::size_t count, std::uint64_t seed) {
  std::string bytes(count, '\0');
  std::uint64_t state = seed * 2 + 1;
  for (char& byte : bytes) {
    // A full-period linear congruential generator: every high byte comes up.
    state = state * 6364136223846793005U + 1442695040888963407U;
    byte = static_cast<char>(state >> 56U);
  }
  return bytes;
}

}  // namespace assay::conformance
