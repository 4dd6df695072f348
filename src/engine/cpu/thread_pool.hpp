#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <type_traits>
#include <vector>

namespace alcole::engine {

/// Workers that share the pieces of a job. Which worker takes which piece is not deterministic, so pieces must not
/// depend on each other, and their partial sums must be added in a fixed order afterwards.
///
/// The calling thread waits for pieces, not for workers: a worker that sleeps, or gets no core on a busy machine, has
/// claimed nothing, and the others do its share.
class ThreadPool {
  public:
    /// `threads` includes the calling thread; 0 means one per core. If the system refuses to start that many, there are
    /// fewer.
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
        context_ = const_cast<void*>(static_cast<const void*>(&job));  // NOLINT: cast back to its own type above
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
    std::atomic<std::uint64_t> claims_{0};    // upper half: number of the job; lower half: unclaimed pieces
    std::atomic<std::size_t> unfinished_{0};  // pieces of the job that are not done
    std::atomic<std::uint32_t> calls_{0};     // incremented to wake sleeping workers
    std::atomic<bool> stop_{false};
    std::vector<std::thread> workers_;
};

}  // namespace alcole::engine
