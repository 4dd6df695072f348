#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <type_traits>
#include <vector>

namespace alcole::engine {

/// Workers that share the pieces of a job. Which worker takes which piece is left to chance, so a job's pieces must
/// not depend on each other, and whatever they add up must be added in a fixed order afterwards.
///
/// The calling thread waits for pieces, never for workers: one that sleeps, or that a busy machine gives no core to,
/// has claimed nothing, and the others do its share.
class ThreadPool {
  public:
    /// 0: as many threads as there are cores. The calling thread is one of them.
    explicit ThreadPool(std::size_t threads);
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;
    ~ThreadPool();

    std::size_t size() const { return workers_.size() + 1; }

    /// Calls job(piece, thread) for every piece 0 .. pieces - 1 and returns when all are done. Jobs must not throw.
    template <class Job>
    void run(std::size_t pieces, Job&& job) {
        using Plain = std::remove_reference_t<Job>;
        call_ = [](void* context, std::size_t piece, std::size_t thread) {
            (*static_cast<Plain*>(context))(piece, thread);
        };
        context_ = const_cast<void*>(static_cast<const void*>(&job));  // NOLINT: given back with its own type above
        run_pieces(pieces);
    }

  private:
    void run_pieces(std::size_t pieces);
    bool take_piece(std::size_t thread);
    bool any_unclaimed() const;
    void work(std::size_t thread);
    void wake();

    void (*call_)(void*, std::size_t, std::size_t) = nullptr;
    void* context_ = nullptr;
    std::size_t pieces_ = 0;
    std::atomic<std::uint64_t> claims_{0};    // number of the job in the upper half, its unclaimed pieces in the lower
    std::atomic<std::size_t> unfinished_{0};  // pieces of the job that are not done
    std::atomic<std::uint32_t> calls_{0};     // raised to wake the workers that sleep
    std::atomic<bool> stop_{false};
    std::vector<std::thread> workers_;
};

}  // namespace alcole::engine
