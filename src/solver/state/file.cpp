#include <alcole/state.hpp>

#include "base/files.hpp"
#include "base/last_error.hpp"
#include "solver/state/format.hpp"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

/// A state file is a frame around the encoded state:
///
///     16 bytes  "alcole state v07"
///      8 bytes  length of the encoding
///      8 bytes  size of an entry of theta: 4 or 8
///      ...      the encoding
///      8 bytes  checksum of everything before it (FNV-1a)
namespace alcole {
namespace {

constexpr std::string_view magic = "alcole state v07";
constexpr std::size_t name_length = 14;  // "alcole state v", which every version starts with
constexpr std::size_t frame = magic.size() + 3 * sizeof(std::uint64_t);

/// The FNV-1a hash of `bytes`, continuing from `hash`.
std::uint64_t checksum(std::string_view bytes, std::uint64_t hash = 0xcbf29ce484222325ULL) {
    for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return hash;
}

void append(std::string& bytes, std::uint64_t value) {
    std::array<char, sizeof value> raw{};
    std::memcpy(raw.data(), &value, sizeof value);
    bytes.append(raw.data(), raw.size());
}

std::uint64_t number_at(std::string_view bytes, std::size_t place) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.substr(place, sizeof value).data(), sizeof value);
    return value;
}

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& why) {
    throw std::runtime_error("state file " + file.string() + ": " + why);
}

std::string contents(const std::filesystem::path& file) {
    std::error_code error;
    if (std::filesystem::is_directory(file, error)) fail(file, "is a folder, not a file");
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    if (!in) fail(file, "cannot be opened: " + base::last_error());
    std::string bytes{std::istreambuf_iterator<char>(in), {}};
    if (in.bad()) fail(file, "cannot be read: " + base::last_error());
    return bytes;
}

/// The encoding inside the frame.
std::string_view unframed(const std::filesystem::path& file, std::string_view bytes, std::size_t scalar) {
    if (!bytes.starts_with(magic.substr(0, name_length))) fail(file, "this is not an alcole state file");
    if (bytes.size() < frame) fail(file, "it is cut short");
    if (!bytes.starts_with(magic))
        fail(file, "it has version " + std::string(bytes.substr(name_length, 2)) + ", this program reads version " +
                       std::string(magic.substr(name_length)) + "; use the program that wrote it");
    const std::uint64_t length = number_at(bytes, magic.size());
    if (length != bytes.size() - frame) fail(file, "it is cut short or has been added to");
    const std::size_t body = bytes.size() - sizeof(std::uint64_t);
    if (number_at(bytes, body) != checksum(bytes.substr(0, body)))
        fail(file, "it is damaged: the checksum does not fit");
    const std::uint64_t found = number_at(bytes, magic.size() + sizeof length);
    if (found != scalar)
        fail(file, "theta was saved in " + std::to_string(8 * found) + "-bit numbers, not in " +
                       std::to_string(8 * scalar) + "-bit ones");
    return bytes.substr(magic.size() + 2 * sizeof(std::uint64_t), length);
}

}  // namespace

template <class T>
void save(const State<T>& state, const std::filesystem::path& file) {
    const std::string encoding = solver::encode(state);  // not copied into one buffer with the frame: it may be large
    std::string head(magic);
    append(head, encoding.size());
    append(head, sizeof(T));
    std::string tail;
    append(tail, checksum(encoding, checksum(head)));

    std::filesystem::path temporary = file;
    temporary += ".tmp";
    errno = 0;
    std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
    for (const std::string_view piece : {std::string_view(head), std::string_view(encoding), std::string_view(tail)})
        out.write(piece.data(), static_cast<std::streamsize>(piece.size()));
    out.close();  // some file systems report a full disk only now
    if (!out.good()) {
        const std::string why = base::last_error();
        std::error_code ignored;
        std::filesystem::remove(temporary, ignored);
        fail(file, "cannot be written: " + why);
    }
    base::take_place(temporary, file);
}

template <class T>
State<T> load(const std::filesystem::path& file) {
    const std::string bytes = contents(file);
    const std::string_view encoding = unframed(file, bytes, sizeof(T));
    try {
        return solver::decode<T>(encoding);
    } catch (const std::runtime_error& error) {
        fail(file, std::string("it is damaged: ") + error.what());
    }
}

template void save(const State<float>&, const std::filesystem::path&);
template void save(const State<double>&, const std::filesystem::path&);
template State<float> load(const std::filesystem::path&);
template State<double> load(const std::filesystem::path&);

}  // namespace alcole
