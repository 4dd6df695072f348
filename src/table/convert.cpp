#include <alcole/tabular/convert.hpp>

#include "hdf5/reader.hpp"
#include "hdf5/writer.hpp"
#include "table/column_builder.hpp"
#include "table/folder.hpp"
#include "table/hdf5_table.hpp"
#include "table/open_table.hpp"
#include "table/reading.hpp"

#include <map>
#include <set>
#include <utility>

namespace alcole::tabular {
namespace {

using Types = std::map<std::string, ColumnType>;

/// The next rows of a text, at most one chunk, with types guessed from these rows alone.
table::TableBuilder next_piece(table::OpenTable& file, std::size_t& rows) {
    table::TableBuilder builder = file.builder();
    builder.expect_at_most(hdf5::chunk_rows);
    for (rows = 0; rows < hdf5::chunk_rows && file.next_row(); ++rows) builder.add();
    return builder;
}

/// Finds the types of the columns of a text as read_csv() does, or of the files of a folder as read_table() does, but
/// piece by piece: a single word makes a column a category.
class TypeFinder {
  public:
    TypeFinder(std::vector<std::filesystem::path> files, ReadOptions options)
        : files_(std::move(files)), options_(std::move(options)) {}

    /// Throws ReadingStopped.
    void find(const Context& context) {
        while (!found_all(context)) {
        }
    }
    /// The types of all columns that have a value.
    const Types& types() const { return types_; }
    /// The types that are not guesses: given in the options, declared by the only file, or category because the column
    /// is mixed.
    const Types& given() const { return given_; }
    std::vector<Note> notes() const {
        std::vector<Note> notes;
        for (const auto& name : mixed_)
            notes.push_back({.kind = Note::Kind::mixed_column, .names = {table::safe(name)}});
        return notes;
    }

  private:
    /// False if everything must be read again, with the types found so far.
    bool found_all(const Context& context) {
        types_ = given_ = options_.types;
        return std::ranges::all_of(files_, [&](const auto& file) {
            return is_hdf5(file) ? found_stored(file) : found_in_text(file, context);
        });
    }

    bool found_stored(const std::filesystem::path& file) {
        for (const auto& column : read_header(file).columns) take(column);
        return true;
    }

    /// If a word follows numbers within a piece, the guesses for its other columns are lost.
    bool found_in_text(const std::filesystem::path& file, const Context& context) {
        table::OpenTable open =
            (is_arff(file) ? table::open_arff : table::open_csv)(table::ByteSource(file, context), options_);
        if (files_.size() == 1) types_ = given_ = open.options.types;
        for (std::size_t rows = hdf5::chunk_rows; rows == hdf5::chunk_rows;) {
            table::TableBuilder builder = next_piece(open, rows);
            for (const auto& [name, found] : builder.mixed()) {
                options_.types[name] = ColumnType::category;
                mixed_.insert(name);
            }
            if (!builder.mixed().empty()) return false;
            if (rows > 0)
                for (const auto& column : std::move(builder).finish().columns) take(column);
        }
        return true;
    }

    void take(const Column& column) {
        if (column.type == ColumnType::number) {
            types_.try_emplace(column.name, ColumnType::number);
        } else if (!column.levels.empty()) {
            const auto [known, is_new] = types_.try_emplace(column.name, ColumnType::category);
            if (known->second != ColumnType::number) return;
            known->second = given_[column.name] = ColumnType::category;
            mixed_.insert(column.name);
        }
    }

    std::vector<std::filesystem::path> files_;
    ReadOptions options_;
    Types types_;
    Types given_;
    std::set<std::string> mixed_;
};

/// Merges the levels of pieces, each of which has its own, into common levels.
class Levels {
  public:
    /// Replaces the codes of the piece by codes into the common levels.
    void adopt(Table& piece) {
        words_.resize(piece.columns.size());
        for (std::size_t c = 0; c < piece.columns.size(); ++c) {
            Column& column = piece.columns[c];
            if (column.type == ColumnType::number) continue;
            std::vector<std::int32_t> code_of;
            for (const auto& level : column.levels) code_of.push_back(words_[c].code(level));
            for (auto& code : column.codes)
                if (code >= 0) code = code_of[static_cast<std::size_t>(code)];
        }
    }
    std::vector<std::string> of(std::size_t column) const { return words_[column].words(); }

  private:
    std::vector<table::Dictionary> words_;  // per column
};

std::vector<hdf5::ColumnHead> heads_of(const Table& piece) {
    std::vector<hdf5::ColumnHead> heads;
    for (const auto& column : piece.columns) heads.push_back({.name = column.name, .type = column.type});
    return heads;
}

void append(Table& chunk, const Table& piece) {
    const auto add = [](auto& values, const auto& more) {
        values.reserve(hdf5::chunk_rows);
        for (const auto value : more) values.push_back(value);
    };
    for (std::size_t c = 0; c < chunk.columns.size(); ++c) {
        if (chunk.columns[c].type == ColumnType::number)
            add(chunk.columns[c].numbers, piece.columns[c].numbers);
        else
            add(chunk.columns[c].codes, piece.columns[c].codes);
    }
    chunk.num_rows += piece.num_rows;
}

/// The next rows of all files; a full chunk except at the end.
std::optional<Table> next_chunk(TableReader& reader, Levels& levels) {
    std::optional<Table> chunk;
    for (std::size_t missing = hdf5::chunk_rows; missing > 0;) {
        auto piece = reader.next(missing);
        if (!piece) break;
        missing -= piece->num_rows;
        levels.adopt(*piece);
        if (chunk)
            append(*chunk, *piece);
        else
            chunk = std::move(piece);
    }
    return chunk;
}

/// Rejects a pipe, which would be empty when read a second time.
void check_can_be_read_twice(const std::filesystem::path& file) {
    std::error_code error;
    const auto status = std::filesystem::status(table::readable_file(file), error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        throw ReadError(file.string() +
                        ": is not a regular file, and a table that is converted is read twice; give a "
                        "file, or - for standard input");
}

/// Copies all rows. `given`: columns whose type is not a guess. Throws ReadingStopped.
Converted copy(const std::filesystem::path& from, const ReadOptions& options, const std::filesystem::path& to,
               const Types& given, const Context& context) {
    TableReader reader(from, options, context);
    std::optional<hdf5::Writer> writer;
    std::vector<hdf5::ColumnHead> heads;
    Levels levels;
    Converted converted;
    while (auto piece = next_chunk(reader, levels)) {
        if (!writer) {
            heads = heads_of(*piece);
            writer.emplace(to, heads);
            converted.notes = piece->notes;
        }
        writer->add(*piece);
        converted.rows += piece->num_rows;
    }
    if (context.stop_requested()) throw table::ReadingStopped();
    for (std::size_t c = 0; c < heads.size(); ++c) {
        if (!heads[c].has_words()) continue;
        heads[c].levels = levels.of(c);
        // A pair of words such as yes and no is boolean.
        if (!given.contains(heads[c].name)) heads[c].type = column_of_words("", {}, heads[c].levels).type;
    }
    converted.columns = heads.size();
    writer->finish(heads);
    return converted;
}

/// A wildcard that matches two tables (convert *.csv) must not cost the second one. An empty file may be the work of
/// mktemp.
void check_replaces_no_other_file(const std::filesystem::path& to) {
    if (std::filesystem::is_regular_file(to) && std::filesystem::file_size(to) > 0 && !is_hdf5(to))
        throw std::runtime_error(to.string() +
                                 ": is there already and is not an HDF5 file; choose another name for the result");
}

Converted convert(const std::filesystem::path& from, const std::filesystem::path& to, const ReadOptions& options,
                  const Context& context) {
    if (hdf5::is_hdf5(table::readable_file(from, context))) {
        Types types;
        for (const auto& column : read_header(from).columns) types[column.name] = column.type;
        return copy(from, options, to, types, context);
    }
    const auto files = table::files_of(from);
    for (const auto& file : files) check_can_be_read_twice(file);
    TypeFinder finder(files, options);
    finder.find(context);
    ReadOptions typed = options;
    typed.types = finder.types();
    Converted converted = copy(from, typed, to, finder.given(), context);
    for (auto& note : finder.notes()) converted.notes.push_back(std::move(note));
    return converted;
}

}  // namespace

bool reads_hdf5() { return hdf5::available(); }

std::optional<Converted> convert_table(const std::filesystem::path& from, const std::filesystem::path& to,
                                       const ReadOptions& options, const Context& context) {
    check_replaces_no_other_file(to);
    return table::unless_stopped([&] { return convert(from, to, options, context); });
}

}  // namespace alcole::tabular
