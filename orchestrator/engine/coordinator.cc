#include "engine/coordinator.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "engine/clock.h"
#include "engine/wire.h"
#include "observe/machine.h"
#include "observe/storage.h"
#include "process/how_it_ended.h"

namespace assay::engine {
namespace {

using process::log_tail;
using std::chrono::nanoseconds;
using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;
using std::chrono_literals::operator""us;

constexpr nanoseconds poll_worker_every = 500us;
constexpr nanoseconds poll_server_every = 2ms;
constexpr nanoseconds server_grace = 5s;

// After a failure nobody waits for a server's orderly end.
constexpr nanoseconds failed_server_grace = 1s;

// What a phase may take. A little less than its deadline, so that killing what hangs fits in, too.
nanoseconds budget(const matrix::Timing& timing) {
  return timing.phase_deadline - std::min<nanoseconds>(timing.phase_deadline / 10, 5s);
}

std::string read_back_text(const Facts& facts) {
  std::string text;
  for (const Setting& setting : facts.settings) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", setting.name, setting.value);
  }
  return text;
}

}  // namespace

Coordinator::Coordinator(const Block& block, Supervisor& supervisor, const std::atomic<bool>& stop,
                         const std::function<void(const Live&)>& progress)
    : block_(block),
      supervisor_(supervisor),
      progress_(progress),
      folder_(block.folder, supervisor),
      native_(supervisor),
      watch_{supervisor, stop, server_, block.cell.plugin} {}

Coordinator::~Coordinator() {
  try {
    for (const auto& worker : workers_) {
      supervisor_.signal(worker->pid(), SIGKILL);
    }
    for (const auto& worker : workers_) {
      supervisor_.stop(worker->pid(), 0s);
    }
    if (server_) {
      native_.stop(*server_, failed_server_grace);
    }
  } catch (const std::exception&) {
    // The supervisor has gone, and with it all that it started.
    workers_.clear();
  }
}

Measurement Coordinator::run() {
  phase_start_ns_ = now_ns();
  enter("start");
  start();
  enter("load");
  load();
  enter("settle");
  settle();
  enter("open");
  open();
  enter("warmup");
  measure();
  enter("verify");
  verify();
  enter("stop");
  stop();
  leave();
  return std::move(measurement_);
}

void Coordinator::leave() {
  const std::int64_t now = now_ns();
  measurement_.phase_seconds[phase_] += static_cast<double>(now - phase_start_ns_) / 1e9;
  phase_start_ns_ = now;
}

void Coordinator::enter(const std::string& phase) {
  leave();
  phase_ = phase;
  if (progress_) {
    progress_({phase, 0});
  }
}

void Coordinator::call(Workers workers, const WorkerCall& call) {
  call_workers(watch_, workers, phase_, budget(block_.timing), call);
}

wire::Task Coordinator::task(std::uint32_t process) const {
  const matrix::Cell& cell = block_.cell;
  wire::Task task;
  task.set_plugin_file(block_.plugin_file.string());
  task.set_environment(static_cast<std::uint32_t>(cell.environment));
  task.set_durability(static_cast<std::uint32_t>(cell.durability));
  task.set_folder(folder_.data().string());
  if (cell.environment == Environment::native) {
    task.set_address(adapters::Native::address(folder_.server_socket()));
  }
  std::vector<Setting> settings;
  for (const auto& [name, value] : cell.settings) {
    settings.push_back({name, value});
  }
  to_wire(settings, *task.mutable_settings());
  task.set_workload(cell.workload);
  if (!cell.definition.is_null()) {
    task.set_definition(cell.definition.dump());
  }
  task.set_parameters(nlohmann::json(cell.parameters).dump());
  task.set_verify(block_.verify);
  task.set_seed(block_.seed);
  task.set_round(block_.round);
  task.set_process(process);
  task.set_processes(cell.topology.processes);
  task.set_threads(cell.topology.threads);
  task.set_connections(cell.topology.connections);
  task.set_depth(cell.topology.depth);
  task.set_per_operation(cell.topology.per_operation);
  task.set_deadline_ns(block_.timing.deadline.count());
  task.set_open(cell.open.has_value());
  return task;
}

void Coordinator::start() {
  const Environment environment = block_.cell.environment;
  if (environment != Environment::embedded && environment != Environment::native) {
    throw Error(fmt::format("there is no adapter for the environment {}; use embedded or native",
                            name(environment)));
  }
  const std::string file_system = observe::file_system(folder_.data());
  if (block_.cell.durability == Durability::power && observe::in_memory(file_system)) {
    throw Error(fmt::format(
        "durability power cannot be had in {}: it is on {}, which a power loss empties; choose an "
        "output folder on a disk",
        folder_.data().string(), file_system));
  }
  start_workers();
  call(all(), [this](WorkerLink& worker, grpc::ClientContext& context) {
    wire::Nothing nothing;
    return worker.stub().Load(&context, task(worker.process()), &nothing);
  });
  if (environment == Environment::native) {
    start_server();
  }
}

void Coordinator::start_workers() {
  if (block_.cell.memory_bytes > 0) {
    memory_.emplace(block_.cell.memory_bytes, supervisor_);
  }
  for (std::uint32_t process = 0; process < block_.cell.topology.processes; ++process) {
    workers_.push_back(std::make_unique<WorkerLink>(supervisor_, process, block_.worker_file,
                                                    folder_.worker_socket(process),
                                                    folder_.worker_log(process)));
    if (memory_) {
      memory_->add(workers_.back()->pid());
    }
  }
  const std::int64_t latest_ns = now_ns() + budget(block_.timing).count();
  for (const auto& worker : workers_) {
    while (!worker->connect()) {
      check_alive(watch_, workers_);
      if (now_ns() > latest_ns) {
        throw Error(fmt::format("worker {} did not come up within {:.1f} s{}", worker->process(),
                                budget(block_.timing) / 1.0s, log_tail(worker->log())));
      }
      std::this_thread::sleep_for(poll_worker_every);
    }
  }
}

void Coordinator::start_server() {
  wire::Program program;
  call(first(), [&](WorkerLink& worker, grpc::ClientContext& context) {
    return worker.stub().Server(&context, {}, &program);
  });
  server_ = native_.start({program.program(),
                           {program.arguments().begin(), program.arguments().end()},
                           from_wire(program.variables())},
                          folder_.server_log());
  const std::int64_t latest_ns = now_ns() + budget(block_.timing).count();
  wire::Readiness readiness;
  while (!readiness.ready()) {
    const nanoseconds left(latest_ns - now_ns());
    if (left.count() <= 0) {
      throw Error(fmt::format("the server of plugin {} was not ready within {:.1f} s{}",
                              block_.cell.plugin, budget(block_.timing) / 1.0s,
                              log_tail(server_->log)));
    }
    call_workers(watch_, first(), phase_, left,
                 [&](WorkerLink& worker, grpc::ClientContext& context) {
                   return worker.stub().Ready(&context, {}, &readiness);
                 });
    if (!readiness.ready()) {
      check_alive(watch_, workers_);
      std::this_thread::sleep_for(poll_server_every);
    }
  }
}

void Coordinator::load() {
  wire::Nothing nothing;
  call(first(), [&](WorkerLink& worker, grpc::ClientContext& context) {
    return worker.stub().Prepare(&context, {}, &nothing);
  });
  call(first(), [&](WorkerLink& worker, grpc::ClientContext& context) {
    return worker.stub().Fill(&context, {}, &nothing);
  });
}

void Coordinator::settle() {
  wire::Nothing nothing;
  call(first(), [&](WorkerLink& worker, grpc::ClientContext& context) {
    return worker.stub().Settle(&context, {}, &nothing);
  });
  if (block_.cell.cold) {
    measurement_.cold = observe::drop_page_cache(folder_.data());
  }
}

void Coordinator::open() {
  std::vector<wire::Facts> sent(workers_.size());
  call(all(), [&](WorkerLink& worker, grpc::ClientContext& context) {
    return worker.stub().Open(&context, {}, &sent[worker.process()]);
  });
  std::transform(sent.begin(), sent.end(), std::back_inserter(measurement_.facts),
                 [](const wire::Facts& facts) { return from_wire(facts); });
  for (std::size_t process = 0; process < sent.size(); ++process) {
    const Facts& facts = measurement_.facts[process];
    if (facts.durability != block_.cell.durability) {
      throw Error(fmt::format(
          "durability {} is asked for, and process {} runs with {} (read back: {}); correct the "
          "settings or the plugin",
          name(block_.cell.durability), process, name(facts.durability), read_back_text(facts)));
    }
  }
  measurement_.server_version = measurement_.facts.front().version;
  measurement_.counters_before = counters();
}

void Coordinator::stop() {
  call(all(), [](WorkerLink& worker, grpc::ClientContext& context) {
    wire::Nothing closed;
    return worker.stub().Close(&context, {}, &closed);
  });
  // Their sessions are closed: there is nothing left that a worker could do in an orderly way.
  for (const auto& worker : workers_) {
    supervisor_.signal(worker->pid(), SIGKILL);
  }
  for (const auto& worker : workers_) {
    supervisor_.stop(worker->pid(), 0s);
  }
  workers_.clear();
  if (server_) {
    native_.stop(*server_, server_grace);
    server_.reset();
  }
}

}  // namespace assay::engine
