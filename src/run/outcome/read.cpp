#include "base/deep_json.hpp"
#include "run/outcome/examination_json.hpp"
#include "run/outcome/fields.hpp"
#include "run/outcome/json.hpp"
#include "run/outcome/theorem_json.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace alcole::run {
namespace {

template <class Enum, std::size_t N>
Enum word(const std::string& text, const std::array<Enum, N>& known) {
    for (const Enum value : known)
        if (to_string(value) == text) return value;
    throw std::invalid_argument("'" + text + "' is not a word it may hold");
}

constexpr std::array statuses = {Status::converged,       Status::infeasible, Status::stalled,    Status::unbounded,
                                 Status::iteration_limit, Status::time_limit, Status::not_finite, Status::interrupted};
constexpr std::array verdicts = {ConstraintStatus::met, ConstraintStatus::met_in_training, ConstraintStatus::not_met};
constexpr std::array methods = {Method::augmented, Method::lagrangian, Method::penalty, Method::unconstrained};
constexpr std::array tasks = {tabular::Task::binary, tabular::Task::multiclass, tabular::Task::regression};
constexpr std::array iterates = {Iterate::last, Iterate::best, Iterate::least_violating};

/// A count. Others, such as 1e300, must not be made whole numbers: that is not defined.
std::uint64_t whole(const Json& json) {
    if (!json.is_number_unsigned()) throw std::invalid_argument("'" + json.dump() + "' is not a whole number");
    return json.get<std::uint64_t>();
}

std::optional<double> number_in(const Json& json, const char* name) {
    const auto found = json.find(name);
    return found == json.end() || found->is_null() ? std::nullopt : std::optional(found->get<double>());
}

Judged judged_from(const Json& json) {
    return {.risk = json.at("risk").get<double>(),
            .slack = json.at("slack").get<double>(),
            .flip_rate = number_in(json, "flip_rate")};
}

ConstraintOutcome constraint_from(const Json& json) {
    ConstraintOutcome constraint{.name = json.at("name").get<std::string>(),
                                 .kind = tabular::constraint_kind_from(json.at("kind").get<std::string>()),
                                 .bound = json.at("bound").get<double>(),
                                 .at_least = json.at("at_least").get<bool>(),
                                 .multiplier = json.at("multiplier").get<double>(),
                                 .binding = json.at("binding").get<bool>(),
                                 .tightened = number_in(json, "tightened"),
                                 .train = judged_from(json.at("train"))};
    if (!json.at("test").is_null()) constraint.test = judged_from(json.at("test"));
    constraint.verdict = word(json.at("verdict").get<std::string>(), verdicts);
    return constraint;
}

Side side_from(const Json& json) {
    Side side{.objective = json.at("objective").get<double>()};
    side.metrics.rows = whole(json.at("rows"));
    for (const auto& [name, slot] : metric_fields) side.metrics.*slot = number_in(json, name);
    if (!json.contains("groups")) return side;
    for (const auto& entry : json.at("groups")) {
        auto& group = side.groups.emplace_back();
        group.group = entry.at("group").get<std::string>();
        group.rows = whole(entry.at("rows"));
        for (const auto& [name, slot] : rate_fields) group.*slot = number_in(entry, name);
    }
    return side;
}

/// A place in the list of constraints; others would be read beyond its end later.
std::size_t place(const Json& json, const Outcome& outcome) {
    const auto at = whole(json);
    if (at >= outcome.constraints.size()) throw std::invalid_argument("a place is beyond the last constraint");
    return at;
}

Conflict conflict_from(const Json& json, const Outcome& outcome) {
    Conflict conflict{.minimal = json.at("minimal").get<bool>(),
                      .shown = json.at("shown").get<bool>(),
                      .least_bounds = json.at("least_bounds").get<std::vector<double>>()};
    for (const auto& entry : json.at("places")) conflict.constraints.push_back(place(entry, outcome));
    if (conflict.least_bounds.size() != outcome.constraints.size())
        throw std::invalid_argument("'least_bounds' must have one entry per constraint");
    return conflict;
}

Outcome read(const Json& json) {
    if (whole(json.at("metrics")) != 1) throw std::invalid_argument("a newer alcole wrote it");
    Outcome outcome{.status = word(json.at("status").get<std::string>(), statuses),
                    .message = json.at("message").get<std::string>(),
                    .seconds = json.at("seconds").get<double>()};
    for (const auto& [name, slot] : text_fields) outcome.*slot = json.at(name).get<std::string>();
    for (const auto& [name, slot] : list_fields) outcome.*slot = json.at(name).get<std::vector<std::string>>();
    outcome.task = word(json.at("task").get<std::string>(), tasks);
    outcome.model.hidden = json.at("model").at("hidden").get<std::vector<std::size_t>>();
    outcome.model.activation = tabular::activation_from(json.at("model").at("activation").get<std::string>());
    outcome.method = word(json.at("method").get<std::string>(), methods);
    outcome.iterate = word(json.at("iterate").get<std::string>(), iterates);
    outcome.last_objective = number_in(json, "last_objective");
    outcome.seed = whole(json.at("seed"));
    outcome.weights = whole(json.at("weights"));
    outcome.distinct_points = whole(json.at("distinct_points"));
    outcome.train = side_from(json.at("train"));
    if (!json.at("test").is_null()) outcome.test = side_from(json.at("test"));
    for (const auto& entry : json.at("constraints")) outcome.constraints.push_back(constraint_from(entry));
    for (const auto& entry : json.at("at_ceiling")) outcome.at_ceiling.push_back(place(entry, outcome));
    const Json& residuals = json.at("residuals");
    outcome.residuals = {.stationarity = residuals.at("stationarity").get<double>(),
                         .violation = residuals.at("violation").get<double>(),
                         .complementarity = residuals.at("complementarity").get<double>()};
    for (const auto& entry : json.at("clashes"))
        outcome.clashes.push_back({.first = place(entry.at("places").at(0), outcome),
                                   .second = place(entry.at("places").at(1), outcome),
                                   .cosine = entry.at("cosine").get<double>()});
    if (!json.at("conflict").is_null()) outcome.conflict = conflict_from(json.at("conflict"), outcome);
    if (const auto found = json.find("theorem"); found != json.end())
        outcome.theorem = theorem_from(*found, outcome.constraints.size());
    if (const auto found = json.find("certificate"); found != json.end())
        outcome.certificate = certify::certificate_from_json(found->dump());
    if (outcome.certificate && outcome.certificate->constraints.size() != outcome.constraints.size())
        throw std::invalid_argument("'certificate' must have one entry per constraint");
    if (const auto found = json.find("optimality"); found != json.end() && !found->is_null())  // not in older files
        outcome.optimality = examination_from(*found, outcome);
    outcome.run_toml = json.at("run_toml").get<std::string>();
    return outcome;
}

}  // namespace

Outcome outcome_from_json(std::string_view text, const std::string& name) {
    std::string why = "it is not JSON";
    try {
        const Json json = Json::parse(text, base::refuse_deep_json, false);
        if (!json.is_discarded()) return read(json);
    } catch (const std::exception& error) {
        why = error.what();
        if (why.starts_with("[json"))
            why.erase(0, std::min(why.size(), why.find("] ") + 2));  // the parser's own number
    }
    throw std::runtime_error(name + ": this is no metrics.json of alcole: " + why);
}

}  // namespace alcole::run
