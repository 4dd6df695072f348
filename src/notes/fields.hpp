#pragma once

#include <alcole/note.hpp>

#include "base/enum_names.hpp"
#include "base/fields.hpp"

namespace alcole {

constexpr auto names_of(Note::Kind) {
    return base::words("unnamed_column", "words_after_numbers", "mixed_column", "mixed_files", "repeated_column",
                       "number_in_header", "empty_column", "stray_words", "written_numbers", "no_target",
                       "unknown_values", "newly_missing", "more_unknown", "learned_from", "class_order",
                       "absent_classes", "unused_key", "many_weights", "out_of_proportion", "small_group", "many_gaps",
                       "partly_judged", "empty_group", "unmet_attribute", "no_column", "column_of_numbers",
                       "column_of_words", "no_value", "gave_way", "several_starts", "calibrated", "not_calibrated",
                       "minimum_bound", "unknown_cost", "unlikely_certificate", "unexamined_rows", "unexamined_bound",
                       "unexamined_time", "best_iterate", "constant_model", "no_feasible", "moved_surrogates",
                       "found_surrogates", "kink");
}

void fields(auto& visit, base::Is<Note> auto& n) {
    visit("kind", n.kind);
    base::list(visit, base::omit_empty, "file", n.file, "held_out", n.held_out, "constraint", n.constraint, "names",
               n.names, "numbers", n.numbers);
}

}  // namespace alcole
