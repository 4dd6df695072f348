#pragma once

#include <alcole/learning/certificate.hpp>
#include <alcole/options.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

/// How a model is trained and certified, with the same members, names and defaults as in a run file (docs/config.md).
namespace alcole::learning {

/// How theta is found. `automatic`: all data, except that a network on a large table starts with mini-batches.
enum class RegimeChoice : std::uint8_t { automatic, full, stochastic };

/// Whether `train` also trains without the constraints. `automatic`: with up to 100,000 training rows, unless the
/// search begins with mini-batches.
enum class CostChoice : std::uint8_t { automatic, always, never };

/// Section [solve] of a run file: regime, batch_rows and every option of the solver under its own name.
struct SolveConfig {
    RegimeChoice regime = RegimeChoice::automatic;
    std::size_t batch_rows = 256;         ///< rows per mini-batch
    std::size_t min_rows_per_group = 16;  ///< minimum per mini-batch; the whole group if it is smaller
    std::size_t starts = 1;  ///< random starts of a network; the best one that meets the constraints is kept
    CostChoice cost_of_constraints = CostChoice::automatic;  ///< for Outcome::unconstrained
    Options options{};                                       ///< its `regime` is ignored
    friend bool operator==(const SolveConfig&, const SolveConfig&) = default;
};

/// Section [certify]: a certificate on rows that play no part in making the model.
struct CertifyConfig {
    double confidence = 0;  ///< that all constraints hold for data not yet seen; 0: no certificate
    double share = 0.3;     ///< share of the rows, drawn before anything else is done with them
    certify::Family family = certify::Family::automatic;
    std::string file{};        ///< a separate table for the certificate instead of a share; empty: none
    std::string sha256{};      ///< of `file`; if given, a file with different contents is rejected
    std::size_t openings = 1;  ///< how often these rows will be opened, planned before the first time
    [[nodiscard]] bool asked() const { return confidence > 0; }
    /// Delta of one opening, such that all of them together are right with `confidence`.
    [[nodiscard]] double delta() const { return (1 - confidence) / static_cast<double>(openings); }
    friend bool operator==(const CertifyConfig&, const CertifyConfig&) = default;
};

}  // namespace alcole::learning
