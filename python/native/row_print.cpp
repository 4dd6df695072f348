#include "row_print.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <unordered_map>

namespace alcole::python {
namespace {

using tabular::Column;
using tabular::ColumnType;
using Print = std::array<std::uint64_t, 2>;

/// The finaliser of SplitMix64.
constexpr std::uint64_t mixed(std::uint64_t v) {
    v = (v ^ (v >> 30)) * 0xbf58476d1ce4e5b9ULL;
    v = (v ^ (v >> 27)) * 0x94d049bb133111ebULL;
    return v ^ (v >> 31);
}

/// FNV-1a.
std::uint64_t of_text(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return mixed(hash);
}

std::uint64_t of_number(double v) {
    if (std::isnan(v)) return 1;  // missing; all NaNs are equal
    return std::bit_cast<std::uint64_t>(v == 0 ? 0.0 : v);
}

/// Mixes the values of one column into the hashes of the rows.
void take_in(const Column& column, std::vector<Print>& rows) {
    std::vector<std::uint64_t> of_level{1};  // first entry: missing
    for (const auto& level : column.levels) of_level.push_back(of_text(level));
    const std::uint64_t name = of_text(column.name);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const std::uint64_t value = column.type == ColumnType::number
                                        ? of_number(column.numbers[row])
                                        : of_level[static_cast<std::size_t>(std::ptrdiff_t{column.codes[row]} + 1)];
        auto& [one, two] = rows[row];
        one = (std::rotl(one, 23) ^ value ^ name) * 0xbf58476d1ce4e5b9ULL;
        two = (std::rotl(two, 29) ^ value ^ one) * 0x9e3779b97f4a7c15ULL;
    }
}

std::string text_of(const Print& print) {
    std::array<char, 33> text{};
    (void)std::snprintf(text.data(), text.size(), "%016llx%016llx", static_cast<unsigned long long>(print[0]),
                        static_cast<unsigned long long>(print[1]));
    return text.data();
}

}  // namespace

std::pair<std::string, std::string> row_print(const tabular::Table& table, std::vector<std::string> names) {
    std::ranges::sort(names);
    std::vector<Print> rows(table.num_rows, Print{1, 2});
    std::unordered_map<std::string_view, const Column*> by_name;
    for (const auto& column : table.columns) by_name.emplace(column.name, &column);
    for (const auto& name : names) take_in(*by_name.at(name), rows);
    Print sum{};
    Print chain{};
    for (const auto& row : rows)
        for (const std::size_t k : {0U, 1U}) {
            sum[k] += mixed(row[k]);
            chain[k] = mixed(chain[k] ^ row[k]);
        }
    return {text_of(sum), text_of(chain)};
}

}  // namespace alcole::python
