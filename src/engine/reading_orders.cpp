#include "engine/reading_orders.hpp"

#include "table/folder.hpp"
#include "table/reading.hpp"

#include <algorithm>
#include <fstream>
#include <functional>
#include <span>

namespace alcole::engine {
namespace {

namespace fs = std::filesystem;
using tabular::Table;

}  // namespace

void members(PacketWriter& to, const tabular::Numbers& numbers) {
    const auto* few = numbers.few();
    to.put(few != nullptr);
    if (few == nullptr) return to.put(numbers.all());
    to(few->size, few->rest);
    to.lists(few->rows, few->values);
}

void members(PacketReader& from, tabular::Numbers& numbers) {
    if (!from.get<bool>()) {
        numbers = from.get<std::vector<double>>();
        return;
    }
    tabular::Numbers::Few few;
    from(few.size, few.rest);
    from.lists(few.rows, few.values);
    numbers = tabular::Numbers(std::move(few));
}

std::uint64_t fingerprint_of(const fs::path& file) {
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

std::vector<Table> tables_of(const ReadRequest& request, std::size_t reader, const Context& context) {
    const auto files = table::files_of(request.file);
    std::vector<Table> tables;
    for (std::size_t k = request.bounds[reader]; k < request.bounds[reader + 1]; ++k)
        tables.push_back(table::read(files.at(k), request.options, context));
    return tables;
}

}  // namespace alcole::engine
