#pragma once

#include "base/give_back.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace alcole::engine {

/// The maximum capacity in bytes that is kept from one message to the next; parts of most mini-batches need less.
inline constexpr std::size_t max_kept = std::size_t{1} << 22U;

/// Serialises what ranks send to each other. They run the same program on machines of one kind, so numbers are sent as
/// they are in memory.
class PacketWriter {
  public:
    template <class V>
    void put(const V& value) {
        static_assert(std::is_trivially_copyable_v<V>);
        put_bytes(std::as_bytes(std::span(&value, 1)));
    }
    template <class V, std::size_t size>
    void put(std::span<V, size> values) {
        static_assert(std::is_trivially_copyable_v<V>);
        put(std::uint64_t{values.size()});
        put_bytes(std::as_bytes(values));
    }
    template <class V>
    void put(const std::vector<V>& values) {
        put(std::span(values));
    }

    /// Several lists, after one allocation for all: a large packet that grows gradually would take twice its size.
    template <class... V>
    void put_all(const std::vector<V>&... lists) {
        bytes_.reserve(bytes_.size() + ((sizeof(std::uint64_t) + lists.size() * sizeof(V)) + ...));
        (put(lists), ...);
    }

    void clear() {
        if (bytes_.capacity() > max_kept) base::give_back(bytes_);
        bytes_.clear();
    }
    std::span<std::byte> bytes() { return bytes_; }

  private:
    void put_bytes(std::span<const std::byte> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }

    std::vector<std::byte> bytes_;
};

/// Reads values in the order in which they were written.
class PacketReader {
  public:
    explicit PacketReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    template <class V>
    V get() {
        V value{};
        copy_to(std::as_writable_bytes(std::span(&value, 1)));
        return value;
    }
    template <class V>
    void get(std::vector<V>& values) {
        values.resize(get<std::uint64_t>());
        copy_to(std::as_writable_bytes(std::span(values)));
    }

    template <class... V>
    void get_all(std::vector<V>&... lists) {
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
