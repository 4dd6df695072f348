#pragma once

#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/table.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace alcole::table {

/// The numbers of rows where most of them are the usual ones of their columns: a list for each row of those that are
/// not. Standardised, no number is 0 by itself, so what is usual must be said.
struct NumberLists {
    std::vector<std::size_t> begin = {0};  ///< of each row's list, and of the next
    std::vector<std::uint32_t> at{};       ///< which number, ascending
    std::vector<double> values{};          ///< standardised

    std::size_t rows() const { return begin.size() - 1; }
};

/// Rows as a model sees them.
struct Encoded {
    std::size_t rows = 0;
    std::vector<double> numbers{};     ///< rows x num_numbers, standardised; empty where there are lists
    NumberLists lists{};               ///< where Encoder::usual() is not empty
    std::vector<std::int32_t> ones{};  ///< rows x blocks: which input of the block is 1, from 0; -1: none
};

/// Encodes a table piece by piece: all of it would often be larger than the table itself. Keeps references to both.
///
///     for (std::size_t first = 0; first < encoder.num_rows(); first += Encoder::piece) ... encoder.piece_from(first)
class Encoder {
  public:
    /// Throws std::invalid_argument with a sentence when the table does not fit the schema.
    Encoder(const tabular::Schema& schema, const tabular::Table& table);

    std::size_t num_rows() const { return table_.num_rows; }
    /// What each number is in most rows, standardised, where rows are encoded as lists of the others: those of a wide
    /// table of which at most a quarter is unusual. It depends on the values alone, not on how columns keep them.
    /// Else empty.
    const std::vector<double>& usual() const { return usual_; }
    static constexpr std::size_t piece = 4096;  ///< rows, in cache
    Encoded piece_from(std::size_t first) const { return rows(first, std::min(piece, num_rows() - first)); }
    /// So many rows from `first` on.
    Encoded rows(std::size_t first, std::size_t count) const;

  private:
    struct Source {
        const tabular::Column* column = nullptr;
        std::vector<std::int32_t> places{};  // of words, by code + 1: a missing value has code -1
        std::optional<double> usual{};       // of numbers: what most rows have, as it is in the column
    };
    void find_usual();
    void encode_lists(std::size_t first, std::size_t count, NumberLists& lists) const;

    const tabular::Schema& schema_;
    const tabular::Table& table_;
    std::vector<tabular::Block> blocks_;
    std::vector<Source> sources_;  // per feature
    std::vector<double> usual_{};
};
/// All rows.
Encoded encode(const tabular::Schema& schema, const tabular::Table& table);

/// Each row's class, or -1 where the target is missing or unknown. For classes only.
std::vector<std::int32_t> classes_of(const tabular::Schema& schema, const tabular::Table& table);
/// Each row's target in units of the schema's sd. For numbers only; NaN where missing.
std::vector<double> scaled_targets(const tabular::Schema& schema, const tabular::Table& table);

/// For every code of a column (from -1 on, so one entry more than levels): its place among `words`, or -1.
std::vector<std::int32_t> places_among(const tabular::Column& column, const std::vector<std::string>& words);

}  // namespace alcole::table
