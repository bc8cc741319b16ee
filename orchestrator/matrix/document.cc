#include "matrix/document.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <utility>

#include "assay/types.h"
#include "matrix/words.h"

namespace assay::matrix {
namespace {

constexpr std::size_t largest_file_bytes = 1'000'000;
constexpr std::size_t deepest = 20;
constexpr std::size_t most_values = 20'000;

std::size_t count(const Value& value) {
  std::size_t sum = 1;
  for (const Value& item : value.items) {
    sum += count(item);
  }
  for (const Value::Entry& entry : value.entries) {
    sum += count(entry.value);
  }
  return sum;
}

std::size_t depth(const Value& value) {
  std::size_t below = 0;
  for (const Value& item : value.items) {
    below = std::max(below, depth(item));
  }
  for (const Value::Entry& entry : value.entries) {
    below = std::max(below, depth(entry.value));
  }
  return below + 1;
}

class Builder final : public YAML::EventHandler {
 public:
  Builder(std::optional<Origin> option, Mistakes& mistakes)
      : option_(option), mistakes_(mistakes) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (std::exchange(started_, true)) {
      mistakes_.fatal(at(mark), "a second document begins here; a matrix file holds one");
    }
  }

  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    place(made(Value::Kind::null, mark), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto anchored = anchors_.find(anchor);
    if (anchored == anchors_.end()) {
      mistakes_.fatal(at(mark), "this alias stands inside what it refers to");
    }
    if (open_.size() + depth(anchored->second) > deepest) {
      too_deep(mark);
    }
    add_count(count(anchored->second), mark);
    put(anchored->second);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    check_tag(mark, tag);
    Value value = made(Value::Kind::scalar, mark);
    value.text = text;
    value.quoted = tag != "?";
    place(std::move(value), anchor);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    begin(Value::Kind::list, mark, tag, anchor);
  }

  void OnSequenceEnd() override { end(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    begin(Value::Kind::map, mark, tag, anchor);
  }

  void OnMapEnd() override { end(); }

  Value take() { return std::move(root_); }

 private:
  // A list or map whose end has not been read.
  struct Open {
    Value value;
    YAML::anchor_t anchor;
    std::optional<Value::Entry> entry;  // of a map: the key that waits for its value
  };

  Origin at(const YAML::Mark& mark) const {
    return option_ ? *option_ : Origin{.line = static_cast<std::uint32_t>(mark.line + 1)};
  }

  Value made(Value::Kind kind, const YAML::Mark& mark) {
    add_count(1, mark);
    Value value;
    value.kind = kind;
    value.origin = at(mark);
    return value;
  }

  void add_count(std::size_t more, const YAML::Mark& mark) {
    count_ += more;
    if (count_ > most_values) {
      mistakes_.fatal(
          at(mark),
          fmt::format("more than {} values, with aliases written out; a matrix needs far fewer",
                      most_values));
    }
  }

  void too_deep(const YAML::Mark& mark) const {
    mistakes_.fatal(at(mark), fmt::format("nested more than {} levels deep", deepest));
  }

  void check_tag(const YAML::Mark& mark, const std::string& tag) {
    if (tag != "?" && tag != "!" && tag != "tag:yaml.org,2002:str") {
      mistakes_.add(at(mark), fmt::format("the tag {} has no meaning here", quote(tag)));
    }
  }

  void begin(Value::Kind kind, const YAML::Mark& mark, const std::string& tag,
             YAML::anchor_t anchor) {
    check_tag(mark, tag);
    if (open_.size() == deepest) {
      too_deep(mark);
    }
    open_.push_back({made(kind, mark), anchor, std::nullopt});
  }

  void end() {
    Open done = std::move(open_.back());
    open_.pop_back();
    place(std::move(done.value), done.anchor);
  }

  void place(Value value, YAML::anchor_t anchor) {
    if (anchor != 0) {
      anchors_[anchor] = value;
    }
    put(std::move(value));
  }

  void put(Value value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return;
    }
    Open& parent = open_.back();
    if (parent.value.kind == Value::Kind::list) {
      parent.value.items.push_back(std::move(value));
    } else if (!parent.entry) {
      if (value.kind != Value::Kind::scalar) {
        mistakes_.fatal(value.origin, "a key must be a word");
      }
      parent.entry = Value::Entry{std::move(value.text), value.origin, {}};
    } else {
      parent.entry->value = std::move(value);
      put_entry(parent.value, *std::exchange(parent.entry, std::nullopt));
    }
  }

  void put_entry(Value& map, Value::Entry entry) {
    for (const Value::Entry& other : map.entries) {
      if (other.key == entry.key) {
        mistakes_.add(entry.origin, other.origin.line == 0
                                        ? fmt::format("the key {} is there twice", quote(entry.key))
                                        : fmt::format("the key {} is there already, on line {}",
                                                      quote(entry.key), other.origin.line));
        return;
      }
    }
    map.entries.push_back(std::move(entry));
  }

  std::optional<Origin> option_;
  Mistakes& mistakes_;
  bool started_ = false;
  std::size_t count_ = 0;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, Value> anchors_;  // those whose end has been read
  Value root_;
};

}  // namespace

const Value* Value::find(std::string_view key) const {
  for (const Entry& entry : entries) {
    if (entry.key == key) {
      return &entry.value;
    }
  }
  return nullptr;
}

Value* Value::find(std::string_view key) {
  return const_cast<Value*>(std::as_const(*this).find(key));
}

std::span<const Value> each(const Value& value) {
  if (value.kind == Value::Kind::null) {
    return {};
  }
  return value.kind == Value::Kind::list ? std::span(value.items) : std::span(&value, 1);
}

std::string read_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text(largest_file_bytes + 1, '\0');
  if (stream) {
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  }
  if (stream.bad() || !stream.is_open() || std::filesystem::is_directory(file)) {
    throw Error(
        fmt::format("{}: cannot be read: {}; give the path of a matrix file", file.string(),
                    std::filesystem::is_directory(file) ? "it is a folder" : std::strerror(errno)),
        ExitCode::wrong_usage);
  }
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() > largest_file_bytes) {
    throw Error(
        fmt::format("{}: larger than 1 MB; this is no matrix file, or one to split", file.string()),
        ExitCode::wrong_usage);
  }
  return text;
}

Value parse(std::string_view text, std::optional<Origin> option, Mistakes& mistakes) {
  Builder builder(option, mistakes);
  std::istringstream stream{std::string(text)};
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& exception) {
    const Origin where =
        option ? *option : Origin{.line = static_cast<std::uint32_t>(exception.mark.line + 1)};
    mistakes.fatal(where, "not YAML: " + exception.msg);
  }
  return builder.take();
}

}  // namespace assay::matrix
