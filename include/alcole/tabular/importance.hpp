#pragma once

#include <alcole/context.hpp>
#include <alcole/export.hpp>
#include <alcole/tabular/dataset.hpp>

#include <span>
#include <string>
#include <vector>

namespace alcole::tabular {

/// What boosted trees go by, on some rows.
///
/// Every node of a tree has a mean: of the leaves that the rows which come to it end at. A question moves a row's score
/// from the mean of its node to that of the next one, so a score is a constant plus what each feature's questions add
/// to it, and nothing is left over. From that,
///
///     gain of a feature      by how much its questions lower the mean loss, question by question
///     what it carries        of the gap between two groups' mean scores: the gap in what its questions add
///
/// Gains add up to what all trees have lowered the loss by, less what the first node of each tree does to everybody.
/// Under constraints one may be negative: its questions are there for a constraint. What the features carry adds up to
/// the gap: the attribute itself directly, the others in its place.
struct Importance {
    /// A protected column, and of its groups the two whose mean scores are farthest apart.
    struct Attribute {
        std::string column{};
        std::string high{};      ///< the group of the higher mean
        std::string low{};       ///< ... and of the lower one
        std::string of_class{};  ///< of several classes: whose score it is, the one with the widest gap
        double gap = 0;          ///< in log odds, or in the unit of the target
    };
    struct Feature {
        std::string column{};
        double gain = 0;                ///< in the unit of the loss
        std::vector<double> carries{};  ///< per attribute
    };
    std::vector<Attribute> attributes{};
    std::vector<Feature> features{};  ///< the largest gain first
};

/// Of at most 4,000 rows, evenly spaced. Protected columns that are numbers have no groups and are left out.
/// `weights`: the column of row weights, if any. Throws std::invalid_argument where theta holds no trees for this
/// schema.
[[nodiscard]] ALCOLE_EXPORT Importance importance_of(const Dataset& data, std::span<const float> theta,
                                                     const std::vector<std::string>& protected_columns,
                                                     const std::string& weights = {}, const Context& context = {});

}  // namespace alcole::tabular
