// What assay doctor finds on this machine, for people and for scripts.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "program.h"

namespace assay::end_to_end {
namespace {

using nlohmann::json;

class Doctor : public Program {
 protected:
  json examined() const {
    const Outcome outcome = run({"doctor", "--seconds", "0.1", "--json"});
    EXPECT_EQ(outcome.code, 0) << outcome.errors;
    return json::parse(outcome.output);
  }
};

TEST_F(Doctor, ItsJsonKeepsToTheSchema) {
  write("doctor.json", examined().dump());
  EXPECT_EQ(shell(fmt::format("{} {}/tests/unit/matrix/validate.py {}/docs/doctor.schema.json "
                              "doctor.json > verdict",
                              ASSAY_PYTHON, ASSAY_SOURCE_FOLDER, ASSAY_SOURCE_FOLDER)),
            0)
      << content(folder() / "verdict");
}

TEST_F(Doctor, JudgesTheFolderItIsGiven) {
  const json found = examined();
  EXPECT_EQ(found.at("data_folder"), std::filesystem::canonical(folder()).string());
  EXPECT_NEAR(found.at("machine").at("jitter_sample_seconds").get<double>(), 0.1, 0.05);
  const Outcome outcome = run({"doctor", "--data", "/dev/shm", "--seconds", "0.01", "--json"});
  EXPECT_EQ(json::parse(outcome.output).at("judgements").at(0).at("subject"), "data folder");
}

TEST_F(Doctor, TellsPeopleTheWorstFirstWithWhatToDo) {
  const Outcome outcome = run({"doctor", "--seconds", "0.01", "--data", "/dev/shm"});
  EXPECT_EQ(outcome.code, 0);
  const std::size_t serious = outcome.output.find("\nserious  data folder");
  const std::size_t advice = outcome.output.find("-> use a folder on a disk");
  const std::size_t unknown = outcome.output.find("\nfine ");
  EXPECT_LT(serious, advice) << outcome.output;
  EXPECT_LT(advice, unknown) << outcome.output;
  EXPECT_NE(outcome.output.find("sqlite"), std::string::npos);
}

TEST_F(Doctor, AFolderThatIsNotThereCannotBeJudged) {
  const Outcome outcome = run({"doctor", "--data", "nowhere"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.errors.find("nowhere"), std::string::npos) << outcome.errors;
  EXPECT_EQ(run({"doctor", "--seconds", "0"}).code, 2);
}

// One judgement, two readers.
TEST_F(Doctor, AReportsSourcesOfBiasAreItsFindings) {
  write("small.yaml", small_matrix(1));
  ASSERT_EQ(run({"run", "small.yaml", "--out", "run", "--quiet"}).code, 0);
  const std::string report = content(folder() / "run" / "report.md");
  const json found = examined();
  for (const json& each : found.at("judgements")) {
    // What is measured anew may differ; what is so stays so.
    if (each.at("subject") == "CPUs" || each.at("subject") == "virtual machine" ||
        each.at("subject") == "transparent huge pages") {
      const bool is_bias = each.at("weight") == "notable";
      EXPECT_EQ(report.find("- " + each.at("found").get<std::string>() + ": ") != std::string::npos,
                is_bias)
          << each;
    }
  }
}

}  // namespace
}  // namespace assay::end_to_end
