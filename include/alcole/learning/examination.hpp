#pragma once

#include <alcole/export.hpp>
#include <alcole/note.hpp>
#include <alcole/optimality.hpp>
#include <alcole/options.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Is the model of a run an answer to what was asked? What was found, as data: the member `optimality` of metrics.json.
/// All of it is about the training problem. docs/optimality.md says what every number means and when to trust it.
namespace alcole::learning {

/// Which iterate of the search the model is.
enum class Iterate : std::uint8_t {
    last,
    best,             ///< the one with the lowest objective of those that meet every constraint
    least_violating,  ///< none does
    constant,         ///< none at all: a model that gives everyone the same answer
};
ALCOLE_EXPORT std::string_view to_string(Iterate iterate);

/// What a search leaves behind that is needed to examine its answer, at once or later.
struct Standing {
    Iterate iterate = Iterate::last;
    Options::Tolerance tolerance{};  ///< as used; relative, see ExamineOptions
    double gradient_size = 1;        ///< the least that stationarity is measured against
    std::vector<double> alpha{};     ///< the penalty of each constraint at the end; empty: not known
    /// Where the bound of each surrogate stood at the end. Empty: not known, or not that of this iterate; a surrogate
    /// is then moved to where the strict rate is.
    std::vector<double> shift{};
    std::optional<double> width{};  ///< of the surrogates at the end; none: 1
};

struct Examination {
    Standing standing{};
    Kkt kkt{};
    ActiveSet active{};
    Licq licq{};
    std::optional<SecondOrder> second_order{};  ///< none: not computed
    std::optional<double> alpha{};  ///< the least penalty of the strongly active constraints, to hold against alpha_min
    std::vector<Assumption> assumptions{};
    PrimalConvergence primal_convergence{};  ///< violations in units of the bounds, slacks as they are
    double primal_tolerance = 0;             ///< what it was judged by
    std::optional<GapEstimate> duality{};    ///< none: not computed
    std::size_t starts = 0;                  ///< minimisations of each Lagrangian
    std::vector<Note> notes{};               ///< what was examined where that is not the obvious
};

}  // namespace alcole::learning
