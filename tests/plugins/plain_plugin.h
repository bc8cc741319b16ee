// A plugin that can be loaded and offers nothing.
#pragma once

#include "assay/plugin.h"

class PlainPlugin : public assay::Plugin {
 public:
  const assay::Capabilities& capabilities() const override { return capabilities_; }

  void prepare(const assay::Place& /*place*/) override {}

  std::unique_ptr<assay::Session> open(const assay::Place& /*place*/) override { return nullptr; }

 private:
  assay::Capabilities capabilities_{"hostile", "hostile", {}, {}, {}, {}, 0};
};
