#include <alcole/tabular/read.hpp>

#include "base/text.hpp"
#include "hdf5/reader.hpp"
#include "table/byte_source.hpp"
#include "table/compressed.hpp"
#include "table/folder.hpp"
#include "table/reading.hpp"

#include <fstream>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <system_error>
#include <vector>

namespace alcole::tabular {
bool is_arff(const std::filesystem::path& file) {
    const std::string last = base::lower(file.extension().string());
    const bool compressed = last == ".gz" || last == ".zst" || last == ".bz2" || last == ".xz";
    return (compressed ? base::lower(file.stem().extension().string()) : last) == ".arff";
}

std::size_t estimated_text_size(const std::filesystem::path& asked) {
    if (const auto files = table::files_of(asked); files.front() != asked)
        return std::transform_reduce(files.begin(), files.end(), std::size_t{0}, std::plus<>(), estimated_text_size);
    const std::filesystem::path file = table::readable_file(asked);
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    if (error || is_hdf5(file)) return 0;
    std::string first(std::size_t{1} << 20U, '\0');
    std::ifstream in(file, std::ios::binary);
    in.read(first.data(), static_cast<std::streamsize>(first.size()));
    first.resize(static_cast<std::size_t>(in.gcount()));
    if (table::compression_of(first).empty()) return static_cast<std::size_t>(size);
    std::vector<char> piece(first.size());
    double text = 0;
    try {
        const std::size_t head = std::min(first.size(), table::signature_bytes);
        const auto bytes = table::decompressed(std::make_unique<std::stringbuf>(first.substr(head)),
                                               first.substr(0, head), file.string());
        for (std::streamsize got = 1; got > 0; text += static_cast<double>(got))
            got = bytes->sgetn(piece.data(), static_cast<std::streamsize>(piece.size()));
    } catch (const ReadError&) {  // the first mebibyte may end in the middle of a block; what was decompressed so far
                                  // is used
    }
    return static_cast<std::size_t>(text / static_cast<double>(first.size()) * static_cast<double>(size));
}

namespace {

void pass_text(const std::filesystem::path& file, const std::function<void(std::string_view)>& take,
               const Context& context) {
    if (const auto files = table::files_of(file); files.front() != file) {
        for (const auto& one : files) pass_text(one, take, context);
        return;
    }
    std::vector<char> piece(std::size_t{1} << 18U);
    const std::filesystem::path readable = table::readable_file(file, context);
    auto source = hdf5::is_hdf5(readable) ? table::ByteSource(readable, 0, context) : table::ByteSource(file, context);
    for (std::size_t count = piece.size(); count == piece.size();) {
        count = source.read(piece);
        take({piece.data(), count});
    }
}

}  // namespace

bool read_text(const std::filesystem::path& file, const std::function<void(std::string_view)>& take,
               const Context& context) {
    const auto all = table::unless_stopped([&] {
        pass_text(file, take, context);
        return true;
    });
    return all.has_value();
}

}  // namespace alcole::tabular
