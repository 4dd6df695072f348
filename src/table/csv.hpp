#pragma once

#include <alcole/tabular/read.hpp>

#include "byte_source.hpp"

#include <functional>

namespace alcole::tabular {

/// read_csv of bytes from anywhere. `open` gives them from the start; it is called once for each reading, and a file
/// is read a second time when the type of a column was guessed wrongly.
Table read_csv_from(const std::function<ByteSource()>& open, const ReadOptions& options);

}  // namespace alcole::tabular
