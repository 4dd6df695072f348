#pragma once

#include "engine/plan/index_range.hpp"
#include "engine/plan/inputs.hpp"
#include "engine/plan/population.hpp"
#include "engine/plan/share.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace alcole::engine {

/// How much a kind of row counts. On all data every row counts once; in a mini-batch, by the inverse of its probability
/// of being drawn.
struct KindUse {
    std::uint32_t kind = 0;
    double count = 0;   ///< sum of 1
    double weight = 0;  ///< sum of the rows' weights
    // In regression, the same sums of the target and its square:
    double count_y = 0, count_yy = 0, weight_y = 0, weight_yy = 0;

    void add(double times, double row_weight, double target);
};

/// The evaluation plan: every distinct point that some risk needs, once, and every risk as a weighted sum over points
/// and pairs of points,
///
///     l_i = constant_i + sum_losses weight * loss(point) + sum_rates weight * p_class(point)
///                      + sum_values weight * measure(point) + sum_pairs weight * measure(first, second),
///
/// which is exact, also for gradients. These risks are followed by those of single rows, l_i = weight * loss(point).
/// Points of one base are contiguous, and pairs stay within their base, so a tile of bases can be processed
/// independently from the inputs to the risks.
struct Plan {
    // Entries with the same key are processed in the same way.
    struct Loss {
        std::uint32_t point, risk;
        std::int32_t label;     ///< the class ...
        double weight, target;  ///< ... or the mean target
        auto key() const { return risk; }
    };
    struct Rate {
        std::uint32_t point, risk;
        std::int32_t of_class;
        float width;  ///< of its surrogate; 0: predicted classes are counted, and RiskSums::set_width() applies
        double weight;
        auto key() const { return std::tuple(risk, width, of_class); }
    };
    /// Measures that are functions of a single number computed from the scores.
    struct Value {
        std::uint32_t point, risk;
        tabular::Term::Measure measure;
        std::int32_t label;     ///< the class ...
        std::int32_t of_class;  ///< see Term
        double weight;
        double target;      ///< ... or the number
        double level, end;  ///< see Term
        auto key() const { return risk; }
    };
    struct Pair {
        std::uint32_t first, second, risk;
        tabular::Term::Measure measure;
        double weight;
        double level;
        auto key() const { return std::pair(risk, measure); }
    };
    /// With two classes, the losses or the rates of one risk in a tile, if they concern many of its points: one weight
    /// per point of the tile instead of a list of entries, so that inner loops need neither indices nor branches.
    struct Column {
        enum class Kind : std::uint8_t { losses, rates };
        Kind kind;
        float width;  ///< see Rate
        std::uint32_t risk;
        /// Where its weights begin in `weights`. Losses: the points' weights with class 0, followed by those with
        /// class 1. Rates: one weight per point.
        std::size_t begin;
        /// Whether it counts predicted classes.
        bool is_counted() const { return kind == Kind::rates && width == 0; }
    };
    /// The unit of work of a thread.
    struct Tile {
        IndexRange bases{}, points{}, losses{}, rates{}, values{}, pairs{}, each_row{}, columns{};
    };

    std::vector<std::uint32_t> bases{};          ///< indices into Inputs
    std::vector<std::uint32_t> point_base{};     ///< indices into `bases`
    std::vector<std::uint32_t> point_variant{};  ///< indices into Inputs
    std::vector<Loss> losses{};
    std::vector<Rate> rates{};
    std::vector<Value> values{};
    std::vector<Pair> pairs{};
    std::vector<Loss> each_row{};     ///< each is a risk of its own
    std::vector<Column> columns{};    ///< further losses and rates
    std::vector<double> weights{};    ///< of the columns
    std::vector<double> constants{};  ///< one per risk that is a sum
    std::vector<Tile> tiles{};
    std::vector<IndexRange> groups{};  ///< ranges of tiles; a thread takes one group at a time, with its own sums
    Share share{};                     ///< for a part of a plan: which ranks have the other groups
    bool ordered = false;
    bool forgotten = false;  ///< the entries were freed, see forget_entries()

    std::size_t num_points() const { return point_base.size(); }
    std::size_t largest_tile() const;
    /// Whether some risk contains a step function, for which risks() uses a smooth surrogate.
    bool has_steps() const;
    /// Sorts the entries of each tile by key, and then by class, so that inner loops are uniform. With two classes,
    /// also merges entries: afterwards a point has at most one rate per key, of class 1, since p_0 = 1 - p_1, and one
    /// loss per risk and class; and turns into columns what concerns many points. Worthwhile for a plan that is used
    /// often.
    void order(bool two_classes);
    /// Frees the entries, which are most of a plan, and keeps its points, tiles and groups. For rank 0, once every rank
    /// has received its part.
    void forget_entries();
    void clear();

  private:
    void merge_entries();
    void make_columns();
};

/// Points per tile for networks: the activations of a tile stay in the second-level cache, and there are enough rows
/// for the matrix kernels to run at full speed.
inline constexpr std::size_t tile_of_network = 128;
/// Points per tile if there are only scores, no activations: larger tiles give longer runs of uniform entries.
inline constexpr std::size_t tile_of_scores = 1024;

/// Builds plans. It keeps its tables from one plan to the next, so that a mini-batch needs no allocation.
class PlanBuilder {
  public:
    PlanBuilder(const Population& population, std::size_t num_variants,
                std::span<const std::vector<std::uint32_t>> changed, std::size_t tile_points = tile_of_network);

    /// Uses must be in ascending order of their kinds. with_each_row adds the risks of single rows, which only a plan
    /// of all rows has.
    void build(std::span<const KindUse> uses, Plan& plan, bool with_each_row = false);

  private:
    void add(const KindUse& use, Plan& plan);
    void add_each_row(std::uint32_t kind, Plan& plan);
    void add_pair(std::uint32_t variant, const TermUse& term, double weight, Plan& plan);
    std::uint32_t point(std::uint32_t variant, Plan& plan);
    void begin_base(std::uint32_t base, Plan& plan);
    void end_tile(Plan& plan);
    static void make_groups(Plan& plan);

    struct Slot {
        std::uint64_t stamp = 0;  // identifies the base for which the slot was written
        std::uint32_t index = 0;
    };

    const Population& population_;
    std::span<const std::vector<std::uint32_t>> changed_;
    std::size_t tile_points_;
    std::uint64_t stamp_ = 0;
    std::vector<Slot> points_;  // per variant: its point in the current base
    std::vector<Slot> pairs_;   // per variant and change: its pair in the current base
    Plan::Tile tile_;
    std::size_t next_each_row_ = 0;
};

/// A plan with one point per row and no risks, for predictions.
Plan plan_of_rows(std::span<const std::uint32_t> row_base, std::span<const std::uint32_t> row_variant);

}  // namespace alcole::engine
