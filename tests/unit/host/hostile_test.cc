// What the catalogue says about each plugin that does something wrong. Loading happens in a worker
// process, so the test goes on whatever the plugin does.
#include <gtest/gtest.h>

#include "assay/plugin.h"
#include "host/catalogue.h"

namespace {

using assay::host::Found;
using namespace std::chrono_literals;

const std::string folder = ASSAY_BINARY_FOLDER "/lib/assay/hostile/";
const std::string worker = ASSAY_BINARY_FOLDER "/bin/assay-worker";

std::string file_of(const std::string& name) { return folder + name + "/assay-" + name + ".so"; }

Found describe(const std::string& name, std::chrono::milliseconds deadline = 10s) {
  std::vector<Found> found = assay::host::find({folder + name});
  EXPECT_EQ(found.size(), 1U);
  assay::host::describe(found, worker, deadline);
  EXPECT_NE(found.at(0).capabilities.has_value(), !found.at(0).error.empty());
  return found.at(0);
}

struct Case {
  std::string name;
  std::string error;  // after the file's name
};

void PrintTo(const Case& each, std::ostream* stream) { *stream << each.name; }

class Hostile : public testing::TestWithParam<Case> {};

TEST_P(Hostile, GetsItsOwnMessage) {
  EXPECT_EQ(describe(GetParam().name).error, file_of(GetParam().name) + ": " + GetParam().error);
}

const std::string rebuild = "; rebuild it with find_package(assay)";
const std::string author = "; the plugin's author has to correct that";
#if defined(__x86_64__)
const std::string elf = "wanted an ELF shared object for x86-64" + rebuild;
#else
const std::string elf = "wanted an ELF shared object for aarch64" + rebuild;
#endif

INSTANTIATE_TEST_SUITE_P(
    Cases, Hostile,
    testing::Values(
        Case{"not_elf", "it is no ELF file, " + elf},
        Case{"truncated", "it is cut off after 5000 bytes, " + elf},
        Case{"no_symbol", "it has no symbol assay_plugin, wanted an Assay plugin" + rebuild},
        Case{"other_magic", "its magic number is 0x12345678, wanted 0x59415341" + rebuild},
        Case{"small_descriptor", "its descriptor has 32 bytes, wanted 48" + rebuild},
        Case{"other_version",
             "it is built with the newer SDK of version 7.3, wanted 0.1" + rebuild},
        Case{"older_version",
             "it is built with the older SDK of version 0.0, wanted 0.1" + rebuild},
        Case{"other_abi",
             "its ABI is 'sdk-0123456789ab', wanted '" + std::string(ASSAY_ABI) + "'" + rebuild},
        Case{"other_name",
             "its name is 'somebody', wanted 'other_name' as in the file's name" + rebuild},
        Case{"undefined_function",
             "it cannot be opened: undefined symbol: _Z22assay_no_such_functionv; install what is "
             "missing, or rebuild it with find_package(assay)"},
        Case{"throws_error",
             "plugin throws_error threw in create: no licence file; buy one" + author},
        Case{"throws_std_exception",
             "plugin throws_std_exception threw in create: index 7" + author},
        Case{"throws_number",
             "plugin throws_number threw in create something that is no std::exception" + author},
        Case{"creates_nothing", "plugin creates_nothing returned no plugin from create" + author},
        Case{"throws_in_capabilities",
             "the plugin threw something that is no std::exception in capabilities" + author},
        Case{"aborts_in_constructor",
             "the process that loaded it was killed by signal 6 (Aborted), saying: my constructor "
             "is broken" +
                 author},
        Case{"exits_in_constructor", "the process that loaded it ended with code 9" + author}),
    [](const testing::TestParamInfo<Case>& each) { return each.param.name; });

TEST(Hostile, HangingInAConstructorIsEndedAtTheDeadline) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(describe("hangs_in_constructor", 1s).error,
            file_of("hangs_in_constructor") +
                ": the process that loaded it did not end within 1 s and was killed" + author);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 30s);
}

TEST(Hostile, PrintingOnStandardOutputDoesNoHarm) {
  EXPECT_EQ(describe("prints_on_stdout").capabilities->system, "hostile");
}

TEST(Hostile, CrashingAtExitDoesNoHarm) {
  EXPECT_EQ(describe("aborts_at_exit").capabilities->system, "hostile");
}

TEST(Hostile, TwoOfOneNameAreNamedToEachOtherAndNeitherIsUsable) {
  std::vector<Found> found =
      assay::host::find({folder + "duplicate/first", folder + "duplicate/second"});
  assay::host::describe(found, worker);
  ASSERT_EQ(found.size(), 2U);
  const std::string first = folder + "duplicate/first/assay-duplicate.so";
  const std::string second = folder + "duplicate/second/assay-duplicate.so";
  EXPECT_EQ(found[0].error,
            first + ": " + second + " has the same name; rename or remove one of them");
  EXPECT_EQ(found[1].error,
            second + ": " + first + " has the same name; rename or remove one of them");
}

TEST(Hostile, AWorkerThatIsNoneIsSaidToBeTheFault) {
  std::vector<Found> found = assay::host::find({folder + "prints_on_stdout"});
  assay::host::describe(found, "/no/such/worker");
  EXPECT_EQ(found.at(0).error,
            "/no/such/worker cannot be started: No such file or directory; is it installed?");
  found.at(0).error.clear();
  assay::host::describe(found, "/bin/echo");
  EXPECT_EQ(found.at(0).error.find(file_of("prints_on_stdout") +
                                   ": /bin/echo printed no description of it ("),
            0U);
}

}  // namespace
