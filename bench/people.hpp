#pragma once

#include <alcole/tabular/table.hpp>

#include "studies/people.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace alcole::bench {

/// COMPAS if ALCOLE_DATA_DIR is set, otherwise the synthetic twin; with the features of set A.
studies::People people(std::int64_t races);

/// `rows` of the twin's people with fractional ages, so that nearly every row is a distinct base.
tabular::Table different_people(std::size_t rows);

/// Writes the features and the label, for PyTorch to read.
void write_csv(const studies::People& people, const std::string& file);

}  // namespace alcole::bench
