// The gRPC service of a worker process: what worker.proto promises, over one plugin and one crew.
// gRPC calls it from threads of its own; the orchestrator makes one call at a time.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "assay/plugin.h"
#include "engine/worker_crew.h"
#include "wire/worker.grpc.pb.h"
#include "workload/work.h"

namespace assay::engine {

class WorkerService final : public wire::Worker::Service {
 public:
  grpc::Status Load(grpc::ServerContext* context, const wire::Task* task,
                    wire::Nothing* reply) override;
  grpc::Status Server(grpc::ServerContext* context, const wire::Nothing* request,
                      wire::Program* reply) override;
  grpc::Status Ready(grpc::ServerContext* context, const wire::Nothing* request,
                     wire::Readiness* reply) override;
  grpc::Status Prepare(grpc::ServerContext* context, const wire::Nothing* request,
                       wire::Nothing* reply) override;
  grpc::Status Fill(grpc::ServerContext* context, const wire::Nothing* request,
                    wire::Nothing* reply) override;
  grpc::Status Settle(grpc::ServerContext* context, const wire::Nothing* request,
                      wire::Nothing* reply) override;
  grpc::Status Open(grpc::ServerContext* context, const wire::Nothing* request,
                    wire::Facts* reply) override;
  grpc::Status Run(grpc::ServerContext* context, const wire::Window* window,
                   grpc::ServerWriter<wire::Report>* reports) override;
  grpc::Status Verify(grpc::ServerContext* context, const wire::Nothing* request,
                      wire::Verdict* reply) override;
  grpc::Status Counters(grpc::ServerContext* context, const wire::Nothing* request,
                        wire::Counts* reply) override;
  grpc::Status Close(grpc::ServerContext* context, const wire::Nothing* request,
                     wire::Nothing* reply) override;

 private:
  void load(const wire::Task& task);
  std::unique_ptr<Session> open_session() const;
  void open_seat(Seat& seat) const;

  template <typename Action>
  grpc::Status guard(std::string_view phase, const Action& action) const;

  // Set by Load, constant afterwards.
  wire::Task task_;
  std::string name_;
  Plugin* plugin_ = nullptr;
  Place place_;
  workload::Selection selection_;
  Crew* crew_ = nullptr;  // never destroyed, see Crew
};

}  // namespace assay::engine
