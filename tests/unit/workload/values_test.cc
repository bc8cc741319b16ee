#include "workload/values.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assay::workload {
namespace {

std::string made(const Values& values, std::uint64_t key, std::uint32_t version) {
  std::string bytes(values.size(), '\0');
  values.make(key, version, bytes.data());
  return bytes;
}

std::string from_hexadecimal(const std::string& digits) {
  std::string bytes;
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

TEST(Values, AreTheSameOnEveryMachine) {
  // Computed apart, in Python, for seed 1, key 2, version 3.
  EXPECT_EQ(
      made(Values(1, 35), 2, 3),
      from_hexadecimal("03000000e601418b45b678ec44dff688d4ee60657aecc6929e8224272741f142ac2c4e"));
}

TEST(Values, CarryTheirVersionAtEverySize) {
  for (std::size_t size = Values::least_bytes; size < 120; ++size) {
    const Values values(1, size);
    EXPECT_EQ(values.version_of(42, made(values, 42, 7)), 7U) << size;
  }
}

TEST(Values, WriteNothingBeyondTheirSize) {
  for (std::size_t size = Values::least_bytes; size < 60; ++size) {
    std::vector<char> bytes(size + 8, '#');
    Values(1, size).make(42, 7, bytes.data());
    EXPECT_EQ(std::string(bytes.data() + size, 8), "########") << size;
  }
}

TEST(Values, ShowOneWrongBitAnywhere) {
  for (const std::size_t size : {10U, 11U, 35U, 100U}) {
    const Values values(1, size);
    std::string bytes = made(values, 42, 7);
    for (std::size_t bit = 0; bit < size * 8; ++bit) {
      const char before = bytes[bit / 8];
      bytes[bit / 8] = static_cast<char>(before ^ (1 << bit % 8));
      EXPECT_EQ(values.version_of(42, bytes), std::nullopt) << size << " bytes, bit " << bit;
      bytes[bit / 8] = before;
    }
    EXPECT_EQ(values.version_of(42, bytes), 7U);
  }
}

TEST(Values, ShowAnotherLength) {
  const Values values(1, 100);
  const std::string bytes = made(values, 42, 7);
  EXPECT_EQ(values.version_of(42, Bytes(bytes).substr(0, 99)), std::nullopt);
  EXPECT_EQ(values.version_of(42, bytes + '\0'), std::nullopt);
  EXPECT_EQ(values.version_of(42, Bytes()), std::nullopt);
}

TEST(Values, OfAnotherKeyOrSeedAreWrong) {
  const Values values(1, 10);
  for (std::uint64_t key = 0; key < 10'000; ++key) {
    EXPECT_EQ(values.version_of(10'000, made(values, key, 7)), std::nullopt);
  }
  EXPECT_EQ(Values(2, 10).version_of(42, made(values, 42, 7)), std::nullopt);
}

TEST(Values, OfTwoVersionsDifferBeyondTheVersion) {
  const Values values(1, 10);
  EXPECT_NE(made(values, 42, 7).substr(4), made(values, 42, 8).substr(4));
}

TEST(Values, HaveEveryByteEquallyOften) {
  const Values values(1, 10'004);
  std::vector<int> counts(256);
  for (std::uint64_t key = 0; key < 100; ++key) {
    for (const char byte : made(values, key, 0).substr(4)) {
      ++counts[static_cast<unsigned char>(byte)];
    }
  }
  double chi_square = 0;
  for (const int count : counts) {
    const double expected = 1e6 / 256;
    chi_square += (count - expected) * (count - expected) / expected;
  }
  EXPECT_LT(chi_square, 330.5);  // 99.9 % of 255 degrees of freedom
}

}  // namespace
}  // namespace assay::workload
