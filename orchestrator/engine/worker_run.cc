#include "engine/worker_run.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>

#include "engine/clock.h"
#include "engine/load_loop.h"
#include "engine/plugin_guard.h"
#include "observe/process.h"

namespace assay::engine {
namespace {

using std::chrono_literals::operator""s;

constexpr std::chrono::milliseconds tick_length{250};

// A window by time that a thread enters later than this share of it would measure something else.
constexpr std::int64_t latest_share = 20;

double seconds(timeval time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

// What this process has used so far; to the microsecond, where /proc counts in clock ticks.
Resources used() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto sample = observe::sample_process(getpid()).value_or(observe::ProcessSample());
  return {seconds(usage.ru_utime) + seconds(usage.ru_stime), sample.rss_bytes, sample.read_bytes,
          sample.written_bytes};
}

// The resources of the measured window, by looking at its edges and, for memory, in between.
class WindowResources {
 public:
  void look(std::int64_t measure_ns) {
    last_ = used();
    if (!first_ && now_ns() >= measure_ns) {
      first_ = last_;
    }
    if (first_) {
      rss_bytes_ = std::max(rss_bytes_, last_.rss_bytes);
    }
  }

  Resources result() const {
    const Resources first = first_.value_or(last_);
    return {last_.cpu_seconds - first.cpu_seconds, rss_bytes_, last_.read_bytes - first.read_bytes,
            last_.written_bytes - first.written_bytes};
  }

 private:
  std::optional<Resources> first_;
  Resources last_;
  std::int64_t rss_bytes_ = 0;
};

std::string phase(const wire::Window& window) {
  return now_ns() < window.measure_ns() ? "warmup" : "measure";
}

Offer offer_of(const wire::Offer& sent, std::uint32_t thread) {
  return {sent.per_second(), sent.poisson(), sent.first_thread() + thread,
          sent.threads(),    sent.seed(),    sent.spin_ns(),
          sent.drain_ns()};
}

std::string run_loop(const RunPlan& plan, const std::atomic<bool>& stop, Seat& seat) {
  Window window{plan.window.start_ns(), plan.window.measure_ns(), plan.window.end_ns(), {}};
  if (plan.window.operations_size() > 0) {
    window.operations = plan.window.operations(static_cast<int>(seat.thread));
    if (*window.operations == 0) {
      return {};
    }
  } else {
    if (plan.window.has_offer()) {
      window.offer = offer_of(plan.window.offer(), seat.thread);
      // A thread that sleeps until the next operation is due is woken then, not within 50 us.
      prctl(PR_SET_TIMERSLACK, 1);
    }
    const std::int64_t late_ns = now_ns() - window.measure_ns;
    if (late_ns > (window.end_ns - window.measure_ns) / latest_share) {
      return fmt::format(
          "a load thread came {:.1f} ms late to the measured window; the machine is overloaded, "
          "use "
          "fewer processes or threads",
          static_cast<double>(late_ns) / 1e6);
    }
  }
  try {
    if (plan.depth == 0) {
      run_plain(seat.lanes, window, stop, seat.pulse, seat.tally);
    } else {
      run_pipelined(seat.lanes, plan.depth, window, stop, seat.pulse, seat.tally);
    }
  } catch (...) {
    return thrown(plan.plugin, phase(plan.window));
  }
  return {};
}

std::uint64_t finished(const Crew& crew) {
  std::uint64_t sum = 0;
  for (const auto& seat : crew.seats()) {
    sum += seat->pulse.operations.load(std::memory_order_relaxed);
  }
  return sum;
}

// Whether some thread has finished nothing for longer than an operation may take.
bool hangs(const Crew& crew, const RunPlan& plan, std::chrono::nanoseconds patience) {
  return std::any_of(crew.seats().begin(), crew.seats().end(), [&](const auto& seat) {
    const std::int64_t since_ns =
        std::max(seat->pulse.last_ns.load(std::memory_order_relaxed), plan.window.start_ns());
    return seat->working && now_ns() - since_ns > patience.count();
  });
}

// How long the watching thread may sleep: to the next tick, but not past the window's first edge.
std::chrono::nanoseconds until_next_look(std::int64_t measure_ns) {
  const std::chrono::nanoseconds to_edge(measure_ns - now_ns());
  return to_edge.count() > 0 ? std::min<std::chrono::nanoseconds>(to_edge, tick_length)
                             : tick_length;
}

// What the first work that knows more says about the thread's first error.
void explain(Seat& seat) {
  std::string& error = seat.tally.first_error;
  for (const auto& work : seat.works) {
    const std::string complaint = error.empty() ? std::string() : work->complaint();
    if (!complaint.empty()) {
      error += fmt::format("{} {}", error.find(':') == std::string::npos ? ':' : ';', complaint);
      return;
    }
  }
}

}  // namespace

RunEnd run_window(Crew& crew, const RunPlan& plan, const std::function<bool(std::uint64_t)>& tick) {
  RunEnd end;
  // Shared with the threads: one that hangs still has them when this call has returned.
  const auto stop = std::make_shared<std::atomic<bool>>(false);
  const auto shared_plan = std::make_shared<const RunPlan>(plan);
  crew.begin([stop, shared_plan](Seat& seat) {
    seat.tally = {};
    seat.tally.parts.resize(seat.works.empty() ? 0 : seat.works.front()->parts().count);
    seat.pulse.operations = 0;
    seat.pulse.last_ns = 0;
    std::string error = run_loop(*shared_plan, *stop, seat);
    if (!error.empty()) {
      *stop = true;
    }
    return error;
  });

  const std::chrono::nanoseconds patience = plan.deadline + deadline_margin;
  WindowResources resources;
  bool wanted = true;
  for (bool done = false; !done;) {
    done = crew.finished(until_next_look(plan.window.measure_ns()));
    resources.look(plan.window.measure_ns());
    wanted = wanted && tick(finished(crew));
    if (!wanted) {
      *stop = true;
    }
    if (!done && hangs(crew, plan, patience)) {
      return {
          fmt::format("plugin {} hangs in {}: no operation finished for {} s (the deadline of an "
                      "operation is {} s)",
                      plan.plugin, phase(plan.window), patience / 1.0s, plan.deadline / 1.0s),
          true,
          {},
          {}};
    }
  }
  end.error = wanted ? crew.first_error() : "the run was called off";
  for (const auto& seat : crew.seats()) {
    explain(*seat);
    add(end.tally, seat->tally);
    for (const auto& work : seat->works) {
      end.tally.other_calls += work->other_calls();
    }
  }
  end.resources = resources.result();
  return end;
}

}  // namespace assay::engine
