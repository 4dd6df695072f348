#pragma once

#include <alcole/export.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace alcole {

/// Something that was noticed and stopped nothing, as facts: what it was, the names and the numbers that belong to it.
/// to_string() says it in a sentence.
struct Note {
    /// In brackets: the names; after them: the numbers.
    enum class Kind : std::uint8_t {
        // while a table was read
        unnamed_column,       ///< [the name it got] its place from 1
        words_after_numbers,  ///< [column, the first word] line, place from 1: read as category
        mixed_column,         ///< [column] the same, found before the table was copied
        mixed_files,          ///< [column] words in some files of a folder, numbers in others
        repeated_column,      ///< [column] twice with the same values, kept once
        number_in_header,     ///< [name] perhaps there is no header
        // in the rows
        empty_column,     ///< [column]
        stray_words,      ///< [column, words among its numbers ...] the rows of each
        written_numbers,  ///< [column, an example] "1,234.5": read as text
        no_target,        ///< [target] rows without it, which are left out
        unknown_values,   ///< [column, an example] rows with a value that training never met, all rows
        newly_missing,    ///< [column] rows without a value, which none lacked in training, all rows
        more_unknown,     ///< more columns like the last two
        learned_from,     ///< these are the rows that the model learned from
        // in what was asked for
        class_order,     ///< [target, classes ...] 1: as data.order has it, 0: that of numbers
        absent_classes,  ///< [classes of data.order that no training row has ...]
        unused_key,      ///< [key, value, model.kind]
        many_weights,    ///< weights, rows, 1: a linear model
        small_group,     ///< [group, constraints ...] its rows, the smallest bound: one row moves the rate by more
        not_judged,      ///< [constraint, why, as the check that refuses these rows says it]
        partly_judged,   ///< [constraint] the rows that count, those it is about
        // in what came out
        gave_way,        ///< [constraint] the bound asked for, its price, the bound it came to
        several_starts,  ///< [seed kept] starts, the lowest and highest objective, starts that met all constraints
        calibrated,      ///< [how] rows, 1: every prediction stayed on its side of one half
        not_calibrated,  ///< rows
        least_bound,     ///< [constraints ...] the bound that was found
        unlikely_certificate,  ///< [constraint] held-out rows
        // in an examination: was there one, and of what
        unexamined_rows,   ///< none: a constraint is on every single row
        unexamined_bound,  ///< none: a bound was searched for
        unexamined_time,   ///< none: there was no time left
        best_iterate,      ///< the model is the best iterate, the multipliers are those of the last
        constant_model,    ///< the model gives everyone the same answer
        no_feasible,       ///< the model is the best compromise
        moved_surrogates,  ///< of rates: moved to where the strict rate is
        found_surrogates,  ///< of rates: with the bounds that the search moved them to
        kink,              ///< relu is not differentiable at 0
    };

    Kind kind{};
    std::vector<std::string> names{};
    std::vector<double> numbers{};
    std::string file{};     ///< that it is about; empty: all rows, or rows from memory
    bool held_out = false;  ///< it is about the held-out rows

    friend bool operator==(const Note&, const Note&) = default;
};

[[nodiscard]] ALCOLE_EXPORT std::string to_string(const Note& note);
[[nodiscard]] ALCOLE_EXPORT std::vector<std::string> to_strings(const std::vector<Note>& notes);

/// The note with the file it is about; a file of a folder has the name of the folder before its own.
[[nodiscard]] inline Note about(const std::string& file, Note note) {
    note.file = note.file.empty() ? file : file + "/" + note.file;
    return note;
}

}  // namespace alcole
