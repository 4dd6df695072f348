#include "base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace alcole::base {

std::size_t num_threads(std::size_t jobs) {
    return jobs > 0 ? jobs : std::max<std::size_t>(1, std::thread::hardware_concurrency());
}

void for_each_in_parallel(std::size_t count, std::size_t jobs, const std::function<void(std::size_t)>& f) {
    std::atomic<std::size_t> next{0};
    std::atomic<bool> failed{false};
    std::exception_ptr failure;
    std::mutex mutex;
    const auto work = [&] {
        for (std::size_t i = next++; i < count && !failed; i = next++) {
            try {
                f(i);
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!failure) failure = std::current_exception();
                failed = true;
            }
        }
    };
    std::vector<std::thread> others;
    for (std::size_t t = 1; t < std::min(num_threads(jobs), count); ++t) others.emplace_back(work);
    work();
    for (auto& thread : others) thread.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace alcole::base
