#pragma once

#include <alcole/export.hpp>
#include <alcole/tabular/values.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace alcole::tabular {

/// The numbers of a column, one per row. If most rows have the same value, as in a column of word counts, only the
/// other values are stored, with their rows. Reading gives the same bits in either form.
///
///     Numbers ages = {31, 45.5, 20};
///     Numbers words = Numbers::compact(std::vector<double>(1'000'000));    // a few bytes
///     words[7];                                                            // 0
///
/// Iterating over all rows costs the same in either form; `numbers[row]` needs a search if only some values are stored.
/// The first call that could change a value converts to one number per row.
class Numbers {
  public:
    /// The rows whose value differs from `rest`, in ascending order, and their values. Either may be NaN, a missing
    /// value. Values are compared by their bits, so -0 differs from 0.
    struct Few {
        std::size_t size = 0;  ///< the number of rows of the column
        double rest = 0;
        std::vector<std::uint32_t> rows{};
        std::vector<double> values{};
    };

    using value_type = double;
    using iterator = double*;
    class const_iterator;

    Numbers() = default;
    Numbers(Values<double> values) : all_(std::move(values)) {}       // NOLINT(google-explicit-constructor)
    Numbers(std::vector<double> values) : all_(std::move(values)) {}  // NOLINT(google-explicit-constructor)
    Numbers(std::initializer_list<double> values) : all_(values) {}   // a column is written as {.numbers = {1, 2}}
    /// Keeps this form if it lists at most a quarter of the rows; otherwise stores a number for every row.
    ALCOLE_EXPORT explicit Numbers(Few few);
    /// Chooses the form: looks for a value that most rows have.
    [[nodiscard]] ALCOLE_EXPORT static Numbers compact(std::vector<double> values);

    [[nodiscard]] std::size_t size() const { return few_ ? few_->size : all_.size(); }
    [[nodiscard]] bool empty() const { return size() == 0; }
    double operator[](std::size_t row) const { return few_ ? found(row) : std::as_const(all_)[row]; }
    /// Throws std::out_of_range.
    [[nodiscard]] ALCOLE_EXPORT double at(std::size_t row) const;
    [[nodiscard]] double back() const { return (*this)[size() - 1]; }
    [[nodiscard]] const_iterator begin() const;
    [[nodiscard]] const_iterator end() const;
    [[nodiscard]] ALCOLE_EXPORT std::vector<double> to_vector() const;

    /// Null if a number is stored for every row.
    [[nodiscard]] const Few* few() const { return few_.get(); }
    /// The stored numbers, one per row, without a copy; empty if few() is not null.
    [[nodiscard]] std::span<const double> all() const { return {all_.data(), all_.size()}; }
    /// The memory that the values occupy.
    [[nodiscard]] ALCOLE_EXPORT std::size_t num_bytes() const;

    double* begin() { return own().begin(); }
    double* end() { return own().end(); }
    double& operator[](std::size_t row) { return own()[row]; }
    void push_back(double value) { own().push_back(value); }
    void reserve(std::size_t rows) { own().reserve(rows); }
    void resize(std::size_t rows) { own().resize(rows); }
    void assign(std::size_t rows, double value) { *this = std::vector<double>(rows, value); }
    void clear() { *this = Numbers(); }

    ALCOLE_EXPORT friend bool operator==(const Numbers& a, const Numbers& b);

  private:
    [[nodiscard]] ALCOLE_EXPORT double found(std::size_t row) const;
    ALCOLE_EXPORT void spread();
    Values<double>& own() {
        if (few_) spread();
        return all_;
    }

    Values<double> all_{};              // empty if few_ is set
    std::shared_ptr<const Few> few_{};  // shared by copies, because it never changes
};

/// Iterates over the rows in order.
class Numbers::const_iterator {
  public:
    using value_type = double;
    using difference_type = std::ptrdiff_t;
    using reference = double;
    using pointer = void;
    using iterator_category = std::input_iterator_tag;
    using iterator_concept = std::forward_iterator_tag;

    const_iterator() = default;
    const_iterator(const double* all, std::size_t row) : all_(all), row_(row) {}
    const_iterator(const Few& few, std::size_t row) : few_(&few), row_(row) {}

    double operator*() const {
        if (few_ == nullptr) return all_[row_];
        return at_filled() ? few_->values[filled_] : few_->rest;
    }
    const_iterator& operator++() {
        if (few_ != nullptr && at_filled()) ++filled_;
        ++row_;
        return *this;
    }
    const_iterator operator++(int) {
        const const_iterator before = *this;
        ++*this;
        return before;
    }
    friend bool operator==(const const_iterator& a, const const_iterator& b) { return a.row_ == b.row_; }

  private:
    [[nodiscard]] bool at_filled() const { return filled_ < few_->rows.size() && few_->rows[filled_] == row_; }

    const double* all_ = nullptr;
    const Few* few_ = nullptr;
    std::size_t row_ = 0;
    std::size_t filled_ = 0;  // index of the next entry of few_
};

inline Numbers::const_iterator Numbers::begin() const {
    return few_ ? const_iterator(*few_, 0) : const_iterator(all_.data(), 0);
}
inline Numbers::const_iterator Numbers::end() const {
    return few_ ? const_iterator(*few_, few_->size) : const_iterator(all_.data(), all_.size());
}

}  // namespace alcole::tabular
