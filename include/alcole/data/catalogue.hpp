#pragma once

#include <alcole/export.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Public data sets that alcole knows by name, and where their files are on this machine:
///
///     if (const auto file = data::find_file("german", "credit-g.arff")) const auto table = tabular::read_table(*file);
///
/// `alcole data fetch german` downloads them; a library opens no connections. The library alcole::tabular defines the
/// functions.
namespace alcole::data {

/// A data set, and the files that it consists of.
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
[[nodiscard]] ALCOLE_EXPORT const std::vector<PublicDataset>& catalogue();

/// Throws std::invalid_argument that suggests the nearest name if there is no such data set.
[[nodiscard]] ALCOLE_EXPORT const PublicDataset& dataset(std::string_view name);

/// Where alcole keeps what it fetches and records: $ALCOLE_CACHE_DIR, or $XDG_CACHE_HOME/alcole, or ~/.cache/alcole.
/// Throws std::runtime_error with a sentence if none of these is known.
[[nodiscard]] ALCOLE_EXPORT std::filesystem::path cache_folder();

/// Where a file is put when it is fetched: cache_folder()/data/DATASET/FILE, whether or not it exists.
[[nodiscard]] ALCOLE_EXPORT std::filesystem::path fetched_path(const std::string& dataset, const std::string& file);

/// The file on this machine: $ALCOLE_DATA_DIR/DATASET/FILE, the user's own copy, which is not checked, or else the one
/// that was fetched. Nothing if neither exists.
[[nodiscard]] ALCOLE_EXPORT std::optional<std::filesystem::path> find_file(const std::string& dataset,
                                                                           const std::string& file);

}  // namespace alcole::data
