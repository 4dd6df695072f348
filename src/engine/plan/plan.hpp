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

/// How often a kind of row counts: once per row on all data, by the inverse of its chance to be drawn in a mini-batch.
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
/// which is exact, for gradients too. Behind them come risks of single rows, l_i = weight * loss(point). Points of one
/// base stand together, and pairs never leave their base, so a tile of bases can be worked on from the inputs to the
/// risks by itself.
struct Plan {
    // Entries with the same key are worked on in the same way.
    struct Loss {
        std::uint32_t point, risk;
        std::int32_t label;     ///< the class ...
        double weight, target;  ///< ... or the mean target
        auto key() const { return risk; }
    };
    struct Rate {
        std::uint32_t point, risk;
        std::int32_t of_class;
        bool as_it_is;  ///< the probability itself is meant, not the class that is predicted
        double weight;
        auto key() const { return std::tuple(risk, as_it_is, of_class); }
    };
    /// Measures that are functions of one number made of the scores.
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
    /// What is worked on at a time.
    struct Tile {
        IndexRange bases{}, points{}, losses{}, rates{}, values{}, pairs{}, each_row{};
    };

    std::vector<std::uint32_t> bases{};          ///< into Inputs
    std::vector<std::uint32_t> point_base{};     ///< into `bases`
    std::vector<std::uint32_t> point_variant{};  ///< into Inputs
    std::vector<Loss> losses{};
    std::vector<Rate> rates{};
    std::vector<Value> values{};
    std::vector<Pair> pairs{};
    std::vector<Loss> each_row{};     ///< each is a risk of its own
    std::vector<double> constants{};  ///< per risk that is a sum
    std::vector<Tile> tiles{};
    std::vector<IndexRange> groups{};  ///< of tiles: what one thread takes at a time, with sums of its own
    Share share{};                     ///< of a part of a plan: who has the other groups
    bool ordered = false;
    bool forgotten = false;  ///< its entries: see forget_entries()

    std::size_t num_points() const { return point_base.size(); }
    std::size_t largest_tile() const;
    /// Whether something in it is a step that the risks smooth.
    bool has_steps() const;
    /// Puts the entries of one key together, and of these those of one class, tile by tile: loops over a tile then have
    /// one thing to do at a time. For a plan that is used often.
    void order();
    /// Frees the entries, which are most of a plan, and keeps its points, tiles and groups: for rank 0, once every rank
    /// has the entries of its part.
    void forget_entries();
    void clear();
};

/// Points per tile for networks: the activations of a tile stay in the second-level cache, and there are enough rows
/// for the matrix kernels to run at full speed.
inline constexpr std::size_t tile_of_network = 128;
/// For who has nothing but scores: fewer runs of entries, each of them longer.
inline constexpr std::size_t tile_of_scores = 1024;

/// Writes plans; keeps its tables from one to the next, so that a mini-batch costs no allocation.
class PlanBuilder {
  public:
    PlanBuilder(const Population& population, std::size_t num_variants,
                std::span<const std::vector<std::uint32_t>> changed, std::size_t tile_points = tile_of_network);

    /// Uses must come in ascending order of their kinds. Risks of single rows are in plans of all rows alone.
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
        std::uint64_t stamp = 0;  // of the base it was written for
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

/// One point per row and no risks: for predictions.
Plan plan_of_rows(std::span<const std::uint32_t> row_base, std::span<const std::uint32_t> row_variant);

}  // namespace alcole::engine
