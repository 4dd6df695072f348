#include "studies/learnability.hpp"
#include "studies/setting_text.hpp"

#include <algorithm>

namespace alcole::studies {
namespace {

/// The one table.
constexpr auto visit = [](auto& s, auto f) {
    f("rows", s.rows, "list of growing whole numbers from 50 to 10000000",
      "How many people a model learns from: the axis.");
    f("seeds", s.seeds, "whole number >= 1", "How many samples of each size.");
    f("population", s.population, "whole number from 1000 to 10000000",
      "How many synthetic people the population has.");
    f("bound", s.bound, "number > 0", "c, the bound on every mean divergence.");
    f("hidden", s.hidden, "list of whole numbers", "Units of the hidden layers; none: a linear model.");
    f("activation", s.activation, "an activation", "sigmoid, tanh, softplus, gelu, silu or relu.");
    f("l2", s.l2, "number >= 0", "Ridge penalty in the objective; with some, the solution is unique.");
    f("dual_step", s.dual_step, "number > 0",
      "eta, the step of both dual methods; the ordinary one is also run with a hundredth of it.");
    f("dual_steps", s.dual_steps, "whole number >= 1", "How many dual steps at most; the last iterate is judged.");
    f("delta", s.delta, "number in (0, 1)", "How likely the bounds of the theorem may fail, all of them together.");
};

void require(bool good, std::string_view name, const LearnabilitySettings& s) {
    setting_text::require(good, s, visit, name);
}

}  // namespace

std::vector<SettingInfo> learnability_setting_table() { return setting_text::table<LearnabilitySettings>(visit); }

void set(LearnabilitySettings& settings, std::string_view name, std::string_view text) {
    setting_text::set(settings, visit, name, text);
}

std::string get(const LearnabilitySettings& settings, std::string_view name) {
    return setting_text::get(settings, visit, name);
}

void check(const LearnabilitySettings& s) {
    require(!s.rows.empty() && s.rows.front() >= 50 &&
                std::ranges::adjacent_find(s.rows, std::greater_equal{}) == s.rows.end() && s.rows.back() <= 10000000,
            "rows", s);
    require(s.seeds >= 1, "seeds", s);
    require(s.population >= 1000 && s.population <= 10000000, "population", s);
    require(s.bound > 0, "bound", s);
    require(std::ranges::find(s.hidden, 0U) == s.hidden.end(), "hidden", s);
    tabular::activation_from(s.activation);
    require(s.l2 >= 0, "l2", s);
    require(s.dual_step > 0, "dual_step", s);
    require(s.dual_steps >= 1, "dual_steps", s);
    require(s.delta > 0 && s.delta < 1, "delta", s);
}

}  // namespace alcole::studies
