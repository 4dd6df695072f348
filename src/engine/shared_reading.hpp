#pragma once

#include <alcole/context.hpp>
#include <alcole/tabular/read.hpp>

#include "engine/reading_orders.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

namespace alcole::engine {

/// Rank 0's side of a table that all ranks read together. The table is identical, to the bit, to the one that a single
/// process reads: parts are joined in the order of the file, so it does not matter which rank read which part.
class SharedReading {
  public:
    /// `context` has ranks; rank 0 reports progress on its part.
    SharedReading(const std::filesystem::path& file, const tabular::ReadOptions& options, const Context& context);

    /// Returns nothing if rank 0 must read the table alone: it cannot be divided, no other rank sees it, or it has an
    /// error, which a reader from the beginning describes best. Throws like table::read().
    std::optional<tabular::Table> read();

  private:
    std::vector<std::uint64_t> ranks_that_see_it();
    std::optional<tabular::Table> read_text();
    std::optional<tabular::Table> read_stored();
    std::optional<tabular::Table> read_folder();
    std::optional<std::vector<tabular::Table>> read_files(std::size_t files);

    /// Makes every reader read its part, rank 0 by calling `own`, and returns their reports in the order of the
    /// readers.
    std::vector<table::PartFacts> ask(const std::function<table::PartFacts()>& own);
    /// Makes the readers discard what they have read, or hand it over: collect() calls take(reader) for all but rank 0.
    void discard_parts();
    void collect(const std::function<void(std::size_t reader)>& take);
    std::size_t rank_of(std::size_t reader) const { return request_.readers[reader]; }
    std::size_t num_readers() const { return request_.readers.size(); }

    const Context& context_;
    Ranks& ranks_;
    std::filesystem::path file_;
    tabular::ReadOptions options_;
    ReadRequest request_;
};

}  // namespace alcole::engine
