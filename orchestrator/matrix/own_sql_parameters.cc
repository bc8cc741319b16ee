#include <fmt/format.h>

#include <algorithm>

#include "matrix/fields.h"
#include "matrix/own_sql.h"
#include "matrix/scalars.h"
#include "matrix/words.h"
#include "workload/distribution.h"

namespace assay::matrix {
namespace {

using workload::SqlParameter;

// So that no range and no sequence leaves 64 bits.
constexpr std::int64_t largest_number = std::int64_t{1} << 62;

// The zipfian distributions count ranks in 32 bits.
constexpr std::int64_t most_items = std::int64_t{1} << 32;

// One parameter's entry while it is read.
class SourceReader {
 public:
  SourceReader(const Value::Entry& entry, Mistakes& mistakes)
      : name_(entry.key),
        origin_(entry.value.origin),
        fields_(&entry.value, fmt::format("the parameter {}", quote(entry.key)), mistakes),
        mistakes_(mistakes) {}

  std::optional<SqlParameter::Source> read() {
    const std::size_t before = mistakes_.count();
    const Value* value = nullptr;
    std::string kind;
    for (const std::string& each : sql_sources()) {
      if (const Value* const found = fields_.find(each)) {
        if (value != nullptr) {
          wrong(found->origin, fmt::format("has both {} and {}; give one of them", kind, each));
        }
        value = found;
        kind = each;
      }
    }
    const auto theta = number("theta", 0.01, 0.999);
    fields_.finish();
    if (value == nullptr && mistakes_.count() == before) {
      wrong(origin_,
            fmt::format("says nothing of its values; give one of {}", join(sql_sources())));
    }
    if (value == nullptr) {
      return std::nullopt;
    }
    auto source = of_kind(kind, *value, theta);
    return mistakes_.count() == before ? source : std::nullopt;
  }

 private:
  std::optional<SqlParameter::Source> of_kind(const std::string& kind, const Value& value,
                                              std::optional<double> theta) {
    if (theta && kind != "zipfian" && kind != "latest") {
      wrong(origin_, "has a theta, which is for zipfian and latest only");
    }
    if (kind == "sequence") {
      const std::int64_t start = integer(value, "sequence").value_or(0);
      if (start < -largest_number || start > largest_number) {
        wrong(value.origin, fmt::format("starts beyond {}", largest_number));
      }
      return workload::SequenceNumber{start};
    }
    if (kind == "text") {
      return text(value);
    }
    if (kind == "timestamp") {
      return timestamp(value);
    }
    return kind == "list" ? list(value) : drawn(kind, value, theta.value_or(0.99));
  }

  std::optional<SqlParameter::Source> drawn(const std::string& kind, const Value& value,
                                            double theta) {
    const auto range = pair(value, kind, "[least, most]");
    if (!range) {
      return std::nullopt;
    }
    const auto least = integer(*range->first, kind);
    const auto most = integer(*range->second, kind);
    if (!least || !most) {
      return std::nullopt;
    }
    if (*least > *most || *least < -largest_number || *most > largest_number) {
      wrong(value.origin,
            fmt::format("must be {} of a least number and a most that is no less", kind));
    } else if (kind != "uniform" && *most - *least >= most_items) {
      wrong(value.origin, fmt::format("may be {} of at most {} numbers", kind, most_items));
    }
    return workload::DrawnNumber{kind, *least, *most, theta};
  }

  std::optional<SqlParameter::Source> text(const Value& value) {
    std::optional<std::int64_t> least;
    std::optional<std::int64_t> most;
    if (value.kind == Value::Kind::list) {
      if (const auto range = pair(value, "text", "a number of bytes, or [least, most]")) {
        least = integer(*range->first, "text");
        most = integer(*range->second, "text");
      }
    } else {
      least = most = integer(value, "text");
    }
    if (!least || !most) {
      return std::nullopt;
    }
    if (*least < 0 || *least > *most || *most > most_text_bytes) {
      wrong(value.origin,
            fmt::format("must be a text of 0 to {} bytes, the least first", most_text_bytes));
    }
    return workload::RandomText{static_cast<std::uint32_t>(*least),
                                static_cast<std::uint32_t>(*most)};
  }

  std::optional<SqlParameter::Source> timestamp(const Value& value) {
    const auto range = pair(value, "timestamp", "[2024-01-01, 2025-01-01]");
    if (!range) {
      return std::nullopt;
    }
    const auto from = to_timestamp_s(range->first->text);
    const auto to = to_timestamp_s(range->second->text);
    if (!from || !to || *from >= *to) {
      wrong(value.origin,
            "must be timestamps from a time to a later one, written 2024-12-31 or '2024-12-31 "
            "23:59:59'");
      return std::nullopt;
    }
    return workload::RandomTimestamp{*from, *to};
  }

  std::optional<SqlParameter::Source> list(const Value& value) {
    workload::ListedValue listed{true, {}};
    for (const Value& item : each(value)) {
      if (item.kind != Value::Kind::scalar) {
        wrong(item.origin,
              fmt::format("must be a list of texts or of whole numbers, not of {}", found(item)));
        return std::nullopt;
      }
      listed.integers = listed.integers && !item.quoted && to_integer(item.text).has_value();
      listed.values.push_back(item.text);
    }
    if (listed.values.empty()) {
      wrong(value.origin, "is a list of nothing");
    }
    return listed;
  }

  std::optional<std::pair<const Value*, const Value*>> pair(const Value& value,
                                                            std::string_view kind,
                                                            std::string_view expected) {
    if (value.kind != Value::Kind::list || value.items.size() != 2 ||
        std::ranges::any_of(value.items,
                            [](const Value& each) { return each.kind != Value::Kind::scalar; })) {
      wrong(value.origin, fmt::format("{} must be {}, not {}", kind, expected, found(value)));
      return std::nullopt;
    }
    return std::pair(value.items.data(), value.items.data() + 1);
  }

  std::optional<std::int64_t> integer(const Value& value, std::string_view kind) {
    const auto number = value.quoted ? std::nullopt : to_integer(value.text);
    if (value.kind != Value::Kind::scalar || !number) {
      wrong(value.origin, fmt::format("{} must be of whole numbers, not {}", kind, found(value)));
      return std::nullopt;
    }
    return number;
  }

  std::optional<double> number(std::string_view key, double least, double most) {
    const Value* const value = fields_.find(key);
    if (value == nullptr) {
      return std::nullopt;
    }
    const auto number = value->quoted ? std::nullopt : to_number(value->text);
    if (!number || *number < least || *number > most) {
      wrong(value->origin, fmt::format("{} must be a number from {} to {}, not {}", key, least,
                                       most, found(*value)));
      return std::nullopt;
    }
    return number;
  }

  void wrong(Origin origin, std::string_view text) {
    mistakes_.add(origin, fmt::format("the parameter {}: {}", quote(name_), text));
  }

  std::string name_;
  Origin origin_;
  Fields fields_;
  Mistakes& mistakes_;
};

}  // namespace

const std::vector<std::string>& sql_sources() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> made = {"sequence", "text", "timestamp", "list"};
    std::ranges::copy(workload::distribution_names(), std::back_inserter(made));
    return made;
  }();
  return all;
}

std::optional<SqlParameter> read_sql_parameter(const Value::Entry& entry, Mistakes& mistakes) {
  auto source = SourceReader(entry, mistakes).read();
  if (!source) {
    return std::nullopt;
  }
  return SqlParameter{entry.key, std::move(*source)};
}

}  // namespace assay::matrix
