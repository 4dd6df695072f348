#pragma once

#include <alcole/tabular/numbers.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace alcole::table {

/// True if storing only `filled` of `rows` numbers takes clearly less memory than storing all: 12 bytes each instead of
/// 8, plus the lists themselves.
bool saves_memory(std::size_t filled, std::size_t rows);

/// Collects the numbers of a column one by one, without ever storing a number for every row if few of them differ.
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
    /// Reserves memory for `rows` numbers in total.
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
