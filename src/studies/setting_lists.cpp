#include "base/settings.hpp"
#include "studies/duality.hpp"
#include "studies/learnability.hpp"
#include "studies/settings.hpp"
#include "table/enum_names.hpp"

#include <array>
#include <stdexcept>

namespace alcole::studies {
namespace {

using base::Allowed;

constexpr std::array<std::string_view, 2> known_data = {"twin", "compas"};
constexpr std::array<std::string_view, 4> known_methods = {"unconstrained", "lagrangian", "lagrangian_randomised",
                                                           "augmented"};
constexpr std::array<std::string_view, 3> known_features = {"A", "D", "E"};
constexpr Allowed activations{.words = base::enum_names<tabular::Activation>};
constexpr Allowed layers{.min = 1};
constexpr Allowed four_or_six{.min = 4, .max = 6, .what = "4 or 6"};
constexpr double max_people = 1e7;

}  // namespace

void fields(auto& visit, base::Is<Settings> auto& s) {
    using namespace base;
    visit("data", s.data, Allowed{.words = known_data}, "The data: the synthetic twin, or ProPublica's table.");
    visit("file", s.file, Allowed{.what = "a path"}, "Read ProPublica's table from this file.");
    visit("rows", s.rows, Allowed{.min = 100}, "Number of people in the twin.");
    visit("seeds", s.seeds, at_least_one, "Number of runs of each method: seeds 0, 1, 2, ...");
    visit("methods", s.methods, Allowed{.words = known_methods}, "The methods to compare.");
    visit("races", s.races, four_or_six, "4: Asian and Native American join Other.");
    visit("bound", s.bound, positive, "c, the bound on every mean divergence.");
    visit("features", s.features, Allowed{.words = known_features},
          "A: age, priors, three juvenile counts, charge. D: age band, priors, charge. E: age band, priors in bands, "
          "charge. Sex and race are always included.");
    visit("test_share", s.test_share, share, "Share of the people held out, drawn separately for every seed.");
    visit("hidden", s.hidden, layers, "Units of the hidden layers.");
    visit("activation", s.activation, activations, "Activation function of the hidden layers.");
    visit("epochs", s.epochs, Allowed{.min = 4}, "Passes over the training rows; one dual step after each.");
    visit("batch_rows", s.batch_rows, at_least_one, "Rows per mini-batch.");
    visit("rate", s.rate, positive, "Learning rate of Adam.");
    visit("dual_step", s.dual_step, positive, "eta, the step of both dual methods, on unscaled constraints.");
    visit("penalty", s.penalty, positive, "Initial alpha of the augmented Lagrangian.");
    visit("penalty_factor", s.penalty_factor, Allowed{.min = 1},
          "Factor by which alpha is multiplied at regular intervals, as in the paper; 1: alpha is constant.");
    visit("penalty_interval", s.penalty_interval, at_least_one, "Epochs between two such increases of alpha.");
    visit("sweep_steps", s.sweep_steps, any_size, "Also run both dual methods over four decades of dual steps.");
    visit("sweep_seeds", s.sweep_seeds, at_least_one, "Number of seeds for each step of that sweep.");
}

void fields(auto& visit, base::Is<LearnabilitySettings> auto& s) {
    using namespace base;
    visit("rows", s.rows, Allowed{.min = 50, .max = max_people, .growing = true},
          "Number of people a model learns from: the horizontal axis.");
    visit("seeds", s.seeds, at_least_one, "Number of samples of each size.");
    visit("population", s.population, Allowed{.min = 1000, .max = max_people},
          "Number of synthetic people in the population.");
    visit("bound", s.bound, positive, "c, the bound on every mean divergence.");
    visit("hidden", s.hidden, layers, "Units of the hidden layers; none: a linear model.");
    visit("activation", s.activation, activations, "Activation function of the hidden layers.");
    visit("l2", s.l2, any_size, "Ridge penalty in the objective; if positive, the solution is unique.");
    visit("dual_step", s.dual_step, positive,
          "eta, the step of both dual methods; the ordinary one is also run with a hundredth of it.");
    visit("dual_steps", s.dual_steps, at_least_one, "Maximum number of dual steps; the last iterate is judged.");
    visit("delta", s.delta, share, "Probability with which any of the theorem's bounds may fail.");
}

void fields(auto& visit, base::Is<DualitySettings> auto& s) {
    using namespace base;
    visit("dual_steps", s.dual_steps, Allowed{.min = 8}, "Number of steps of ordinary dual ascent.");
    visit("no_network", s.no_network, any_size, "Leave out the narrow network, which takes most of the time.");
    visit("rows", s.rows, Allowed{.min = 100}, "Number of synthetic people the network learns from.");
    visit("hidden", s.hidden, layers, "Units of its hidden layers (tanh).");
    visit("bound", s.bound, positive, "c, the bound on its mean divergence under a flip of sex.");
    visit("l2", s.l2, any_size, "Its ridge penalty.");
    visit("starts", s.starts, at_least_one, "Number of minimisations for each value of its dual function.");
}

template <class S>
std::vector<SettingInfo> setting_table() {
    return base::setting_table_of<S>();
}
template <class S>
void set(S& settings, std::string_view name, std::string_view text) {
    base::set_setting(settings, name, text, "setting");
}
template <class S>
std::string get(const S& settings, std::string_view name) {
    return base::get_setting(settings, name, "setting");
}

void check(const Settings& settings) {
    base::check_settings(settings, "setting");
    if (settings.races == 5) base::refuse_value("setting", "races", std::string(four_or_six.what), "5");
    if (settings.methods.empty()) throw std::invalid_argument("the study needs at least one method");
}

void check(const LearnabilitySettings& settings) {
    base::check_settings(settings, "setting");
    if (settings.rows.empty()) throw std::invalid_argument("setting 'rows' must have at least one number of rows");
}

void check(const DualitySettings& settings) { base::check_settings(settings, "setting"); }

bool only_adds_runs(std::string_view name) {
    return name == "seeds" || name == "methods" || name == "sweep_steps" || name == "sweep_seeds";
}

template std::vector<SettingInfo> setting_table<Settings>();
template std::vector<SettingInfo> setting_table<LearnabilitySettings>();
template std::vector<SettingInfo> setting_table<DualitySettings>();
template void set(Settings&, std::string_view, std::string_view);
template void set(LearnabilitySettings&, std::string_view, std::string_view);
template void set(DualitySettings&, std::string_view, std::string_view);
template std::string get(const Settings&, std::string_view);
template std::string get(const LearnabilitySettings&, std::string_view);
template std::string get(const DualitySettings&, std::string_view);

}  // namespace alcole::studies
