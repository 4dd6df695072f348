#pragma once

#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/table.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace alcole::table {

/// The numbers of rows most of which have the usual value of their column: for each row, a list of those that differ. A
/// standardised number is not 0 in general, so the usual values must be known as well.
struct NumberLists {
    std::vector<std::size_t> begin = {0};  ///< start of each row's list, and the end of the last
    std::vector<std::uint32_t> at{};       ///< index of the number, ascending
    std::vector<double> values{};          ///< standardised

    std::size_t rows() const { return begin.size() - 1; }
};

/// Rows in the form in which models read them.
struct Encoded {
    std::size_t rows = 0;
    std::vector<double> numbers{};     ///< rows x num_numbers, standardised; empty if there are lists
    NumberLists lists{};               ///< filled if Encoder::usual() is not empty
    std::vector<std::int32_t> ones{};  ///< rows x blocks: the index, within the block, of the input that is 1; -1: none
};

/// Encodes a table piece by piece, because the encoding is often larger than the table. Keeps references to the schema
/// and the table.
///
///     for (std::size_t first = 0; first < encoder.num_rows(); first += Encoder::piece) ... encoder.piece_from(first)
class Encoder {
  public:
    /// Throws std::invalid_argument with a sentence if the table does not fit the schema.
    Encoder(const tabular::Schema& schema, const tabular::Table& table);

    std::size_t num_rows() const { return table_.num_rows; }
    /// The usual value of each number, standardised, if rows are encoded as lists of differences from it: for wide
    /// tables in which at most a quarter of the values are unusual. This depends on the values alone, not on how
    /// columns store them. Otherwise empty.
    const std::vector<double>& usual() const { return usual_; }
    static constexpr std::size_t piece = 4096;  ///< rows; small enough for the cache
    Encoded piece_from(std::size_t first) const { return rows(first, std::min(piece, num_rows() - first)); }
    /// The `count` rows from `first` on.
    Encoded rows(std::size_t first, std::size_t count) const;

  private:
    struct Source {
        const tabular::Column* column = nullptr;
        std::vector<std::int32_t> places{};  // words: place by code + 1, because a missing value has code -1
        std::optional<double> usual{};       // numbers: the value that most rows have, unscaled
    };
    void find_usual();
    void encode_lists(std::size_t first, std::size_t count, NumberLists& lists) const;

    const tabular::Schema& schema_;
    const tabular::Table& table_;
    std::vector<tabular::Block> blocks_;
    std::vector<Source> sources_;  // per feature
    std::vector<double> usual_{};
};
/// Encodes all rows.
Encoded encode(const tabular::Schema& schema, const tabular::Table& table);

/// Each row's class; -1 if the target is missing or unknown. For classification only.
std::vector<std::int32_t> classes_of(const tabular::Schema& schema, const tabular::Table& table);
/// Each row's target, standardised with the schema's mean and sd. For regression only; NaN if missing.
std::vector<double> scaled_targets(const tabular::Schema& schema, const tabular::Table& table);

/// For every code of a column, starting with -1 (so there is one more entry than levels): its place among `words`, or
/// -1.
std::vector<std::int32_t> places_among(const tabular::Column& column, const std::vector<std::string>& words);

}  // namespace alcole::table
