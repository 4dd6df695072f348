// The speed of the tabular engine, as ratios to peers measured in the same run: PyTorch doing the same work, oneDNN's
// matrix product on the same shapes, and itself on one thread; and how its time and memory grow.
#include <alcole/alcole.hpp>
#include <alcole/tabular/learning.hpp>

#include "people.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <dnnl.h>
#include <unistd.h>

namespace {

using namespace alcole;           // NOLINT: a program of one file
using namespace alcole::tabular;  // NOLINT

const std::vector<std::string> features = {
    "age", "priors_count", "juv_fel_count", "juv_misd_count", "juv_other_count", "c_charge_degree", "sex", "race"};

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

template <class Work>
double median_ms(Work work, int repeats) {
    for (int i = 0; i < 3; ++i) work();
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i) {
        const double begin = now();
        work();
        times.push_back((now() - begin) * 1e3);
    }
    std::ranges::sort(times);
    return times[times.size() / 2];
}

LearningProblem<float> problem_of(Table table, std::size_t threads, bool gaps = false,
                                  std::size_t counterfactuals = 2) {
    const Schema schema = fit_schema(table, {.target = "two_year_recid", .features = features});
    std::vector<Constraint> constraints;
    for (const auto* attribute : {"sex", "race"})
        if (constraints.size() < counterfactuals)
            constraints.push_back({.kind = ConstraintKind::counterfactual, .bound = 1e-3, .attributes = {attribute}});
    if (gaps)
        constraints.push_back({.kind = ConstraintKind::demographic_parity, .bound = 0.05, .attributes = {"race"}});
    const Goal goal{.constraints = define_risks(constraints, schema, table)};
    return {Dataset(std::move(table), schema), goal, {.hidden = {64, 64}}, alcole::Context({.threads = threads})};
}

/// Value and gradient of the augmented Lagrangian on all data.
double full_ms(LearningProblem<float>& problem, int repeats) {
    const auto theta = problem.start(1);
    const std::size_t m = problem.num_constraints();
    std::vector<double> l(m + 1), w(m + 1, 1.0);
    std::vector<float> g(theta.size());
    return median_ms(
        [&] {
            auto at = problem.risks(theta, l);
            for (std::size_t i = 1; i <= m; ++i) w[i] = std::max(0.0, 0.1 + 2 * 2000.0 * l[i]);
            at.pullback(w, g);
        },
        repeats);
}

/// A step of the solver in its stochastic regime, including everything but the evaluation on all data at the end.
double step_ms(LearningProblem<float>& problem) {
    Options options{.regime = Regime::stochastic, .diagnose = false};
    options.stochastic.evaluate_every = 0;
    const auto theta = problem.start(1);
    const auto once = [&](std::int64_t epochs) {
        options.stochastic.max_epochs = epochs;
        const double begin = now();
        const auto answer = solve(problem, theta, options);
        return std::pair(now() - begin, static_cast<double>(answer.counts.steps));
    };
    once(5);
    const auto [short_time, short_steps] = once(5);
    const auto [long_time, long_steps] = once(45);
    return (long_time - short_time) / (long_steps - short_steps) * 1e3;
}

/// The best median of three, interleaved with PyTorch's runs, because the machine may be busy for a while.
struct Ours {
    double full_one = 1e9, full_two = 1e9, step_one = 1e9, step_two = 1e9;
    void measure(LearningProblem<float>& one, LearningProblem<float>& two) {
        full_one = std::min(full_one, full_ms(one, 61));
        full_two = std::min(full_two, full_ms(two, 61));
        step_one = std::min(step_one, step_ms(one));
        step_two = std::min(step_two, step_ms(two));
    }
};

struct Torch {
    double full = 1e9, step = 1e9;
    bool found = false;
};

/// PyTorch with its best number of threads, and the BLAS library in that folder.
Torch torch_times(const std::string& blas_folder, const std::string& file) {
    Torch best;
    if (!std::filesystem::exists(blas_folder)) return best;
    const std::string command =
        "LD_LIBRARY_PATH=" + blas_folder + " " ALCOLE_PYTHON " " ALCOLE_TORCH_PEER " " + file + " 2>/dev/null";
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    int threads = 0;
    double full = 0;
    double step = 0;
    while (pipe && std::fscanf(pipe.get(), "%d %lf %lf", &threads, &full, &step) == 3) {
        best.found = true;
        best.full = std::min(best.full, full);
        best.step = std::min(best.step, step);
    }
    return best;
}

/// oneDNN's rate on the three products of a 64-to-64 layer, for a tile of rows, on one thread.
double onednn_gflops() {
    const dnnl_dim_t rows = 256;
    const dnnl_dim_t width = 64;
    std::vector<float> a(256 * 64, 0.5F), b(64 * 64, 0.25F), c(256 * 64, 0.0F), g(64 * 64, 0.0F);
    const int inner = 200;
    const double ms = median_ms(
        [&] {
            for (int i = 0; i < inner; ++i) {
                dnnl_sgemm('N', 'N', rows, width, width, 1.F, a.data(), width, b.data(), width, 0.F, c.data(), width);
                dnnl_sgemm('N', 'T', rows, width, width, 1.F, a.data(), width, b.data(), width, 0.F, c.data(), width);
                dnnl_sgemm('T', 'N', width, width, rows, 1.F, a.data(), width, c.data(), width, 1.F, g.data(), width);
            }
        },
        15);
    return 3.0 * 2 * rows * width * width * inner / ms / 1e6;
}

double resident_mb() {
    std::ifstream statm("/proc/self/statm");
    double total = 0;
    double resident = 0;
    statm >> total >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

void row(const char* what, const std::string& measured, double ratio, double target) {
    std::printf("%-58s %-34s %6.2f", what, measured.c_str(), ratio);
    if (target > 0) std::printf("   aim %.2f: %s", target, ratio >= target ? "met" : "missed");
    std::printf("\n");
}

std::string text(const char* format, double a, double b) {
    std::array<char, 96> line{};
    std::snprintf(line.data(), line.size(), format, a, b);
    return line.data();
}

void growth() {
    std::printf("\nGrowth of one value and gradient, all cores; nearly every row is a base of its own\n");
    std::printf("%10s %10s %12s %14s %16s %14s\n", "rows", "points", "ms", "ns per point", "set-up seconds",
                "MB (problem)");
    for (const std::size_t rows : {10'000UL, 30'000UL, 100'000UL, 300'000UL, 1'000'000UL}) {
        Table table = bench::different_people(rows);
        const double before = resident_mb();
        const double begin = now();
        auto problem = problem_of(std::move(table), 0);
        const double setup = now() - begin;
        const double ms = full_ms(problem, rows > 100'000 ? 3 : 11);
        const auto points = static_cast<double>(problem.size().points);
        std::printf("%10zu %10.0f %12.2f %14.1f %16.2f %14.0f\n", rows, points, ms, ms * 1e6 / points, setup,
                    resident_mb() - before);
        std::fflush(stdout);
    }
}

void duplicates(const Table& table) {
    std::printf("\nThe same rows again and again, all cores\n%10s %10s %12s\n", "rows", "points", "ms");
    for (const std::size_t times : {1UL, 10UL, 100UL}) {
        std::vector<std::size_t> rows;
        for (std::size_t i = 0; i < times; ++i)
            for (std::size_t r = 0; r < table.num_rows; ++r) rows.push_back(r);
        auto problem = problem_of(table.rows(rows), 0);
        std::printf("%10zu %10zu %12.2f\n", rows.size(), problem.size().points, full_ms(problem, 31));
    }
}

void constraints(const Table& table) {
    std::printf("\nThe number m of constraints, all cores\n%10s %10s %12s\n", "m", "points", "ms");
    for (const auto& [counterfactuals, gaps] : {std::pair(0UL, false), {1UL, false}, {2UL, false}, {2UL, true}}) {
        auto problem = problem_of(table, 0, gaps, counterfactuals);
        std::printf("%10zu %10zu %12.2f\n", problem.num_constraints(), problem.size().points, full_ms(problem, 31));
    }
}

}  // namespace

int main(int /*argc*/, char** argv) {
    // oneDNN is measured on one thread, which must be set before it is loaded; PyTorch sets its own number.
    if (std::getenv("OMP_NUM_THREADS") == nullptr) {  // NOLINT: one thread
        setenv("OMP_NUM_THREADS", "1", 1);            // NOLINT
        execv("/proc/self/exe", argv);
    }
    const studies::People people = bench::people(6);
    const Table& table = people.table;
    auto one = problem_of(table, 1);
    auto two = problem_of(table, 2);
    const auto size = one.size();
    std::printf(
        "%s: %zu rows, m = %zu, MLP 64-64 sigmoid; %zu distinct points and %zu pairs for %zu evaluations; %s\n\n",
        people.name.c_str(), size.rows, one.num_constraints(), size.points, size.pairs, size.naive_points,
        std::string(instruction_set()).c_str());
    const auto file = std::filesystem::temp_directory_path() / ("alcole_bench_" + std::to_string(getpid()) + ".csv");
    bench::write_csv(people, file);
    Ours ours;
    ours.measure(one, two);
    const Torch plain = torch_times(ALCOLE_REFERENCE_BLAS, file);
    ours.measure(one, two);
    const Torch open = torch_times(ALCOLE_OPENBLAS, file);
    ours.measure(one, two);
    std::filesystem::remove(file);

    const double full = std::min(ours.full_one, ours.full_two);
    const double step = std::min(ours.step_one, ours.step_two);
    std::printf("%-58s %-34s %6s\n", "", "measured", "ratio");
    for (const auto& [torch, blas] : {std::pair(plain, "PyTorch, reference BLAS"), {open, "PyTorch, OpenBLAS"}}) {
        if (!torch.found) {
            std::printf("%s was not found\n", blas);
            continue;
        }
        row((std::string("full batch, against ") + blas).c_str(), text("%.2f ms, %.2f ms there", full, torch.full),
            torch.full / full, 40);
        row((std::string("mini-batch of 256, against ") + blas).c_str(),
            text("%.3f ms, %.3f ms there", step, torch.step), torch.step / step, 20);
    }
    const double onednn = onednn_gflops();
    const double rate = size.flops / ours.full_one / 1e6;
    row("rate of a full evaluation as a share of oneDNN's sgemm",
        text("%.0f of %.0f GFLOP/s, one thread", rate, onednn), rate / onednn, 0.7);
    row("full batch, 2 threads against 1", text("%.2f ms, %.2f ms on one", ours.full_two, ours.full_one),
        ours.full_one / ours.full_two, 1.7);
    constraints(table);
    duplicates(table);
    growth();
    return 0;
}
