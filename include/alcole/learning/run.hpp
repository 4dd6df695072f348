#pragma once

#include <alcole/context.hpp>
#include <alcole/export.hpp>
#include <alcole/learning/config.hpp>
#include <alcole/learning/fit.hpp>
#include <alcole/learning/opening.hpp>
#include <alcole/tabular/merge.hpp>
#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// A run file carried out, as `alcole train` and `alcole examine` do it:
///
///     const Config config = read_config("run.toml");
///     const Source source = read_source(config);
///     const auto fitted = train(config, source);           // in memory
///     const auto again = train(config, source, "run");     // the same, with everything in the folder "run"
///
/// Rows need not come from a file: `const Source source{.table = ...};` with config.data.file left empty. A Source is
/// whole, and the run splits it as its config says; fit() takes Rows that are split already.
namespace alcole::learning {

/// The rows of a run: merges made, rows chosen, rows without a target left out.
struct Source {
    tabular::Table table{};
    std::optional<tabular::Table> test{};     ///< of data.test_file; none: split off from `table`
    std::optional<tabular::Table> certify{};  ///< for the certificate alone: nothing is fitted to or chosen by them
    std::string sha256{};    ///< of data.file; of rows from memory whatever tells them from others, or empty
    std::string known_by{};  ///< what the ledger knows the rows by, in whatever order; empty: sha256
    std::string test_sha256{};
    std::string certify_sha256{};  ///< of certify.file
    /// Where openings of rows for certificates are written down (opening.hpp); empty: nowhere, and nothing is refused.
    std::filesystem::path ledger{};
    /// Which row of its file each row of `table` and of `test` is, counted from 1 below the header; empty: from memory.
    std::vector<std::size_t> row_numbers{};
    std::vector<std::size_t> test_row_numbers{};
    std::vector<tabular::Merge> merges{};
    std::vector<Note> notes{};  ///< what was noticed and did not stop it
    double seconds = 0;         ///< that reading took: a time limit counts them
};

/// Throws std::invalid_argument or tabular::ReadError with a sentence: a file that is not there or has another hash, a
/// column that does not exist, no rows left, ... The rows of certify.file are not read: see read_certify_rows().
/// Ranks, where there are some, read the files together; what comes out is the same.
[[nodiscard]] ALCOLE_EXPORT Source read_source(const Config& config, Ranks* ranks = nullptr);

/// Draws the rows of the certificate out of source.table, where the config asks for one on a share of the rows: before
/// anything else is done with any of them. read_source() has done it; for rows that come from memory.
ALCOLE_EXPORT void set_aside(const Config& config, Source& source);

/// The rows with a column for every other model that constraints compare answers with (`model` of churn). train() and
/// sweep() do it; for rows that are split elsewhere. Throws std::invalid_argument with a sentence when a model cannot
/// be loaded or the rows do not fit it.
[[nodiscard]] ALCOLE_EXPORT tabular::Table with_answers(const Config& config, tabular::Table rows);

/// The rows of certify.file into source.certify, where the config names one: for who certifies, and for nobody else.
/// Throws as read_source(), and when it is one of the files that are learned from or held out.
ALCOLE_EXPORT void read_certify_rows(const Config& config, Source& source, Ranks* ranks = nullptr);

/// What the rows for the certificate can certify, told from the sizes of the groups before anything is trained.
[[nodiscard]] ALCOLE_EXPORT std::vector<certify::PlannedConstraint> what_can_be_certified(const Config& config,
                                                                                          const Source& source);

/// Throws std::invalid_argument with a sentence when the rows for the certificate were opened before, by another run.
/// train() in a folder asks this first.
ALCOLE_EXPORT void check_not_opened(const Config& config, const Source& source);

/// A sentence where a network would have thousands of weights for each row, told from the columns before anything is
/// encoded; else nothing.
[[nodiscard]] ALCOLE_EXPORT std::string out_of_proportion(const Config& config, const Source& source);

/// Splits the rows as the config says, trains, judges, examines, and certifies where that is asked for. Nothing when a
/// stop was requested. Throws std::invalid_argument or std::runtime_error with a sentence. The same config and rows
/// give the same bits for any number of threads.
[[nodiscard]] ALCOLE_EXPORT std::optional<Fitted> train(const Config& config, const Source& source,
                                                        const Context& context = Context());

/// The same in a folder, which is made where there is none: run.toml (the config as used), state (saved every few
/// seconds), and in the end model.onnx, trace.csv, held-out.csv, metrics.json, report.html, model-card.md, and
/// prices.csv where constraints are on every row. Where a stop was requested the state stays, with the model so far as
/// model.onnx unless the folder holds a finished run's, and `resume` goes on from it to the same bits; the config must
/// then be that of the folder. Throws also when another process is at work in the folder; what is refused before
/// training begins leaves no trace. A source that is moved here is let go once its rows are split: half the memory of a
/// large table.
[[nodiscard]] ALCOLE_EXPORT std::optional<Fitted> train(const Config& config, Source source,
                                                        const std::filesystem::path& folder, bool resume = false,
                                                        const Context& context = Context());

/// In memory as well, and writes nothing but where a stop was requested: then the folder, which must be there and
/// empty, holds what train() in it resumes from.
[[nodiscard]] ALCOLE_EXPORT std::optional<Fitted> train_or_keep(const Config& config, Source source,
                                                                const std::filesystem::path& folder,
                                                                const Context& context = Context());

/// What an earlier train() left in a folder.
enum class Leftover : std::uint8_t {
    nothing,
    results,      ///< of a training that came to its end
    interrupted,  ///< of this very training, which did not: `resume` goes on with it
    other,        ///< of another training, which did not
};
/// Throws as RunFolder() when another process is at work in the folder.
[[nodiscard]] ALCOLE_EXPORT Leftover left_in(const std::filesystem::path& folder, const Config& config,
                                             const Source& source);

/// What train() left in a folder, trace included. Throws std::runtime_error with a sentence.
[[nodiscard]] ALCOLE_EXPORT Outcome read_outcome(const std::filesystem::path& folder);

/// Examines the model in a folder of train() on its training rows, which are read again, and writes what was found into
/// the folder. `starts`: minimisations of each Lagrangian for the duality gap; 0: none. Nothing, and an unchanged
/// folder, when a stop was requested. Throws std::runtime_error or std::invalid_argument with a sentence when the rows
/// are not those of the run any more, or the files of the folder do not belong together.
[[nodiscard]] ALCOLE_EXPORT std::optional<Outcome> examine(const std::filesystem::path& folder, std::size_t starts = 20,
                                                           const Context& context = Context());

/// A folder to put results into. Only one process works in it at a time; it is locked as long as this object lives.
class ALCOLE_EXPORT RunFolder {
  public:
    /// Makes it where there is none. Throws std::runtime_error with a sentence when that cannot be done, when another
    /// process is at work in it, or when there is a run.toml in it that a person has written.
    explicit RunFolder(std::filesystem::path path);
    RunFolder(const RunFolder&) = delete;
    RunFolder& operator=(const RunFolder&) = delete;
    ~RunFolder();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

    /// Writes run.toml as used, with the hashes of the data. With `resume` what is there must be the same run: throws
    /// std::invalid_argument with a sentence that names the first key that differs. Without it, the state of an earlier
    /// run is removed; its results stay until new ones take their place.
    void begin(const Config& given, const Source& source, bool resume = false) const;

  private:
    std::filesystem::path path_;
    int lock_ = -1;
};

}  // namespace alcole::learning
