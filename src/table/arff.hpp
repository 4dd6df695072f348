#pragma once

#include <alcole/export.hpp>
#include <alcole/tabular/read.hpp>

#include "table/open_table.hpp"

namespace alcole::tabular {

/// By its name, with or without that of a compression behind it: loans.arff, loans.arff.gz.
ALCOLE_EXPORT bool is_arff(const std::filesystem::path& file);

/// At its first row of values; the declarations are read.
OpenTable open_arff(ByteSource source, const ReadOptions& options);

/// read_arff of bytes from anywhere.
Table read_arff_from(ByteSource source, const ReadOptions& options);

}  // namespace alcole::tabular
