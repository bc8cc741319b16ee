// What shells and man(1) know of the program.
#include <fmt/format.h>

#include <regex>
#include <set>
#include <sstream>

#include "program.h"

namespace assay::end_to_end {
namespace {

class Shell : public Program {
 protected:
  std::string output_of(const std::vector<std::string>& arguments) const {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.errors;
    return outcome.output;
  }

  // The program's commands, by its help.
  std::set<std::string> commands() const {
    std::set<std::string> names;
    const std::string help = output_of({"--help"});
    std::istringstream lines(help.substr(help.find("Subcommands:")));
    static const std::regex name("^  ([a-z-]+) .*$");
    std::smatch match;
    for (std::string line; std::getline(lines, line);) {
      if (std::regex_match(line, match, name)) {
        names.insert(match.str(1));
      }
    }
    return names;
  }

  // A command's options, by its help.
  std::set<std::string> options(const std::string& command) const {
    std::set<std::string> names;
    const std::string help = output_of({command, "--help"});
    static const std::regex name("(?:^|[\n,]) *(--?[a-z][a-z-]*)");
    for (std::sregex_iterator each(help.begin(), help.end(), name), end; each != end; ++each) {
      names.insert(each->str(1));
    }
    return names;
  }

  // What bash offers for the last of the words.
  std::set<std::string> offered(const std::vector<std::string>& words) const {
    write("complete.sh",
          fmt::format("{}\nCOMP_WORDS=({})\nCOMP_CWORD={}\n_assay\nprintf '%s\\n' "
                      "\"${{COMPREPLY[@]}}\"\n",
                      output_of({"completion", "bash"}), fmt::join(words, " "), words.size() - 1));
    EXPECT_EQ(shell("bash complete.sh > offered"), 0);
    std::set<std::string> found;
    std::istringstream lines(content(folder() / "offered"));
    for (std::string line; std::getline(lines, line);) {
      found.insert(line);
    }
    found.erase("");
    return found;
  }
};

using Words = std::set<std::string>;

TEST_F(Shell, BashCompletesCommandsOptionsAndValues) {
  EXPECT_EQ(offered({"assay", "''"}), commands());
  EXPECT_EQ(offered({"assay", "do"}), Words{"doctor"});
  EXPECT_EQ(offered({"assay", "export", "--f"}), Words{"--format"});
  EXPECT_EQ(offered({"assay", "export", "--format", "''"}),
            (Words{"google-benchmark", "hlog", "json-lines"}));
  EXPECT_EQ(offered({"assay", "export", "--format", "=", "h"}), Words{"hlog"});
  EXPECT_EQ(offered({"assay", "export", "--format", "="}),
            (Words{"google-benchmark", "hlog", "json-lines"}));
  EXPECT_EQ(offered({"assay", "list", "w"}), Words{"workloads"});
}

// Nothing of ours is offered there, so that bash offers files.
TEST_F(Shell, BashIsLeftToCompleteFiles) {
  EXPECT_EQ(offered({"assay", "run", "''"}), Words{});
  EXPECT_EQ(offered({"assay", "run", "--out", "''"}), Words{});
  EXPECT_NE(output_of({"completion", "bash"}).find("complete -o default"), std::string::npos);
}

TEST_F(Shell, BashKnowsEveryOptionOfEveryCommand) {
  EXPECT_GT(commands().size(), 8U);
  for (const std::string& command : commands()) {
    EXPECT_EQ(offered({"assay", command, "-"}), options(command)) << command;
  }
}

TEST_F(Shell, EveryCommandAndOptionIsInTheManualAndTheOtherShells) {
  const std::string manual = output_of({"man"});
  const std::string zsh = output_of({"completion", "zsh"});
  const std::string fish = output_of({"completion", "fish"});
  for (const std::string& command : commands()) {
    const std::string heading = ".SS " + std::regex_replace(command, std::regex("-"), "\\-") + "\n";
    const std::size_t section = manual.find(heading);
    ASSERT_NE(section, std::string::npos) << command;
    const std::string text =
        manual.substr(section, manual.find("\n.S", section + heading.size()) - section);
    const std::size_t branch = zsh.find("\n    " + command + ")\n");
    ASSERT_NE(branch, std::string::npos) << command;
    const std::string arguments = zsh.substr(branch, zsh.find("\n      ;;", branch) - branch);
    for (const std::string& option : options(command)) {
      const std::string escaped = std::regex_replace(option, std::regex("-"), "\\-");
      EXPECT_NE(text.find("\\fB" + escaped + "\\fR"), std::string::npos) << command << option;
      EXPECT_NE(arguments.find(option + "["), std::string::npos) << command << option;
      const std::string flag =
          option.starts_with("--") ? " -l " + option.substr(2) : " -s " + option.substr(1);
      EXPECT_NE(fish.find(flag + " "), std::string::npos) << command << option;
    }
  }
}

TEST_F(Shell, TheManualHasNothingThatGroffWarnsOf) {
  ASSERT_EQ(shell("command -v groff > /dev/null"), 0) << "apt-get install groff-base";
  write("assay.1", output_of({"man"}));
  EXPECT_EQ(shell("groff -man -Tutf8 -ww -P-cbou assay.1 > page 2> warnings"), 0);
  EXPECT_EQ(content(folder() / "warnings"), "");
  const std::string page = content(folder() / "page");
  EXPECT_NE(page.find("EXIT CODES"), std::string::npos);
  // A pasted command must work: hyphens and quotes are those of the keyboard.
  EXPECT_EQ(page.find("\u2010"), std::string::npos);
  EXPECT_EQ(page.find("\u2212"), std::string::npos);
}

TEST_F(Shell, AnUnknownShellIsRefused) { EXPECT_EQ(run({"completion", "csh"}).code, 2); }

}  // namespace
}  // namespace assay::end_to_end
