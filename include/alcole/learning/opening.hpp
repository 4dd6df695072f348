#pragma once

#include <alcole/export.hpp>
#include <alcole/learning/certificate.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Rows are opened once. A certificate holds for a model that was chosen before its rows were looked at; whoever tries
/// seeds, models or settings on the same rows until one passes has chosen by them. The ledger remembers which rows were
/// opened for what.
namespace alcole::certify {

/// One look at rows.
struct Opening {
    std::string rows{};       ///< sha256 of the file they are from: seeds that draw other rows of it look at it again
    std::string question{};   ///< sha256 of all that decides the answer: asked again, it is no second look
    std::string model{};      ///< sha256 of the model
    std::size_t planned = 1;  ///< looks at these rows that share delta
    std::string file{};       ///< its name, for people
    std::string time{};       ///< in UTC
};

/// A file with a line of JSON for each opening. Not among threads or processes that open the same rows at once.
class ALCOLE_EXPORT Ledger {
  public:
    /// An empty path: nothing is remembered.
    explicit Ledger(std::filesystem::path file) : file_(std::move(file)) {}

    /// Throws std::invalid_argument with a sentence when these rows were opened for other questions as often as was
    /// planned, or when another number of openings was planned at the first; std::runtime_error when the file cannot be
    /// read.
    void check(const Opening& opening) const;
    /// check(), then writes it down, with the time, unless the question was asked before. Throws std::runtime_error
    /// with a sentence when that cannot be done: what is not written down is not opened.
    void open(Opening opening) const;

    std::vector<Opening> openings() const;

  private:
    std::filesystem::path file_;
};

/// What so many rows can certify of a constraint, told before anything is trained: from the sizes of the groups alone.
struct Reach {
    std::size_t rows = 0;              ///< of the smallest group it needs, among those set aside
    std::optional<double> needed{};    ///< a rate or a gap can be certified only where the true one is at most this (of
                                       ///< lower bounds: at least); none: whatever the model is
    std::optional<double> enough{};    ///< rows set aside, in all, with which half of the bound's room is certified
    std::optional<NoBound> unknown{};  ///< why nothing can be told from sizes
};

/// The reach of a constraint, for people.
struct PlannedConstraint {
    std::string name{};
    double bound = 0;
    bool at_least = false;
    Reach reach{};
};

/// As JSON text.
ALCOLE_EXPORT std::string to_json(const std::vector<PlannedConstraint>& planned);

}  // namespace alcole::certify
