#pragma once

#include <alcole/tabular/table.hpp>

#include "studies/people.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace alcole::bench {

/// COMPAS when ALCOLE_DATA_DIR is set, else the synthetic twin; with the features of set A.
studies::People people(std::int64_t races);

/// So many of the twin's people, their ages no longer whole: nearly every row is a base of its own.
tabular::Table different_people(std::size_t rows);

/// The features and the label, for PyTorch to read.
void write_csv(const studies::People& people, const std::string& file);

}  // namespace alcole::bench
