
#include <alcole/data/catalogue.hpp>

#include "base/sha256.hpp"
#include "environment.hpp"
#include "test_folder.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include <gtest/gtest.h>

namespace alcole::data {
namespace {

namespace fs = std::filesystem;
using tests::Variable;

TEST(Catalogue, KnowsItsSetsByName) {
    EXPECT_EQ(dataset("compas").files.at(0).bytes, 2'546'489U);
    EXPECT_EQ(dataset("adult").files.size(), 2U);
    EXPECT_THROW((void)dataset("compass"), std::invalid_argument);
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

TEST(Catalogue, FilesOfTheUserComeFirstAndAreTakenAsTheyAre) {
    const tests::TestFolder folder;
    const Variable cache("ALCOLE_CACHE_DIR", folder.path().string());
    const Variable own("ALCOLE_DATA_DIR", (folder / "own").string());
    const fs::path fetched = fetched_path("test", "file.csv");
    const fs::path copy = folder / "own" / "test" / "file.csv";
    EXPECT_FALSE(find_file("test", "file.csv"));
    for (const auto& file : {fetched, copy}) {
        fs::create_directories(file.parent_path());
        std::ofstream(file) << "rows";
        EXPECT_EQ(find_file("test", "file.csv"), file);
    }
}

TEST(Catalogue, CacheIsWhereTheUserSays) {
    const Variable cache("ALCOLE_CACHE_DIR", "/somewhere");
    EXPECT_EQ(cache_folder(), "/somewhere");
    cache.set(std::nullopt);
    const Variable home("HOME", "/home/someone"), xdg("XDG_CACHE_HOME", "/cache");
    EXPECT_EQ(cache_folder(), "/cache/alcole");
    xdg.set("relative");
    EXPECT_EQ(cache_folder(), "/home/someone/.cache/alcole");
    xdg.set(std::nullopt);
    EXPECT_EQ(cache_folder(), "/home/someone/.cache/alcole");
    home.set(std::nullopt);
    EXPECT_THROW((void)cache_folder(), std::runtime_error);
}

TEST(Sha256, IsThatOfTheStandard) {  // FIPS 180-2, appendix B
    EXPECT_EQ(base::sha256_of_bytes("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(base::sha256_of_bytes(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

}  // namespace
}  // namespace alcole::data
