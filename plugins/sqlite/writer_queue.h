// A fair queue of writers in front of SQLite's own write lock, shared by all sessions of all
// processes through a small mapped file next to the database. SQLite lets waiting writers poll, so
// the one that has just finished wins again and again; here it has to line up behind the others.
//
// Two robust mutexes. Writers wait in line for the first, which has priority inheritance: of that
// kind the kernel hands it over to the thread that has waited longest, where any other kind goes to
// whoever comes first. Whoever has it waits for the second, the room, and then has a turn: for 200
// microseconds it may enter the room again without lining up, since handing over after each write
// costs two switches of context. A process that dies frees both.
// Nothing is protected by the queue but fairness: SQLite's lock still decides who writes.
//
// Thread rule: one WriterQueue per session; enter and leave from the session's thread.
#pragma once

#include <pthread.h>

#include <cstdint>
#include <string>

namespace assay::sqlite {

class WriterQueue {
 public:
  // Makes the file. Throws Error when it cannot. REQUIRES: no queue of this file is open.
  static void create(const std::string& file);

  // Maps the file. Throws Error when it is not there.
  explicit WriterQueue(const std::string& file);
  ~WriterQueue();
  WriterQueue(const WriterQueue&) = delete;
  WriterQueue& operator=(const WriterQueue&) = delete;

  // Waits for its turn, at most so long. false: the time has passed and it is not inside.
  // REQUIRES: this thread is not inside.
  bool enter(std::int64_t at_most_ns);

  // REQUIRES: this thread is inside.
  void leave();

 private:
  struct Shared {
    alignas(64) pthread_mutex_t line;
    alignas(64) pthread_mutex_t room;
  };

  Shared* shared_ = nullptr;
  std::int64_t turn_ends_ns_ = 0;
};

}  // namespace assay::sqlite
