#include <alcole/random.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace alcole {
namespace {

// Changing these numbers would change every split and every mini-batch of every user: never change them.
TEST(Random, IsSplitMix64) {
    Random random(1234567);  // the published test vector of the generator
    for (const std::uint64_t wanted : {6457827717110365317ULL, 3203168211198807973ULL, 9817491932198370423ULL,
                                       4593380528125082431ULL, 16408922859458223821ULL})
        EXPECT_EQ(random.next(), wanted);
}

TEST(Random, StreamsAndSeedsAreApart) {
    EXPECT_NE(Random(1, 0).next(), Random(2, 0).next());
    EXPECT_NE(Random(1, 0).next(), Random(1, 1).next());
    EXPECT_NE(Random(0, 1).next(), Random(1, 0).next());
}

TEST(Random, BelowIsUniform) {
    Random random(3);
    std::vector<int> seen(7);
    for (int k = 0; k < 70000; ++k) ++seen[random.below(7)];
    for (const int count : seen) EXPECT_NEAR(count, 10000, 500);
    EXPECT_EQ(random.below(1), 0U);
}

TEST(Random, NormalHasMeanZeroAndVarianceOne) {
    Random random(4);
    double sum = 0, squares = 0;
    for (int k = 0; k < 100000; ++k) {
        const double v = random.normal();
        sum += v;
        squares += v * v;
    }
    EXPECT_NEAR(sum / 100000, 0, 0.02);
    EXPECT_NEAR(squares / 100000, 1, 0.03);
}

TEST(Random, ShufflesAreFairPermutations) {
    std::vector<int> first_place(5);
    for (std::uint64_t seed = 0; seed < 20000; ++seed) {
        std::vector<int> values(5);
        std::iota(values.begin(), values.end(), 0);
        Random(seed).shuffle(std::span(values));
        ++first_place[static_cast<std::size_t>(values[0])];
        std::ranges::sort(values);
        ASSERT_EQ(values, (std::vector{0, 1, 2, 3, 4}));
    }
    for (const int count : first_place) EXPECT_NEAR(count, 4000, 300);
}

}  // namespace
}  // namespace alcole
