// Runs plugin code and turns what it throws into a text for the user. Stateless.
#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "assay/types.h"

namespace assay::engine {

// In a catch block: what was thrown, naming plugin and phase. The text is copied here because an
// exception's what() is plugin code.
inline std::string thrown(std::string_view plugin, std::string_view phase) {
  std::string text = "plugin ";
  text.append(plugin).append(" threw in ").append(phase).append(": ");
  try {
    throw;
  } catch (const std::exception& error) {
    return text + error.what();
  } catch (...) {
    return text + "something that is no std::exception; the plugin's author has to correct that";
  }
}

// Calls `action`; empty when it returned, otherwise why it did not. For set-up, where an Error is
// meant for the user and says all.
template <typename Action>
std::string guarded(std::string_view plugin, std::string_view phase, const Action& action) {
  try {
    action();
    return {};
  } catch (const Error& error) {
    std::string text = "plugin ";
    return text.append(plugin).append(" in ").append(phase).append(": ").append(error.what());
  } catch (...) {
    return thrown(plugin, phase);
  }
}

}  // namespace assay::engine
