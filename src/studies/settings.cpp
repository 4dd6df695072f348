#include "studies/settings.hpp"

#include "base/text.hpp"
#include "studies/setting_text.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace alcole::studies {
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

constexpr auto visit = [](auto& s, auto f) { visit_settings(s, f); };

void require(bool good, std::string_view name, const Settings& s) { setting_text::require(good, s, visit, name); }

}  // namespace

std::vector<SettingInfo> setting_table() { return setting_text::table<Settings>(visit); }

void set(Settings& settings, std::string_view name, std::string_view text) {
    setting_text::set(settings, visit, name, text);
}

std::string get(const Settings& settings, std::string_view name) { return setting_text::get(settings, visit, name); }

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
            throw std::invalid_argument("there is no method '" + method + "'" +
                                        base::did_you_mean(method, known_methods));
}

bool only_adds_runs(std::string_view name) {
    return name == "seeds" || name == "methods" || name == "sweep_steps" || name == "sweep_seeds";
}

}  // namespace alcole::studies
