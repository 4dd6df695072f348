#pragma once

#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

/// For machines without googletest: as much of it as tests/torch/adapter_test.cpp uses. tests/gpu/adapter.py takes this
/// one only where there is no other.
namespace testing {

struct Test {
    const char* suite;
    const char* name;
    void (*body)();
};
inline std::vector<Test>& tests() {
    static std::vector<Test> all;
    return all;
}
inline int& failures() {
    static int count = 0;
    return count;
}
inline bool add(const char* suite, const char* name, void (*body)()) {
    tests().push_back({suite, name, body});
    return true;
}
inline std::string TempDir() { return std::filesystem::temp_directory_path().string(); }

/// What stands behind a check that failed: its place, and what the test says of it.
class Failure {
  public:
    Failure(const char* file, int line, const char* condition) {
        ++failures();
        text_ << file << ":" << line << ": not so: " << condition << " ";
    }
    Failure(const Failure&) = delete;
    Failure& operator=(const Failure&) = delete;
    ~Failure() { std::cout << text_.str() << std::endl; }
    template <class T>
    Failure& operator<<(const T& value) {
        text_ << value;
        return *this;
    }

  private:
    std::ostringstream text_{};
};
/// `return Leave() = Failure(...) << ...` ends a test: the value is thrown away.
struct Leave {
    void operator=(const Failure& /*said*/) const {}
};

inline int run_all() {
    int failed = 0;
    for (const auto& [suite, name, body] : tests()) {
        const int before = failures();
        const auto begun = std::chrono::steady_clock::now();
        try {
            body();
        } catch (const std::exception& error) {
            Failure("", 0, "no exception") << error.what();
        }
        const bool good = failures() == before;
        failed += good ? 0 : 1;
        const std::string id = std::string(suite) + "." + name;
        std::printf("%-85s %-8s %6.2f s\n", id.c_str(), good ? "passed" : "FAILED",
                    std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
        std::fflush(stdout);
    }
    return failed;
}

}  // namespace testing

#define TEST(suite, name)                                                                                      \
    static void suite##_##name();                                                                              \
    [[maybe_unused]] static const bool added_##suite##_##name = testing::add(#suite, #name, suite##_##name);   \
    static void suite##_##name()
#define ALCOLE_EXPECT(condition)   \
    if (condition) {               \
    } else                         \
        testing::Failure(__FILE__, __LINE__, #condition)
#define EXPECT_TRUE(condition) ALCOLE_EXPECT(condition)
#define EXPECT_EQ(a, b) ALCOLE_EXPECT((a) == (b))
#define EXPECT_NE(a, b) ALCOLE_EXPECT((a) != (b))
#define EXPECT_LT(a, b) ALCOLE_EXPECT((a) < (b))
#define EXPECT_LE(a, b) ALCOLE_EXPECT((a) <= (b))
#define EXPECT_GT(a, b) ALCOLE_EXPECT((a) > (b))
#define EXPECT_NEAR(a, b, within) ALCOLE_EXPECT(std::abs((a) - (b)) <= (within))
#define ASSERT_TRUE(condition) \
    if (condition) {           \
    } else                     \
        return testing::Leave() = testing::Failure(__FILE__, __LINE__, #condition)

int main() { return testing::run_all() == 0 ? 0 : 1; }
