#pragma once

#include <alcole/context.hpp>
#include <alcole/tabular/read.hpp>

#include "base/fields.hpp"
#include "engine/packet.hpp"
#include "table/column_builder.hpp"
#include "table/text_part.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <span>
#include <vector>

/// The messages between ranks that read a table together.
namespace alcole::engine {

/// A fingerprint that is equal on two ranks if they see the same table, that is, files with the same names, sizes and
/// modification times, all of which can be opened. 0 if the table cannot be read here.
std::uint64_t fingerprint_of(const std::filesystem::path& file);

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
template <class Packet, base::Is<ReadRequest> S>
void members(Packet& packet, S& s) {
    packet(s.what, s.file, s.options, s.readers, s.bounds, s.columns, s.version, s.starts, s.kinds);
}
template <class Packet, base::Is<tabular::ReadOptions> S>
void members(Packet& packet, S& s) {
    packet(s.delimiter, s.quote, s.comment, s.missing, s.names, s.columns, s.types, s.decimal_comma, s.trim);
}
template <class Packet, base::Is<Note> S>
void members(Packet& packet, S& s) {
    packet(s.kind, s.names, s.numbers, s.file, s.held_out);
}
template <class Packet, base::Is<table::PartFacts> S>
void members(Packet& packet, S& s) {
    packet(s.failed, s.begin, s.end, s.lines, s.rows, s.kinds, s.mixed);
}
template <class Packet, base::Is<table::ColumnPart> S>
void members(Packet& packet, S& s) {
    packet(s.kind, s.rows, s.numbers);
    packet.lists(s.codes);
    packet(s.words);
}
template <class Packet, base::Is<tabular::Table> S>
void members(Packet& packet, S& s) {
    packet(s.num_rows, s.notes, s.columns);
}
template <class Packet, base::Is<tabular::Column> S>
void members(Packet& packet, S& s) {
    packet(s.name, s.type, s.numbers, s.codes, s.levels);
}
/// In the form in which they are stored: a number for every row, or only the unusual ones.
void members(PacketWriter& to, const tabular::Numbers& numbers);
void members(PacketReader& from, tabular::Numbers& numbers);
template <class V>
void members(PacketWriter& to, const tabular::Values<V>& values) {
    to.put(std::span(values.data(), values.size()));
}
template <class V>
void members(PacketReader& from, tabular::Values<V>& values) {
    values = from.get<std::vector<V>>();
}

/// The bounds of `parts` nearly equal parts of `count` items.
std::vector<std::uint64_t> equal_parts(std::uint64_t count, std::size_t parts);

/// A message that is preceded by its length.
void send_letter(Ranks& ranks, std::size_t to, PacketWriter& packet);
std::vector<std::byte> receive_letter(Ranks& ranks, std::size_t from);

/// The tables of the files that this reader reads.
std::vector<tabular::Table> tables_of(const ReadRequest& request, std::size_t reader,
                                      const Context& context = Context());

}  // namespace alcole::engine
