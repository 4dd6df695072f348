#pragma once

#include <alcole/export.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace alcole {

/// An observation that did not stop the work, as facts: its kind and the names and numbers that belong to it.
/// to_string(), in alcole::tabular, turns it into a sentence.
struct Note {
    /// Comments list the names in brackets, then the numbers.
    enum class Kind : std::uint8_t {
        // while a table was read
        unnamed_column,       ///< [the name it was given] its position, from 1
        words_after_numbers,  ///< [column, the first word] line, position from 1; read as a category
        mixed_column,         ///< [column] the same, detected before the table was copied
        mixed_files,          ///< [column] words in some files of a folder, numbers in others
        repeated_column,      ///< [column] occurs twice with the same values; kept once
        number_in_header,     ///< [name] the file may have no header
        // in the rows
        empty_column,     ///< [column]
        stray_words,      ///< [column, words among its numbers ...] number of rows of each
        written_numbers,  ///< [column, an example] "1,234.5": read as text
        no_target,        ///< [target] number of rows without a target; they are left out
        unknown_values,   ///< [column, an example] rows with a value not seen in training, all rows
        newly_missing,    ///< [column] rows without a value although none was missing in training, all rows
        more_unknown,     ///< further columns like the last two
        learned_from,     ///< these are the rows that the model learned from
        // in the settings
        class_order,        ///< [target, classes ...] 1: the order of data.order, 0: numeric order
        absent_classes,     ///< [classes of data.order without a training row ...]
        unused_key,         ///< [key, value, model.kind]
        many_weights,       ///< weights, rows, 1: a linear model
        out_of_proportion,  ///< weights of the first layer, rows: thousands for each row, before anything is encoded
        small_group,  ///< [group, constraints ...] its rows, the smallest bound; a single row changes the rate by more
        many_gaps,    ///< the number of constraints
        partly_judged,  ///< [constraint] the rows that count, the rows it applies to
        // in a condition, or why these rows do not determine a constraint
        empty_group,        ///< a group that is needed has no rows
        unmet_attribute,    ///< [column] none of its values in these rows was seen in training
        no_column,          ///< [condition, column, the name that may be meant]
        column_of_numbers,  ///< [condition, column, value] compared with something that is not a number
        column_of_words,    ///< [condition, column] compared as if it held numbers
        no_value,           ///< [condition, column, value, the one that may be meant]
        // in the results
        gave_way,        ///< [constraint] the requested bound, its price, the bound reached
        several_starts,  ///< [seed kept] starts, the lowest and highest objective, starts that met all constraints
        calibrated,      ///< [method] rows, 1: no prediction crossed one half
        not_calibrated,  ///< rows
        minimum_bound,   ///< [constraints ...] the bound that was found
        unknown_cost,    ///< what the constraints cost is not known: there was no time left
        unlikely_certificate,  ///< [constraint] held-out rows
        // in an examination: whether there was one, and what it covered
        unexamined_rows,   ///< not examined: a constraint applies to every single row
        unexamined_bound,  ///< not examined: a bound was searched for
        unexamined_time,   ///< not examined: there was no time left
        best_iterate,      ///< the model is the best iterate, but the multipliers are those of the last
        constant_model,    ///< the model gives every row the same prediction
        no_feasible,       ///< the model is the best compromise
        moved_surrogates,  ///< surrogates of rates were moved to where the strict rate is
        found_surrogates,  ///< surrogates of rates, with the bounds to which the search moved them
        kink,              ///< relu is not differentiable at 0
    };

    Kind kind{};
    std::vector<std::string> names{};
    std::vector<double> numbers{};
    std::string file{};        ///< the file concerned; empty: all rows, or rows in memory
    bool held_out = false;     ///< concerns the held-out rows
    std::string constraint{};  ///< the constraint that cannot be judged because of it; empty: none

    friend bool operator==(const Note&, const Note&) = default;
};

/// The note as a sentence.
[[nodiscard]] ALCOLE_EXPORT std::string to_string(const Note& note);
[[nodiscard]] ALCOLE_EXPORT std::vector<std::string> to_strings(const std::vector<Note>& notes);

/// Returns the note with the file it concerns. If the note already names a file, `file` is the folder that contains it.
[[nodiscard]] inline Note about(const std::string& file, Note note) {
    note.file = note.file.empty() ? file : file + "/" + note.file;
    return note;
}

}  // namespace alcole
