#include "engine/served_reading.hpp"

#include "table/hdf5_table.hpp"
#include "table/row_start.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace alcole::engine {
namespace {

using table::TextPart;

/// Errors are only reported to rank 0, which then reads the table alone and gives the message of a single process.
/// Running out of memory is different: that is thrown here.
template <class Work>
bool succeeds(Work work) {
    try {
        work();
        return true;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception&) {
        return false;
    }
}

}  // namespace

void ServedReading::carry_out(Order order, std::span<const std::byte> bytes) {
    PacketReader from(bytes);
    if (order == Order::look) return look(from);
    if (order == Order::read) return read(from.get<ReadRequest>());
    if (from.get<bool>()) hand_over();
    discard_parts();
}

void ServedReading::look(PacketReader bytes) {
    const std::uint64_t seen = fingerprint_of(bytes.get<std::filesystem::path>());
    ranks_.send(0, std::as_bytes(std::span(&seen, 1)));
}

void ServedReading::read(const ReadRequest& request) {
    const auto found = std::ranges::find(request.readers, ranks_.rank());
    if (found == request.readers.end()) return;
    const auto reader = static_cast<std::size_t>(found - request.readers.begin());
    what_ = request.what;
    if (what_ == ReadRequest::What::text) {
        read_text(request, reader);
    } else {
        tables_.clear();
        facts_ = {};
        facts_.failed = !succeeds([&] {
            if (what_ == ReadRequest::What::files) {
                tables_ = tables_of(request, reader);
                return;
            }
            const std::uint64_t first = request.bounds[reader];
            tables_.push_back(
                table::Hdf5Table(request.file, request.options).rows(first, request.bounds[reader + 1] - first));
        });
    }
    PacketWriter report;
    report.put(facts_);
    send_letter(ranks_, 0, report);
}

/// Reads the part of a text, unless what was read before is still valid.
void ServedReading::read_text(const ReadRequest& request, std::size_t reader) {
    const std::uint64_t start = request.starts[reader];
    const bool is_new = !part_ || version_ != request.version || !table::agree(facts_.kinds, request.kinds) ||
                        (start != ReadRequest::unknown && start != facts_.begin);
    if (!is_new) return;
    part_.reset();
    version_ = request.version;
    facts_ = {.failed = true, .begin = ReadRequest::unknown};
    succeeds([&] {
        const std::uint64_t begin = start != ReadRequest::unknown
                                        ? start
                                        : table::row_start(request.file, request.bounds[reader],
                                                           table::csv_syntax(request.options), request.columns);
        part_ = std::make_unique<TextPart>(request.file, request.options, begin, request.bounds[reader + 1]);
        part_->read(request.kinds);
        facts_ = part_->facts();
    });
}

void ServedReading::hand_over() {
    const auto send = [&](const auto& values) {
        if (!values.empty()) ranks_.send(0, std::as_bytes(std::span(values)));
    };
    PacketWriter packet;
    if (part_)
        for (auto& column : part_->columns()) {
            packet.put(column.take());
            send_letter(ranks_, 0, packet);
        }
    if (what_ == ReadRequest::What::files)
        for (auto& one : tables_) {
            packet.put(std::exchange(one, {}));
            send_letter(ranks_, 0, packet);
        }
    if (what_ == ReadRequest::What::stored)
        for (const auto& one : tables_)
            for (const auto& column : one.columns) {
                if (column.type == tabular::ColumnType::number)
                    send(column.numbers.to_vector());
                else
                    send(column.codes.to_vector());
            }
}

void ServedReading::discard_parts() {
    part_.reset();
    tables_ = {};
    facts_ = {};
}

}  // namespace alcole::engine
