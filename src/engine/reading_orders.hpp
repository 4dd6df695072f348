#pragma once

#include <alcole/ranks.hpp>
#include <alcole/tabular/read.hpp>

#include "engine/packet.hpp"
#include "table/text_part.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

/// The messages between ranks that read a table together.
namespace alcole::engine {

/// A fingerprint that is equal on two ranks if they see the same table, that is, files with the same names, sizes and
/// modification times, all of which can be opened. 0 if the table cannot be read here.
std::uint64_t what_is_seen_of(const std::filesystem::path& file);

/// Describes which part of a table each reader reads.
struct ReadRequest {
    enum class What : std::uint8_t { text, stored, files };
    static constexpr std::uint64_t unknown = std::numeric_limits<std::uint64_t>::max();

    What what = What::text;
    std::filesystem::path file{};
    tabular::ReadOptions options{};
    std::vector<std::uint64_t> readers{};  ///< the ranks that read, 0 first
    /// Reader k reads from bounds[k] to bounds[k + 1]: bytes of a text, rows of an HDF5 file, or files of a folder.
    std::vector<std::uint64_t> bounds{};
    // For a text:
    std::uint64_t columns = 0;              ///< number of columns of a row
    std::uint64_t version = 0;              ///< of the options; if it changes, everything is read again
    std::vector<std::uint64_t> starts{};    ///< where the first row of each reader begins, or unknown
    std::vector<table::ValueKind> kinds{};  ///< of each column that is kept, as far as known
};
void put(PacketWriter& to, const ReadRequest& request);
ReadRequest request_from(PacketReader& from);

void put(PacketWriter& to, const table::PartFacts& facts);
table::PartFacts facts_from(PacketReader& from);
void put(PacketWriter& to, const table::ColumnPart& part);
table::ColumnPart column_from(PacketReader& from);
void put(PacketWriter& to, const tabular::Table& table);
tabular::Table table_from(PacketReader& from);

/// The bounds of `parts` nearly equal parts of `count` items.
std::vector<std::uint64_t> equal_parts(std::uint64_t count, std::size_t parts);

/// A message that is preceded by its length.
void send_letter(Ranks& ranks, std::size_t to, PacketWriter& packet);
std::vector<std::byte> receive_letter(Ranks& ranks, std::size_t from);

/// The tables of the files that this reader reads.
std::vector<tabular::Table> tables_of(const ReadRequest& request, std::size_t reader);

}  // namespace alcole::engine
