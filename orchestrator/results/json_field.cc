#include "results/json_field.h"

#include <fmt/format.h>

#include <cmath>

#include "assay/types.h"

namespace assay::results {

using Json = nlohmann::json;

JsonField JsonField::operator[](const std::string& name) const {
  expect(value_->is_object(), "an object");
  const auto found = value_->find(name);
  const std::string path = path_.empty() ? name : path_ + "." + name;
  if (found == value_->end()) {
    throw Error(path + " is missing", ExitCode::wrong_usage);
  }
  return {*found, path};
}

std::vector<JsonField> JsonField::elements() const {
  expect(value_->is_array(), "an array");
  std::vector<JsonField> fields;
  fields.reserve(value_->size());
  for (const Json& each : *value_) {
    fields.emplace_back(each, fmt::format("{}[{}]", path_, fields.size()));
  }
  return fields;
}

std::vector<std::pair<std::string, JsonField>> JsonField::members() const {
  expect(value_->is_object(), "an object");
  std::vector<std::pair<std::string, JsonField>> fields;
  fields.reserve(value_->size());
  for (const auto& [name, each] : value_->items()) {
    fields.emplace_back(name, JsonField(each, fmt::format("{}.{}", path_, name)));
  }
  return fields;
}

void JsonField::expect(bool holds, std::string_view wanted) const {
  if (holds) {
    return;
  }
  std::string found = value_->dump(-1, ' ', false, Json::error_handler_t::replace);
  constexpr std::size_t most = 40;
  if (found.size() > most) {
    found = value_->type_name();
  }
  throw Error(fmt::format("{} must be {}, but is {}", path_.empty() ? "the document" : path_,
                          wanted, found),
              ExitCode::wrong_usage);
}

std::string valid_utf8(const std::string& text) {
  const Json json = text;
  return Json::parse(json.dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
}

Json finite(double number) { return std::isfinite(number) ? Json(number) : Json(); }

Json finite(const std::optional<double>& number) { return number ? finite(*number) : Json(); }

}  // namespace assay::results
