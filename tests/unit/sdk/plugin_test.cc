#include "assay/plugin.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Place, GivesTheValueOfADeclaredOption) {
  Place place;
  place.settings = {{"a", "1"}, {"b", "two"}};
  EXPECT_EQ(place.setting("b"), "two");
}

TEST(Place, NamesAnOptionThatIsNotDeclared) {
  const Place place;
  try {
    place.setting("page_size");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("'page_size'"), std::string::npos);
  }
}

TEST(Names, AreThoseOfTheFiles) {
  EXPECT_EQ(name(Status::not_found), "not_found");
  EXPECT_EQ(name(Status::failed), "failed");
  EXPECT_EQ(name(Durability::power), "power");
  EXPECT_EQ(name(Environment::external), "external");
  EXPECT_EQ(name(Component::table), "Table");
  EXPECT_EQ(name(Component::sql), "Sql");
  EXPECT_EQ(name(OptionType::choice), "choice");
}

}  // namespace
}  // namespace assay
