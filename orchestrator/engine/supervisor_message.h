// Messages between the run, its supervisor and the keepers: one CBOR value a packet of a
// SOCK_SEQPACKET socket. Stateless, safe from any thread.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

namespace assay::engine {

// Sends one message. false: the other end is gone. Throws Error when the message is longer than the
// socket takes (some 200 kB).
bool send_message(int socket, const nlohmann::json& message);

// Waits for the next message. nullopt: the other end is gone.
std::optional<nlohmann::json> receive_message(int socket);

}  // namespace assay::engine
