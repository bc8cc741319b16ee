#include "workload/sql_values.h"

#include <array>
#include <chrono>
#include <cstring>
#include <utility>

#include "workload/bytes.h"
#include "workload/distribution.h"

namespace assay::workload {

namespace {

class DrawnNumbers final : public SqlValues {
 public:
  DrawnNumbers(const DrawnNumber& drawn, const Random& random)
      : least_(drawn.least),
        items_(make_distribution(drawn.distribution,
                                 {.items = static_cast<std::uint64_t>(drawn.most) -
                                           static_cast<std::uint64_t>(drawn.least) + 1,
                                  .theta = drawn.theta}),
               random) {}

  Cell next(char* /*out*/) override {
    return {least_ + static_cast<std::int64_t>(items_.next()), {}};
  }

 private:
  std::int64_t least_;
  Items items_;
};

class SequenceNumbers final : public SqlValues {
 public:
  SequenceNumbers(const SequenceNumber& sequence, const SequenceTurns& turns)
      : next_(sequence.start + static_cast<std::int64_t>(turns.first)),
        step_(static_cast<std::int64_t>(turns.step)) {}

  Cell next(char* /*out*/) override { return {std::exchange(next_, next_ + step_), {}}; }

 private:
  std::int64_t next_;
  std::int64_t step_;
};

class RandomTexts final : public SqlValues {
 public:
  RandomTexts(const RandomText& text, const Random& random)
      : least_(text.least_bytes),
        most_(text.most_bytes),
        size_(std::uint64_t{most_} - least_ + 1),
        random_(random) {}

  std::size_t most_bytes() const override { return most_; }

  Cell next(char* out) override {
    const std::size_t size = least_ == most_ ? most_ : least_ + size_.draw(random_);
    write_stream<Letters>(random_.next(), out, size);
    return {0, {out, size}};
  }

 private:
  std::uint32_t least_;
  std::uint32_t most_;
  Bounded size_;
  Random random_;
};

class RandomTimestamps final : public SqlValues {
 public:
  RandomTimestamps(const RandomTimestamp& range, const Random& random)
      : from_s_(range.from_s),
        second_(static_cast<std::uint64_t>(range.to_s - range.from_s)),
        random_(random) {}

  std::size_t most_bytes() const override { return timestamp_bytes; }

  Cell next(char* out) override {
    write_timestamp(from_s_ + static_cast<std::int64_t>(second_.draw(random_)), out);
    return {0, {out, timestamp_bytes}};
  }

 private:
  std::int64_t from_s_;
  Bounded second_;
  Random random_;
};

class ListedValues final : public SqlValues {
 public:
  ListedValues(const ListedValue& listed, const Random& random)
      : texts_(listed.values), choice_(texts_.size()), random_(random) {
    for (const std::string& each : texts_) {
      cells_.push_back(listed.integers ? Cell{std::stoll(each), {}} : Cell{0, each});
    }
  }

  Cell next(char* /*out*/) override { return cells_[choice_.draw(random_)]; }

 private:
  std::vector<std::string> texts_;
  std::vector<Cell> cells_;  // of the same order
  Bounded choice_;
  Random random_;
};

void put_digits(std::int64_t number, std::size_t digits, char* out) {
  for (std::size_t i = digits; i > 0; --i) {
    out[i - 1] = static_cast<char>('0' + number % 10);
    number /= 10;
  }
}

}  // namespace

std::unique_ptr<SqlValues> make_sql_values(const SqlParameter& parameter, const Random& random,
                                           const SequenceTurns& turns) {
  if (const auto* const it = std::get_if<DrawnNumber>(&parameter.source)) {
    return std::make_unique<DrawnNumbers>(*it, random);
  }
  if (const auto* const it = std::get_if<SequenceNumber>(&parameter.source)) {
    return std::make_unique<SequenceNumbers>(*it, turns);
  }
  if (const auto* const it = std::get_if<RandomText>(&parameter.source)) {
    return std::make_unique<RandomTexts>(*it, random);
  }
  if (const auto* const it = std::get_if<RandomTimestamp>(&parameter.source)) {
    return std::make_unique<RandomTimestamps>(*it, random);
  }
  return std::make_unique<ListedValues>(std::get<ListedValue>(parameter.source), random);
}

void write_timestamp(std::int64_t seconds, char* out) {
  constexpr std::int64_t day_s = 86'400;
  const std::int64_t day = seconds >= 0 ? seconds / day_s : -((day_s - 1 - seconds) / day_s);
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(day))};
  const std::int64_t rest = seconds - day * day_s;
  std::memcpy(out, "0000-00-00 00:00:00", timestamp_bytes);
  put_digits(static_cast<int>(date.year()), 4, out);
  put_digits(static_cast<unsigned>(date.month()), 2, out + 5);
  put_digits(static_cast<unsigned>(date.day()), 2, out + 8);
  put_digits(rest / 3600, 2, out + 11);
  put_digits(rest / 60 % 60, 2, out + 14);
  put_digits(rest % 60, 2, out + 17);
}

}  // namespace assay::workload
