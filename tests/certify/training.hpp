#pragma once

#include <alcole/data/twin.hpp>
#include <alcole/learning/certificate.hpp>

#include "certify/confidence.hpp"
#include "certify/forecast.hpp"
#include "learning/training/make_task.hpp"
#include "learning/training/train.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// Training towards a certificate, many times, on people of whom any number can be drawn: what is certified can be
/// compared with the truth.
namespace alcole::tests {

/// The rows on which the model is certified.
enum class Rows : std::uint8_t {
    held_apart,
    trained_on  ///< a mistake, included to check that it is detected
};

struct Trial {
    std::size_t rows = 300;  ///< of training; the same number is set aside
    double confidence = 0.8;
    std::string constraints{};  ///< as in a run file
    std::string model = "kind = \"linear\"";
    Rows rows_of = Rows::held_apart;
    bool tighten = true;
};

/// How one trial ended.
struct Ending {
    bool holds = true;                                           ///< every constraint holds in the population
    std::array<bool, certify::all_families.size()> certified{};  ///< by each family alone
};

class Population {
  public:
    Population() : people_(data::twin(30000, 123456)) {}

    Ending try_once(const Trial& trial, std::uint64_t seed) const {
        const learning::Config config = config_of(trial);
        learning::Source source;
        source.table = data::twin(trial.rows, 2 * seed);
        const auto deciding = trial.rows_of == Rows::trained_on ? source.table : data::twin(trial.rows, 2 * seed + 1);
        if (trial.tighten) source.certify = deciding;
        const Context context({.threads = 1});
        const auto trained =
            learning::Trainer(config, source, learning::make_task(config, source, {}), context).train().value();
        Ending ending;
        certify::Sampler truth(trained.model, trained.model.dataset(people_), context);
        const tabular::Dataset rows = trained.model.dataset(deciding);
        for (const auto& risk : trained.model.goal.constraints) {
            const double over = truth.draws_of(risk).estimate() - risk.bound;
            ending.holds = ending.holds && (risk.at_least ? -over : over) <= 0;
        }
        const auto shares = certify::planned_shares(
            trained.model, trained.model.goal.constraints, trained.model.dataset(source.table),
            {.rows = rows.num_rows(), .delta = config.certify.delta(), .family = config.certify.family}, context);
        for (std::size_t f = 0; f < certify::all_families.size(); ++f)
            ending.certified[f] =
                certify::certify(trained.model, rows, config.certify.delta(), shares, certify::all_families[f], context)
                    .all_certified();
        return ending;
    }

  private:
    static learning::Config config_of(const Trial& trial) {
        return learning::parse_config(
            "[data]\nfile = \"twin.csv\"\ntarget = \"two_year_recid\"\npositive = \"1\"\n"
            "ignore = [\"age_cat\"]\ntest = 0.0\n[model]\n" +
                trial.model + "\n[solve]\ndiagnose = false\n[certify]\nconfidence = " +
                std::to_string(trial.confidence) + "\n" + trial.constraints,
            "run.toml", "");
    }

    tabular::Table people_;
};

}  // namespace alcole::tests
