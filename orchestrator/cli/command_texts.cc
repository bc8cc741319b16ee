#include "cli/command_texts.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace assay::cli {
namespace {

// The type of an option that is one of some words is "TEXT:{a,b}".
std::vector<std::string> choices_in(const std::string& type) {
  const std::size_t begin = type.find(":{");
  const std::size_t end = type.find('}', std::min(begin, type.size()));
  if (begin == std::string::npos || end == std::string::npos) {
    return {};
  }
  std::vector<std::string> choices;
  std::istringstream words(type.substr(begin + 2, end - begin - 2));
  for (std::string word; std::getline(words, word, ',');) {
    choices.push_back(word);
  }
  return choices;
}

std::string value_in(const std::string& type) {
  std::string value = type.substr(0, type.find(':'));
  std::transform(value.begin(), value.end(), value.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return value;
}

OptionText text_of(const CLI::Option& option) {
  OptionText text;
  text.positional = option.get_positional();
  if (text.positional) {
    text.names.push_back(option.get_single_name());
  }
  for (const std::string& name : option.get_lnames()) {
    text.names.push_back("--" + name);
  }
  for (const std::string& name : option.get_snames()) {
    text.names.push_back("-" + name);
  }
  const bool takes_value = option.get_items_expected_max() > 0;
  const std::string type = takes_value ? option.get_type_name() : "";
  text.value = value_in(type);
  text.choices = choices_in(type);
  text.description = option.get_description();
  text.default_value = option.get_default_str();
  text.required = option.get_required();
  text.several = option.get_items_expected_max() > 1;
  return text;
}

CommandText text_of(const CLI::App& app) {
  CommandText text{app.get_name(), app.get_description(), app.get_footer(), {}};
  for (const CLI::Option* option : app.get_options({})) {
    text.options.push_back(text_of(*option));
  }
  std::stable_partition(text.options.begin(), text.options.end(),
                        [](const OptionText& each) { return each.positional; });
  return text;
}

}  // namespace

std::vector<CommandText> command_texts(const CLI::App& app) {
  std::vector<CommandText> texts{text_of(app)};
  for (const CLI::App* command : app.get_subcommands({})) {
    texts.push_back(text_of(*command));
  }
  return texts;
}

}  // namespace assay::cli
