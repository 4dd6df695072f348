#pragma once

#include <alcole/context.hpp>
#include <alcole/export.hpp>
#include <alcole/tabular/dataset.hpp>

#include <span>
#include <string>
#include <vector>

namespace alcole::tabular {

/// Which features the predictions of boosted trees depend on, measured on given rows.
///
/// Every node of a tree has a mean: the average of the leaves reached by the rows that pass through it. A split moves a
/// row's score from the mean of its node to that of the next one. A score is therefore exactly a constant plus the
/// contributions of each feature's splits. From these,
///
///     gain of a feature      how much its splits lower the mean loss, split by split
///     what it carries        of the gap between two groups' mean scores: the gap in the contributions of its splits
///
/// Gains add up to the reduction of the loss by all trees, minus what the root of each tree contributes to every row.
/// Under constraints a gain may be negative: its splits serve a constraint. The contributions of the features add up to
/// the gap: the attribute itself directly, the others as proxies.
struct Importance {
    /// A protected column, and the two of its groups whose mean scores are farthest apart.
    struct Attribute {
        std::string column{};
        std::string high{};      ///< the group with the higher mean
        std::string low{};       ///< ... and with the lower one
        std::string of_class{};  ///< with several classes: the class of the score, the one with the widest gap
        double gap = 0;          ///< in log odds, or in the units of the target
    };
    struct Feature {
        std::string column{};
        double gain = 0;                ///< in the units of the loss
        std::vector<double> carries{};  ///< per attribute
    };
    std::vector<Attribute> attributes{};
    std::vector<Feature> features{};  ///< largest gain first
};

/// Uses at most 4,000 rows, evenly spaced. Protected columns that are numbers have no groups and are left out.
/// `weights` names the column of row weights, if any. Throws std::invalid_argument if theta holds no trees for this
/// schema.
[[nodiscard]] ALCOLE_EXPORT Importance importance_of(const Dataset& data, std::span<const float> theta,
                                                     const std::vector<std::string>& protected_columns,
                                                     const std::string& weights = {}, const Context& context = {});

}  // namespace alcole::tabular
