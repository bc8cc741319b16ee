// A shared library that is no plugin.
extern "C" __attribute__((visibility("default"))) int somebody_elses_function() { return 0; }
