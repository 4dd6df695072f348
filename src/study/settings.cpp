#include "study/settings.hpp"

#include "text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>

namespace alcole::study {
namespace {

constexpr std::array<std::string_view, 4> known_methods = {"unconstrained", "lagrangian", "lagrangian_randomised",
                                                           "augmented"};

/// The one table: calls visit(name, value, values, meaning) for every setting.
template <class S, class F>
void visit_settings(S& s, F visit) {
    visit("data", s.data, "twin or compas", "Which people: the synthetic twin, or ProPublica's table.");
    visit("file", s.file, "a path", "Read ProPublica's table from this file.");
    visit("rows", s.rows, "whole number >= 100", "How many people the twin has.");
    visit("seeds", s.seeds, "whole number >= 1", "How many runs of each method: seeds 0, 1, 2, ...");
    visit("methods", s.methods, "list", "Of unconstrained, lagrangian, lagrangian_randomised, augmented.");
    visit("races", s.races, "4 or 6", "4: Asian and Native American join Other.");
    visit("bound", s.bound, "number > 0", "c, the bound on every mean divergence.");
    visit("features", s.features, "A, D or E",
          "A: age, priors, three juvenile counts, charge. D: age band, priors, charge. E: age band, priors in bands, "
          "charge. Sex and race always.");
    visit("test_share", s.test_share, "number in (0, 1)", "Share of the people held out, drawn anew for every seed.");
    visit("hidden", s.hidden, "list of whole numbers", "Units of the hidden layers.");
    visit("activation", s.activation, "an activation", "sigmoid, tanh, softplus, gelu, silu or relu.");
    visit("epochs", s.epochs, "whole number >= 4", "Passes over the training rows; one dual step after each.");
    visit("batch_rows", s.batch_rows, "whole number >= 1", "Rows of a mini-batch.");
    visit("rate", s.rate, "number > 0", "Adam's rate.");
    visit("dual_step", s.dual_step, "number > 0", "eta, the step of both dual methods, on unscaled constraints.");
    visit("penalty", s.penalty, "number > 0", "alpha of the augmented Lagrangian, constant.");
    visit("sweep_steps", s.sweep_steps, "true or false", "Also run both dual methods over four decades of dual steps.");
    visit("sweep_seeds", s.sweep_seeds, "whole number >= 1", "How many seeds for each step of that sweep.");
}

std::string text_of(const std::string& v) { return v; }
std::string text_of(bool v) { return v ? "true" : "false"; }
std::string text_of(std::int64_t v) { return std::to_string(v); }
std::string text_of(double v) { return number_text(v); }
template <class V>
std::string text_of(const std::vector<V>& list) {
    std::string text;
    for (const auto& v : list) {
        if (!text.empty()) text += ",";
        if constexpr (std::is_same_v<V, std::string>)
            text += v;
        else
            text += std::to_string(v);
    }
    return text;
}

bool parse(std::string_view text, std::string& v) {
    v = text;
    return true;
}
bool parse(std::string_view text, bool& v) {
    v = text == "true";
    return v || text == "false";
}
template <class N>
bool parse_number(std::string_view text, N& v) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), v);
    return error == std::errc() && end == text.data() + text.size();
}
bool parse(std::string_view text, std::int64_t& v) { return parse_number(text, v); }
bool parse(std::string_view text, std::size_t& v) { return parse_number(text, v); }
bool parse(std::string_view text, double& v) { return parse_number(text, v) && std::isfinite(v); }
template <class V>
bool parse(std::string_view text, std::vector<V>& list) {
    list.clear();
    while (!text.empty()) {
        const auto comma = std::min(text.find(','), text.size());
        V v{};
        if (!parse(text.substr(0, comma), v)) return false;
        list.push_back(v);
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return true;
}

[[noreturn]] void unknown(std::string_view name) {
    const auto table = setting_table();
    std::vector<std::string_view> names(table.size());
    std::ranges::transform(table, names.begin(), &SettingInfo::name);
    throw std::invalid_argument("the study has no setting '" + std::string(name) + "'" + did_you_mean(name, names));
}

void require(bool good, std::string_view name, const Settings& settings) {
    if (good) return;
    for (const auto& info : setting_table())
        if (info.name == name)
            throw std::invalid_argument("setting '" + info.name + "' must be " + info.values + ", not '" +
                                        get(settings, name) + "'");
}

}  // namespace

std::vector<SettingInfo> setting_table() {
    std::vector<SettingInfo> table;
    const Settings defaults;
    visit_settings(defaults,
                   [&](std::string_view name, const auto& value, std::string_view values, std::string_view meaning) {
                       table.push_back({std::string(name), std::string(values), text_of(value), std::string(meaning)});
                   });
    return table;
}

void set(Settings& settings, std::string_view name, std::string_view text) {
    bool found = false;
    visit_settings(settings,
                   [&](std::string_view known, auto& value, std::string_view values, std::string_view /*meaning*/) {
                       if (known != name) return;
                       found = true;
                       if (!parse(text, value))
                           throw std::invalid_argument("setting '" + std::string(name) + "' must be " +
                                                       std::string(values) + ", not '" + std::string(text) + "'");
                   });
    if (!found) unknown(name);
}

std::string get(const Settings& settings, std::string_view name) {
    std::string text;
    bool found = false;
    visit_settings(settings, [&](std::string_view known, const auto& value, std::string_view /*values*/,
                                 std::string_view /*meaning*/) {
        if (known != name) return;
        found = true;
        text = text_of(value);
    });
    if (!found) unknown(name);
    return text;
}

void check(const Settings& s) {
    require(s.data == "twin" || s.data == "compas", "data", s);
    require(s.rows >= 100, "rows", s);
    require(s.seeds >= 1, "seeds", s);
    require(s.races == 4 || s.races == 6, "races", s);
    require(s.bound > 0, "bound", s);
    require(s.features == "A" || s.features == "D" || s.features == "E", "features", s);
    require(s.test_share > 0 && s.test_share < 1, "test_share", s);
    require(s.epochs >= 4, "epochs", s);
    require(s.batch_rows >= 1, "batch_rows", s);
    require(s.rate > 0, "rate", s);
    require(s.dual_step > 0, "dual_step", s);
    require(s.penalty > 0, "penalty", s);
    require(s.sweep_seeds >= 1, "sweep_seeds", s);
    require(std::ranges::find(s.hidden, 0U) == s.hidden.end(), "hidden", s);
    tabular::activation_from(s.activation);
    if (s.methods.empty()) throw std::invalid_argument("the study needs at least one method");
    for (const auto& method : s.methods)
        if (std::ranges::find(known_methods, method) == known_methods.end())
            throw std::invalid_argument("there is no method '" + method + "'" + did_you_mean(method, known_methods));
}

bool only_adds_runs(std::string_view name) {
    return name == "seeds" || name == "methods" || name == "sweep_steps" || name == "sweep_seeds";
}

}  // namespace alcole::study
