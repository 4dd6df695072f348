#pragma once

#include <alcole/tabular/numbers.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace alcole::table {

/// Whether keeping only the `filled` rows of so many takes clearly less than a number for every row: 12 bytes against
/// 8, and lists of their own.
bool pays(std::size_t filled, std::size_t rows);

/// Collects the numbers of a column one by one, and never has a number for every row of a column that needs few.
class NumbersBuilder {
  public:
    void add(double value) {
        if (!is_few_) {
            all_.push_back(value);
        } else if (few_.size > 0 && std::bit_cast<std::uint64_t>(value) != std::bit_cast<std::uint64_t>(few_.rest)) {
            add_other(value);
        } else {
            few_.rest = value;
            ++few_.size;
        }
    }
    void add(double value, std::size_t times) {
        for (std::size_t k = 0; k < times; ++k) add(value);
    }
    /// Makes room for so many in all.
    void expect(std::size_t rows);
    tabular::Numbers finish() &&;

  private:
    void add_other(double value);
    void settle();

    bool is_few_ = true;
    tabular::Numbers::Few few_{};
    std::vector<double> all_{};
};

}  // namespace alcole::table
