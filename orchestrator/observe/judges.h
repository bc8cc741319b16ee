// One judge a subject; judgements.cc has their list. Pure functions of the JSON of machine().
#pragma once

#include <optional>

#include "observe/judgement.h"

namespace assay::observe {

Judgement judge_steal(const nlohmann::json& machine);
Judgement judge_load(const nlohmann::json& machine);
Judgement judge_cpus(const nlohmann::json& machine);
Judgement judge_quota(const nlohmann::json& machine);
Judgement judge_governor(const nlohmann::json& machine);
Judgement judge_turbo(const nlohmann::json& machine);
Judgement judge_virtualisation(const nlohmann::json& machine);
Judgement judge_bridge(const nlohmann::json& machine);

Judgement judge_jitter(const nlohmann::json& machine);
Judgement judge_clock(const nlohmann::json& machine);
Judgement judge_sleep(const nlohmann::json& machine);

Judgement judge_memory(const nlohmann::json& machine);
Judgement judge_swap(const nlohmann::json& machine);
Judgement judge_transparent_pages(const nlohmann::json& machine);
Judgement judge_reserved_pages(const nlohmann::json& machine);

Judgement judge_data_folder(const nlohmann::json& machine);
Judgement judge_sync(const nlohmann::json& machine);
Judgement judge_free_disk(const nlohmann::json& machine);

// A field of the JSON; nullopt where it is missing, null or of another type.
std::optional<double> figure(const nlohmann::json& machine, const char* field);
std::optional<std::string> text(const nlohmann::json& machine, const char* field);
std::optional<bool> truth(const nlohmann::json& machine, const char* field);

// "12.5 GiB", "340 MiB".
std::string in_bytes(double bytes);

Judgement unknown(const char* subject);
Judgement fine(const char* subject, std::string found);

}  // namespace assay::observe
