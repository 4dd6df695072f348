#include "learning/training/limits.hpp"

#include <alcole/learning/run.hpp>

#include "base/scratch.hpp"
#include "base/text.hpp"
#include "table/folder.hpp"
#include "table/hdf5_table.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>

namespace alcole::learning {
namespace {

namespace fs = std::filesystem;

constexpr double gibibyte = 1024.0 * 1024 * 1024;

/// Reads a number from a kernel file; the largest number if there is none, or if the file says "max".
std::uint64_t number_in(const fs::path& file) {
    std::ifstream in(file);
    std::uint64_t value = 0;
    return in >> value ? value : std::numeric_limits<std::uint64_t>::max();
}

std::uint64_t free_in_machine() {
    std::ifstream in("/proc/meminfo");
    for (std::string word; in >> word;) {
        std::uint64_t kibibytes = 0;
        if (word == "MemAvailable:" && in >> kibibytes) return kibibytes * 1024;
    }
    return std::numeric_limits<std::uint64_t>::max();
}

/// The limit of a version 2 control group, as seen from inside a container.
std::uint64_t free_in_group() {
    const std::uint64_t limit = number_in("/sys/fs/cgroup/memory.max");
    if (limit == std::numeric_limits<std::uint64_t>::max()) return limit;
    const std::uint64_t used = number_in("/sys/fs/cgroup/memory.current");
    return used < limit ? limit - used : 0;
}

[[noreturn]] void refuse(const std::string& what, double bytes, const std::string& advice) {
    throw std::runtime_error(
        what + " would take about " + base::short_number(bytes / gibibyte) + " GiB of memory, and " +
        base::short_number(static_cast<double>(available_memory()) / gibibyte) + " GiB are free; " + advice);
}

/// The memory of a table's columns: their rows, and their lists of words.
struct Bytes {
    double rows = 0;
    double levels = 0;
};

/// Bytes of a column of numbers in its compact form: if at least three quarters of the values are equal, only the other
/// values are stored, each with its row.
double bytes_of(const tabular::Numbers& numbers) {
    constexpr double listed = sizeof(double) + sizeof(std::uint32_t);
    const auto all = static_cast<double>(numbers.size());
    const auto usual = static_cast<double>(
        std::ranges::count_if(numbers, [first = numbers.empty() ? 0 : numbers[0]](double v) { return v == first; }));
    const double others = all - usual;
    return 4 * others <= all ? listed * others : sizeof(double) * all;
}

Bytes bytes_of(const tabular::Table& table, const std::vector<std::string>& columns) {
    Bytes bytes;
    for (const auto& column : table.columns) {
        if (!columns.empty() && std::ranges::find(columns, column.name) == columns.end()) continue;
        bytes.rows += bytes_of(column.numbers) + static_cast<double>(column.codes.size() * sizeof(std::int32_t));
        for (const auto& level : column.levels) bytes.levels += static_cast<double>(sizeof(std::string) + level.size());
    }
    return bytes;
}

}  // namespace

double estimated_bytes(const fs::path& file, const tabular::ReadOptions& options) {
    if (const auto files = table::files_of(file); files.front() != file) {
        double all = 0;
        for (const auto& one : files) all += estimated_bytes(one, options);
        return all;
    }
    constexpr double small = 16.0 * 1024 * 1024;
    constexpr std::size_t sample = 1000;
    constexpr std::size_t sample_cells = 1'000'000;  // a wide table is sampled with fewer rows
    if (tabular::is_hdf5(file)) {  // the lists of words are read in full, however few rows are sampled
        table::Hdf5Table stored(file, options);
        const std::size_t rows = std::min(sample, stored.num_rows());
        const Bytes bytes = bytes_of(stored.rows(0, rows), {});
        return bytes.levels +
               bytes.rows * static_cast<double>(stored.num_rows()) / std::max(1.0, static_cast<double>(rows));
    }
    const auto size = static_cast<double>(tabular::estimated_text_size(file));
    if (size < small) return 0;
    const tabular::ReadOptions all_columns{.delimiter = options.delimiter,
                                           .quote = options.quote,
                                           .comment = options.comment,
                                           .missing = options.missing,
                                           .names = options.names,
                                           .decimal_comma = options.decimal_comma};
    const std::size_t columns = tabular::read_header(file, all_columns).columns.size();
    const std::size_t rows = std::clamp<std::size_t>(sample_cells / std::max<std::size_t>(columns, 1), 10, sample);
    const auto piece = tabular::TableReader(file, all_columns).next(rows);
    double text = 0;  // the length of the sampled values as text
    for (const auto& column : piece->columns)
        for (std::size_t row = 0; row < piece->num_rows; ++row)
            text += static_cast<double>(column.text(row).size() + 1);
    const Bytes bytes = bytes_of(*piece, options.columns);
    return (bytes.rows + bytes.levels) * size / std::max(text, 1.0);
}

std::uint64_t available_memory() { return std::min(free_in_machine(), free_in_group()) + base::scratch::room(); }

void check_fits_memory(const fs::path& file, const tabular::ReadOptions& options) {
    const double table = estimated_bytes(file, options);
    // The split copies every row once.
    if (2 * table > static_cast<double>(available_memory()))
        refuse(
            file.string(), 2 * table,
            "choose fewer columns with data.features, use a part of the rows, or keep within --memory, with the rest "
            "on the disk");
}

std::optional<Note> out_of_proportion(const Config& config, const Source& source) {
    constexpr double many = 1e6;
    constexpr double per_row = 1000;
    if (config.model.kind != "mlp" || config.model.hidden.empty()) return {};
    const std::size_t inputs =
        config.data.features.empty()
            ? source.table.columns.size() - std::min(source.table.columns.size(), config.data.ignore.size() + 1)
            : config.data.features.size();
    const double weights = static_cast<double>(inputs) * static_cast<double>(config.model.hidden.front());
    const auto rows = static_cast<double>(source.table.num_rows);
    if (weights < many || weights < per_row * rows) return {};
    return Note{.kind = Note::Kind::out_of_proportion, .numbers = {weights, rows}};
}

void check_fits_memory(const TrainingTask& task, const Config& config) {
    const auto inputs = static_cast<double>(task.schema().num_inputs());
    const double scalar = task.shape.is_linear() ? sizeof(double) : sizeof(float);
    double weights = 0;  // as floating point, because the number may exceed every integer type
    double before = inputs;
    for (const auto units : task.shape.hidden) {
        weights += (before + 1) * static_cast<double>(units);
        before = static_cast<double>(units);
    }
    weights += (before + 1) * static_cast<double>(task.schema().num_sums());
    // theta, gradients, and two vectors per stored L-BFGS pair; mini-batches keep two moments.
    const auto asked = static_cast<double>(config.solve.options.inner.memory);
    const double vectors = 2 * (asked > 0 ? asked : weights < 1e5 ? 60 : 20) + 12;
    constexpr double written_out = 2;  // a checkpoint needs a second copy of everything (measured: 1.9)
    const double model = weights * vectors * scalar * written_out;
    if (model > static_cast<double>(available_memory()))
        refuse("a model with " + base::short_number(weights, 4) + " weights", model,
               "choose fewer units with model.hidden, or a smaller solve.inner.memory");
    // Per point: inputs, scores and its entry in the plan, as measured on a million rows.
    constexpr double per_point = 80;
    const auto rows = static_cast<double>(task.train.num_rows());
    const double points = rows * (1 + static_cast<double>(task.goal.constraints.size()));
    const double data = points * per_point + rows * inputs;
    if (model + data > static_cast<double>(available_memory()))
        refuse("training on " + base::short_number(rows, 7) + " rows with " +
                   std::to_string(task.goal.constraints.size()) + " constraints",
               model + data,
               "use a part of the rows with data.where, fewer constraints, or --memory, with the rest on the disk");
}

}  // namespace alcole::learning
