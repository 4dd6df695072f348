#include "studies/duality.hpp"
#include "studies/setting_text.hpp"

#include <algorithm>

namespace alcole::studies {
namespace {

/// The one table.
constexpr auto visit = [](auto& s, auto f) {
    f("dual_steps", s.dual_steps, "whole number >= 8", "How many steps ordinary dual ascent takes.");
    f("no_network", s.no_network, "true or false", "Leave the narrow network out, which takes most of the time.");
    f("rows", s.rows, "whole number >= 100", "How many synthetic people the network learns from.");
    f("hidden", s.hidden, "list of whole numbers", "Units of its hidden layers (tanh).");
    f("bound", s.bound, "number > 0", "c, the bound on its mean divergence under a flip of sex.");
    f("l2", s.l2, "number >= 0", "Its ridge penalty.");
    f("starts", s.starts, "whole number >= 1", "How many minimisations for each value of its dual function.");
};

void require(bool good, std::string_view name, const DualitySettings& s) {
    setting_text::require(good, s, visit, name);
}

}  // namespace

std::vector<SettingInfo> duality_setting_table() { return setting_text::table<DualitySettings>(visit); }

void set(DualitySettings& settings, std::string_view name, std::string_view text) {
    setting_text::set(settings, visit, name, text);
}

std::string get(const DualitySettings& settings, std::string_view name) {
    return setting_text::get(settings, visit, name);
}

void check(const DualitySettings& s) {
    require(s.dual_steps >= 8, "dual_steps", s);
    require(s.rows >= 100, "rows", s);
    require(std::ranges::find(s.hidden, 0U) == s.hidden.end(), "hidden", s);
    require(s.bound > 0, "bound", s);
    require(s.l2 >= 0, "l2", s);
    require(s.starts >= 1, "starts", s);
}

}  // namespace alcole::studies
