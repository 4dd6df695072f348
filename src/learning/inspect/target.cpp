// What the target and the protected columns add to a first look.
#include <alcole/learning/inspect.hpp>

#include "base/text.hpp"
#include "learning/inspect/column.hpp"
#include "learning/inspect/findings.hpp"
#include "learning/inspect/hints.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

namespace alcole::learning {
namespace {

using tabular::Column;
using tabular::ColumnType;
using tabular::Task;

constexpr std::size_t max_codes = 12;  // numbers with more values are amounts

/// The name as written in a condition.
std::string in_condition(const std::string& name) {
    const bool plain = std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    });
    return plain ? name : "`" + name + "`";
}

/// The values and their frequencies: words in order of appearance, numbers in ascending order.
std::vector<std::pair<std::string, std::size_t>> value_counts(const Column& column) {
    const auto values = ranked(column);
    std::map<std::int32_t, std::pair<std::string, std::size_t>> counts;
    for (std::size_t row = 0; row < values.size(); ++row) {
        if (values[row] < 0) continue;
        auto& entry = counts[values[row]];
        if (entry.second++ == 0) entry.first = column.text(row);
    }
    std::vector<std::pair<std::string, std::size_t>> result;
    result.reserve(counts.size());
    for (const auto& [place, entry] : counts) result.push_back(entry);
    return result;
}

/// Builds up an inspection step by step.
class Inspector {
  public:
    explicit Inspector(const Look& look) : look_(look) {
        result_.config.data = look.data;
        result_.findings = look.findings;
    }

    void take_target(const std::string& name);
    void take_protected(const std::vector<std::string>& names);
    void suggest_protected() { result_.suggested_protected = likely_protected(look_, data().target); }
    void judge_columns();
    void judge_mean();
    void choose_model();
    Inspection take() && { return std::move(result_); }

  private:
    DataConfig& data() { return result_.config.data; }
    /// A column that the user named. For a file without a header, an unknown name gets a message that says so.
    const Column& named_column(const std::string& name) const;
    const ColumnFacts& facts(const std::string& name) const {
        return look_.facts[static_cast<std::size_t>(&look_.table.at(name) - look_.table.columns.data())];
    }
    void say(const std::string& kind, const std::string& column, const std::string& text) {
        result_.findings.push_back({.kind = kind, .column = column, .text = "'" + column + "' " + text});
    }
    void say_target(const Column& target, std::size_t distinct);
    void suggest_order(const Column& target, std::size_t distinct);
    void choose_positive(const Column& target);
    void say_rare_classes(const Column& target);
    bool makes_groups(const std::string& name);
    void say_small_groups(const std::string& name);

    const Look& look_;
    Inspection result_;
};

const Column& Inspector::named_column(const std::string& name) const {
    const bool without_names = std::ranges::find(look_.findings, "header", &Finding::kind) != look_.findings.end();
    if (without_names && look_.table.find(name) == nullptr)
        throw std::invalid_argument("there is no column '" + name +
                                    "': the first line holds values, not names, so the " +
                                    "columns are called c1 to c" + std::to_string(look_.table.columns.size()) +
                                    "; give their names with --names");
    return look_.table.at(name);
}

void Inspector::take_target(const std::string& name) {
    const Column& target = named_column(name);
    const std::size_t distinct = facts(name).distinct;
    if (distinct < 2)
        throw std::invalid_argument("the target '" + name + "' has " + (distinct == 0 ? "no" : "only one") +
                                    " value; there is nothing to learn");
    data().target = name;
    if (target.type == ColumnType::number && distinct != 2)
        result_.task = Task::regression;
    else
        for (const auto& [word, count] : value_counts(target)) result_.classes.push_back(word);
    if (result_.classes.size() > 2) result_.task = Task::multiclass;
    suggest_order(target, distinct);
    say_target(target, distinct);
    if (result_.task == Task::binary) choose_positive(target);
    if (result_.task != Task::regression) say_rare_classes(target);
    if (auto spelling = judge_spelling(target)) result_.findings.push_back(std::move(*spelling));
    if (const std::size_t missing = target.size() - facts(name).present; missing > 0) {
        data().where.push_back(in_condition(name) + " is not missing");
        say("target", name, "is missing in " + std::to_string(missing) + " rows, which are left out");
    }
}

/// Suggests an order for a few whole numbers, or for the words of a scale.
void Inspector::suggest_order(const Column& target, std::size_t distinct) {
    if (distinct < 3 || distinct > max_codes) return;
    std::vector<std::string> words;
    for (const auto& [word, count] : value_counts(target)) words.push_back(word);
    if (target.type != ColumnType::number)
        result_.suggested_order = hints::in_order(words);
    else if (facts(target.name).whole)
        result_.suggested_order = words;
}

void Inspector::say_target(const Column& target, std::size_t distinct) {
    constexpr std::size_t many = 50;
    const std::string count = std::to_string(distinct);
    if (result_.task == Task::multiclass)
        say("target", target.name,
            "has " + count + " classes (" + base::listed(result_.classes, 5) + ")" +
                (distinct > many ? "; is it the right column?" : "; rates are then taken for each class in turn") +
                (result_.suggested_order.empty()
                     ? ""
                     : "; if they have an order (" + base::joined(result_.suggested_order, " < ") +
                           "), say task = \"ordinal\" and give it as `order`"));
    if (result_.task == Task::regression)
        say("target", target.name,
            distinct <= max_codes && facts(target.name).whole
                ? "is predicted as a number; its " + count +
                      " values can be classes if you list it in `categories`, or "
                      "ordered classes with task = \"ordinal\""
                : "is predicted as a number");
}

/// Of so few rows, some or all may be held out, and what is said about the class is chance.
void Inspector::say_rare_classes(const Column& target) {
    constexpr std::size_t few = 10;
    std::vector<std::string> rare;
    for (const auto& [word, count] : value_counts(target))
        if (count < few) rare.push_back("\"" + word + "\" (" + std::to_string(count) + ")");
    if (!rare.empty())
        say("rare_class", target.name,
            "has classes of fewer than " + std::to_string(few) + " rows: " + base::listed(rare, 6) +
                "; there is hardly anything to learn about them, and the held-out rows may have none");
}

/// Chooses the class whose name is affirmative; if neither or both are, the rarer one.
void Inspector::choose_positive(const Column& target) {
    const auto counts = value_counts(target);
    const bool first = hints::says_yes(counts[0].first);
    const bool second = hints::says_yes(counts[1].first);
    const bool said = first != second;
    const auto& chosen =
        said ? counts[first ? 0 : 1] : *std::ranges::min_element(counts, {}, [](const auto& c) { return c.second; });
    data().positive = chosen.first;
    const double share = static_cast<double>(chosen.second) / static_cast<double>(counts[0].second + counts[1].second);
    say("positive", target.name,
        "has the classes " + base::listed(result_.classes, 2) + "; '" + chosen.first + "' (" +
            percent_rounded_down(share) + ") is taken as the positive one, because " +
            (said ? "its name says so" : "it is the rarer one"));
}

/// True if the groups of a protected column can be compared; otherwise adds a finding that says why not.
bool Inspector::makes_groups(const std::string& name) {
    const Column& column = named_column(name);
    const ColumnFacts& found = facts(name);
    if (name == data().target)
        throw std::invalid_argument("'" + name + "' is the target; it cannot be protected as well");
    if (found.distinct < 2) {
        say("protected", name,
            std::string(found.distinct == 0 ? "has no values" : "has only one value") +
                "; there are no groups to compare, and it is left out of `protected`");
        return false;
    }
    if (column.type != ColumnType::number) return true;
    if (found.distinct <= max_codes) {
        data().categories.push_back(name);
        say("protected", name, "holds numbers; its " + std::to_string(found.distinct) + " values are taken as groups");
        return true;
    }
    say("protected", name,
        "is a number with " + std::to_string(found.distinct) +
            " values, which form no groups; make a column of bands of it, or compare the rows below and above a value "
            "with an expression (docs/constraints.md). It is left out of `protected`");
    return false;
}

void Inspector::say_small_groups(const std::string& name) {
    constexpr std::size_t small = 30;
    std::vector<std::string> groups;
    for (const auto& [word, count] : value_counts(look_.table.at(name)))
        if (count < small) groups.push_back("\"" + word + "\" (" + std::to_string(count) + ")");
    if (!groups.empty())
        say("small_group", name,
            "has groups of fewer than " + std::to_string(small) + " rows: " + base::listed(groups, 6) +
                "; they can be merged with `merge`");
}

void Inspector::take_protected(const std::vector<std::string>& names) {
    auto& known = data().protected_columns;
    for (const auto& name : names) {
        if (std::ranges::find(known, name) != known.end() || !makes_groups(name)) continue;
        known.push_back(name);
        result_.config.constraints.push_back({.bound = 1e-3, .attributes = {name}});
        say_small_groups(name);
    }
}

void Inspector::judge_columns() {
    const Column& target = look_.table.at(data().target);
    for (std::size_t k = 0; k < look_.facts.size(); ++k) {
        const Column& column = look_.table.columns[k];
        if (&column == &target) continue;
        auto finding = judge_beside(column, look_.facts[k], target, result_.task);
        if (!finding || !finding->ignored) {
            const auto alone = judge_alone(column, look_.facts[k], look_.table.num_rows);
            if (alone && (!finding || alone->ignored)) finding = alone;
        }
        if (!finding) finding = judge_order(column, look_.facts[k], target, result_.task);
        if (!finding || (!finding->ignored && finding->kind != "codes")) {
            if (const auto tail = judge_tail(column, look_.facts[k])) {
                result_.suggested_binned.push_back(column.name);
                result_.findings.push_back(*tail);
            }
        }
        const bool counts = !finding || !finding->ignored;
        if (auto spelling = counts ? judge_spelling(column) : std::nullopt)
            result_.findings.push_back(std::move(*spelling));
        if (!finding) continue;
        const auto& kept = data().protected_columns;
        if (std::ranges::find(kept, column.name) != kept.end()) finding->ignored = false;
        if (finding->ignored) data().ignore.push_back(column.name);
        result_.findings.push_back(*finding);
    }
}

void Inspector::judge_mean() {
    const auto& groups = data().protected_columns.empty() ? result_.suggested_protected : data().protected_columns;
    if (result_.task == Task::regression && !groups.empty())
        result_.mean_alone =
            worst_spread(look_.table.at(groups.front()), look_.table.at(data().target).numbers.to_vector());
}

/// With more inputs than rows, a network has dozens of weights for each row: memory and time would be spent on
/// overfitting.
void Inspector::choose_model() {
    const std::set<std::string_view> ignored(data().ignore.begin(), data().ignore.end());
    std::size_t inputs = 0;
    for (std::size_t k = 0; k < look_.facts.size(); ++k) {
        const Column& column = look_.table.columns[k];
        if (column.name == data().target || ignored.contains(column.name)) continue;
        inputs += column.type == ColumnType::category ? look_.facts[k].distinct : 1;
    }
    if (inputs <= look_.table.num_rows) return;
    result_.config.model.kind = "linear";
    result_.findings.push_back({.kind = "wide",
                                .text = "there are more inputs (" + std::to_string(inputs) + ") than rows (" +
                                        std::to_string(look_.table.num_rows) +
                                        "), so the run file begins with a linear model: a network would "
                                        "overfit"});
}

}  // namespace

Inspection inspect(const Look& look, const std::string& target,
                   const std::optional<std::vector<std::string>>& protected_columns) {
    Inspector inspector(look);
    inspector.take_target(target);
    if (protected_columns)
        inspector.take_protected(*protected_columns);
    else
        inspector.suggest_protected();
    inspector.judge_columns();
    inspector.judge_mean();
    inspector.choose_model();
    return std::move(inspector).take();
}

}  // namespace alcole::learning
