// From what the engine measured in one block to the figures that are kept. Pure, any thread.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "results/run.h"

namespace assay::results {

// Percentiles are nearest rank over all values of the block; one with fewer than ten values beyond
// it is null, and everything is where there are no values.
Latency latency(const engine::Histogram& histogram);

// The figures of one block without its histogram's text. Where service equals response (a closed
// loop) the engine sends one histogram and both figures are made from it. The response times of an
// overloaded block are withheld. A counter is what was counted between the engine's two readings.
Repeat figures(std::uint32_t round, const engine::BlockResult& result);

// What all processes of a block read back, by name; where they differ all values, joined by " | ".
// "durability" is the level that the effective settings amount to.
std::map<std::string, std::string> read_back(const std::vector<Facts>& facts);

// The version of the system: the server's, or the library's that the sessions read back.
std::string version(const engine::Measurement& measurement);

// Adds a value to those joined by " | ", unless it is among them.
void join_distinct(std::string& values, const std::string& value);

}  // namespace assay::results
