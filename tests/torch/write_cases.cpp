// Writes learning problems, with the engine's risks and gradients, for PyTorch to check: a table as CSV, and per case
// one JSON file with the model, theta, the weights on the risks, the risks and the gradient.
#include <alcole/tabular/learning.hpp>

#include "../engine/random_table.hpp"

#include <fstream>
#include <iostream>

#include <nlohmann/json.hpp>

namespace {

using namespace alcole;           // NOLINT: a program of one file
using namespace alcole::tabular;  // NOLINT

void write_csv(const Table& table, const std::string& file) {
    std::ofstream out(file);
    for (std::size_t c = 0; c < table.columns.size(); ++c) out << (c > 0 ? "," : "") << table.columns[c].name;
    out << '\n';
    for (std::size_t row = 0; row < table.num_rows; ++row) {
        for (std::size_t c = 0; c < table.columns.size(); ++c) out << (c > 0 ? "," : "") << table.columns[c].text(row);
        out << '\n';
    }
}

template <class T>
void write_case(const Table& table, const std::string& target, const Model& model, const std::string& file) {
    const Schema schema = fit_schema(table, {.target = target, .features = {"age", "debts", "job", "sex", "race"}});
    std::vector<Constraint> constraints = {
        {.kind = ConstraintKind::counterfactual, .bound = 1e-3, .attributes = {"sex"}},
        {.kind = ConstraintKind::counterfactual, .bound = 1e-3, .attributes = {"race"}},
        {.kind = ConstraintKind::group_loss, .bound = 0.5, .attributes = {"race"}},
    };
    if (schema.target.task == Task::binary)
        constraints.push_back({.kind = ConstraintKind::equalized_odds, .bound = 0.03, .attributes = {"sex"}});
    LearningProblem<T> problem(
        Dataset(table, schema),
        Goal{.constraints = define_risks(constraints, schema, table), .l2 = 0.01, .weights = "weight"}, model);
    auto theta = problem.start(11);
    Random random(2);
    for (T& v : theta) v += static_cast<T>(0.3 * random.normal());
    std::vector<double> l(problem.num_constraints() + 1), w(l.size());
    for (double& v : w) v = random.uniform();
    std::vector<T> g(theta.size());
    problem.risks(theta, l).pullback(w, g);
    const nlohmann::json out = {{"target", target},
                                {"task", to_string(schema.target.task)},
                                {"classes", schema.target.classes},
                                {"inputs", schema.input_names()},
                                {"hidden", model.hidden},
                                {"activation", to_string(model.activation)},
                                {"single", sizeof(T) == sizeof(float)},
                                {"l2", 0.01},
                                {"theta", theta},
                                {"weights", w},
                                {"risks", l},
                                {"gradient", g}};
    std::ofstream(file) << out.dump();
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: write_cases FOLDER\n";
        return 2;
    }
    const std::string folder = argv[1];
    const Table table = tests::random_table({.rows = 700, .missing = false, .seed = 21});
    write_csv(table, folder + "/table.csv");
    int number = 10;  // two digits, so that files sort by number
    const auto next = [&] { return folder + "/case" + std::to_string(number++) + ".json"; };
    for (const auto* target : {"repaid", "grade", "income"}) {
        for (const auto a : {Activation::sigmoid, Activation::tanh, Activation::softplus, Activation::gelu,
                             Activation::silu, Activation::relu}) {
            const Model model{.hidden = {20, 9}, .activation = a};
            write_case<float>(table, target, model, next());
            write_case<double>(table, target, model, next());
        }
        write_case<float>(table, target, {}, next());
    }
    return 0;
}
