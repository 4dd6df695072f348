#pragma once

#include <alcole/context.hpp>
#include <alcole/export.hpp>
#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// Reads tables from files. Errors in a file are reported as a ReadError: one sentence with the file, the line and the
/// column. Only the typed table is held in memory, never the text.
namespace alcole::tabular {

/// Thrown if a file cannot be read as a table.
class ALCOLE_EXPORT ReadError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// How to read a file.
struct ReadOptions {
    char delimiter = ',';
    char quote = '"';     ///< 0: none
    char comment = '\0';  ///< lines that start with it are skipped; 0: none
    /// Words that mean "no value", quoted or not.
    std::vector<std::string> missing = {"", "?", "NA", "N/A", "n/a", "NaN", "nan", "null", "NULL"};
    std::vector<std::string> names{};           ///< names of the columns, for a file without a header line
    std::vector<std::string> columns{};         ///< which to keep; empty: all
    std::map<std::string, ColumnType> types{};  ///< for columns whose type should not be guessed
    bool decimal_comma = false;                 ///< numbers are written 1.234,5, with a decimal comma
    bool trim = true;                           ///< ignore spaces around unquoted values
};

/// Reads CSV as in RFC 4180 (quotes, doubled quotes inside, line breaks inside quotes, CRLF, a byte-order mark), with
/// any delimiter. Empty lines are skipped.
///
/// Unless given, the type of a column is guessed. If all values are numbers, it is a number column; if there are two
/// words that form a pair (true and false, yes and no, t and f, y and n, in any case), it is boolean; otherwise it is a
/// category column. If a column starts with numbers and a word follows later, the file is read a second time, and a
/// note names the word. A column given as boolean may also contain 1 and 0.
///
/// Many programs quote everything, so a word for "no value" has that meaning in quotes as well: `""`, `"NA"`. To treat
/// such a word as a value, remove it from `missing`.
///
/// A column without a name in the header, often one that counts the rows, is named after its position ("column 1"),
/// with a note. A header without any name is an error.
///
/// A name that occurs twice is an error unless both columns contain the same text; then one is kept, with a note.
[[nodiscard]] ALCOLE_EXPORT Table read_csv(const std::filesystem::path& file, const ReadOptions& options = {});

/// Reads ARFF with numeric, nominal and string attributes and dense rows. Types are those that the file declares,
/// unless given in the options; delimiter, quote, comment, names, decimal_comma and trim do not apply. A nominal
/// attribute has all the levels that the file declares, in that order; any other value is an error. A declared value is
/// a value even if `missing` lists it, but an unquoted `?` is always missing.
[[nodiscard]] ALCOLE_EXPORT Table read_arff(const std::filesystem::path& file, const ReadOptions& options = {});

/// Reads any supported file or folder. The format of a file follows from its bytes and name: HDF5 as convert_table()
/// writes it, .arff, otherwise CSV. A folder is one table: the .csv, .tsv, .arff and .h5 files in it, compressed or
/// not, in the order of their names; all must have the same columns. read_header(), TableReader and read_text() also
/// accept folders. The file "-" is standard input, of which a temporary copy is made. An HDF5 file has the types and
/// levels found when it was written; only the options `columns`, `types` and `missing` apply.
[[nodiscard]] ALCOLE_EXPORT Table read_table(const std::filesystem::path& file, const ReadOptions& options = {});

/// Reads the same table, reports progress, and returns nothing if a stop was requested; it looks for a request after
/// each megabyte.
///
/// If the context has ranks, which call serve(), every rank that sees the same file reads a part of it: a range of the
/// bytes of a CSV file, a range of the rows of an HDF5 file, or some files of a folder. Errors are those of a single
/// process, word for word. Rank 0 reads alone what cannot be divided (compressed files, ARFF, standard input), and if
/// no other rank sees the file. After a stop request, rank 0 waits until the others have read their parts.
[[nodiscard]] ALCOLE_EXPORT std::optional<Table> read_table(const std::filesystem::path& file,
                                                            const ReadOptions& options, const Context& context);

/// Reads only the names of the columns, with the types of the first row and no rows. Only the options delimiter, quote,
/// comment, names and decimal_comma apply.
[[nodiscard]] ALCOLE_EXPORT Table read_header(const std::filesystem::path& file, const ReadOptions& options = {});

/// Decided by the name, with or without a compression suffix: loans.arff, loans.arff.gz.
[[nodiscard]] ALCOLE_EXPORT bool is_arff(const std::filesystem::path& file);

/// Decided by the bytes; pipes are not inspected.
[[nodiscard]] ALCOLE_EXPORT bool is_hdf5(const std::filesystem::path& file);

/// The approximate number of bytes of text in a file; for a compressed file, extrapolated from its first mebibyte. 0 if
/// unknown, as for a pipe or an HDF5 table.
[[nodiscard]] ALCOLE_EXPORT std::size_t estimated_text_size(const std::filesystem::path& file);

/// Passes the text of a file, decompressed if necessary, or the bytes of an HDF5 file, to `take` in pieces. Returns
/// false if a stop was requested.
ALCOLE_EXPORT bool read_text(const std::filesystem::path& file, const std::function<void(std::string_view)>& take,
                             const Context& context = Context());

/// Reads a file piece by piece, so that it need not fit into memory:
///
///     TableReader reader("people.csv", read_options(schema, false));
///     while (const auto piece = reader.next(4096)) ...
///
/// Give the types: a type that is not given is guessed separately for every piece. Levels are those of the piece.
///
/// Not thread-safe: use a reader from one thread at a time. Different readers are independent.
class ALCOLE_EXPORT TableReader {
  public:
    /// Reports progress to `context`. If it requests a stop, next() returns nothing.
    explicit TableReader(const std::filesystem::path& file, const ReadOptions& options = {},
                         const Context& context = Context());
    TableReader(const TableReader&) = delete;
    TableReader& operator=(const TableReader&) = delete;
    TableReader(TableReader&& other) noexcept;
    TableReader& operator=(TableReader&& other) noexcept;
    ~TableReader();

    /// Returns the next rows, at most `max_rows` (at least 1), or nothing at the end of the file.
    std::optional<Table> next(std::size_t max_rows);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace alcole::tabular
