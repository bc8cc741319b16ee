// Base64 with the standard alphabet and padding (RFC 4648, section 4), on one line.
// Pure functions, safe from any thread.
#pragma once

#include <string>
#include <string_view>

namespace assay::engine {

std::string base64_encode(std::string_view bytes);

// Throws Error when the text is not exactly what base64_encode gives for some bytes.
std::string base64_decode(std::string_view text);

}  // namespace assay::engine
