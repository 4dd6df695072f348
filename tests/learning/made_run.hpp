#pragma once

#include <alcole/random.hpp>

#include "base/files.hpp"
#include "learning/config/config.hpp"
#include "test_folder.hpp"

#include <cmath>
#include <filesystem>
#include <string>

namespace alcole::learning::testing {

using tests::TestFolder;

/// Generated loans: income and age matter, and so does sex, which should not.
inline std::string made_loans(std::size_t rows, std::uint64_t seed = 1) {
    Random random(seed);
    std::string csv = "id,age,income,sex,town,approved\n";
    for (std::size_t row = 0; row < rows; ++row) {
        const double age = 18 + std::floor(50 * random.uniform());
        const double income = std::floor(1000 * std::exp(0.5 * random.normal()));
        const bool woman = random.uniform() < 0.45;
        const std::string town = random.uniform() < 0.5 ? "North" : random.uniform() < 0.6 ? "South" : "East";
        const double score = 0.002 * (income - 1000) + 0.02 * (age - 40) + (woman ? -0.6 : 0.4);
        const bool approved = random.uniform() < 1 / (1 + std::exp(-score));
        csv += std::to_string(row) + "," + std::to_string(static_cast<int>(age)) + "," +
               (random.uniform() < 0.03 ? "" : std::to_string(static_cast<int>(income))) + "," +
               (woman ? "woman" : "man") + "," + town + "," + (approved ? "yes" : "no") + "\n";
    }
    return csv;
}

/// A linear model on generated loans, with one counterfactual constraint.
inline Config loan_config(const std::filesystem::path& file) {
    Config config;
    config.data.file = file.string();
    config.data.target = "approved";
    config.data.ignore = {"id"};
    config.data.protected_columns = {"sex", "town"};
    config.model.kind = "linear";
    config.constraints = {{.bound = 1e-3, .attributes = {"sex"}}};
    return config;
}

/// Generated loans as a file, and a run file for them: the starting point of most tests of a run.
struct Loans {
    explicit Loans(const std::string& csv) {
        base::write_file(folder / "loans.csv", csv);
        config = loan_config(folder / "loans.csv");
    }
    explicit Loans(std::size_t rows = 800) : Loans(made_loans(rows)) {}

    TestFolder folder;
    Config config;
};

}  // namespace alcole::learning::testing
