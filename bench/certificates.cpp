// How often certificates are right, and how often they are given, on synthetic people, of whom any number can be drawn:
// 300 trainings per row. The tables of docs/certificates.md.
#include "certify/training.hpp"

#include <cstdio>
#include <vector>

namespace {

using namespace alcole;

constexpr std::size_t repetitions = 300;
constexpr const char* constraints =
    "[[constraint]]\nkind = \"rate\"\nrate = \"accuracy\"\nat_least = true\nbound = 0.55\n"
    "[[constraint]]\nkind = \"counterfactual\"\nattribute = \"sex\"\nbound = 1e-3\n";

void print_row(const tests::Population& population, const tests::Trial& trial, const char* what) {
    std::vector<tests::Ending> endings(repetitions);
    Context().for_each(repetitions, [&](std::size_t k) { endings[k] = population.try_once(trial, 5000 + k); });
    double hold = 0;
    for (const auto& ending : endings) hold += ending.holds ? 1.0 / repetitions : 0;
    std::printf("%6zu  %-9s  %6.3f", trial.rows, what, hold);
    for (std::size_t f = 0; f < certify::all_families.size() - 1; ++f) {  // divergences are not rates
        double certified = 0;
        double wrong = 0;
        for (const auto& ending : endings) {
            certified += ending.certified[f] ? 1.0 / repetitions : 0;
            wrong += ending.certified[f] && !ending.holds ? 1.0 / repetitions : 0;
        }
        std::printf("   %9.3f %6.3f", certified, wrong);
    }
    std::printf("\n");
    std::fflush(stdout);
}

}  // namespace

int main() {
    std::printf(
        "certificates at confidence 0.95, a linear model, 300 trainings per line; as many rows are set aside\n"
        "                          automatic          betting            hoeffding          bernstein\n"
        "  rows  bounds      holds   certified  wrong   certified  wrong   certified  wrong   certified  wrong\n");
    const tests::Population population;
    for (const std::size_t rows : {125U, 250U, 500U, 1000U, 2000U, 4000U, 8000U})
        for (const bool tighten : {false, true})
            print_row(population, {.rows = rows, .confidence = 0.95, .constraints = constraints, .tighten = tighten},
                      tighten ? "tightened" : "asked");
}
