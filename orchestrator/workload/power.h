// Powers to seven digits in a few nanoseconds, less than std::pow takes: enough for choosing
// items. By logarithm and exponential, each with a table of 128 steps and a polynomial between
// them. Immutable, safe from any thread.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace assay::workload {

class Power {
 public:
  static const Power& shared() {
    static const Power power;
    return power;
  }

  // base^exponent for base in (0, 1] and exponent >= 0; below 2^-1000 it is that, and so it is for
  // a base that is not positive.
  double operator()(double base, double exponent) const {
    const auto bits = std::bit_cast<std::uint64_t>(std::max(base, 0x1p-1000));
    const Step& step = steps_[(bits >> 45) & 127];
    const auto mantissa = std::bit_cast<double>((bits & 0x000fffffffffffffU) | one);
    const double r = mantissa * step.inverse - 1;
    const double log2 = static_cast<double>(static_cast<std::int64_t>(bits >> 52) - 1023) +
                        step.log2 + r * (log2_e - r * (log2_e / 2 - r * (log2_e / 3)));
    const double scaled = std::max(exponent * log2, -1000.0) * 128;
    // Rounded down, without the call that std::floor is on older processors.
    const std::int64_t whole = static_cast<std::int64_t>(scaled + 0x1p20) - (std::int64_t{1} << 20);
    const double f = (scaled - static_cast<double>(whole)) * (ln_2 / 128);
    const double power = powers_[static_cast<std::uint64_t>(whole) & 127] *
                         (1 + f * (1 + f * (0.5 + f * (1.0 / 6))));
    return power * std::bit_cast<double>(static_cast<std::uint64_t>(1023 + (whole >> 7)) << 52);
  }

 private:
  struct Step {
    double inverse = 0;  // of the middle of the step
    double log2 = 0;
  };

  static constexpr std::uint64_t one = 0x3ff0000000000000U;  // the bits of 1.0
  static constexpr double log2_e = 1.4426950408889634;
  static constexpr double ln_2 = 0.6931471805599453;

  Power() {
    for (std::size_t i = 0; i < 128; ++i) {
      const double middle = 1 + (static_cast<double>(i) + 0.5) / 128;
      steps_[i] = {1 / middle, std::log2(middle)};
      powers_[i] = std::exp2(static_cast<double>(i) / 128);
    }
  }

  std::array<Step, 128> steps_;       // [step of the mantissa]
  std::array<double, 128> powers_{};  // [i] 2^(i / 128)
};

}  // namespace assay::workload
