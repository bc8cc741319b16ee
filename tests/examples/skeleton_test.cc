#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "document.h"
#include "host/catalogue.h"
#include "host/paths.h"

namespace assay {
namespace {

std::string source(const std::string& file) {
  return test::read(std::string(ASSAY_SOURCE_FOLDER "/") + file);
}

// The overridable calls of a header, by name.
std::vector<std::string> virtual_calls(const std::string& header) {
  const std::string text = source("orchestrator/sdk/include/assay/" + header);
  const std::regex call(R"(virtual [^~(]*?(\w+)\()");
  std::vector<std::string> names;
  for (std::sregex_iterator each(text.begin(), text.end(), call), end; each != end; ++each) {
    names.push_back((*each)[1]);
  }
  return names;
}

TEST(Skeleton, ShowsEveryCallOfTheInterfaces) {
  const std::string shown =
      source("tests/examples/skeleton/plugin.cc") + source("tests/examples/skeleton/session.h");
  for (const char* header : {"plugin.h", "session.h", "key_value.h", "table.h", "sql.h"}) {
    const std::vector<std::string> names = virtual_calls(header);
    EXPECT_GE(names.size(), 6U) << header;
    for (const std::string& name : names) {
      EXPECT_NE(shown.find(" " + name + "("), std::string::npos)
          << name << " of " << header << " is not in the skeleton";
    }
  }
}

TEST(Skeleton, IsAPluginThatLoads) {
  std::vector<host::Found> found = host::find({ASSAY_BINARY_FOLDER "/lib/assay/examples"});
  ASSERT_EQ(found.size(), 1U);
  host::describe(found, host::worker_file());
  ASSERT_TRUE(found[0].capabilities) << found[0].error;
  EXPECT_EQ(found[0].capabilities->system, "Skeleton");
}

}  // namespace
}  // namespace assay
