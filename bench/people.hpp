#pragma once

#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <cstdint>

namespace alcole::bench {

/// A made-up table in the manner of COMPAS: five counts, a charge, sex, race (six groups), a label that depends on
/// them. With `distinct`, one of the numbers differs in nearly every row, so that no two rows are the same point.
tabular::Table people(std::size_t rows, std::uint64_t seed, bool distinct);

/// ProPublica's table under its filter when ALCOLE_DATA_DIR is set, else as many made-up people.
struct Named {
    tabular::Table table;
    const char* name;
};
Named compas_or_people();

}  // namespace alcole::bench
