#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Public data sets that alcole knows by name, and where their files are on this machine.
namespace alcole::data {

struct PublicDataset {
    struct File {
        std::string name{};
        std::string url{};
        std::string sha256{};  ///< of the original, in lower-case hexadecimal
        std::uint64_t bytes = 0;
    };
    std::string name{};
    std::string description{};
    std::string licence{};
    std::vector<File> files{};
};

/// compas, adult and german.
const std::vector<PublicDataset>& catalogue();

/// Throws std::invalid_argument that suggests the nearest name if there is no such data set.
const PublicDataset& dataset(std::string_view name);

/// $ALCOLE_CACHE_DIR, or $XDG_CACHE_HOME/alcole, or ~/.cache/alcole. Throws std::runtime_error with a sentence if none
/// of these is known.
std::filesystem::path cache_folder();

/// Where fetch() puts a file: cache_folder()/data/DATASET/FILE, whether or not it exists.
std::filesystem::path fetched_path(const std::string& dataset, const std::string& file);

/// The file on this machine: $ALCOLE_DATA_DIR/DATASET/FILE, the user's own copy, which is not checked, or else the one
/// that was fetched. Nothing if neither exists.
std::optional<std::filesystem::path> find_file(const std::string& dataset, const std::string& file);

}  // namespace alcole::data
