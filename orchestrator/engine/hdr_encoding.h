// HdrHistogram's encoding V2 of a counts array, so that its tools can read what we publish and the
// other way round. The array is the one of histogram.h: lowest value 1, three digits.
// Pure functions, safe from any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::engine {

// The uncompressed form: a big-endian header of 40 bytes, then the counts up to the last that is
// not zero as ZigZag LEB128 numbers, a run of two or more zeros as its negative length.
// REQUIRES: each count is below 2^63.
std::string hdr_encode(std::span<const std::uint64_t> counts);

// The reverse. The result has `buckets` elements. Any highest trackable value is accepted, since
// the layout does not depend on it. Throws Error on anything malformed, on another layout, and when
// the counts do not fit or add up to 2^63 or more.
std::vector<std::uint64_t> hdr_decode(std::string_view bytes, std::size_t buckets);

// The compressed form: a cookie and a length before the zlib stream of the uncompressed form.
std::string hdr_compress(std::string_view encoded);

// The reverse. Throws Error on anything malformed, and when more than `most_bytes` would come out.
std::string hdr_uncompress(std::string_view compressed, std::size_t most_bytes);

}  // namespace assay::engine
