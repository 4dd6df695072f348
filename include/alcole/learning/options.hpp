#pragma once

#include <alcole/learning/certificate.hpp>
#include <alcole/options.hpp>

#include <cstddef>
#include <cstdint>

/// How a model is found and certified: the same members, names and defaults as in a run file (docs/config.md).
namespace alcole::learning {

/// How theta is found. `automatic`: mini-batches first where the data are large, then all data to the tolerances.
enum class RegimeChoice : std::uint8_t { automatic, full, stochastic };

/// Section [solve] of a run file: regime, batch_rows and every option of the solver under its own name.
struct SolveConfig {
    RegimeChoice regime = RegimeChoice::automatic;
    std::size_t batch_rows = 256;         ///< rows per mini-batch
    std::size_t min_rows_per_group = 16;  ///< in a mini-batch; the whole group where it is smaller
    Options options{};                    ///< its `regime` is ignored
    friend bool operator==(const SolveConfig&, const SolveConfig&) = default;
};

/// Section [certify]: a certificate on rows that have no part in making the model.
struct CertifyConfig {
    double confidence = 0;  ///< that all constraints hold for people not yet seen; 0: no certificate
    double share = 0.3;     ///< of the rows, drawn before anything else is done with them
    certify::Family family = certify::Family::automatic;
    bool asked() const { return confidence > 0; }
    double delta() const { return 1 - confidence; }
    friend bool operator==(const CertifyConfig&, const CertifyConfig&) = default;
};

}  // namespace alcole::learning
