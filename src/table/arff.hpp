#pragma once

#include <alcole/tabular/read.hpp>

#include "byte_source.hpp"

namespace alcole::tabular {

/// read_arff of bytes from anywhere.
Table read_arff_from(ByteSource source, const ReadOptions& options);

}  // namespace alcole::tabular
