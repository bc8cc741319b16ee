// The line that renews itself while a run goes on, as a terminal gets it.
#include <fcntl.h>
#include <pty.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "program.h"

namespace {

using assay::end_to_end::Outcome;
using assay::end_to_end::Program;
using assay::end_to_end::replaced;
using assay::end_to_end::small_matrix;

class Terminal : public Program {
 protected:
  // All that a run of the matrix m.yaml writes to a terminal as wide as that.
  std::string shown(unsigned short columns) const {
    winsize size{};
    size.ws_row = 24;
    size.ws_col = columns;
    int ours = -1;
    int theirs = -1;
    EXPECT_EQ(openpty(&ours, &theirs, nullptr, nullptr, &size), 0);
    fcntl(ours, F_SETFD, FD_CLOEXEC);
    fcntl(theirs, F_SETFD, FD_CLOEXEC);
    setenv("TERM", "xterm", 1);
    const pid_t pid = start({"run", "m.yaml", "--out", "out"}, {.terminal = theirs});
    close(theirs);
    std::string text;
    std::array<char, 4096> buffer{};
    for (ssize_t got = 0; (got = read(ours, buffer.data(), buffer.size())) > 0;) {
      text.append(buffer.data(), static_cast<std::size_t>(got));
    }
    close(ours);
    EXPECT_EQ(finish(pid).code, 0) << text;
    return text;
  }

  // What stood in the line, one state after the other.
  static std::vector<std::string> states(const std::string& text) {
    const std::string renew = "\r\033[K";
    std::vector<std::string> found;
    for (std::size_t at = text.find(renew); at != std::string::npos;) {
      const std::size_t next = text.find(renew, at + renew.size());
      found.push_back(text.substr(at + renew.size(), next - at - renew.size()));
      at = next;
    }
    return found;
  }
};

TEST_F(Terminal, ShowsBlocksDoneTimeLeftTheCellAndItsRate) {
  write("m.yaml", replaced(small_matrix(1), "measure: 200ms", "measure: 1500ms"));
  const std::vector<std::string> all = states(shown(200));
  const auto cells =
      nlohmann::json::parse(std::ifstream(folder() / "out" / "results.json")).at("cells");
  double fastest = 0;
  for (const auto& cell : cells) {
    fastest = std::max(fastest, cell.at("repeats").at(0).at("ops_per_second").get<double>());
  }
  // "[##########..........] 1/2 blocks, 2s left  7.10M ops/s  noop/none/…"
  const std::regex line(
      R"(\[[#.]{20}\] ([01])/2 blocks, (\d+)s left  (.+)  noop/none/cache\.get/.*)");
  const std::regex rate(R"((\d+(?:\.\d+)?)([kM]?) ops/s)");
  std::array<std::size_t, 2> rates{};
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(all.back(), "") << "the line is removed at the end";
  for (const std::string& state : all) {
    std::smatch parts;
    if (state.empty()) {
      continue;
    }
    ASSERT_TRUE(std::regex_match(state, parts, line)) << state;
    EXPECT_LE(std::stoi(parts[2]), 20) << state;
    const std::string figure = parts[3];
    std::smatch number;
    if (std::regex_match(figure, number, rate)) {
      const double factor = number[2] == "M" ? 1e6 : number[2] == "k" ? 1e3 : 1;
      const double live = std::stod(number[1]) * factor;
      EXPECT_GT(live, 0) << state;
      EXPECT_LT(live, fastest * 20) << state;
      ++rates[parts[1] == "0" ? 0 : 1];
    } else {
      EXPECT_TRUE(std::regex_match(figure, std::regex("[a-z]+")))
          << "neither rate nor phase: " << state;
    }
  }
  EXPECT_GE(rates[0], 1U);
  EXPECT_GE(rates[1], 1U);
}

TEST_F(Terminal, NeverWritesBeyondItsWidth) {
  write("m.yaml", small_matrix(1));
  for (const std::string& state : states(shown(40))) {
    EXPECT_LT(state.size(), 40U) << state;
  }
}

}  // namespace
