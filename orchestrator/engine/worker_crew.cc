#include "engine/worker_crew.h"

#include <thread>
#include <utility>

namespace assay::engine {

Crew::Crew(std::uint32_t threads) {
  for (std::uint32_t i = 0; i < threads; ++i) {
    seats_.push_back(std::make_unique<Seat>());
    seats_.back()->thread = i;
  }
  for (const auto& seat : seats_) {
    std::thread([this, &seat = *seat] { work(seat); }).detach();
  }
}

void Crew::begin(Job job) {
  const std::lock_guard lock(mutex_);
  job_ = std::move(job);
  ++jobs_;
  left_ = seats_.size();
  for (const auto& seat : seats_) {
    seat->working = true;
  }
  given_.notify_all();
}

bool Crew::finished(std::chrono::nanoseconds at_most) {
  std::unique_lock lock(mutex_);
  return done_.wait_for(lock, at_most, [&] { return left_ == 0; });
}

std::string Crew::all(Job job) {
  begin(std::move(job));
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&] { return left_ == 0; });
  return first_error();
}

std::string Crew::first_error() const {
  for (const auto& seat : seats_) {
    if (!seat->error.empty()) {
      return seat->error;
    }
  }
  return {};
}

void Crew::work(Seat& seat) {
  std::uint64_t seen = 0;
  for (;;) {
    Job job;
    {
      std::unique_lock lock(mutex_);
      given_.wait(lock, [&] { return jobs_ != seen; });
      seen = jobs_;
      job = job_;
    }
    seat.error = job(seat);
    seat.working = false;
    const std::lock_guard lock(mutex_);
    if (--left_ == 0) {
      done_.notify_all();
    }
  }
}

}  // namespace assay::engine
