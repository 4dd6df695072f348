#include "engine/cpu/thread_pool.hpp"

#include <algorithm>

namespace alcole::engine {
namespace {

/// Jobs follow each other within microseconds while a model is trained, and waking a sleeping thread takes tens of
/// them; so a worker looks for the next job for a while before it goes to sleep.
constexpr int looks_before_sleep = 4000;

void pause() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
}

}  // namespace

ThreadPool::ThreadPool(std::size_t threads) {
    if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
    workers_.reserve(threads - 1);
    for (std::size_t thread = 1; thread < threads; ++thread) workers_.emplace_back([this, thread] { work(thread); });
}

ThreadPool::~ThreadPool() {
    stop_.store(true);
    job_.fetch_add(1);
    job_.notify_all();
    for (auto& worker : workers_) worker.join();
}

void ThreadPool::run_pieces(std::size_t pieces) {
    pieces_ = pieces;
    next_.store(0, std::memory_order_relaxed);
    if (workers_.empty() || pieces < 2) return take_pieces(0);
    busy_.store(workers_.size(), std::memory_order_relaxed);
    job_.fetch_add(1, std::memory_order_release);
    job_.notify_all();
    take_pieces(0);
    for (int looks = 0; looks < looks_before_sleep && busy_.load(std::memory_order_acquire) != 0; ++looks) pause();
    for (std::size_t left = busy_.load(std::memory_order_acquire); left != 0;
         left = busy_.load(std::memory_order_acquire))
        busy_.wait(left, std::memory_order_acquire);
}

void ThreadPool::work(std::size_t thread) {
    std::uint32_t done = 0;
    for (;;) {
        for (int looks = 0; looks < looks_before_sleep && job_.load(std::memory_order_acquire) == done; ++looks)
            pause();
        job_.wait(done, std::memory_order_acquire);
        done = job_.load(std::memory_order_acquire);
        if (stop_.load()) return;
        take_pieces(thread);
        if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_one();
    }
}

void ThreadPool::take_pieces(std::size_t thread) {
    for (;;) {
        const std::size_t piece = next_.fetch_add(1, std::memory_order_relaxed);
        if (piece >= pieces_) return;
        call_(context_, piece, thread);
    }
}

}  // namespace alcole::engine
