#include "engine/worker_service.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "engine/per_operation.h"
#include "engine/plugin_guard.h"
#include "engine/wire.h"
#include "engine/worker_run.h"
#include "host/catalogue.h"
#include "host/loader.h"

namespace assay::engine {
namespace {

// A status travels in a header, which gRPC limits to 8 KB after escaping.
constexpr std::size_t longest_text = 2000;

// How many items all sessions together read back after the measurement.
constexpr std::uint64_t verified_items = 10'000;

// Time for gRPC to deliver the answer before a process that hangs ends itself.
constexpr std::chrono::milliseconds last_words{500};

grpc::Status answer(const std::string& error) {
  return error.empty() ? grpc::Status::OK
                       : grpc::Status(grpc::StatusCode::ABORTED, error.substr(0, longest_text));
}

// Every option of the plugin in its order: what the matrix gives, else the default.
std::vector<Setting> complete(const std::vector<Setting>& given, const Capabilities& capabilities) {
  std::vector<Setting> all;
  all.reserve(capabilities.options.size());
  for (const Option& option : capabilities.options) {
    all.push_back({option.name, option.default_value});
  }
  for (const Setting& setting : given) {
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const Setting& each) { return each.name == setting.name; });
    if (found == all.end()) {
      throw Error("there is no setting '" + setting.name + "'; see assay describe");
    }
    found->value = setting.value;
  }
  return all;
}

}  // namespace

template <typename Action>
grpc::Status WorkerService::guard(std::string_view phase, const Action& action) const {
  return answer(guarded(name_, phase, action));
}

grpc::Status WorkerService::Load(grpc::ServerContext* /*context*/, const wire::Task* task,
                                 wire::Nothing* /*reply*/) {
  task_ = *task;
  try {
    // The loader's messages name the file and cover what the plugin's own constructors throw.
    plugin_ = &host::load(task->plugin_file());
  } catch (const std::exception& error) {
    return answer(error.what());
  }
  name_ = host::plugin_name(task->plugin_file());
  return guard("start", [&] { load(*task); });
}

void WorkerService::load(const wire::Task& task) {
  const Capabilities& capabilities = plugin_->capabilities();
  if (task.depth() > capabilities.max_depth) {
    throw Error(fmt::format("a depth of {} is asked for and {} is the most it can do", task.depth(),
                            capabilities.max_depth));
  }
  selection_.name = task.workload();
  selection_.parameters =
      nlohmann::json::parse(task.parameters()).get<std::map<std::string, nlohmann::json>>();
  if (!task.definition().empty()) {
    selection_.definition = nlohmann::json::parse(task.definition());
  }
  selection_.settings = complete(from_wire(task.settings()), capabilities);
  selection_.verify = task.verify();

  place_.environment = static_cast<Environment>(task.environment());
  place_.durability = static_cast<Durability>(task.durability());
  place_.folder = task.folder();
  place_.address = task.address();
  place_.settings = selection_.settings;
  place_.tables = workload::tables(selection_);
  place_.sql = workload::component(selection_) == Component::sql;
  place_.depth = task.depth();
  place_.blocking_receive = task.depth() == 0 || (task.connections() == 1 && !task.open());
  place_.deadline_ns = task.deadline_ns();
  crew_ = new Crew(task.threads());
}

grpc::Status WorkerService::Server(grpc::ServerContext* /*context*/,
                                   const wire::Nothing* /*request*/, wire::Program* reply) {
  return guard("start", [&] {
    const assay::Server server = plugin_->server(place_);
    reply->set_program(server.program);
    for (const std::string& argument : server.arguments) {
      reply->add_arguments(argument);
    }
    to_wire(server.variables, *reply->mutable_variables());
  });
}

grpc::Status WorkerService::Ready(grpc::ServerContext* /*context*/,
                                  const wire::Nothing* /*request*/, wire::Readiness* reply) {
  return guard("start", [&] { reply->set_ready(plugin_->ready(place_)); });
}

grpc::Status WorkerService::Prepare(grpc::ServerContext* /*context*/,
                                    const wire::Nothing* /*request*/, wire::Nothing* /*reply*/) {
  return guard("load", [&] { plugin_->prepare(place_); });
}

grpc::Status WorkerService::Fill(grpc::ServerContext* /*context*/, const wire::Nothing* /*request*/,
                                 wire::Nothing* /*reply*/) {
  return guard("load", [&] {
    const std::unique_ptr<Session> session = plugin_->open(place_);
    workload::fill(selection_, task_.seed(), *session);
  });
}

grpc::Status WorkerService::Settle(grpc::ServerContext* /*context*/,
                                   const wire::Nothing* /*request*/, wire::Nothing* /*reply*/) {
  return guard("settle", [&] { plugin_->settle(place_); });
}

std::unique_ptr<Session> WorkerService::open_session() const {
  if (task_.per_operation()) {
    return std::make_unique<PerOperationSession>([this] { return plugin_->open(place_); });
  }
  return plugin_->open(place_);
}

void WorkerService::open_seat(Seat& seat) const {
  const std::uint32_t connections = task_.connections();
  const std::uint32_t first = (task_.process() * task_.threads() + seat.thread) * connections;
  const std::uint32_t sessions = task_.processes() * task_.threads() * connections;
  bool contradicted = false;
  for (std::uint32_t i = 0; i < connections; ++i) {
    seat.sessions.push_back(open_session());
    Session& session = *seat.sessions.back();
    // One session that runs with another level than asked for must not hide behind its neighbours.
    if (i == 0 || !contradicted) {
      Facts facts = session.facts();
      contradicted = facts.durability != place_.durability;
      if (i == 0 || contradicted) {
        seat.facts = std::move(facts);
      }
    }
    std::unique_ptr<workload::Work> work = workload::make_work(
        selection_, {task_.seed(), first + i, sessions, task_.round()}, task_.depth(), session);
    if (task_.per_operation()) {
      work = std::make_unique<PerOperationWork>(std::move(work),
                                                static_cast<PerOperationSession&>(session));
    }
    seat.works.push_back(std::move(work));
    seat.lanes.push_back({&session, seat.works.back().get(), seat.works.back()->parts().of_slot});
  }
}

grpc::Status WorkerService::Open(grpc::ServerContext* /*context*/, const wire::Nothing* /*request*/,
                                 wire::Facts* reply) {
  const std::string error =
      crew_->all([this](Seat& seat) { return guarded(name_, "open", [&] { open_seat(seat); }); });
  if (!error.empty()) {
    return answer(error);
  }
  const auto& seats = crew_->seats();
  const auto contradicting = std::find_if(seats.begin(), seats.end(), [&](const auto& seat) {
    return seat->facts.durability != place_.durability;
  });
  *reply = to_wire(contradicting == seats.end() ? seats.front()->facts : (*contradicting)->facts);
  return grpc::Status::OK;
}

grpc::Status WorkerService::Run(grpc::ServerContext* context, const wire::Window* window,
                                grpc::ServerWriter<wire::Report>* reports) {
  wire::Report report;
  const RunEnd end = run_window(
      *crew_, {name_, *window, task_.depth(), std::chrono::nanoseconds(task_.deadline_ns())},
      [&](std::uint64_t finished) {
        report.set_finished(finished);
        return !context->IsCancelled() && reports->Write(report);
      });
  if (end.hung) {
    std::thread([] {
      std::this_thread::sleep_for(last_words);
      _exit(static_cast<int>(ExitCode::cell_failed));
    }).detach();
  }
  if (!end.error.empty()) {
    return answer(end.error);
  }
  *report.mutable_result()->mutable_tally() = to_wire(end.tally);
  *report.mutable_result()->mutable_resources() = to_wire(end.resources);
  reports->Write(report);
  return grpc::Status::OK;
}

grpc::Status WorkerService::Verify(grpc::ServerContext* /*context*/,
                                   const wire::Nothing* /*request*/, wire::Verdict* reply) {
  const std::uint64_t sessions =
      std::uint64_t{task_.processes()} * task_.threads() * task_.connections();
  const std::uint64_t most = std::max<std::uint64_t>(verified_items / sessions, 1);
  const std::string error = crew_->all([this, most](Seat& seat) {
    return guarded(name_, "verify", [&] {
      seat.verdict = {};
      for (const auto& work : seat.works) {
        seat.verdict.add(work->verify(most));
      }
    });
  });
  for (const auto& seat : crew_->seats()) {
    reply->set_wrong(reply->wrong() + seat->verdict.wrong);
    reply->set_checked(reply->checked() + seat->verdict.checked);
  }
  return answer(error);
}

grpc::Status WorkerService::Counters(grpc::ServerContext* /*context*/,
                                     const wire::Nothing* /*request*/, wire::Counts* reply) {
  return guard("counters", [&] {
    for (const Counter& counter : plugin_->counters(place_)) {
      wire::Counter& each = *reply->add_counters();
      each.set_name(counter.name);
      each.set_value(counter.value);
    }
  });
}

grpc::Status WorkerService::Close(grpc::ServerContext* /*context*/,
                                  const wire::Nothing* /*request*/, wire::Nothing* /*reply*/) {
  return answer(crew_->all([this](Seat& seat) {
    return guarded(name_, "stop", [&] {
      seat.lanes.clear();
      seat.works.clear();
      seat.sessions.clear();
    });
  }));
}

}  // namespace assay::engine
