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

/// What ranks tell each other about a table that they read together.
namespace alcole::engine {

/// A number that two ranks share if they see the same table: files of the same names, sizes and times of their last
/// change, all of which can be opened. 0: it cannot be read here.
std::uint64_t what_is_seen_of(const std::filesystem::path& file);

/// Which part of a table every reader reads.
struct ReadRequest {
    enum class What : std::uint8_t { text, stored, files };
    static constexpr std::uint64_t unknown = std::numeric_limits<std::uint64_t>::max();

    What what = What::text;
    std::filesystem::path file{};
    tabular::ReadOptions options{};
    std::vector<std::uint64_t> readers{};  ///< ranks, 0 first
    /// Reader k has those from bounds[k] to bounds[k + 1]: bytes of a text, rows of an HDF5 file, files of a folder.
    std::vector<std::uint64_t> bounds{};
    // Of a text:
    std::uint64_t columns = 0;              ///< that a row has
    std::uint64_t version = 0;              ///< of the options: with another one everything is read again
    std::vector<std::uint64_t> starts{};    ///< where the first row of each reader begins, or unknown
    std::vector<table::ValueKind> kinds{};  ///< of each column that is kept, as far as they are known
};
void put(PacketWriter& to, const ReadRequest& request);
ReadRequest request_from(PacketReader& from);

void put(PacketWriter& to, const table::PartFacts& facts);
table::PartFacts facts_from(PacketReader& from);
void put(PacketWriter& to, const table::ColumnPart& part);
table::ColumnPart column_from(PacketReader& from);
void put(PacketWriter& to, const tabular::Table& table);
tabular::Table table_from(PacketReader& from);

/// The bounds of nearly equal parts of `count` things.
std::vector<std::uint64_t> equal_parts(std::uint64_t count, std::size_t parts);

/// A letter says how long it is.
void send_letter(Ranks& ranks, std::size_t to, PacketWriter& packet);
std::vector<std::byte> receive_letter(Ranks& ranks, std::size_t from);

/// The tables of some files of a folder.
std::vector<tabular::Table> tables_of(const ReadRequest& request, std::size_t reader);

}  // namespace alcole::engine
