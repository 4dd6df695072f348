#include "words/parts.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace alcole::words {
namespace {

using tabular::Importance;

/// The features that contribute most to the gap of an attribute (sign 1), or reduce it (sign -1), each with its share
/// of the gap, largest first.
std::vector<Text> shares(const Importance& importance, std::size_t attribute, int sign) {
    constexpr std::size_t max_features = 3;
    constexpr double min_share = 0.05;
    const std::string& column = importance.attributes[attribute].column;
    const double gap = importance.attributes[attribute].gap;
    const auto share = [&](const Importance::Feature* feature) { return sign * feature->carries[attribute] / gap; };
    std::vector<const Importance::Feature*> features;
    for (const auto& feature : importance.features)
        if (share(&feature) >= min_share) features.push_back(&feature);
    std::ranges::stable_sort(features, std::greater<>(), share);
    features.resize(std::min(features.size(), max_features));
    std::vector<Text> list;
    for (const auto* feature : features)
        list.push_back(say(Name{feature->column}, feature->column == column ? " itself" : "", " (",
                           Percent{share(feature), 2}, ")"));
    return list;
}

Text on_attribute(const Importance& importance, std::size_t attribute) {
    const auto& [column, high, low, of_class, gap] = importance.attributes[attribute];
    const Text of = of_class.empty() ? Text() : say(" for ", Name{of_class});
    if (!(gap > 0)) return say("The groups of ", Name{column}, " have the same mean score", of, ".");
    const auto through = shares(importance, attribute, 1);
    const auto back = shares(importance, attribute, -1);
    const auto own = std::ranges::find(importance.features, column, &Importance::Feature::column);
    const bool apart = own == importance.features.end();
    return say("The mean score", of, " of ", Name{column}, " = ", Name{high}, " is ", Number{gap}, " above that of ",
               Name{low}, "; most of this gap comes through ", listed(through),
               back.empty() ? Text() : say(", and part of it is taken back by ", listed(back)), ".",
               apart ? say(" ", Name{column}, " itself is not a feature.") : Text());
}

}  // namespace

Text influence(const learning::Outcome& outcome) {
    if (!outcome.importance || outcome.importance->features.empty()) return {};
    const Importance& importance = *outcome.importance;
    constexpr std::size_t max_features = 3;
    std::vector<Text> first;
    for (const auto& feature : importance.features)
        if (feature.gain > 0 && first.size() < max_features) first.emplace_back(Name{feature.column});
    if (first.empty()) return "The trees use no feature: they give everyone the same answer.";
    Text text = say("The trees rely most on ", listed(first, max_features), ".");
    for (std::size_t a = 0; a < importance.attributes.size(); ++a) text += say(" ", on_attribute(importance, a));
    return text;
}

Table importance_table(const learning::Outcome& outcome) {
    Table table{.label = "Features"};
    if (!outcome.importance) return table;
    const Importance& importance = *outcome.importance;
    const double all = std::transform_reduce(importance.features.begin(), importance.features.end(), 0.0, std::plus<>(),
                                             [](const auto& feature) { return std::max(feature.gain, 0.0); });
    table.columns = {{"feature"}, {"gain", "how much its splits lower the training loss"}, {"share"}};
    for (const auto& attribute : importance.attributes)
        table.columns.push_back({"carries of " + attribute.column,
                                 attribute.high + " over " + attribute.low +
                                     (attribute.of_class.empty() ? "" : ", score of " + attribute.of_class)});
    for (const auto& feature : importance.features) {
        Row row{
            {feature.column, Number{feature.gain}, all > 0 ? Text(Percent{feature.gain / all, 2}) : Text(Nothing{})}};
        for (const double carried : feature.carries) row.cells.emplace_back(Number{carried});
        table.rows.push_back(std::move(row));
    }
    return table;
}

Section importance_section(const learning::Outcome& outcome) {
    Section section{"features", "Features", "What it relies on"};
    if (!outcome.importance) return section;
    section.blocks = {
        Paragraph{influence(outcome)}, importance_table(outcome),
        Paragraph{R"(Gain: how much the splits on a feature lower the mean loss of training rows; negative if
                                   they were made for the sake of a constraint. Carries: of the gap between the mean
                                   scores of two groups, the part that comes through this feature; the parts add up to the
                                   gap. A feature other than the attribute itself that carries much of it stands in for
                                   it.)"}};
    return section;
}

}  // namespace alcole::words
