#include "matrix/open_load.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "matrix/scalars.h"

namespace assay::matrix {
namespace {

constexpr std::string_view of_slowest = " of slowest";
constexpr double least_rate = 0.001;
constexpr double most_rate = 1e9;
constexpr double least_share = 0.01;

}  // namespace

std::optional<OpenValue> to_open(std::string_view text) {
  if (text == closed_word) {
    return OpenValue{};
  }
  if (text.ends_with(of_slowest)) {
    const auto share = to_number(text.substr(0, text.size() - of_slowest.size()));
    if (share && *share >= least_share && *share <= 1) {
      return OpenValue{OpenLoad{.of_slowest = *share}};
    }
    return std::nullopt;
  }
  const auto rate = to_number(text);
  if (rate && *rate >= least_rate && *rate <= most_rate) {
    return OpenValue{OpenLoad{.per_second = *rate}};
  }
  return std::nullopt;
}

std::string to_text(const std::optional<OpenLoad>& load) {
  if (!load) {
    return std::string(closed_word);
  }
  return load->of_slowest > 0 ? fmt::format("{}{}", load->of_slowest, of_slowest)
                              : fmt::format("{}", load->per_second);
}

Value open_scalars(const Value& value) {
  Value list;
  list.kind = Value::Kind::list;
  list.origin = value.origin;
  for (const Value& each_value : each(value)) {
    const Value* const shares = each_value.find("of_slowest");
    if (shares == nullptr || each_value.entries.size() != 1) {
      list.items.push_back(each_value);
      continue;
    }
    for (Value share : each(*shares)) {
      if (share.kind == Value::Kind::scalar) {
        share.text += of_slowest;
      }
      list.items.push_back(std::move(share));
    }
  }
  return list;
}

std::vector<std::string> arrival_words() { return {"constant", "poisson"}; }

std::vector<ClosedLoop> closed_loops(std::span<const Cell> cells) {
  std::vector<ClosedLoop> loops;
  std::set<std::pair<std::string, std::string>> known;  // group, backend
  for (const Cell& cell : cells) {
    if (!cell.open || cell.open->of_slowest <= 0 ||
        !known.emplace(cell.open->group, cell.backend).second) {
      continue;
    }
    ClosedLoop loop{cell.open->group, cell};
    loop.cell.open.reset();
    const std::size_t begin = loop.cell.id.find("/open=");
    loop.cell.id.erase(begin, loop.cell.id.find('/', begin + 1) - begin);
    loops.push_back(std::move(loop));
  }
  return loops;
}

}  // namespace assay::matrix
