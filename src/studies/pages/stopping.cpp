// Figure 4 and its table: the models one gets by stopping somewhere in the last half of training.
#include "report/format.hpp"
#include "studies/pages/parts.hpp"

namespace alcole::studies {
namespace {

constexpr std::size_t median = (LateIterates::num_quantiles - 1) / 2;
constexpr std::size_t nine_tenths = (LateIterates::num_quantiles - 1) * 9 / 10;

/// The dual methods whose late iterates are known.
std::vector<const MethodResult*> stopped_methods(const Study& study) {
    auto methods = dual_methods(study);
    std::erase_if(methods, [](const auto* method) { return !method->means.late; });
    return methods;
}

/// The late flip rates of one constraint; nullptr if there is no such constraint.
const std::vector<Interval>* late_flips(const MethodResult& method, std::size_t constraint) {
    const auto& flip = method.means.late->flip;
    return constraint < flip.size() ? &flip[constraint] : nullptr;
}

/// One curve per method over the late epochs, from best to worst.
template <class ValuesOf>
XyPanel late_panel(const Study& study, XyPanel panel, const ValuesOf& values_of) {
    panel.x_label = "% of the late epochs, the best ones first";
    panel.table = cat(panel.title, ", ", panel.unit);
    for (const auto* method : stopped_methods(study)) {
        const std::vector<Interval>* values = values_of(*method);
        if (values == nullptr) continue;
        const auto look = look_of(method->name);
        XyCurve& curve = panel.curves.emplace_back(XyCurve{.slot = look.slot, .name = look.long_name});
        for (std::size_t q = 0; q < values->size(); ++q)
            curve.places.push_back({100 * static_cast<double>(q) / (LateIterates::num_quantiles - 1), (*values)[q]});
    }
    return panel;
}

Text range_of(const std::vector<Interval>& quantiles) {
    return say(Mean{quantiles.front(), true}, " to ", Mean{quantiles.back(), true});
}

}  // namespace

Figure stopping_figure(const Study& study) {
    const auto at = reference_constraint(study).constraint;
    Figure figure{.title = "Does it matter when one stops?", .synthetic = study.data.synthetic, .large = true};
    figure.caption = say(R"(Every model of the last half of training, as if training had been stopped there. The epochs
                            of a run are sorted from the best to the worst; curves are means over )",
                         counted(num_runs(study), "run"), ", bands their bootstrap intervals.");
    figure.note =
        R"(A flat curve says that one may stop anywhere. Where a curve ends at the right is what the unluckiest stop gives.
           On the shaded side every bound is kept.)";
    if (stopped_methods(study).empty()) return figure;
    add_curves(figure, {late_panel(study,
                                   {.title = "Largest slack",
                                    .about = "The largest slack of every late model, from the best to the worst.",
                                    .unit = "in units of its bound, training data",
                                    .kept_below_zero = true},
                                   [](const MethodResult& method) { return &method.means.late->worst_slack; }),
                        late_panel(study,
                                   {.title = study.constraints.at(at).name,
                                    .about = "Changed predictions of every late model, from the fewest to the most.",
                                    .unit = "changed predictions, %, unseen people",
                                    .percent = true},
                                   [at](const MethodResult& method) { return late_flips(method, at); })});
    return figure;
}

Table stopping_table(const Study& study) {
    using One = const MethodResult* const&;
    const auto at = reference_constraint(study).constraint;
    const auto slack = [](std::size_t quantile) {
        return [=](One method) { return interval_cell(method->means.late->worst_slack[quantile]); };
    };
    const auto methods = stopped_methods(study);
    return table_of<const MethodResult*>(
        "Models of the last half of training", methods,
        {{{"last half of training"}, [](One method) { return look_of(method->name).long_name; }},
         {{"epochs that violate", "by more than 0.2 bounds"},
          [](One method) { return interval_cell(method->means.late->violating, true); }},
         {{"largest slack", "median epoch, in bounds"}, slack(median)},
         {{"largest slack", "9 of 10 epochs"}, slack(nine_tenths)},
         {{"largest slack", "worst epoch"}, slack(LateIterates::num_quantiles - 1)},
         {{"changed predictions", study.constraints.empty() ? "" : study.constraints[at].name}, [at](One method) {
              const auto* flips = late_flips(*method, at);
              return flips == nullptr ? Cell(Nothing{}) : Cell(range_of(*flips));
          }}});
}

Section stopping_section(const Study& study) {
    Section section{"stopping", "Stopping", "Does it matter when one stops?"};
    if (stopped_methods(study).empty()) return section;
    section.blocks = {Paragraph{say(
                          R"(The last model is the one at which training happened to end; one epoch more or less would
                have given another one. So here is every model of the last half of training, a run's epochs one by one: how
                many of them violate a constraint by more than a fifth of its bound, how bad the median, the ninth of ten
                and the worst of them are, and from where to where the share of changed predictions goes. Means over the
                seeds with their intervals; )",
                          Link{"Figure 4", "#fig4"}, " draws them.")},
                      stopping_table(study)};
    return section;
}

Text late_flips_text(const Study& study, std::string_view name, std::size_t constraint) {
    for (const auto* method : stopped_methods(study))
        if (const auto* flips = late_flips(*method, constraint); flips != nullptr && method->name == name)
            return range_of(*flips);
    return "not measured";
}

}  // namespace alcole::studies
