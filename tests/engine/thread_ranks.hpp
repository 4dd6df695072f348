#pragma once

#include <alcole/ranks.hpp>

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

/// Ranks that are threads of one process, which share nothing but messages.
namespace alcole::tests {

class LetterBox {
  public:
    void put(std::span<const std::byte> bytes) {
        const std::lock_guard lock(mutex_);
        letters_.emplace_back(bytes.begin(), bytes.end());
        arrived_.notify_one();
    }
    /// Messages are read as they were sent, one by one; another length is an error.
    void get(std::span<std::byte> bytes) {
        std::unique_lock lock(mutex_);
        arrived_.wait(lock, [&] { return !letters_.empty(); });
        if (letters_.front().size() != bytes.size()) std::abort();
        std::ranges::copy(letters_.front(), bytes.begin());
        letters_.pop_front();
    }

  private:
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::deque<std::vector<std::byte>> letters_;
};

class ThreadRank final : public Ranks {
  public:
    ThreadRank(std::size_t rank, std::size_t size, std::vector<LetterBox>& boxes)
        : rank_(rank), size_(size), boxes_(boxes) {}
    std::size_t rank() const override { return rank_; }
    std::size_t size() const override { return size_; }
    [[noreturn]] void abort(std::string_view message) override {
        (void)std::fprintf(stderr, "rank %zu: %s\n", rank_, std::string(message).c_str());
        std::abort();
    }

  private:
    void do_broadcast(std::span<std::byte> bytes) override {
        if (rank_ > 0) return do_receive(0, bytes);
        for (std::size_t to = 1; to < size_; ++to) do_send(to, bytes);
    }
    void do_send(std::size_t to, std::span<const std::byte> bytes) override { boxes_[rank_ * size_ + to].put(bytes); }
    void do_receive(std::size_t from, std::span<std::byte> bytes) override { boxes_[from * size_ + rank_].get(bytes); }

    std::size_t rank_;
    std::size_t size_;
    std::vector<LetterBox>& boxes_;
};

/// Calls f(rank 0) while the other ranks serve it.
inline void with_ranks(std::size_t size, const std::function<void(Ranks&)>& f) {
    std::vector<LetterBox> boxes(size * size);
    std::vector<std::unique_ptr<ThreadRank>> ranks;
    for (std::size_t rank = 0; rank < size; ++rank) ranks.push_back(std::make_unique<ThreadRank>(rank, size, boxes));
    std::vector<std::thread> others;
    for (std::size_t rank = 1; rank < size; ++rank) others.emplace_back([&ranks, rank] { serve(*ranks[rank]); });
    f(*ranks[0]);
    dismiss(*ranks[0]);
    for (auto& other : others) other.join();
}

}  // namespace alcole::tests
