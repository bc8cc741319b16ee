#include "host/loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/dll/shared_library.hpp>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "host/catalogue.h"
#include "host/shared_object.h"

namespace assay::host {

namespace {

struct Loaded {
  std::filesystem::path file;
  const boost::dll::shared_library* library;
  Plugin* plugin;
};

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& has,
                         const std::string& wanted) {
  throw Error(fmt::format("{}: {}, wanted {}; rebuild it with find_package(assay)", file.string(),
                          has, wanted));
}

std::string version_text(std::uint32_t version) {
  return fmt::format("{}.{}", version >> 16U, version & 0xFFFFU);
}

// Everything is read from the file itself: a plugin that is refused has run no constructor.
void check_descriptor(const std::filesystem::path& file) {
  const SharedObject object(file);
  const auto symbol = object.symbol("assay_plugin");
  if (!symbol) {
    refuse(file, "it has no symbol assay_plugin", "an Assay plugin");
  }
  const auto number = [&](std::size_t offset) {
    return object.number(*symbol + offset).value_or(0);
  };
  const std::uint32_t magic = number(offsetof(assay_descriptor, magic));
  if (magic != ASSAY_MAGIC) {
    refuse(file, fmt::format("its magic number is {:#010x}", magic),
           fmt::format("{:#010x}", ASSAY_MAGIC));
  }
  const std::uint32_t size = number(offsetof(assay_descriptor, struct_size));
  if (size != sizeof(assay_descriptor)) {
    refuse(file, fmt::format("its descriptor has {} bytes", size),
           fmt::format("{}", sizeof(assay_descriptor)));
  }
  const std::uint32_t version = number(offsetof(assay_descriptor, sdk_version));
  if (version != ASSAY_SDK_VERSION) {
    refuse(file,
           fmt::format("it is built with the {} SDK of version {}",
                       version < ASSAY_SDK_VERSION ? "older" : "newer", version_text(version)),
           version_text(ASSAY_SDK_VERSION));
  }
  const auto text = [&](std::size_t offset) { return object.text(*symbol + offset).value_or(""); };
  const std::string_view abi = text(offsetof(assay_descriptor, abi));
  if (abi != ASSAY_ABI) {
    refuse(file, fmt::format("its ABI is '{}'", abi), fmt::format("'{}'", ASSAY_ABI));
  }
  const std::string_view name = text(offsetof(assay_descriptor, name));
  const std::string wanted = plugin_name(file);
  if (wanted.empty()) {
    refuse(file, fmt::format("its file's name is '{}'", file.filename().string()),
           fmt::format("'assay-{}.so'", name));
  }
  if (name != wanted) {
    refuse(file, fmt::format("its name is '{}'", name),
           fmt::format("'{}' as in the file's name", wanted));
  }
}

// The dynamic linker's own words, from Boost's "… (dlerror system message: FILE: words): code".
std::string linker_words(const std::filesystem::path& file, std::string text) {
  constexpr std::string_view before = "dlerror system message: ";
  if (const auto at = text.find(before); at != std::string::npos) {
    text = text.substr(at + before.size());
    text.resize(std::min(text.size(), text.rfind("): ")));
  }
  const std::string name = file.string() + ": ";
  return text.starts_with(name) ? text.substr(name.size()) : text;
}

boost::dll::shared_library open_library(const std::filesystem::path& file) {
  try {
    return boost::dll::shared_library(
        file, boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local);
  } catch (const std::exception& error) {
    throw Error(
        fmt::format("{}: it cannot be opened: {}; install what is missing, or rebuild it "
                    "with find_package(assay)",
                    file.string(), linker_words(file, error.what())));
  }
}

// The texts are copied here: an exception's what() is the plugin's code.
Plugin* create(const std::filesystem::path& file, const assay_descriptor& descriptor) {
  std::string fault = "returned no plugin from create";
  try {
    if (Plugin* plugin = descriptor.create()) {
      return plugin;
    }
  } catch (const std::exception& error) {
    fault = fmt::format("threw in create: {}", error.what());
  } catch (...) {
    fault = "threw in create something that is no std::exception";
  }
  throw Error(fmt::format("{}: plugin {} {}; the plugin's author has to correct that",
                          file.string(), descriptor.name, fault));
}

}  // namespace

Plugin& load(const std::filesystem::path& file) {
  static std::mutex mutex;
  // Never freed, so never unloaded: unloading breaks thread-local destructors and exit handlers.
  static auto* const registry = new std::vector<Loaded>;
  const std::lock_guard lock(mutex);
  const std::filesystem::path path = std::filesystem::absolute(file);
  for (const Loaded& each : *registry) {
    if (each.file == path) {
      return *each.plugin;
    }
    if (plugin_name(each.file) == plugin_name(path)) {
      throw Error(
          fmt::format("{}: a plugin of this name is loaded already from {}; rename or "
                      "remove one of them",
                      file.string(), each.file.string()));
    }
  }
  check_descriptor(file);
  // Released before create: a plugin whose create fails stays mapped, too.
  auto* const library = new boost::dll::shared_library(open_library(path));
  Plugin* plugin = create(file, library->get<const assay_descriptor>("assay_plugin"));
  registry->push_back({path, library, plugin});
  return *plugin;
}

}  // namespace assay::host
