// The time to a trained model: linear models and networks on public tables, with and without constraints, with the
// minimiser that the solver chooses, after the one that it does not choose (L-BFGS for linear models, Newton-CG for
// networks); compared with scikit-learn, if it is installed, for unconstrained linear models. CPU seconds of the solve
// alone, on one thread. Arguments select the rows that contain one of them.
#include <alcole/alcole.hpp>
#include <alcole/tabular/learning.hpp>
#include <alcole/tabular/read.hpp>
#include <alcole/tabular/split.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace alcole;           // NOLINT: a program of one file
using namespace alcole::tabular;  // NOLINT

double cpu() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// 70 % of a table's rows, as in a training.
std::optional<Dataset> training_rows(const std::string& name) {
    const char* folder = std::getenv("ALCOLE_DATA_DIR");  // NOLINT: one thread
    if (folder == nullptr) return std::nullopt;
    const auto file = std::filesystem::path(folder) / name /
                      (name == "compas"  ? "compas-scores-two-years.csv"
                       : name == "adult" ? "adult.data"
                                         : "credit-g.arff");
    if (!std::filesystem::exists(file)) return std::nullopt;
    ReadOptions read;
    SchemaOptions schema{.target = "class", .positive = "good"};
    if (name == "adult") {
        read.names = {"age",          "workclass",    "fnlwgt",         "education",      "education_num",
                      "marital",      "occupation",   "relationship",   "race",           "sex",
                      "capital_gain", "capital_loss", "hours_per_week", "native_country", "income"};
        schema = {.target = "income", .positive = ">50K"};
    }
    if (name == "compas")
        schema = {.target = "two_year_recid",
                  .positive = "1",
                  .features = {"age", "priors_count", "juv_fel_count", "juv_misd_count", "juv_other_count",
                               "c_charge_degree", "sex", "race"}};
    Table table = read_table(file, read);
    if (name == "compas") table = merge_levels(std::move(table), "race", {{"Asian", "Native American"}}, "Other");
    return Dataset(table.rows(split_rows(table.num_rows, 0.3, 1).train), schema);
}

struct Case {
    std::string data;
    std::string constraints;
    Model model;
};

std::vector<Constraint> constraints_of(const Case& one) {
    const std::string attribute = one.data == "german" ? "foreign_worker" : "sex";
    std::vector<Constraint> all;
    if (one.constraints.starts_with("counterfactual"))
        all.push_back({.kind = ConstraintKind::counterfactual, .bound = 1e-3, .attributes = {attribute}});
    if (one.constraints == "counterfactual, race too")
        all.push_back({.kind = ConstraintKind::counterfactual, .bound = 1e-3, .attributes = {"race"}});
    if (one.constraints == "all of sex and race")
        for (const std::string both : {"sex", "race"}) {
            all.push_back({.kind = ConstraintKind::counterfactual, .bound = 1e-3, .attributes = {both}});
            all.push_back({.kind = ConstraintKind::demographic_parity, .bound = 0.05, .attributes = {both}});
        }
    if (one.constraints == "demographic parity")
        all.push_back({.kind = ConstraintKind::demographic_parity,
                       .bound = 0.05,
                       .attributes = {one.data == "compas" ? "race" : attribute}});
    return all;
}

/// A linear model in double to the solver's default tolerances, a network in float to those of a training.
template <class T>
void solve_by(const Case& one, const Dataset& data, Minimiser minimiser) {
    const bool network = !one.model.hidden.empty();
    Goal goal{.constraints = define_risks(constraints_of(one), data.schema(), data.table()),
              .l2 = network ? 5.0 / static_cast<double>(data.num_rows()) : 0.0};
    LearningProblem<T> problem(data, goal, one.model, Context({.threads = 1}));
    Options options;
    options.inner.minimiser = minimiser;
    if (network) {
        options.tolerance.stationarity = 2e-3;
        options.tolerance.violation = 1e-3;
    }
    // The number of steps of a network depends on its initial weights: means over several.
    const std::size_t starts = network && one.data != "adult" ? 5 : 1;
    double seconds = 0;
    double objective = 0;
    double stationarity = 0;
    Counts counts;
    std::size_t converged = 0;
    std::string used;
    for (std::size_t seed = 1; seed <= starts; ++seed) {
        const auto start = problem.start(seed);
        const double begin = cpu();
        const auto answer = solve(problem, start, options);
        seconds += cpu() - begin;
        counts += answer.counts;
        objective += answer.risks[0];
        stationarity = std::max(stationarity, answer.stationarity);
        converged += answer.status == Status::converged ? 1 : 0;
        used = get_option(answer.options_used, "inner.minimiser");
    }
    const auto mean = [starts](std::int64_t sum) { return static_cast<double>(sum) / static_cast<double>(starts); };
    std::printf(
        "%-8s %-7s %-26s %7zu %4zu  %-10s %9.4f s %6.0f steps %6.0f gradients %5.0f H %6.0f Hv  %zu of %zu converged, "
        "stationarity %.1e, objective %.9f\n",
        one.data.c_str(), network ? "network" : "linear", one.constraints.c_str(), problem.num_variables(),
        problem.num_constraints(), used.c_str(), seconds / static_cast<double>(starts), mean(counts.steps),
        mean(counts.pullbacks), mean(counts.hessians), mean(counts.hessian_vectors), converged, starts, stationarity,
        objective / static_cast<double>(starts));
    std::fflush(stdout);
}

#ifdef ALCOLE_SKLEARN_PEER
/// Passes the encoded rows to scikit-learn, and prints its times.
void scikit_learn(const Dataset& data, const std::string& name) {
    const auto file = std::filesystem::temp_directory_path() / "alcole_time_to_model.csv";
    {
        std::ofstream out(file);
        const Table& table = data.table();
        std::vector<std::string> columns;
        for (const auto& feature : data.schema().features) columns.push_back(feature.column);
        columns.push_back(data.schema().target.column);
        for (std::size_t c = 0; c < columns.size(); ++c) out << (c > 0 ? "," : "") << columns[c];
        for (std::size_t row = 0; row < table.num_rows; ++row)
            for (std::size_t c = 0; c < columns.size(); ++c)
                out << (c > 0 ? "," : "\n") << table.at(columns[c]).text(row);
        out << '\n';
    }
    const std::string command = "OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 " ALCOLE_PYTHON " " ALCOLE_SKLEARN_PEER " " +
                                file.string() + " " + name + " 2>/dev/null";
    std::fflush(stdout);
    if (std::system(command.c_str()) != 0) std::printf("%-8s scikit-learn was not found\n", name.c_str());  // NOLINT
    std::filesystem::remove(file);
}
#endif

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    const auto wanted = [&](const std::string& name) {
        bool any = words.empty();
        for (const auto& word : words) any = any || name.find(word) != std::string::npos;
        return any;
    };
    for (const std::string name : {"german", "compas", "adult"}) {
        const auto data = training_rows(name);
        if (!data) {
            std::printf("%s: ALCOLE_DATA_DIR does not have it\n", name.c_str());
            continue;
        }
        std::printf("\n%s: %zu rows, %zu inputs\n", name.c_str(), data->num_rows(), data->schema().num_inputs());
        for (const bool network : {false, true}) {
            for (const std::string constraints :
                 {"none", "counterfactual", "counterfactual, race too", "demographic parity", "all of sex and race"}) {
                const Case one{name, constraints, network ? Model{.hidden = {64, 64}} : Model{}};
                const bool needs_race = constraints.find("race") != std::string::npos;
                if (needs_race && (name == "german" || (network && constraints.starts_with("all")))) continue;
                if (!wanted(name + (network ? " network " : " linear ") + constraints)) continue;
                const Minimiser other = network ? Minimiser::newton_cg : Minimiser::lbfgs;
                const bool hours = constraints.starts_with("all");  // with L-BFGS
                for (const Minimiser minimiser : {other, Minimiser::automatic}) {
                    if (hours && minimiser != Minimiser::automatic) continue;
                    if (network)
                        solve_by<float>(one, *data, minimiser);
                    else
                        solve_by<double>(one, *data, minimiser);
                }
#ifdef ALCOLE_SKLEARN_PEER
                if (!network && constraints == "none") scikit_learn(*data, name);
#endif
            }
        }
    }
    return 0;
}
