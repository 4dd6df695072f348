#include <alcole/learning/apply.hpp>

#include "base/json.hpp"
#include "base/part_file.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "progress.hpp"
#include "run_options.hpp"
#include "terminal.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>

namespace alcole::app {
namespace {

struct PredictArguments : ModelArguments {
    std::string out{};
    learning::PredictOptions options{};
};

void write_out(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
        throw std::runtime_error("the output cannot be written: " + std::generic_category().message(errno));
}

/// Before any work is done for a file that cannot be written.
void check_can_hold(const std::filesystem::path& out) {
    const auto folder = out.has_parent_path() ? out.parent_path() : std::filesystem::path(".");
    if (std::filesystem::is_directory(out))
        throw std::invalid_argument(out.string() + ": is a folder, not a file; choose another --out");
    if (!std::filesystem::is_directory(folder))
        throw std::invalid_argument(out.string() + ": there is no folder " + base::quoted(folder.string()) +
                                    "; create it first, or choose another --out");
}

/// Nothing if a stop was requested.
std::optional<learning::Predicted> predict_into(const learning::TrainedModel& model, const PredictArguments& arguments,
                                                const Context& context) {
    refuse_input(arguments.out, {arguments.model, arguments.file});
    check_can_hold(arguments.out);
    base::PartFile part(arguments.out + ".part");
    part.start_over();
    try {
        const auto append = [&](std::string_view text) { part.append(text.data(), text.size()); };
        auto predicted = learning::predict_file(model, arguments.file, arguments.options, append, context);
        if (predicted)
            part.rename_to(arguments.out);
        else
            part.remove();
        return predicted;
    } catch (...) {
        part.remove();
        throw;
    }
}

void predict(const PredictArguments& arguments) {
    if (arguments.json && arguments.out.empty())
        throw std::invalid_argument(
            "--json prints the number of rows written and needs --out; the predictions themselves are CSV");
    const auto model = learning::TrainedModel::load(arguments.model);
    const bool to_stdout = arguments.out.empty();
    ProgressLine line;  // quiet where the predictions themselves are shown
    const Context context = to_stdout ? context_of(arguments.jobs) : context_of(arguments.jobs, line);
    const auto predicted = to_stdout
                               ? learning::predict_file(model, arguments.file, arguments.options, write_out, context)
                               : predict_into(model, arguments, context);
    line.clear();
    if (!predicted) end_stopped(to_stdout ? "not all rows were predicted" : "the output file was not written");
    if (arguments.json) {
        const auto members = [&](auto& visit) {
            base::list(visit, "rows", predicted->rows, "file", arguments.out, "notes", to_strings(predicted->notes));
        };
        print_line(base::json_text(base::Group{members}, "the answer", 2));
        return;
    }
    if (!to_stdout) std::cerr << predicted->rows << " predictions in " << arguments.out << '\n';
    complain_of(predicted->notes);
}

}  // namespace

void add_predict(CLI::App& app) {
    auto* command =
        app.add_subcommand("predict", "Predict labels and probabilities, or numbers, for new data, in constant memory");
    const auto arguments = std::make_shared<PredictArguments>();
    add_model_options(
        *command, *arguments,
        "A table: CSV, ARFF or HDF5 (.h5), compressed or not; - for standard input. It need not contain the target",
        "With --out: print the number of rows written, as JSON");
    command->add_option("-o,--out", arguments->out, "The file to write [standard output]");
    command->add_option("--keep", arguments->options.keep, "Columns to copy to the output, separated by commas")
        ->delimiter(',');
    command
        ->add_option("--batch-rows", arguments->options.batch_rows,
                     "Number of rows read at a time [8192]; does not affect results")
        ->check(whole_number(1, 1 << 24));
    add_examples(*command, {"alcole predict run/model.onnx new.csv",
                            "alcole predict run new.csv --keep id --out predictions.csv"});
    command->callback([arguments] { predict(*arguments); });
}

}  // namespace alcole::app
