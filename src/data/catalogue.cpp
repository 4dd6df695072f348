
#include <alcole/data/catalogue.hpp>

#include "base/text.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace alcole::data {
namespace {

/// An environment variable that names a folder; nothing if it is unset or empty.
std::optional<std::filesystem::path> folder_from(const char* variable) {
    const char* value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): no code here sets variables
    if (value == nullptr || *value == '\0') return std::nullopt;
    return std::filesystem::path(value);
}

bool is_file(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
}

}  // namespace

const std::vector<PublicDataset>& catalogue() {
    static const std::vector<PublicDataset> all = {
        {.name = "compas",
         .description = "two-year recidivism in Broward County, Florida, as collected by ProPublica: 7214 people, 53 "
                        "columns, with names",
         .licence = "none stated",
         .files = {{.name = "compas-scores-two-years.csv",
                    .url = "https://raw.githubusercontent.com/propublica/compas-analysis/master/"
                           "compas-scores-two-years.csv",
                    .sha256 = "c451db85908b2f7fef1d83203bedf6b71ecda0d5af468d82ae62178f91d0cc7d",
                    .bytes = 2546489}}},
        {.name = "adult",
         .description = "income above 50,000 dollars in the US census of 1994, from UCI: 32561 + 16281 people, 15 "
                        "columns, no header",
         .licence = "CC BY 4.0",
         .files = {{.name = "adult.data",
                    .url = "https://archive.ics.uci.edu/ml/machine-learning-databases/adult/adult.data",
                    .sha256 = "5b00264637dbfec36bdeaab5676b0b309ff9eb788d63554ca0a249491c86603d",
                    .bytes = 3974305},
                   {.name = "adult.test",
                    .url = "https://archive.ics.uci.edu/ml/machine-learning-databases/adult/adult.test",
                    .sha256 = "a2a9044bc167a35b2361efbabec64e89d69ce82d9790d2980119aac5fd7e9c05",
                    .bytes = 2003153}}},
        {.name = "german",
         .description = "credit risk in a German bank (Statlog), from UCI by way of OpenML: 1000 people, 21 columns",
         .licence = "CC BY 4.0",
         .files = {{.name = "credit-g.arff",
                    .url = "https://www.openml.org/data/download/31/dataset_31_credit-g.arff",
                    .sha256 = "bd94085134e4eb845c96b34c93ed65a223f89d089bacb273ef96f57509ce0bed",
                    .bytes = 162270}}},
    };
    return all;
}

const PublicDataset& dataset(std::string_view name) {
    const auto found = std::ranges::find(catalogue(), name, &PublicDataset::name);
    if (found != catalogue().end()) return *found;
    std::vector<std::string_view> names;
    for (const auto& known : catalogue()) names.push_back(known.name);
    throw std::invalid_argument("there is no data set '" + std::string(name) + "'" +
                                base::did_you_mean_or("data sets", name, names));
}

std::filesystem::path cache_folder() {
    if (const auto own = folder_from("ALCOLE_CACHE_DIR")) return *own;
    // The XDG specification requires relative paths to be ignored.
    if (const auto xdg = folder_from("XDG_CACHE_HOME"); xdg && xdg->is_absolute()) return *xdg / "alcole";
    if (const auto home = folder_from("HOME")) return *home / ".cache" / "alcole";
    throw std::runtime_error(
        "there is no folder for fetched files and the ledger of certificates: set ALCOLE_CACHE_DIR to one, or HOME");
}

std::filesystem::path fetched_path(const std::string& dataset, const std::string& file) {
    return cache_folder() / "data" / dataset / file;
}

std::optional<std::filesystem::path> find_file(const std::string& dataset, const std::string& file) {
    if (const auto own = folder_from("ALCOLE_DATA_DIR"); own && is_file(*own / dataset / file))
        return *own / dataset / file;
    if (const auto fetched = fetched_path(dataset, file); is_file(fetched)) return fetched;
    return std::nullopt;
}

}  // namespace alcole::data
