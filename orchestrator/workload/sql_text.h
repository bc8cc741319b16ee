// A statement in which parameters are written by name, `:user`, as a matrix has them.
// Plain values, pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/sql.h"

namespace assay::workload {

struct NamedStatement {
  std::vector<std::string> texts;  // what stands around the names, one more than there are names
  std::vector<std::string> names;  // in the order of the text; a name may come more than once
};

// Finds the names: a colon and then a letter or '_', then letters, digits and '_'. Not in 'texts',
// "names", `names`, comments (-- and /* */) and PostgreSQL's $tag$ texts; and not behind another
// colon, so that x::text is a cast.
// Throws Error (wrong_usage) when a text, a quoted name or a comment has no end.
NamedStatement find_names(std::string_view statement);

struct NumberedStatement {
  std::string text;                // with the dialect's placeholders
  std::vector<std::string> names;  // [placeholder]: what is bound there
};

// The statement as the database wants it.
NumberedStatement number_names(const NamedStatement& statement, Placeholders style);

// The first word, in capitals: "SELECT". Comments and opening brackets before it do not count.
// Empty when there is none.
std::string first_word(std::string_view statement);

}  // namespace assay::workload
