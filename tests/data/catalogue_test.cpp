#include "data/catalogue.hpp"

#include "base/sha256.hpp"

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include <gtest/gtest.h>

namespace alcole::data {
namespace {

namespace fs = std::filesystem;

TEST(Catalogue, KnowsItsSetsByName) {
    EXPECT_EQ(dataset("compas").files.at(0).bytes, 2'546'489U);
    EXPECT_EQ(dataset("adult").files.size(), 2U);
    EXPECT_THROW(dataset("compass"), std::invalid_argument);
    for (const auto& set : catalogue())
        for (const auto& file : set.files) {
            EXPECT_TRUE(file.url.starts_with("https://"));
            EXPECT_EQ(file.sha256.size(), 64U);
        }
}

TEST(Catalogue, HasTheSumsOfTheFiles) {
    const char* folder = std::getenv("ALCOLE_DATA_DIR");  // NOLINT
    if (folder == nullptr || *folder == '\0') return;
    for (const auto* name : {"adult", "german"})  // copies of compas often have the names blanked
        for (const auto& file : dataset(name).files) {
            const auto path = fs::path(folder) / name / file.name;
            if (!fs::exists(path)) continue;
            EXPECT_EQ(fs::file_size(path), file.bytes);
            EXPECT_EQ(base::sha256_of(path), file.sha256);
        }
}

}  // namespace
}  // namespace alcole::data
