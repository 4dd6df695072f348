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
    void work(std::size_t thread);
    void take_pieces(std::size_t thread);

    void (*call_)(void*, std::size_t, std::size_t) = nullptr;
    void* context_ = nullptr;
    std::size_t pieces_ = 0;
    std::atomic<std::size_t> next_{0};
    std::atomic<std::uint32_t> job_{0};  // raised for every job; the workers wait for it to change
    std::atomic<std::size_t> busy_{0};   // workers that have not finished the current job
    std::atomic<bool> stop_{false};
    std::vector<std::thread> workers_;
};

}  // namespace alcole::engine
