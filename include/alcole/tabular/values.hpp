#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace alcole::tabular {

/// The values of a column: in memory of its own, or borrowed from a caller and read in place.
///
///     Values<double> own = {1, 2, 3};
///     const auto frame = std::make_shared<const std::vector<double>>(rows);
///     auto seen = Values<double>::borrowed(*frame, frame);    // no copy; `seen` and its copies keep `frame`
///
/// Borrowed memory is never written to: the first call that could change a value makes a copy and changes the copy. The
/// lender must not change it either while it is in use.
template <class T>
class Values {
  public:
    using value_type = T;
    using iterator = T*;
    using const_iterator = const T*;

    Values() = default;
    Values(std::vector<T> own) : own_(std::move(own)) {}  // NOLINT(google-explicit-constructor)
    Values(std::initializer_list<T> own) : own_(own) {}   // a column is written as {.numbers = {1, 2}}
    static Values borrowed(std::span<const T> values, std::shared_ptr<const void> owner) {  // NOLINT(*-value-param)
        Values result;
        result.lent_ = values;
        result.owner_ = std::move(owner);
        return result;
    }

    [[nodiscard]] bool is_borrowed() const { return owner_ != nullptr; }
    [[nodiscard]] std::size_t size() const { return is_borrowed() ? lent_.size() : own_.size(); }
    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] const T* data() const { return is_borrowed() ? lent_.data() : own_.data(); }
    [[nodiscard]] const T* begin() const { return data(); }
    [[nodiscard]] const T* end() const { return data() + size(); }
    const T& operator[](std::size_t row) const { return data()[row]; }
    [[nodiscard]] const T& at(std::size_t row) const {
        if (row >= size()) throw std::out_of_range("there is no such row");
        return data()[row];
    }
    [[nodiscard]] const T& back() const { return data()[size() - 1]; }
    [[nodiscard]] std::vector<T> to_vector() const { return std::vector<T>(begin(), end()); }

    T* begin() { return own().data(); }
    T* end() { return begin() + size(); }
    T& operator[](std::size_t row) { return own()[row]; }
    void push_back(T value) { own().push_back(value); }
    void reserve(std::size_t rows) { own().reserve(rows); }
    void resize(std::size_t rows) { own().resize(rows); }
    void assign(std::size_t rows, T value) { *this = std::vector<T>(rows, value); }
    void clear() { *this = Values(); }

    friend bool operator==(const Values& a, const Values& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

  private:
    std::vector<T>& own() {
        if (is_borrowed()) *this = Values(to_vector());
        return own_;
    }

    std::vector<T> own_{};
    std::span<const T> lent_{};
    std::shared_ptr<const void> owner_{};  // keeps borrowed memory alive; null if the values are in own_
};

}  // namespace alcole::tabular
