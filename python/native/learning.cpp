#include <alcole/learning/learning.hpp>
#include <alcole/tabular/positive.hpp>
#include <alcole/tabular/scores.hpp>

#include "bindings.hpp"
#include "watched.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>
#include <sys/types.h>
#include <unistd.h>

/// Training, and questions to a trained model. Results are passed to Python as the JSON that the library writes.
namespace alcole::python {
namespace {

namespace py = pybind11;
namespace fs = std::filesystem;
using learning::Config;
using learning::Source;
using learning::TrainedModel;
using tabular::Column;
using tabular::ColumnType;
using tabular::Table;

/// A trained model, and the outcome of its training if that is known.
struct Model {
    TrainedModel model{};
    std::optional<learning::Outcome> outcome{};

    const learning::Outcome& trained() const {
        if (!outcome)
            throw std::runtime_error("this model was loaded from a file, which does not hold how it was trained");
        return *outcome;
    }
};

/// Moves the table in instead of copying it: its creator has no further use for it.
Table taken(Table& table) { return std::exchange(table, Table{}); }

Source source_of(const Config& config, Table& table) {
    Source source{.table = taken(table)};
    learning::set_aside(config, source);
    return source;
}

/// `print` identifies the table, in place of a file's sha256; `known_by` identifies its rows in the ledger. With
/// `results`, everything is written into the folder; without, only the state of a search that is stopped.
std::optional<Model> train(const Config& config, Table& table, const std::string& print, const std::string& known_by,
                           const fs::path& ledger, const fs::path& folder, bool results, bool resume,
                           std::size_t threads, const py::object& on_progress) {
    Source source = source_of(config, table);
    source.sha256 = print;
    source.known_by = known_by;
    source.ledger = ledger;
    auto fitted = watched(threads, on_progress, [&](const Context& context) -> std::optional<learning::Fitted> {
        if (!learning::read_certify_rows(config, source, context)) return std::nullopt;
        learning::check_not_opened(config, source);
        return results ? learning::train(config, std::move(source), folder, resume, context)
                       : learning::train_or_keep(config, std::move(source), folder, context);
    });
    if (!fitted) return std::nullopt;
    return Model{std::move(fitted->model), std::move(fitted->outcome)};
}

/// The rows of a run, split as train() splits them.
learning::Rows rows_of(const Config& config, const Table& table) {
    const auto& data = config.data;
    return learning::split(learning::with_answers(config, table), learning::schema_options(config),
                           {.test = data.test,
                            .certify = config.certify.asked() ? config.certify.share : 0,
                            .seed = config.solve.options.seed,
                            .strata = data.protected_columns});
}

/// Stores the result in the model's outcome. Returns false if stopped.
bool examine(Model& self, const Config& config, const Table& table, std::size_t starts, std::size_t threads,
             const py::object& on_progress) {
    learning::Fitted fitted{.model = self.model, .outcome = self.trained()};
    if (fitted.outcome.optimality) fitted.search = fitted.outcome.optimality->search;
    auto found = watched(threads, on_progress, [&](const Context& context) {
        return learning::examine(rows_of(config, table), fitted, starts, context);
    });
    if (!found) return false;
    self.outcome->optimality = std::move(found);
    return true;
}

/// A column without any value has no type of its own and gets that of the model's feature.
void give_type(Column& column, const tabular::Feature& feature) {
    const bool empty = std::ranges::all_of(column.codes, [](std::int32_t code) { return code < 0; });
    if (feature.type != ColumnType::number || column.type == ColumnType::number || !empty) return;
    column.type = ColumnType::number;
    column.numbers.assign(column.codes.size(), std::numeric_limits<double>::quiet_NaN());
    column.codes.clear();
}

tabular::Dataset dataset(const TrainedModel& model, Table table) {
    std::unordered_map<std::string_view, const tabular::Feature*> features;
    for (const auto& feature : model.schema.features) features.emplace(feature.column, &feature);
    for (auto& column : table.columns)
        if (const auto found = features.find(column.name); found != features.end()) give_type(column, *found->second);
    return model.dataset(std::move(table));
}

/// Threads for predictions, which are kept from one call to the next.
class KeptThreads {
  public:
    /// Calls work with a Context of `threads` threads: the existing one if it is idle.
    template <class Work>
    auto use(std::size_t threads, const Work& work) {
        const std::unique_lock idle(mutex_, std::try_to_lock);
        if (!idle) return work(Context({.threads = threads}));
        if (process_ != getpid()) (void)context_.release();  // threads are not forked, so there is nothing to join
        if (!context_ || threads_ != threads)
            context_ = std::make_unique<Context>(Context::Settings{.threads = threads});
        process_ = getpid();
        threads_ = threads;
        return work(*context_);
    }

  private:
    std::mutex mutex_;
    pid_t process_ = 0;
    std::size_t threads_ = 0;
    std::unique_ptr<Context> context_;
};

/// Never destroyed: a forked process could not join the threads.
KeptThreads& kept_threads() {
    static auto* const kept = new KeptThreads;  // NOLINT(cppcoreguidelines-owning-memory)
    return *kept;
}

std::string kind_of(const Model& self) {
    const auto& shape = self.model.shape;
    return shape.trees ? "trees" : shape.is_linear() ? "linear" : "mlp";
}

/// One row of values for each row of the table, the index of its class among the model's classes, and notes.
py::tuple predict(const Model& self, Table& table, std::size_t threads) {
    const std::size_t rows = table.num_rows;
    std::vector<double> values;
    std::vector<std::int64_t> places;
    std::vector<std::string> notes;
    std::size_t outputs = 1;
    {
        const py::gil_scoped_release unlock;
        const tabular::Dataset data = dataset(self.model, taken(table));
        notes = to_strings(learning::notes_on(data));
        const auto scores =
            kept_threads().use(threads, [&](const Context& context) { return self.model.scores(data, context); });
        values = tabular::predictions_of(self.model.schema, scores);
        outputs = scores.outputs;
        if (self.model.schema.target.task != tabular::Task::regression)
            for (std::size_t row = 0; row < rows; ++row)
                places.push_back(static_cast<std::int64_t>(tabular::predicted_class(scores.of(row))));
    }
    py::array_t<double> shaped({rows, outputs});
    std::ranges::copy(values, shaped.mutable_data());
    return py::make_tuple(shaped, py::array_t<std::int64_t>(static_cast<py::ssize_t>(places.size()), places.data()),
                          notes);
}

std::string judge(const Model& self, Table& table, std::size_t threads) {
    return watched(threads, py::none(), [&](const Context& context) {
        const tabular::Dataset data = dataset(self.model, taken(table));
        auto judgement = learning::judge(self.model, data, context);
        auto notes = learning::notes_on(data);
        judgement.notes.insert(judgement.notes.begin(), notes.begin(), notes.end());
        return to_json(self.model, judgement);
    });
}

/// The opening is recorded in the ledger before the rows are used; not if they are the training rows, because nothing
/// is certified then.
std::string certify_rows(const Model& self, Table& table, double delta, const std::string& family,
                         const certify::Opening& opening, const fs::path& ledger, bool trained_on,
                         std::size_t threads) {
    const auto bounds = certify::family_from(family);
    const tabular::Dataset rows = dataset(self.model, taken(table));
    if (!trained_on) certify::Ledger(ledger).open(opening);
    return watched(threads, py::none(), [&](const Context& context) {
        auto found = certify::certify(self.model, rows, delta / static_cast<double>(opening.planned), bounds, context);
        if (trained_on) found.void_for_training_rows();
        return to_json(found);
    });
}

/// As columns.
py::dict trace(const Model& self) {
    const auto& outcome = self.trained();
    py::dict columns;
    const auto add = [&](const std::string& name, const auto& value_of) {
        py::list values;
        for (const auto& row : outcome.trace) values.append(value_of(row));
        columns[py::str(name)] = values;
    };
    using Row = learning::TraceRow;
    add("iteration", [](const Row& row) { return row.iteration; });
    add("regime", [](const Row& row) { return row.regime == Regime::full ? "full" : "stochastic"; });
    add("steps", [](const Row& row) { return row.steps; });
    add("seconds", [](const Row& row) { return row.seconds; });
    add("objective", [](const Row& row) { return row.objective; });
    add("stationarity", [](const Row& row) { return row.stationarity; });
    for (std::size_t i = 0; i < outcome.constraints.size(); ++i) {
        const std::string& name = outcome.constraints[i].name;
        add("slack " + name, [&](const Row& row) { return row.slack[i]; });
        add("multiplier " + name, [&](const Row& row) { return row.multiplier[i]; });
    }
    return columns;
}

/// As columns.
py::dict row_prices(const Model& self) {
    const auto& outcome = self.trained();
    py::list name;
    py::list row;
    py::list risk;
    py::list price;
    for (const auto& one : outcome.row_prices) {
        name.append(outcome.constraints[one.constraint].name);
        row.append(one.row);
        risk.append(one.risk);
        price.append(one.multiplier);
    }
    py::dict columns;
    columns["name"] = name;
    columns["row"] = row;
    columns["risk"] = risk;
    columns["price"] = price;
    return columns;
}

/// From a folder with model.onnx and, if it was trained here, metrics.json, trace.csv and prices.csv.
Model restore(const fs::path& folder) {
    Model self{.model = TrainedModel::load(folder / "model.onnx")};
    if (fs::exists(folder / "metrics.json")) self.outcome = learning::read_outcome(folder);
    return self;
}

std::optional<std::string> sweep(const Config& config, Table& table, const learning::SweepOptions& options,
                                 std::size_t threads, const py::object& on_progress) {
    const Source source = source_of(config, table);
    const auto found = watched(threads, on_progress, [&](const Context& context) {
        return learning::sweep(config, source, options, context);
    });
    if (!found) return std::nullopt;
    return to_json(*found);
}

void bind_settings(py::module_& module) {
    py::class_<Config>(module, "Settings", "The keys of a run file (docs/config.md).")
        .def(py::init<>())
        .def_static("read", &learning::read_config, py::arg("file"))
        .def_static("parse", [](const std::string& text) { return learning::parse_config(text, "the run file", {}); })
        .def("set",
             [](Config& c, const std::string& key, const std::string& toml) { learning::set(c, key + "=" + toml); })
        .def("add_constraint",
             [](Config& c, const std::string& kind) {
                 c.constraints.push_back({.kind = tabular::constraint_kind_from(kind)});
             })
        .def_property_readonly("asks_for_positive",
                               [](const Config& c) {
                                   const auto& trees = c.model.trees;
                                   return std::ranges::any_of(c.constraints, tabular::asks_for_positive) ||
                                          !trees.increasing.empty() || !trees.decreasing.empty();
                               })
        .def("check", [](const Config& c) { learning::check(c, learning::RowsFrom::memory); })
        .def("to_toml", [](const Config& c) { return learning::to_toml(c, {}); });
}

}  // namespace

void bind_learning(py::module_& module) {
    bind_settings(module);
    py::class_<Model>(module, "Model", "A trained model.")
        .def_static("load", [](const fs::path& file) { return Model{.model = TrainedModel::load(file)}; })
        .def_static("restore", &restore)
        .def("save", [](const Model& m, const fs::path& file) { m.model.save(file); })
        .def("predict", &predict, py::arg("table"), py::arg("threads"))
        .def("judge", &judge, py::arg("table"), py::arg("threads"))
        .def("certify", &certify_rows, py::arg("table"), py::arg("delta"), py::arg("family"), py::arg("opening"),
             py::arg("ledger"), py::arg("trained_on"), py::arg("threads"))
        .def("outcome", [](const Model& m) { return to_json(m.trained()); })
        .def("stated_outcome", [](const Model& m) { return to_json(as_stated(m.trained())); })
        .def("examine", &examine, py::arg("settings"), py::arg("table"), py::arg("starts"), py::arg("threads"),
             py::arg("on_progress"))
        .def("trace", &trace)
        .def("row_prices", &row_prices)
        .def("prices_csv", [](const Model& m) { return learning::prices_csv(m.trained()); })
        .def("trace_csv", [](const Model& m) { return learning::trace_csv(m.trained()); })
        .def("explanation", [](const Model& m) { return learning::explain(m.trained()); })
        .def("report", [](const Model& m) { return learning::report_html(m.trained()); })
        .def_property_readonly("has_outcome", [](const Model& m) { return m.outcome.has_value(); })
        .def_property_readonly("certificate", [](const Model& m) { return m.model.certificate; })
        .def_property_readonly("run_toml", [](const Model& m) { return m.model.run_toml; })
        .def_property_readonly("kind", &kind_of)
        .def_property_readonly("hidden", [](const Model& m) { return m.model.shape.hidden; })
        .def_property_readonly("activation",
                               [](const Model& m) { return std::string(to_string(m.model.shape.activation)); })
        .def_property_readonly("task",
                               [](const Model& m) { return std::string(to_string(m.model.schema.target.task)); })
        .def_property_readonly("target", [](const Model& m) { return m.model.schema.target.column; })
        .def_property_readonly("classes", [](const Model& m) { return m.model.schema.target.classes; })
        .def_property_readonly("protected_columns", [](const Model& m) { return m.model.protected_columns; })
        .def_property_readonly("features",
                               [](const Model& m) {
                                   std::vector<std::string> names;
                                   for (const auto& feature : m.model.schema.features) names.push_back(feature.column);
                                   return names;
                               })
        .def_property_readonly("weights", [](const Model& m) { return m.model.goal.weights; });
    py::class_<certify::Opening>(module, "Opening", "One look at rows, for a certificate.")
        .def(py::init([](std::string rows, std::string question, std::string model, std::size_t planned) {
                 return certify::Opening{.rows = std::move(rows),
                                         .question = std::move(question),
                                         .model = std::move(model),
                                         .planned = planned,
                                         .file = "the table in memory"};
             }),
             py::arg("rows"), py::arg("question"), py::arg("model"), py::arg("planned"));
    module.def("shared_ledger", &certify::shared_ledger);
    module.def("train", &train, py::arg("settings"), py::arg("table"), py::arg("print"), py::arg("known_by"),
               py::arg("ledger"), py::arg("folder"), py::arg("results"), py::arg("resume"), py::arg("threads"),
               py::arg("on_progress"));
    module.def(
        "sweep",
        [](const Config& settings, Table& table, double low, double high, std::size_t count,
           const std::string& constraint, std::size_t folds, std::size_t threads, const py::object& on_progress) {
            return sweep(settings, table,
                         {.low = low, .high = high, .count = count, .constraint = constraint, .folds = folds}, threads,
                         on_progress);
        },
        py::arg("settings"), py::arg("table"), py::arg("low"), py::arg("high"), py::arg("count"), py::arg("constraint"),
        py::arg("folds"), py::arg("threads"), py::arg("on_progress"));
}

}  // namespace alcole::python
