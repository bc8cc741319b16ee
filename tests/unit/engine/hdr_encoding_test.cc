// The published form of a histogram. The golden texts were made by HdrHistogram 2.1.11 for Java
// (lowest 1, highest 3.6e12, three digits, unless said otherwise), with the figures it gave.
#include "engine/hdr_encoding.h"

#include <gtest/gtest.h>

#include <random>

#include "assay/types.h"
#include "engine/base64.h"
#include "engine/histogram.h"

namespace assay::engine {
namespace {

std::string hex(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const char byte : bytes) {
    text.push_back(digits[static_cast<std::uint8_t>(byte) >> 4U]);
    text.push_back(digits[static_cast<std::uint8_t>(byte) & 15U]);
  }
  return text;
}

// The values of the golden text "small".
Histogram small() {
  Histogram histogram;
  histogram.record(0);
  for (int i = 0; i < 3; ++i) {
    histogram.record(2);
  }
  for (int i = 0; i < 200; ++i) {
    histogram.record(100);
  }
  histogram.record(2047);
  histogram.record(2048);
  histogram.record(1'000'000);
  for (int i = 0; i < 70'000; ++i) {
    histogram.record(Histogram::highest_ns);
  }
  return histogram;
}

constexpr std::string_view small_text =
    "HISTFAAAADd4nJNpmSzMwMAgygABzFCaEch0M9ixgMH+A0SAiYHtIOME5s1yTEz7+xiZLt9menCUAwDptQs/";

TEST(HdrEncoding, GivesTheBytesOfTheReferenceBeforeCompression) {
  const Histogram::Sparse sparse = small().sparse();
  std::vector<std::uint64_t> counts(Histogram::buckets);
  for (std::size_t i = 0; i < sparse.buckets.size(); ++i) {
    counts[sparse.buckets[i]] = sparse.counts[i];
  }
  EXPECT_EQ(hex(hdr_encode(counts)),
            "1c84931300000015000000000000000300000000000000010000034630b8a0003ff0000000000000"
            "020006c1019003b31e0202bf8e0102d3db02e0c508");
}

TEST(HdrEncoding, GivesTheBytesOfTheReferenceForAnEmptyHistogramUpToItsOneZero) {
  EXPECT_EQ(hex(hdr_encode(std::vector<std::uint64_t>(Histogram::buckets))),
            "1c84931300000000000000000000000300000000000000010000034630b8a0003ff0000000000000");
}

TEST(HdrEncoding, ReadsTheReferencesText) {
  const Histogram histogram = Histogram::decode(small_text);
  EXPECT_EQ(histogram.sparse().buckets, small().sparse().buckets);
  EXPECT_EQ(histogram.sparse().counts, small().sparse().counts);
  EXPECT_EQ(histogram.count(), 70'207U);
  EXPECT_EQ(histogram.min_ns(), 0);
  EXPECT_EQ(histogram.max_ns(), 3'601'330'077'695);
  EXPECT_NEAR(histogram.mean_ns(), 3.5896412538929775e12, 1e6);
}

TEST(HdrEncoding, ReadsTheReferencesTextWithManyBuckets) {
  const Histogram histogram = Histogram::decode(
      "HISTFAAAAIp4nJNpmSzMwMB+mgECmKE0I5DpZrBjAYP9B4jAeX6ms/xMUzmYnrIzLWRh+sgMRcuZmL4zYkErGZmqmS"
      "rx4GwmayC0BZPk0bpM0kyyQIgg6c/nZ+Jl4gZiCESwsIsOV3l2JlYwZIbSqJB40VH9Q18/MxMDGsQQwAWJVkgLM0ct"
      "H7V8ZFgOAMVaPY4=");
  EXPECT_EQ(histogram.count(), 1000U);
  EXPECT_EQ(histogram.at(0.5), 500'223);
  EXPECT_EQ(histogram.at(0.99), 990'207);
  EXPECT_EQ(histogram.at(0.999), 999'423);
  EXPECT_EQ(histogram.max_ns(), 1'000'447);
  EXPECT_NEAR(histogram.mean_ns(), 500'504.858, 1);
}

TEST(HdrEncoding, ReadsTheReferencesTextOfAnEmptyHistogram) {
  const Histogram histogram =
      Histogram::decode("HISTFAAAACF4nJNpmSzMwMDAyAABzFAayGd2M9ixgMH+A1QEAFKmBEw=");
  EXPECT_EQ(histogram.count(), 0U);
}

// The example of HdrHistogram's own documentation (20,000 values, highest 3.6e9): the layout does
// not depend on the highest value.
TEST(HdrEncoding, ReadsTheReferencesTextWithAnotherHighestValue) {
  const Histogram histogram = Histogram::decode(
      "HISTFAAAAP94nJNpmSzMwCCyiAECmKE0I4i4NnkJg/0HiMB5/gVzGD8aM/3lZ7rPyTSbjektC9N7FqaHzEzbmZi2wh"
      "CEvZKRaSYj02wwiYng4tFM3lDoC2dhhwh5UyZlJlUMjClCmgpMEUUmQSZ+IBZEojFFCMvQRwUxenmZ2MGQFUqz4+CT"
      "o4I2pg4dFdQylZWJgYkZCaPyMEUIydPLjMHrssFixuB12XD0HRAwMMFJgkwilZHJHHKmjzp41MFDOjhYmFiQEUEmMW"
      "qGsvKBd8Fwd/Co/waTC9jYOMAIiSJRhLbKh5x9Q87Bo/YNbfsoM4CPhw+IIJAkxnDXN+QcTIpyANOGhd4=");
  EXPECT_EQ(histogram.count(), 20'000U);
  EXPECT_EQ(histogram.at(0.5), 1000);
  EXPECT_EQ(histogram.at(0.99), 98'041'855);
  EXPECT_EQ(histogram.at(0.999), 99'811'327);
}

TEST(HdrEncoding, ReadsACountOfNineBytes) {
  const Histogram histogram =
      Histogram::decode("HISTFAAAACd4nJNpmSzMwMDAxQABzFCaEch0M9ixgMH+A0SA899/CLAHAKc5DJQ=");
  EXPECT_EQ(histogram.count(), 2'305'843'009'213'693'951U);
  EXPECT_EQ(histogram.at(0.5), 5);
}

TEST(HdrEncoding, TakesCountsOfEverySizeThereAndBack) {
  std::vector<std::uint64_t> counts(Histogram::buckets);
  for (std::size_t bit = 0; bit < 61; ++bit) {
    counts[100 + 3 * bit] = std::uint64_t{1} << bit;
    counts[101 + 3 * bit] = (std::uint64_t{1} << bit) - 1;
  }
  counts.back() = 1;
  EXPECT_EQ(hdr_decode(hdr_encode(counts), counts.size()), counts);
}

TEST(HdrEncoding, KeepsCountsAndPercentilesThereAndBack) {
  Histogram histogram;
  std::mt19937_64 random(5);
  for (int i = 0; i < 50'000; ++i) {
    histogram.record(static_cast<std::int64_t>(random() >> (25 + random() % 38)));
  }
  const Histogram back = Histogram::decode(histogram.encode());
  EXPECT_EQ(back.sparse().buckets, histogram.sparse().buckets);
  EXPECT_EQ(back.sparse().counts, histogram.sparse().counts);
  EXPECT_EQ(back.at(0.5), histogram.at(0.5));
  EXPECT_EQ(back.at(0.99), histogram.at(0.99));
  EXPECT_NEAR(back.mean_ns(), histogram.mean_ns(), histogram.mean_ns() / 1000);
}

std::string text_of(std::string_view encoded) { return base64_encode(hdr_compress(encoded)); }

// A valid encoding with bytes [at, at + with.size()) replaced.
std::string changed(std::size_t at, std::string_view with) {
  std::string encoded = hdr_encode(std::vector<std::uint64_t>{1, 2, 3});
  return text_of(encoded.replace(at, with.size(), with));
}

TEST(HdrEncoding, RefusesAnotherLayoutOrAHeaderThatDoesNotFit) {
  EXPECT_NO_THROW(Histogram::decode(changed(0, "")));
  EXPECT_THROW(Histogram::decode(changed(3, "\x03")), Error);   // cookie
  EXPECT_THROW(Histogram::decode(changed(7, "\x02")), Error);   // length of the counts
  EXPECT_THROW(Histogram::decode(changed(7, "\x04")), Error);   // length of the counts
  EXPECT_THROW(Histogram::decode(changed(11, "\x01")), Error);  // normalizing offset
  EXPECT_THROW(Histogram::decode(changed(15, "\x02")), Error);  // digits
  EXPECT_THROW(Histogram::decode(changed(23, "\x02")), Error);  // lowest value
  EXPECT_THROW(Histogram::decode(changed(32, "\x40")), Error);  // ratio
  EXPECT_THROW(Histogram::decode(text_of("")), Error);
  EXPECT_THROW(Histogram::decode(changed(0, "").substr(4)), Error);
}

std::string with_numbers(std::string_view numbers) {
  std::string encoded = hdr_encode({});
  encoded[7] = static_cast<char>(numbers.size());
  return text_of(encoded + std::string(numbers));
}

TEST(HdrEncoding, RefusesCountsThatAreCutOffDoNotFitOrAddUpToTooMuch) {
  EXPECT_EQ(Histogram::decode(with_numbers("\x04")).count(), 2U);
  EXPECT_THROW(Histogram::decode(with_numbers("\x80")), Error);
  // A run of 2^63 zeros, the longest there can be.
  EXPECT_THROW(Histogram::decode(with_numbers("\xff\xff\xff\xff\xff\xff\xff\xff\xff")), Error);
  // A run that ends one bucket beyond the last: 33422 zeros.
  EXPECT_THROW(Histogram::decode(with_numbers("\x9b\x8a\x04")), Error);
  // Twice 2^62.
  EXPECT_THROW(Histogram::decode(with_numbers(std::string("\x80\x80\x80\x80\x80\x80\x80\x80\x80"
                                                          "\x80\x80\x80\x80\x80\x80\x80\x80\x80",
                                                          18))),
               Error);
}

TEST(HdrEncoding, RefusesTextThatIsNoBase64) {
  for (const std::string_view text : {"A", "AAA", "====", "A===", "AA=A", "AAA!", "AAAA=AAA",
                                      "AB==", "AAB=", "AAAA\n", "HISTFAAA"}) {
    EXPECT_THROW(Histogram::decode(text), Error) << text;
  }
  EXPECT_THROW(Histogram::decode(""), Error);
}

TEST(HdrEncoding, RefusesAStreamThatUnpacksToMoreThanAHistogram) {
  EXPECT_THROW(Histogram::decode(text_of(std::string(50'000'000, '\0'))), Error);
}

// Whatever the damage: an Error or a histogram, never anything else.
TEST(HdrEncoding, SurvivesAnyDamage) {
  std::mt19937 random(1);
  const std::string good = hdr_encode(std::vector<std::uint64_t>{1, 0, 0, 0, 2, 300, 0, 70'000});
  int refused = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string damaged = round % 2 == 0 ? good : hdr_compress(good);
    for (std::uint32_t i = 0; i <= random() % 3; ++i) {
      damaged[random() % damaged.size()] = static_cast<char>(random());
    }
    damaged.resize(damaged.size() - (random() % 4 == 0 ? random() % damaged.size() : 0));
    try {
      Histogram::decode(round % 2 == 0 ? text_of(damaged) : base64_encode(damaged));
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 2000);
}

TEST(Base64, GivesTheVectorsOfItsStandard) {
  const std::pair<std::string_view, std::string_view> vectors[] = {{"", ""},
                                                                   {"f", "Zg=="},
                                                                   {"fo", "Zm8="},
                                                                   {"foo", "Zm9v"},
                                                                   {"foob", "Zm9vYg=="},
                                                                   {"fooba", "Zm9vYmE="},
                                                                   {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : vectors) {
    EXPECT_EQ(base64_encode(bytes), text);
    EXPECT_EQ(base64_decode(text), bytes);
  }
}

}  // namespace
}  // namespace assay::engine
