// Writes the network of the study (docs/study.md) for PyTorch to check: people as CSV, and one JSON file with the
// network at its start, trained without constraints, and trained under them: theta, weights on the risks, the engine's
// risks and gradient, and the verdicts. The people are COMPAS if ALCOLE_DATA_DIR has it, otherwise its twin.
#include <alcole/alcole.hpp>
#include <alcole/data/catalogue.hpp>
#include <alcole/learning/outcome.hpp>
#include <alcole/random.hpp>
#include <alcole/tabular/learning.hpp>

#include "studies/people.hpp"

#include <fstream>
#include <iostream>

#include <nlohmann/json.hpp>

namespace {

using namespace alcole;           // NOLINT: a program of one file
using namespace alcole::tabular;  // NOLINT
using Theta = std::vector<float>;

constexpr std::int64_t epochs = 20;

void write_csv(const Table& table, const std::vector<std::string>& columns, const std::string& file) {
    std::ofstream out(file);
    for (std::size_t c = 0; c < columns.size(); ++c) out << (c > 0 ? "," : "") << columns[c];
    out << '\n';
    for (std::size_t row = 0; row < table.num_rows; ++row) {
        for (std::size_t c = 0; c < columns.size(); ++c) out << (c > 0 ? "," : "") << table.at(columns[c]).text(row);
        out << '\n';
    }
}

/// As in the study, but with fewer epochs: under constraints, the best feasible iterate.
Theta trained(LearningProblem<float>& problem, const studies::Settings& settings, Method method) {
    Options options{.method = method, .regime = Regime::stochastic, .diagnose = false, .scaling = Scaling::none};
    options.dual.rule = DualRule::gradient;
    options.dual.step = settings.dual_step;
    options.penalty.schedule = PenaltySchedule::constant;
    options.penalty.initial = settings.penalty;
    options.stochastic.optimiser = Optimiser::adam;
    options.stochastic.rate = settings.rate;
    options.stochastic.max_epochs = epochs;
    options.stochastic.estimate = Estimate::batch;
    options.stochastic.settle = false;
    const auto answer = solve(problem, problem.start(0), options);
    return method != Method::unconstrained && answer.best() ? answer.best()->theta : answer.theta();
}

nlohmann::json case_of(const std::string& name, LearningProblem<float>& problem, const Theta& theta, double bound) {
    std::vector<double> l(problem.num_constraints() + 1), w(l.size());
    Random random(2);
    for (double& v : w) v = random.uniform();
    Theta g(theta.size());
    problem.risks(theta, l).pullback(w, g);
    std::vector<std::string> verdicts;
    for (std::size_t i = 1; i < l.size(); ++i)
        verdicts.emplace_back(to_string(learning::verdict_on(l[i], std::nullopt, bound)));
    return {{"name", name}, {"theta", theta}, {"weights", w}, {"risks", l}, {"gradient", g}, {"verdicts", verdicts}};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: write_study FOLDER\n";
        return 2;
    }
    const std::string folder = argv[1];
    studies::Settings settings;
    if (data::find_file("compas", "compas-scores-two-years.csv")) settings.data = "compas";
    const auto people = studies::people_of(settings);
    const Dataset rows(people.table, SchemaOptions{.target = "two_year_recid", .features = people.features});
    const auto risks = studies::fair_risks({"sex", "race"}, settings.bound, rows);
    LearningProblem<float> problem(rows, {.constraints = risks}, {.hidden = settings.hidden}, {},
                                   {.rows = static_cast<std::size_t>(settings.batch_rows)});
    auto columns = people.features;
    columns.emplace_back("two_year_recid");
    write_csv(people.table, columns, folder + "/people.csv");
    std::vector<std::string> names;
    for (const auto& info : studies::infos_of(risks)) names.push_back(info.name);
    const nlohmann::json out = {
        {"data", settings.data},
        {"inputs", rows.schema().input_names()},
        {"target", "two_year_recid"},
        {"hidden", settings.hidden},
        {"constraints", names},
        {"bound", settings.bound},
        {"epochs", epochs},
        {"batch_rows", settings.batch_rows},
        {"rate", settings.rate},
        {"dual_step", settings.dual_step},
        {"penalty", settings.penalty},
        {"cases",
         {case_of("start", problem, problem.start(0), settings.bound),
          case_of("unconstrained", problem, trained(problem, settings, Method::unconstrained), settings.bound),
          case_of("augmented", problem, trained(problem, settings, Method::augmented), settings.bound)}}};
    std::ofstream(folder + "/study.json") << out.dump();
    return 0;
}
