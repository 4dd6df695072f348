#include "engine/cpu/thread_pool.hpp"

#include "base/parallel.hpp"
#include "base/scratch.hpp"

#include <system_error>

namespace alcole::engine {
namespace {

/// During training, jobs follow each other within microseconds, while waking a sleeping thread takes tens of them. So a
/// worker polls for the next job for a while before it goes to sleep.
constexpr int polls_before_sleep = 1000;
constexpr std::uint64_t pieces_mask = 0xFFFFFFFF;

void pause() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
}

}  // namespace

ThreadPool::ThreadPool(std::size_t threads) {
    if (threads == 0) threads = base::num_threads(0);
    workers_.reserve(threads - 1);
    try {
        for (std::size_t thread = 1; thread < threads; ++thread)
            workers_.emplace_back([this, thread] { work(thread); });
    } catch (const std::system_error&) {  // the system allows no more of them, and those that run do all the work
    }
}

ThreadPool::~ThreadPool() {
    stop_.store(true);
    wake();
    for (auto& worker : workers_) worker.join();
}

void ThreadPool::wake() {
    calls_.fetch_add(1, std::memory_order_release);
    calls_.notify_all();
}

void ThreadPool::run_pieces(std::size_t pieces) {
    if (workers_.empty() || pieces < 2) {
        for (std::size_t piece = 0; piece < pieces; ++piece) call_(context_, piece, 0);
        return;
    }
    pieces_ = pieces;
    unfinished_.store(pieces, std::memory_order_relaxed);
    // Adding 1 above the mask increments the job's number, so a compare_exchange that was begun for the previous job
    // cannot succeed.
    const std::uint64_t number = (claims_.load(std::memory_order_relaxed) | pieces_mask) + 1;
    claims_.store(number | pieces, std::memory_order_release);
    wake();
    while (take_piece(0)) {
    }
    for (int polls = 0; polls < polls_before_sleep && unfinished_.load(std::memory_order_acquire) != 0; ++polls)
        pause();
    for (std::size_t left = unfinished_.load(std::memory_order_acquire); left != 0;
         left = unfinished_.load(std::memory_order_acquire))
        unfinished_.wait(left, std::memory_order_acquire);
}

bool ThreadPool::any_unclaimed() const { return (claims_.load(std::memory_order_acquire) & pieces_mask) != 0; }

/// Claims and runs one piece; false if none is left. Only a thread that has claimed a piece may read call_ and
/// context_: run() does not return, and so no other job can start, until that piece is done.
bool ThreadPool::take_piece(std::size_t thread) {
    std::uint64_t claims = claims_.load(std::memory_order_acquire);
    do {
        if ((claims & pieces_mask) == 0) return false;
    } while (!claims_.compare_exchange_weak(claims, claims - 1, std::memory_order_acquire));
    call_(context_, pieces_ - (claims & pieces_mask), thread);
    if (unfinished_.fetch_sub(1, std::memory_order_acq_rel) == 1) unfinished_.notify_one();
    return true;
}

void ThreadPool::work(std::size_t thread) {
    const base::scratch::Watch watch;
    while (!stop_.load()) {
        while (take_piece(thread)) {
        }
        for (int polls = 0; polls < polls_before_sleep && !any_unclaimed(); ++polls) pause();
        const std::uint32_t heard = calls_.load(std::memory_order_acquire);
        if (!any_unclaimed() && !stop_.load()) calls_.wait(heard, std::memory_order_acquire);
    }
}

}  // namespace alcole::engine
