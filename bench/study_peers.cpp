// How long the study's training takes, compared with the same in PyTorch: the augmented Lagrangian, one seed, one
// thread each.
#include "people.hpp"
#include "studies/train_run.hpp"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include <unistd.h>

using namespace alcole;  // NOLINT: a program of one file

int main() {
    const studies::Settings settings;
    const studies::People people = bench::people(settings.races);
    const auto begin = std::chrono::steady_clock::now();
    const auto trained = studies::train_run(
        people, settings, "augmented", 0, [] {}, Context({.threads = 1}));
    const double ours = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const auto batches = (trained->data.train_rows + 255) / 256;
    const auto steps = static_cast<double>(batches) * static_cast<double>(settings.epochs);
    std::printf("\nOne training of the study on %s (augmented, %.0f steps), one thread each\n", people.name.c_str(),
                steps);
    std::printf("%-10s %8.2f s %10.0f steps per second\n", "alcole", ours, steps / ours);

    const auto file = std::filesystem::temp_directory_path() / ("alcole_study_" + std::to_string(getpid()) + ".csv");
    bench::write_csv(people, file);
    const std::string command =
        "LD_LIBRARY_PATH=" ALCOLE_OPENBLAS " " ALCOLE_PYTHON " " ALCOLE_TORCH_STUDY " " + file.string();
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    double seconds = 0;
    double their_steps = 0;
    double slack = 0;
    if (pipe && std::fscanf(pipe.get(), "%lf %lf %lf", &seconds, &their_steps, &slack) == 3)
        std::printf("%-10s %8.2f s %10.0f steps per second, %.1f times as long\n", "PyTorch", seconds,
                    their_steps / seconds, seconds / ours);
    else
        std::printf("PyTorch was not found\n");
    std::filesystem::remove(file);
    return 0;
}
