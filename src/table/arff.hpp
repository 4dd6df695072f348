#pragma once

#include <alcole/tabular/read.hpp>

#include "table/open_table.hpp"

namespace alcole::tabular {

/// At its first row of values; the declarations are read.
OpenTable open_arff(ByteSource source, const ReadOptions& options);

/// read_arff of bytes from anywhere.
Table read_arff_from(ByteSource source, const ReadOptions& options);

}  // namespace alcole::tabular
