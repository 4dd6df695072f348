#pragma once

#include "base/release_memory.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace alcole::engine {

/// The maximum capacity in bytes that is kept from one message to the next; parts of most mini-batches need less.
inline constexpr std::size_t max_kept = std::size_t{1} << 22U;

/// Serialises what ranks send to each other. They run the same program on machines of one kind, so numbers are sent as
/// they are in memory. A struct is sent member by member; a function next to it lists the members for both directions:
///
///     template <class Packet, base::Is<PartFacts> S>
///     void members(Packet& packet, S& s) { packet(s.failed, s.begin, s.end); }
class PacketWriter {
  public:
    template <class... V>
    void operator()(const V&... values) {
        (put(values), ...);
    }
    template <class V>
    void put(const V& value) {
        if constexpr (std::is_trivially_copyable_v<V>)
            put_bytes(std::as_bytes(std::span(&value, 1)));
        else
            members(*this, value);
    }
    template <class V, std::size_t size>
    void put(std::span<V, size> values) {
        static_assert(std::is_trivially_copyable_v<V>);
        put(std::uint64_t{values.size()});
        put_bytes(std::as_bytes(values));
    }
    template <class V>
    void put(const std::vector<V>& values) {
        if constexpr (std::is_trivially_copyable_v<V>)
            put(std::span(values));
        else
            put_each(values);
    }
    template <class K, class V>
    void put(const std::map<K, V>& values) {
        put_each(values);
    }
    template <class K, class V>
    void put(const std::pair<K, V>& pair) {
        (*this)(pair.first, pair.second);
    }
    template <class V>
    void put(const std::optional<V>& value) {
        put(value.has_value());
        if (value) put(*value);
    }
    void put(const std::string& text) { put(std::span<const char>(text)); }
    void put(const std::filesystem::path& path) { put(path.string()); }

    /// Several lists, after one allocation for all: a large packet that grows gradually would take twice its size.
    template <class... V>
    void lists(const std::vector<V>&... lists) {
        bytes_.reserve(bytes_.size() + ((sizeof(std::uint64_t) + lists.size() * sizeof(V)) + ...));
        (put(lists), ...);
    }

    void clear() {
        if (bytes_.capacity() > max_kept) base::release_memory(bytes_);
        bytes_.clear();
    }
    std::span<std::byte> bytes() { return bytes_; }

  private:
    void put_bytes(std::span<const std::byte> bytes) {
        const std::size_t begin = bytes_.size();
        bytes_.resize(begin + bytes.size());  // GCC 12 warns of an insert() of so few bytes
        std::ranges::copy(bytes, bytes_.begin() + static_cast<std::ptrdiff_t>(begin));
    }
    void put_each(const auto& values) {
        put(std::uint64_t{values.size()});
        for (const auto& value : values) put(value);
    }

    std::vector<std::byte> bytes_;
};

/// Reads values in the order in which they were written.
class PacketReader {
  public:
    explicit PacketReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    template <class... V>
    void operator()(V&... values) {
        (get(values), ...);
    }
    template <class V>
    V get() {
        V value{};
        get(value);
        return value;
    }
    template <class V>
    void get(V& value) {
        if constexpr (std::is_trivially_copyable_v<V>)
            copy_to(std::as_writable_bytes(std::span(&value, 1)));
        else
            members(*this, value);
    }
    template <class V>
    void get(std::vector<V>& values) {
        values.resize(get<std::uint64_t>());
        if constexpr (std::is_trivially_copyable_v<V>)
            copy_to(std::as_writable_bytes(std::span(values)));
        else
            for (V& value : values) get(value);
    }
    template <class K, class V>
    void get(std::map<K, V>& values) {
        for (auto left = get<std::uint64_t>(); left > 0; --left) {
            auto key = get<K>();
            get(values[std::move(key)]);
        }
    }
    template <class V>
    void get(std::optional<V>& value) {
        if (get<bool>()) get(value.emplace());
    }
    void get(std::string& text) {
        text.resize(get<std::uint64_t>());
        copy_to(std::as_writable_bytes(std::span(text)));
    }
    void get(std::filesystem::path& path) { path = get<std::string>(); }

    template <class... V>
    void lists(std::vector<V>&... lists) {
        (get(lists), ...);
    }

  private:
    void copy_to(std::span<std::byte> to) {
        if (to.size() > bytes_.size()) throw std::runtime_error("a message of rank 0 is too short");
        if (!to.empty()) std::memcpy(to.data(), bytes_.data(), to.size());
        bytes_ = bytes_.subspan(to.size());
    }

    std::span<const std::byte> bytes_;
};

}  // namespace alcole::engine
