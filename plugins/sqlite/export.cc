#include "plugins/sqlite/plugin.h"

ASSAY_PLUGIN(assay::sqlite::Sqlite, "sqlite");
