#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "calls.h"

namespace {

// Seconds for many calls, the least of a few attempts: what disturbs only adds.
template <typename Call>
double least_seconds(Call call) {
  double least = 1e9;
  for (int attempt = 0; attempt < 7; ++attempt) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 200'000; ++i) {
      call();
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    least = std::min(least, taken.count());
  }
  return least;
}

// Wide: it fails when something heavy (a lock, a lookup, an allocation) has come into the call.
TEST(PluginCall, CostsOfTheOrderOfADirectCall) {
  constexpr assay::Bytes key = "key:000000000001";
  DirectAnswer direct;
  const auto session = open_noop();
  assay::KeyValue* key_value = session->key_value();
  assay::Reply reply;
  const double direct_seconds = least_seconds([&] { direct.get(key, reply); });
  const double loaded_seconds = least_seconds([&] { key_value->get(key, reply); });
  EXPECT_LT(loaded_seconds / direct_seconds, 20);
  EXPECT_EQ(reply.value.size(), 100U);
}

}  // namespace
