#include "engine/shared_reading.hpp"

#include <alcole/tabular/read.hpp>

#include "engine/orders.hpp"
#include "engine/shared_text.hpp"
#include "table/byte_source.hpp"
#include "table/compressed.hpp"
#include "table/folder.hpp"
#include "table/hdf5_table.hpp"
#include "table/reading.hpp"

#include <algorithm>
#include <exception>
#include <fstream>
#include <string>
#include <utility>

namespace alcole::engine {
namespace {

namespace fs = std::filesystem;
using table::PartFacts;
using tabular::Column;
using tabular::ReadOptions;
using tabular::Table;

/// Exists while other ranks send what they have read. If rank 0 fails with an exception, it aborts the job, because the
/// others would wait for it for ever.
class Receiving {
  public:
    explicit Receiving(Ranks& ranks) : ranks_(ranks), exceptions_(std::uncaught_exceptions()) {}
    Receiving(const Receiving&) = delete;
    Receiving& operator=(const Receiving&) = delete;
    ~Receiving() {
        if (std::uncaught_exceptions() > exceptions_)
            ranks_.abort("what the other ranks have read could not be received; is there enough memory?");
    }

  private:
    Ranks& ranks_;
    int exceptions_;
};

/// Whether a file is an uncompressed text table, so that it can be split at bytes.
bool is_plain_text(const fs::path& file) {
    std::string head(table::signature_bytes, '\0');
    std::ifstream in(file, std::ios::binary);
    in.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(in.gcount()));
    return table::compression_of(head).empty() && table::not_a_text_table(head).empty();
}

/// How a table can be divided, if at all.
std::optional<ReadRequest::What> kind_of(const fs::path& file) {
    std::error_code error;
    if (file == "-") return std::nullopt;
    if (fs::is_directory(file, error)) return ReadRequest::What::files;
    if (!fs::is_regular_file(file, error)) return std::nullopt;
    if (tabular::is_hdf5(file)) return ReadRequest::What::stored;
    if (tabular::is_arff(file) || !is_plain_text(file)) return std::nullopt;
    return ReadRequest::What::text;
}

/// The bounds that divide the files of a folder, in order, into parts of nearly equal size in bytes.
std::vector<std::uint64_t> parts_of_files(const std::vector<fs::path>& files, std::size_t parts) {
    std::vector<std::uint64_t> before = {0};  // bytes before each file, and the total
    for (const auto& file : files) before.push_back(before.back() + fs::file_size(file));
    std::vector<std::uint64_t> bounds;
    for (const std::uint64_t bound : equal_parts(before.back(), parts))
        bounds.push_back(static_cast<std::uint64_t>(std::ranges::lower_bound(before, bound) - before.begin()));
    bounds.back() = files.size();
    return bounds;
}

bool any_failed(const std::vector<PartFacts>& facts) { return std::ranges::any_of(facts, &PartFacts::failed); }

}  // namespace

SharedReading::SharedReading(const fs::path& file, const ReadOptions& options, const Context& context)
    : context_(context), ranks_(*context.ranks()), file_(file), options_(options) {
    request_.file = fs::absolute(file);
    request_.options = options;
}

std::optional<Table> SharedReading::read() {
    const auto kind = kind_of(file_);
    if (!kind) return std::nullopt;
    request_.what = *kind;
    request_.readers = ranks_that_see_it();
    if (num_readers() < 2) return std::nullopt;
    switch (*kind) {
        case ReadRequest::What::text:
            return read_text();
        case ReadRequest::What::stored:
            return read_stored();
        case ReadRequest::What::files:
            return read_folder();
    }
    return std::nullopt;
}

std::vector<std::uint64_t> SharedReading::ranks_that_see_it() {
    PacketWriter packet;
    packet.put(request_.file);
    issue(ranks_, Order::look, 0, packet.bytes());
    const std::uint64_t seen = fingerprint_of(request_.file);
    std::vector<std::uint64_t> readers = {0};
    for (std::size_t rank = 1; rank < ranks_.size(); ++rank) {
        std::uint64_t theirs = 0;
        ranks_.receive(rank, std::as_writable_bytes(std::span(&theirs, 1)));
        if (seen != 0 && theirs == seen) readers.push_back(rank);
    }
    return readers;
}

/// If rank 0 fails, it still receives the reports of the others before it throws, so that they are ready for the next
/// order.
std::vector<PartFacts> SharedReading::ask(const std::function<PartFacts()>& own) {
    PacketWriter packet;
    packet.put(request_);
    issue(ranks_, Order::read, 0, packet.bytes());
    std::vector<PartFacts> facts(num_readers());
    std::exception_ptr failure;
    try {
        facts.front() = own();
    } catch (...) {
        failure = std::current_exception();
    }
    for (std::size_t reader = 1; reader < num_readers(); ++reader) {
        const auto letter = receive_letter(ranks_, rank_of(reader));
        PacketReader from(letter);
        facts[reader] = from.get<PartFacts>();
    }
    if (failure) {
        discard_parts();
        std::rethrow_exception(failure);
    }
    return facts;
}

void SharedReading::discard_parts() {
    PacketWriter packet;
    packet.put(false);
    issue(ranks_, Order::hand_over, 0, packet.bytes());
}

void SharedReading::collect(const std::function<void(std::size_t)>& take) {
    const Receiving receiving(ranks_);
    PacketWriter packet;
    packet.put(true);
    issue(ranks_, Order::hand_over, 0, packet.bytes());
    for (std::size_t reader = 1; reader < num_readers(); ++reader) take(reader);
}

std::optional<Table> SharedReading::read_text() {
    SharedText text(file_, options_, request_, context_);
    do {
        text.judge(ask([&] { return text.read_own(); }));
    } while (text.next() == SharedText::Next::again);
    if (text.next() == SharedText::Next::give_up) {
        discard_parts();
        return std::nullopt;
    }
    collect([&](std::size_t reader) {
        for (auto& column : text.columns()) {
            const auto letter = receive_letter(ranks_, rank_of(reader));
            PacketReader from(letter);
            column.append(from.get<table::ColumnPart>());
        }
    });
    return std::move(text).finish();
}

std::optional<Table> SharedReading::read_stored() {
    table::Hdf5Table stored(file_, options_, context_);
    if (!stored.is_as_stored()) return std::nullopt;
    const std::size_t rows = stored.num_rows();
    request_.bounds = stored.parts(num_readers());
    Table table;
    const auto facts = ask([&] {
        table = stored.rows(0, request_.bounds[1]);
        return PartFacts{};
    });
    if (any_failed(facts)) {
        discard_parts();
        return std::nullopt;
    }
    std::vector<std::vector<double>> numbers;  // by column
    std::vector<std::vector<std::int32_t>> codes;
    for (Column& column : table.columns) {
        numbers.push_back(column.numbers.to_vector());
        codes.push_back(column.codes.to_vector());
    }
    collect([&](std::size_t reader) {
        const std::size_t first = request_.bounds[reader];
        const std::size_t count = request_.bounds[reader + 1] - first;
        const auto receive = [&](auto& values) {
            values.resize(rows);
            ranks_.receive(rank_of(reader), std::as_writable_bytes(std::span(values).subspan(first, count)));
        };
        for (std::size_t c = 0; c < table.columns.size() && count > 0; ++c) {
            if (table.columns[c].type == tabular::ColumnType::number)
                receive(numbers[c]);
            else
                receive(codes[c]);
        }
    });
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        table.columns[c].numbers = tabular::Numbers::compact(std::exchange(numbers[c], {}));
        table.columns[c].codes = std::exchange(codes[c], {});
    }
    table.num_rows = rows;
    return table;
}

/// Every file is a table of its own, so the result does not depend on which rank reads it.
std::optional<Table> SharedReading::read_folder() {
    struct GiveUp {};
    const auto files = table::files_of(file_);
    request_.bounds = parts_of_files(files, num_readers());
    try {
        return table::read_files(files, options_, [&](const ReadOptions& now) {
            request_.options = now;
            auto tables = read_files(files.size());
            if (!tables) throw GiveUp{};
            return std::move(*tables);
        });
    } catch (const GiveUp&) {
        return std::nullopt;
    }
}

std::optional<std::vector<Table>> SharedReading::read_files(std::size_t files) {
    std::vector<Table> tables;
    PartFacts own;
    const auto facts = ask([&] {
        try {
            tables = tables_of(request_, 0, context_);
        } catch (const tabular::ReadError&) {
            own.failed = true;
        }
        return own;
    });
    if (any_failed(facts)) {
        discard_parts();
        return std::nullopt;
    }
    tables.reserve(files);
    collect([&](std::size_t reader) {
        for (auto left = request_.bounds[reader + 1] - request_.bounds[reader]; left > 0; --left) {
            const auto letter = receive_letter(ranks_, rank_of(reader));
            PacketReader from(letter);
            tables.push_back(from.get<tabular::Table>());
        }
    });
    return tables;
}

}  // namespace alcole::engine

namespace alcole::tabular {
namespace {

/// Counts the time until its destruction as reading.
class ReadingPhase {
  public:
    explicit ReadingPhase(Ranks& ranks) : ranks_(ranks) { ranks_.enter(Phase::reading); }
    ReadingPhase(const ReadingPhase&) = delete;
    ReadingPhase& operator=(const ReadingPhase&) = delete;
    ~ReadingPhase() { ranks_.enter(Phase::rest); }

  private:
    Ranks& ranks_;
};

}  // namespace

std::optional<Table> read_table(const std::filesystem::path& file, const ReadOptions& options, const Context& context) {
    return table::unless_stopped([&]() -> Table {
        if (context.ranks() == nullptr) return table::read(file, options, context);
        const ReadingPhase phase(*context.ranks());
        if (auto table = engine::SharedReading(file, options, context).read()) return std::move(*table);
        return table::read(file, options, context);
    });
}

}  // namespace alcole::tabular
