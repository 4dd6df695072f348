#pragma once

#include <alcole/export.hpp>
#include <alcole/note.hpp>
#include <alcole/optimality.hpp>
#include <alcole/options.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

/// Is the model of a run a solution of its problem? The findings as data: the member `optimality` of metrics.json. They
/// all concern the training problem. docs/optimality.md explains what every number means and when to trust it.
namespace alcole::learning {

/// Which iterate of the search the model is.
enum class Iterate : std::uint8_t {
    last,
    best,             ///< the one with the lowest objective among those that meet every constraint
    least_violating,  ///< no iterate meets every constraint
    constant,         ///< not an iterate: a model that gives every row the same prediction
};
[[nodiscard]] ALCOLE_EXPORT std::string_view to_string(Iterate iterate);

/// What is needed of a search to examine its answer, immediately or later.
struct SearchFacts {
    Iterate iterate = Iterate::last;
    Options::Tolerance tolerance{};  ///< as used; relative, see ExamineOptions
    double gradient_size = 1;        ///< stationarity is relative to at least this
    std::vector<double> alpha{};     ///< the penalty of each constraint at the end; empty: not known
    /// The final bound of each surrogate. Empty: unknown, or not that of this iterate; a surrogate is then moved to
    /// where the strict rate is.
    std::vector<double> shift{};
    std::optional<double> width{};  ///< of the surrogates at the end; none: 1
};

/// Everything that an examination found.
struct Examination {
    SearchFacts search{};
    Kkt kkt{};
    ActiveSet active{};
    Licq licq{};
    std::optional<SecondOrder> second_order{};  ///< none: not computed
    std::optional<double> alpha{};              ///< smallest penalty among the strongly active; compare with alpha_min
    std::vector<Assumption> assumptions{};
    PrimalConvergence primal_convergence{};  ///< violations in units of the bounds, slacks as they are
    double primal_tolerance = 0;             ///< the tolerance it was judged by
    std::optional<GapEstimate> duality{};    ///< none: not computed
    std::size_t starts = 0;                  ///< minimisations of each Lagrangian
    std::vector<Note> notes{};               ///< what was examined, if it is not the obvious choice
};

}  // namespace alcole::learning
