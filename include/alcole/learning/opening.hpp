#pragma once

#include <alcole/export.hpp>
#include <alcole/learning/certificate.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Rows are opened once. A certificate is valid for a model that was chosen before its rows were seen. Trying seeds,
/// models or settings on the same rows until one passes means choosing by those rows. The ledger records which rows
/// were opened for what.
namespace alcole::certify {

/// One opening of rows.
struct Opening {
    std::string rows{};  ///< sha256 of their file; drawing other rows of it with another seed counts as another look
    std::string question{};   ///< sha256 of everything that decides the answer; repeating it is not a second look
    std::string model{};      ///< sha256 of the model
    std::size_t planned = 1;  ///< planned openings of these rows, which share delta
    std::string file{};       ///< its name, for display
    std::string time{};       ///< in UTC
};

/// A file with a line of JSON for each opening. If threads or processes open the same rows at the same time, they take
/// turns (a lock file beside it), and each sees the openings before its own.
class ALCOLE_EXPORT Ledger {
  public:
    /// With an empty path nothing is recorded.
    explicit Ledger(std::filesystem::path file) : file_(std::move(file)) {}

    /// Throws std::invalid_argument if these rows were already opened for other questions as often as planned, or if
    /// the first opening planned a different number; std::runtime_error if the file cannot be read.
    void check(const Opening& opening) const;
    /// Calls check(), then records the opening with the time, unless the question was asked before. Throws
    /// std::runtime_error if it cannot be recorded; the rows must then stay closed.
    void open(Opening opening) const;

    [[nodiscard]] std::vector<Opening> openings() const;

  private:
    std::filesystem::path file_;
};

/// The ledger of the command line and of the Python package: certificates.jsonl in data::cache_folder(), whose
/// exceptions it passes on.
[[nodiscard]] ALCOLE_EXPORT std::filesystem::path shared_ledger();

/// What a given number of rows can certify for a constraint, computed from the sizes of the groups before anything is
/// trained.
struct Reach {
    std::size_t rows = 0;              ///< of the smallest group involved, among the rows set aside
    std::optional<double> needed{};    ///< a rate or gap can be certified only if its true value is at most this (at
                                       ///< least, for lower bounds); none: for no model
    std::optional<double> enough{};    ///< total number of rows set aside that would certify half of the bound's room
    std::optional<NoBound> unknown{};  ///< why the sizes do not determine it
};

/// The reach of a constraint, with its name and bound.
struct PlannedConstraint {
    std::string name{};
    double bound = 0;
    bool at_least = false;
    Reach reach{};
};

/// As JSON text.
[[nodiscard]] ALCOLE_EXPORT std::string to_json(const std::vector<PlannedConstraint>& planned);

}  // namespace alcole::certify
