#include "engine/cpu/thread_pool.hpp"

#include <atomic>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

namespace alcole::engine {
namespace {

/// Lets the process map at most `bytes` more than it has.
class LittleRoom {
  public:
    explicit LittleRoom(rlim_t bytes) {
        rlim_t pages = 0;
        std::ifstream("/proc/self/statm") >> pages;
        getrlimit(RLIMIT_AS, &before_);
        const rlimit limit{.rlim_cur = pages * static_cast<rlim_t>(getpagesize()) + bytes,
                           .rlim_max = before_.rlim_max};
        setrlimit(RLIMIT_AS, &limit);
    }
    LittleRoom(const LittleRoom&) = delete;
    LittleRoom& operator=(const LittleRoom&) = delete;
    ~LittleRoom() { setrlimit(RLIMIT_AS, &before_); }

  private:
    rlimit before_{};
};

TEST(ThreadPool, MakesDoWithTheThreadsThatTheSystemAllows) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "sanitizers need room of their own";
#endif
    constexpr std::size_t asked = 200;  // each with a stack of 8 MiB
    const LittleRoom room(100 << 20U);
    ThreadPool pool(asked);
    EXPECT_LT(pool.size(), asked);
    std::atomic<std::size_t> sum = 0;
    pool.run(1000, [&](std::size_t piece, std::size_t /*thread*/) { sum += piece; });
    EXPECT_EQ(sum, 499500U);
}

}  // namespace
}  // namespace alcole::engine
