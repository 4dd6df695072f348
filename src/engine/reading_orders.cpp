#include "engine/reading_orders.hpp"

#include "table/folder.hpp"

#include <algorithm>
#include <fstream>
#include <functional>
#include <span>

namespace alcole::engine {
namespace {

namespace fs = std::filesystem;
using table::ColumnPart;
using table::PartFacts;
using tabular::ColumnType;
using tabular::ReadOptions;
using tabular::Table;

void put_text(PacketWriter& to, const std::string& text) { to.put(std::span<const char>(text)); }

std::string text_from(PacketReader& from) {
    std::vector<char> text;
    from.get(text);
    return {text.begin(), text.end()};
}

void put_texts(PacketWriter& to, const std::vector<std::string>& texts) {
    to.put(std::uint64_t{texts.size()});
    for (const auto& text : texts) put_text(to, text);
}

std::vector<std::string> texts_from(PacketReader& from) {
    std::vector<std::string> texts(from.get<std::uint64_t>());
    for (auto& text : texts) text = text_from(from);
    return texts;
}

void put_options(PacketWriter& to, const ReadOptions& options) {
    to.put(options.delimiter);
    to.put(options.quote);
    to.put(options.comment);
    put_texts(to, options.missing);
    put_texts(to, options.names);
    put_texts(to, options.columns);
    to.put(std::uint64_t{options.types.size()});
    for (const auto& [name, type] : options.types) {
        put_text(to, name);
        to.put(type);
    }
    to.put(options.decimal_comma);
    to.put(options.trim);
}

ReadOptions options_from(PacketReader& from) {
    ReadOptions options;
    options.delimiter = from.get<char>();
    options.quote = from.get<char>();
    options.comment = from.get<char>();
    options.missing = texts_from(from);
    options.names = texts_from(from);
    options.columns = texts_from(from);
    for (auto left = from.get<std::uint64_t>(); left > 0; --left) {
        std::string name = text_from(from);
        options.types[std::move(name)] = from.get<ColumnType>();
    }
    options.decimal_comma = from.get<bool>();
    options.trim = from.get<bool>();
    return options;
}

void put_note(PacketWriter& to, const Note& note) {
    to.put(note.kind);
    put_texts(to, note.names);
    to.put(note.numbers);
    put_text(to, note.file);
    to.put(note.held_out);
}

Note note_from(PacketReader& from) {
    Note note;
    note.kind = from.get<Note::Kind>();
    note.names = texts_from(from);
    from.get(note.numbers);
    note.file = text_from(from);
    note.held_out = from.get<bool>();
    return note;
}

/// In the form in which they are stored: a number for every row, or only the unusual ones.
void put_numbers(PacketWriter& to, const tabular::Numbers& numbers) {
    const auto* few = numbers.few();
    to.put(few != nullptr);
    if (few == nullptr) {
        to.put(numbers.all());
        return;
    }
    to.put(std::uint64_t{few->size});
    to.put(few->rest);
    to.put_all(few->rows, few->values);
}

template <class V>
std::vector<V> list_from(PacketReader& from) {
    std::vector<V> list;
    from.get(list);
    return list;
}

tabular::Numbers numbers_from(PacketReader& from) {
    if (!from.get<bool>()) return list_from<double>(from);
    tabular::Numbers::Few few;
    few.size = from.get<std::uint64_t>();
    few.rest = from.get<double>();
    from.get_all(few.rows, few.values);
    return tabular::Numbers(std::move(few));
}

}  // namespace

std::uint64_t what_is_seen_of(const fs::path& file) {
    try {
        std::string seen;
        for (const auto& one : table::files_of(file)) {
            if (!fs::is_regular_file(one) || !std::ifstream(one, std::ios::binary)) return 0;
            seen += one.filename().string() + '\0' + std::to_string(fs::file_size(one)) + '\0' +
                    std::to_string(fs::last_write_time(one).time_since_epoch().count()) + '\0';
        }
        return std::uint64_t{std::hash<std::string>()(seen)} | 1U;
    } catch (const std::exception&) {
        return 0;
    }
}

void put(PacketWriter& to, const ReadRequest& request) {
    to.put(request.what);
    put_text(to, request.file.string());
    put_options(to, request.options);
    to.put(request.readers);
    to.put(request.bounds);
    to.put(request.columns);
    to.put(request.version);
    to.put(request.starts);
    to.put(request.kinds);
}

ReadRequest request_from(PacketReader& from) {
    ReadRequest request;
    request.what = from.get<ReadRequest::What>();
    request.file = text_from(from);
    request.options = options_from(from);
    from.get(request.readers);
    from.get(request.bounds);
    request.columns = from.get<std::uint64_t>();
    request.version = from.get<std::uint64_t>();
    from.get(request.starts);
    from.get(request.kinds);
    return request;
}

void put(PacketWriter& to, const PartFacts& facts) {
    to.put(facts.failed);
    to.put(facts.begin);
    to.put(facts.end);
    to.put(facts.lines);
    to.put(facts.rows);
    to.put(facts.kinds);
    to.put(std::uint64_t{facts.mixed.size()});
    for (const auto& [name, note] : facts.mixed) {
        put_text(to, name);
        put_note(to, note);
    }
}

PartFacts facts_from(PacketReader& from) {
    PartFacts facts;
    facts.failed = from.get<bool>();
    facts.begin = from.get<std::uint64_t>();
    facts.end = from.get<std::uint64_t>();
    facts.lines = from.get<std::uint64_t>();
    facts.rows = from.get<std::uint64_t>();
    from.get(facts.kinds);
    for (auto left = from.get<std::uint64_t>(); left > 0; --left) {
        std::string name = text_from(from);
        facts.mixed[std::move(name)] = note_from(from);
    }
    return facts;
}

void put(PacketWriter& to, const ColumnPart& part) {
    to.put(part.kind);
    to.put(std::uint64_t{part.rows});
    put_numbers(to, part.numbers);
    to.put_all(part.codes);
    put_texts(to, part.words);
}

ColumnPart column_from(PacketReader& from) {
    ColumnPart part;
    part.kind = from.get<table::ValueKind>();
    part.rows = from.get<std::uint64_t>();
    part.numbers = numbers_from(from);
    from.get(part.codes);
    part.words = texts_from(from);
    return part;
}

void put(PacketWriter& to, const Table& table) {
    to.put(std::uint64_t{table.num_rows});
    to.put(std::uint64_t{table.notes.size()});
    for (const auto& note : table.notes) put_note(to, note);
    to.put(std::uint64_t{table.columns.size()});
    for (const auto& column : table.columns) {
        put_text(to, column.name);
        to.put(column.type);
        put_numbers(to, column.numbers);
        to.put(std::span(column.codes.data(), column.codes.size()));
        put_texts(to, column.levels);
    }
}

Table table_from(PacketReader& from) {
    Table table{.num_rows = from.get<std::uint64_t>()};
    for (auto left = from.get<std::uint64_t>(); left > 0; --left) table.notes.push_back(note_from(from));
    table.columns.resize(from.get<std::uint64_t>());
    for (auto& column : table.columns) {
        column.name = text_from(from);
        column.type = from.get<ColumnType>();
        column.numbers = numbers_from(from);
        column.codes = list_from<std::int32_t>(from);
        column.levels = texts_from(from);
    }
    return table;
}

std::vector<std::uint64_t> equal_parts(std::uint64_t count, std::size_t parts) {
    std::vector<std::uint64_t> bounds;
    for (std::size_t k = 0; k <= parts; ++k)
        bounds.push_back(count / parts * k + std::min<std::uint64_t>(k, count % parts));
    return bounds;
}

void send_letter(Ranks& ranks, std::size_t to, PacketWriter& packet) {
    const std::uint64_t bytes = packet.bytes().size();
    ranks.send(to, std::as_bytes(std::span(&bytes, 1)));
    ranks.send(to, packet.bytes());
    packet.clear();
}

std::vector<std::byte> receive_letter(Ranks& ranks, std::size_t from) {
    std::uint64_t bytes = 0;
    ranks.receive(from, std::as_writable_bytes(std::span(&bytes, 1)));
    std::vector<std::byte> letter(bytes);
    ranks.receive(from, letter);
    return letter;
}

std::vector<Table> tables_of(const ReadRequest& request, std::size_t reader) {
    const auto files = table::files_of(request.file);
    std::vector<Table> tables;
    for (std::size_t k = request.bounds[reader]; k < request.bounds[reader + 1]; ++k)
        tables.push_back(tabular::read_table(files.at(k), request.options));
    return tables;
}

}  // namespace alcole::engine
