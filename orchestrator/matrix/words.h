// Words in messages: how they are quoted, and which of the known ones was probably meant. Pure.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::matrix {

// 'word', shortened and without control characters, so that hostile input stays one readable line.
std::string quote(std::string_view word);

// "a, b, c"; long lists end in "… and 12 more".
std::string join(std::span<const std::string> words);

// The known word with the smallest edit distance (a swap of neighbours counts as one), or an empty
// text when none is near: more than a third of the letters differ, at least one, at most four.
std::string nearest(std::string_view word, std::span<const std::string> known);

// "; did you mean 'b'?", or "; there are: a, b, c" when none is near, or "" when none is known.
std::string suggestion(std::string_view word, std::span<const std::string> known);

}  // namespace assay::matrix
