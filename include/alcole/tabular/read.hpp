#pragma once

#include <alcole/export.hpp>
#include <alcole/ranks.hpp>
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

/// Tables from files. What is wrong with a file is said in one sentence, with the file, the line and the column, as a
/// ReadError; the text is never held in memory, only the typed table.
namespace alcole::tabular {

/// Thrown for a file that cannot be read as a table.
class ALCOLE_EXPORT ReadError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

struct ReadOptions {
    char delimiter = ',';
    char quote = '"';     ///< 0: none
    char comment = '\0';  ///< lines that start with it are skipped; 0: none
    /// Words that mean "no value", quoted or not.
    std::vector<std::string> missing = {"", "?", "NA", "N/A", "n/a", "NaN", "nan", "null", "NULL"};
    std::vector<std::string> names{};           ///< of the columns, for a file without a header line
    std::vector<std::string> columns{};         ///< which to keep; empty: all
    std::map<std::string, ColumnType> types{};  ///< for columns whose type is not to be guessed
    bool decimal_comma = false;                 ///< numbers are written 1.234,5: decimals stand behind a comma
    bool trim = true;                           ///< spaces around a value that is not quoted do not count
};

/// CSV as in RFC 4180 (quotes, doubled quotes inside, line breaks inside quotes, CRLF, a byte-order mark), with any
/// delimiter. Empty lines are skipped.
///
/// The type of a column, unless it is given: one whose values are all numbers is a number column; one of two words that
/// are a pair (true and false, yes and no, t and f, y and n, in any case) is boolean; any other is a category column.
/// Where a column begins with numbers and a word comes later, the file is read a second time, and a note says which
/// word it was. A column given as boolean may hold 1 and 0 as well.
///
/// Many programs put everything in quotes, so a word for "no value" means that in quotes as well: `""`, `"NA"`. A word
/// that is to count as a value must be taken out of `missing`.
///
/// A column without a name in the header, often one that counts the rows, is called "column 1" by its place, with a
/// note; a header without any name is refused.
///
/// A name that occurs twice is refused unless both columns hold the same text; then it is kept once, with a note.
ALCOLE_EXPORT Table read_csv(const std::filesystem::path& file, const ReadOptions& options = {});

/// ARFF with numeric, nominal and string attributes, dense rows. Types are those the file declares, unless given in the
/// options; delimiter, quote, comment, names, decimal_comma and trim do not apply. A nominal attribute has the levels
/// the file declares, in that order and all of them; another value is refused. A declared value is a value even if
/// `missing` lists it, but a `?` that is not quoted is always missing.
ALCOLE_EXPORT Table read_arff(const std::filesystem::path& file, const ReadOptions& options = {});

/// A folder is one table: the .csv, .tsv, .arff and .h5 files in it, compressed or not, by the order of their names,
/// which must have the same columns; read_header(), TableReader and read_text() take one too. A file by its bytes and
/// name: HDF5 as convert_table() writes it, .arff, else CSV. Of an HDF5 file the types and
/// levels are those that were found when it was written; of the options, `columns`, `types` and `missing` count.
ALCOLE_EXPORT Table read_table(const std::filesystem::path& file, const ReadOptions& options = {});

/// The same table, of which every rank that sees the same file reads a part: a range of the bytes of a CSV file, of the
/// rows of an HDF5 file, or some files of a folder. The others call serve(). Whatever one process would refuse is
/// refused in the same words. Rank 0 reads alone what cannot be cut (compressed files, ARFF, standard input), where no
/// other rank sees the file, and where `ranks` is null.
ALCOLE_EXPORT Table read_table(const std::filesystem::path& file, const ReadOptions& options, Ranks* ranks);

/// The names of the columns alone, with the types of the first row and no rows. Only delimiter, quote, comment,
/// names and decimal_comma of the options count.
ALCOLE_EXPORT Table read_header(const std::filesystem::path& file, const ReadOptions& options = {});

/// By its name, with or without that of a compression behind it: loans.arff, loans.arff.gz.
ALCOLE_EXPORT bool is_arff(const std::filesystem::path& file);

/// By its bytes; a pipe is not looked into.
ALCOLE_EXPORT bool is_hdf5(const std::filesystem::path& file);

/// How many bytes of text a file holds, about; a compressed one as its first mebibyte expands. 0 when that is not
/// known, as of a pipe or of a table in HDF5.
ALCOLE_EXPORT std::size_t estimated_text_size(const std::filesystem::path& file);

/// The text of a file, decompressed where it is compressed, or the bytes of an HDF5 file, handed over in pieces.
ALCOLE_EXPORT void read_text(const std::filesystem::path& file, const std::function<void(std::string_view)>& take);

/// "-" as a file that can be read any number of times: all of standard input, copied to a temporary file when it is
/// first asked for. Every other name is left as it is. Throws ReadError when there is no room for the copy.
ALCOLE_EXPORT std::filesystem::path readable_file(const std::filesystem::path& file);

/// The same file piece by piece, for one that need not fit into memory:
///
///     TableReader reader("people.csv", read_options(schema, false));
///     while (const auto piece = reader.next(4096)) ...
///
/// A type that is not given is guessed anew for every piece, and levels are those of the piece: give the types.
class ALCOLE_EXPORT TableReader {
  public:
    explicit TableReader(const std::filesystem::path& file, const ReadOptions& options = {});
    TableReader(const TableReader&) = delete;
    TableReader& operator=(const TableReader&) = delete;
    TableReader(TableReader&& other) noexcept;
    TableReader& operator=(TableReader&& other) noexcept;
    ~TableReader();

    /// The next rows, at most so many (at least 1); nothing at the end of the file.
    std::optional<Table> next(std::size_t most_rows);

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace alcole::tabular
