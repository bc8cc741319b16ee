// A plugin whose descriptor is wrong in one field.
// It would abort its process if any of its code ran: a refused file must not get that far.
#include <cstdlib>

#include "plain_plugin.h"

#ifndef HOSTILE_MAGIC
#define HOSTILE_MAGIC ASSAY_MAGIC
#endif
#ifndef HOSTILE_SIZE
#define HOSTILE_SIZE sizeof(assay_descriptor)
#endif
#ifndef HOSTILE_VERSION
#define HOSTILE_VERSION ASSAY_SDK_VERSION
#endif
#ifndef HOSTILE_ABI
#define HOSTILE_ABI ASSAY_ABI
#endif

#ifdef HOSTILE_UNDEFINED
void assay_no_such_function();
#else
[[gnu::constructor]] static void abort_when_loaded() { std::abort(); }
#endif

static assay::Plugin* create() {
#ifdef HOSTILE_UNDEFINED
  assay_no_such_function();
#endif
  return new PlainPlugin;
}

extern "C" ASSAY_EXPORT const assay_descriptor assay_plugin;
extern "C" const assay_descriptor assay_plugin = {HOSTILE_MAGIC,
                                                  HOSTILE_SIZE,
                                                  HOSTILE_VERSION,
                                                  HOSTILE_ABI,
                                                  HOSTILE_NAME,
                                                  create,
                                                  [](assay::Plugin* plugin) { delete plugin; }};
