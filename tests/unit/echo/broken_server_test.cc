// What a session does when its server stops answering or goes away.
#include <gtest/gtest.h>

#include "assay/plain.h"
#include "echo_server.h"

namespace {

using assay::Reply;
using assay::Status;

// The parameter: whether receive waits in the read itself.
class EchoBroken : public testing::TestWithParam<bool> {
 protected:
  EchoServer server_;
};

TEST_P(EchoBroken, EndsAnOperationAtItsDeadlineWhenTheServerHangs) {
  assay::Place place = server_.place(1, GetParam());
  place.deadline_ns = 50'000'000;
  const auto session = EchoServer::plugin().open(place);
  assay::Plain plain(*session);
  Reply reply;
  ASSERT_EQ(plain.put("k", "v", 0, reply), Status::ok);
  server_.signal(SIGSTOP);
  EXPECT_EQ(plain.put("k", "w", 0, reply), Status::unknown);
  EXPECT_EQ(session->last_error(), "echo's server: no reply within the deadline");
  server_.signal(SIGCONT);
  EXPECT_EQ(plain.get("k", reply), Status::failed);
}

TEST_P(EchoBroken, KnowsNotWhatBecameOfARequestWhoseServerDied) {
  const auto session = server_.open(1, GetParam());
  assay::Plain plain(*session);
  Reply reply;
  ASSERT_EQ(plain.put("k", "v", 0, reply), Status::ok);
  server_.signal(SIGSTOP);
  ASSERT_EQ(session->key_value()->put("k", "w", 0, reply), Status::pending);
  ASSERT_EQ(session->flush(), Status::ok);
  server_.end();
  Status received = Status::pending;
  while (received == Status::pending) {
    received = session->receive();
  }
  EXPECT_EQ(received, Status::failed);
  Status status{};
  EXPECT_FALSE(session->take(status, reply));
  EXPECT_NE(std::string(session->last_error()).find("echo's server: "), std::string::npos);
  EXPECT_EQ(session->key_value()->get("k", reply), Status::failed);
  EXPECT_EQ(session->flush(), Status::failed);
  EXPECT_EQ(session->receive(), Status::failed);
}

INSTANTIATE_TEST_SUITE_P(Waiting, EchoBroken, testing::Bool(),
                         [](const testing::TestParamInfo<bool>& blocking) {
                           return std::string(blocking.param ? "InTheRead" : "ByPolling");
                         });

TEST(EchoPlugin, IsNotReadyAndSaysWhyWhenNoServerRuns) {
  EchoServer server;
  server.end();
  EXPECT_FALSE(EchoServer::plugin().ready(server.place(1)));
  try {
    server.open(1);
    FAIL() << "no error";
  } catch (const assay::Error& error) {
    EXPECT_EQ(
        std::string(error.what()),
        "cannot connect to echo's server at " + server.place(1).address.substr(5) +
            ": Connection refused; is it running, and is the limit of open files high enough?");
  }
}

TEST(EchoPlugin, RefusesAnAddressItCannotUse) {
  assay::Place place;
  for (const auto& [address, text] :
       {std::pair<std::string, std::string>{
            "tcp:127.0.0.1:1",
            "echo's server has the address 'tcp:127.0.0.1:1', wanted unix:/PATH"},
        {"unix:/" + std::string(200, 'x'),
         "the socket's path '/" + std::string(200, 'x') +
             "' has 201 bytes, wanted 1 to 107; use a folder with a shorter name"}}) {
    place.address = address;
    try {
      EchoServer::plugin().open(place);
      FAIL() << "no error";
    } catch (const assay::Error& error) {
      EXPECT_EQ(error.what(), text);
    }
  }
}

}  // namespace
