#pragma once

#include <alcole/ranks.hpp>
#include <alcole/tabular/read.hpp>

#include "engine/orders.hpp"
#include "engine/reading_orders.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

namespace alcole::engine {

/// Rank 0's side of a table that all ranks read together. The table is the one that a process alone reads, to the bit:
/// parts are put together in the order of the file, and who reads which part is not to be seen.
class SharedReading {
  public:
    SharedReading(Ranks& ranks, const std::filesystem::path& file, const tabular::ReadOptions& options);

    /// Nothing where rank 0 must read alone: the table cannot be cut, no other rank sees it, or something is wrong with
    /// it, which is best told by who reads it from the beginning. Throws as read_table() does.
    std::optional<tabular::Table> read();

  private:
    std::vector<std::uint64_t> who_sees_it();
    std::optional<tabular::Table> read_text();
    std::optional<tabular::Table> read_stored();
    std::optional<tabular::Table> read_folder();
    std::optional<std::vector<tabular::Table>> read_files(std::size_t files);

    /// Every reader reads its part, rank 0 among them by `own`. What they say of it, reader by reader.
    std::vector<table::PartFacts> ask(const std::function<table::PartFacts()>& own);
    /// The readers let go of what they have read, or rank 0 takes it: take(reader) for all but the first.
    void let_go();
    void collect(const std::function<void(std::size_t reader)>& take);
    std::size_t rank_of(std::size_t reader) const { return request_.readers[reader]; }
    std::size_t num_readers() const { return request_.readers.size(); }

    Ranks& ranks_;
    std::filesystem::path file_;
    tabular::ReadOptions options_;
    ReadRequest request_;
};

}  // namespace alcole::engine
