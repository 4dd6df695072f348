#include <alcole/learning/apply.hpp>

#include "base/json.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "learning/config/config.hpp"
#include "learning/config/paths.hpp"
#include "learning/outcome/fields.hpp"
#include "learning/training/judge.hpp"
#include "learning/training/predictions.hpp"
#include "learning/training/rows.hpp"
#include "table/column_index.hpp"
#include "table/reading.hpp"
#include "table/unknown_words.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace alcole::learning {
namespace {

namespace fs = std::filesystem;
using tabular::Table;

/// Reads a file the way the training file was read, with the columns and types that the schema asks for.
tabular::ReadOptions reading_of(const TrainedModel& model, bool with_target, const std::vector<std::string>& others) {
    const tabular::ReadOptions wanted = tabular::read_options(model.schema, with_target);
    tabular::ReadOptions options = model.reading;
    options.columns = wanted.columns;
    options.types = wanted.types;
    for (const auto& name : others) {
        if (std::ranges::find(options.columns, name) != options.columns.end()) continue;
        options.columns.push_back(name);
        if (const auto type = model.reading.types.find(name); type != model.reading.types.end())
            options.types.insert(*type);
    }
    return options;
}

/// Reports all missing columns at once, so that a user does not have to fix them one at a time. A pipe cannot be read
/// twice; for a pipe, the reader reports the first missing column. `kept`: columns to copy, of which the model need not
/// know.
void check_columns(const fs::path& file, tabular::ReadOptions options, const std::vector<std::string>& kept,
                   const Context& context) {
    std::error_code error;
    if (!fs::is_regular_file(table::readable_file(file, context), error)) return;
    const std::string name = shown_name(file.string());
    const std::vector<std::string> wanted = std::exchange(options.columns, {});
    const Table first = tabular::read_header(file, options);
    if (const std::string sign = other_delimiter(first); !sign.empty())
        throw std::invalid_argument(name + ": its values seem to be separated by '" + sign +
                                    "', those of the file that the model learned from by '" + options.delimiter +
                                    "'; save it in the same way");
    std::string lacking;
    bool of_features = false;
    std::size_t count = 0;
    const table::ColumnIndex index(first);
    std::vector<std::string_view> known;
    for (const auto& column : first.columns) known.push_back(column.name);
    for (const auto& column : wanted) {
        if (index.find(column) != nullptr) continue;
        if (std::ranges::find(kept, column) == kept.end()) of_features = true;
        lacking += (count++ > 0 ? ", '" : "'") + column + "'";
        if (const std::string hint = base::did_you_mean(column, known); !hint.empty())
            lacking += " (" + hint.substr(2) + ")";
    }
    if (count == 0) return;
    const char* columns = count == 1 ? "column " : "columns ";
    throw std::invalid_argument(of_features ? name + " does not fit the model: it lacks the " + columns + lacking
                                            : name + ": there is no " + columns + lacking + " to keep");
}

/// The columns that constraints and group rates refer to.
std::vector<std::string> columns_beside_features(const TrainedModel& model) {
    std::set<std::string> names(model.protected_columns.begin(), model.protected_columns.end());
    for (const auto& constraint : model.goal.constraints)
        for (const auto& term : constraint.terms)
            for (const auto* conditions : {&term.rows, &term.event})
                for (const auto& condition : *conditions) names.insert(condition.column);
    return {names.begin(), names.end()};
}

/// The kept columns exactly as written in the file: a number parsed as a number would lose its leading zeros. A pipe is
/// read only once, so for a pipe they come from the parsed table.
class Copied {
  public:
    Copied(const fs::path& file, tabular::ReadOptions options, const std::vector<std::string>& names) : names_(names) {
        std::error_code error;
        if (names.empty() || !fs::is_regular_file(file, error)) return;
        options.columns = names;
        options.types.clear();
        for (const auto& name : names) options.types[name] = tabular::ColumnType::category;
        reader_.emplace(file, options);
    }
    void next(const Table& piece) {
        if (reader_) own_ = reader_->next(piece.num_rows);
        from_ = own_ ? &*own_ : &piece;
    }
    std::string row(std::size_t row) const {
        std::string text;
        for (const auto& name : names_) text += base::csv_cell(from_->at(name).text(row)) + ",";
        return text;
    }

  private:
    const std::vector<std::string>& names_;
    std::optional<tabular::TableReader> reader_;
    std::optional<Table> own_;
    const Table* from_ = nullptr;
};

/// A constraint of the model and its value on some rows; none if the rows do not determine it.
struct JudgedConstraint {
    const tabular::RiskDefinition& constraint;
    const std::optional<Judged>& judged;
};

void fields(auto& visit, const JudgedConstraint& one) {
    const auto& [constraint, judged] = one;
    base::list(visit, "name", constraint.name, "kind", constraint.kind, "bound", constraint.bound, "at_least",
               constraint.at_least);
    visit("risk", judged ? std::optional(judged->risk) : std::nullopt);
    visit("slack", judged ? std::optional(judged->slack) : std::nullopt);
    visit("interval", judged ? judged->interval : std::nullopt, base::omit_empty);
    if (constraint.fraction) {
        visit("fraction_bound", constraint.fraction->bound);
        visit("fraction", judged ? judged->fraction : std::nullopt);
    }
    visit("flip_rate", judged ? judged->flip_rate : std::nullopt, base::omit_empty);
    visit("verdict", !judged ? "unknown" : is_met(*judged, constraint.bound) ? "met" : "not_met");
}

/// The rows kept for the certificate must not be read by any other command.
void check_not_kept_for_certificate(const TrainedModel& model, const fs::path& file, const std::string& hash) {
    if (model.run_toml.empty()) return;
    if (parse_config(model.run_toml, "the model's run file", {}).certify.sha256 == hash)
        throw std::invalid_argument(file.string() +
                                    ": these rows are kept for the certificate of this model (certify.file); once "
                                    "they have been used for anything else, they can certify nothing. Use other rows");
}

}  // namespace

std::optional<std::string> table_hash(const fs::path& file, const Context& context) {
    bool all = false;
    std::string hash =
        base::sha256_of_pieces([&](const base::Pieces& take) { all = tabular::read_text(file, take, context); });
    return all ? std::optional(std::move(hash)) : std::nullopt;
}

std::optional<tabular::Dataset> read_for(const TrainedModel& model, const fs::path& file, std::vector<Note>& notes,
                                         const Context& context) {
    const auto options = reading_of(model, true, columns_beside_features(model));
    auto table = table::unless_stopped([&] {
                     check_columns(file, options, {}, context);
                     return tabular::read_table(file, options, context);
                 }).value_or(std::nullopt);
    if (!table) return std::nullopt;
    const auto labelled = labelled_rows(file, *table, model.schema.target.column, notes);
    if (labelled.size() < table->num_rows) table = table->rows(labelled);
    tabular::Dataset data = model.dataset(std::move(*table));
    for (auto& note : notes_on(data)) notes.push_back(std::move(note));
    return data;
}

std::vector<Note> notes_on(const tabular::Dataset& data) {
    return table::notes_on(table::unknown_words(data), data.num_rows());
}

bool was_trained_on(const TrainedModel& model, const std::string& hash) {
    return !model.run_toml.empty() && parse_config(model.run_toml, "the model's run file", {}).data.sha256 == hash;
}

std::optional<Judgement> evaluate(const TrainedModel& model, const fs::path& file, const Context& context) {
    std::vector<Note> notes;
    const auto data = read_for(model, file, notes, context);
    const auto hash = data ? table_hash(file, context) : std::nullopt;
    if (!hash) return std::nullopt;
    check_not_kept_for_certificate(model, file, *hash);
    try {
        Judgement judgement = judge(model, *data, context);
        judgement.notes.insert(judgement.notes.begin(), notes.begin(), notes.end());
        if (was_trained_on(model, *hash)) judgement.notes.push_back({.kind = Note::Kind::learned_from});
        return judgement;
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(file.string() + ": " + error.what());
    }
}

std::string to_json(const TrainedModel& model, const Judgement& judgement) {
    const auto members = [&](auto& visit) {
        fields(visit, judgement.side);
        std::vector<JudgedConstraint> constraints;
        for (std::size_t i = 0; i < model.goal.constraints.size(); ++i)
            constraints.push_back({model.goal.constraints[i], judgement.constraints[i]});
        base::list(visit, "constraints", constraints, "notes", to_strings(judgement.notes), "training_hash",
                   model.training_hash);
    };
    return base::json_text(base::Group{members}, "the evaluation", 2);
}

std::optional<Predicted> predict_file(const TrainedModel& model, const fs::path& name, const PredictOptions& options,
                                      const std::function<void(std::string_view)>& write, const Context& context) {
    const fs::path file = name == "-" ? "/dev/stdin" : name;  // streamed, never held in memory as a whole
    auto reading = reading_of(model, false, options.keep);
    check_columns(file, reading, options.keep, context);
    Copied copied(file, reading, options.keep);
    for (const auto& kept : options.keep) reading.types.try_emplace(kept, tabular::ColumnType::category);
    tabular::TableReader reader(file, reading, context);
    std::string out = prediction_header(model, options.keep);  // written with the first rows, so not before an error
    Predicted predicted;
    std::vector<table::UnknownWords> unknown;
    while (const auto piece = reader.next(std::max<std::size_t>(1, options.batch_rows))) {
        const tabular::Dataset data = model.dataset(*piece);
        const auto scores = model.scores(data, context);
        table::add_unknown(unknown, table::unknown_words(data));
        const auto p = tabular::predictions_of(model.schema, scores);
        copied.next(*piece);
        for (std::size_t row = 0; row < piece->num_rows; ++row) {
            out += copied.row(row);
            append_prediction(model, scores.of(row), std::span(p).subspan(row * scores.outputs, scores.outputs), out);
        }
        write(out);
        out.clear();
        predicted.rows += piece->num_rows;
    }
    if (context.stop_requested()) return std::nullopt;
    if (!out.empty()) write(out);
    predicted.notes = table::notes_on(unknown, predicted.rows);
    return predicted;
}

}  // namespace alcole::learning
