#pragma once

#include <alcole/context.hpp>
#include <alcole/export.hpp>
#include <alcole/learning/config.hpp>
#include <alcole/learning/fit.hpp>
#include <alcole/learning/opening.hpp>
#include <alcole/note.hpp>
#include <alcole/tabular/merge.hpp>
#include <alcole/tabular/table.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// Executes a run file, like `alcole train` and `alcole examine`:
///
///     const Config config = read_config("run.toml");
///     const Source source = read_source(config).value();
///     const auto fitted = train(config, source);           // in memory
///     const auto again = train(config, source, "run");     // the same, with everything in the folder "run"
///
/// Rows need not come from a file: use `const Source source{.table = ...};` and leave config.data.file empty. A Source
/// is not split; the run splits it according to its config. fit() takes Rows that are already split.
namespace alcole::learning {

/// The rows of a run, with merges applied, rows selected, and rows without a target left out.
struct Source {
    tabular::Table table{};
    std::optional<tabular::Table> test{};     ///< of data.test_file; none: split off from `table`
    std::optional<tabular::Table> certify{};  ///< for the certificate only: nothing is fitted to them or chosen by them
    std::string sha256{};    ///< of data.file; for rows in memory, anything that identifies them, or empty
    std::string known_by{};  ///< identifies the rows in the ledger, independent of their order; empty: sha256
    std::string test_sha256{};
    std::string certify_sha256{};  ///< of certify.file
    /// Where openings of rows for certificates are recorded (opening.hpp); empty: nowhere, and nothing is rejected.
    std::filesystem::path ledger{};
    /// For each row of `table` and of `test`, its row in the file, counted from 1 below the header; empty: all rows of
    /// a table in memory.
    std::vector<std::size_t> row_numbers{};
    std::vector<std::size_t> test_row_numbers{};
    std::vector<tabular::Merge> merges{};
    std::vector<Note> notes{};  ///< observations made while reading
    double seconds = 0;         ///< spent reading; they count towards a time limit
};

/// Reads the rows of a run. Throws std::invalid_argument or tabular::ReadError if a file is missing or has a different
/// hash, a column does not exist, no rows are left, and so on. The rows of certify.file are not read; see
/// read_certify_rows(). If there are ranks, they read the files together, with the same result. Returns nothing if a
/// stop was requested.
[[nodiscard]] ALCOLE_EXPORT std::optional<Source> read_source(const Config& config, const Context& context = Context());

/// Moves the rows of the certificate out of source.table, if the config asks for a certificate on a share of the rows.
/// Call it before doing anything else with the rows. read_source() does it automatically; this is for rows in memory.
ALCOLE_EXPORT void set_aside(const Config& config, Source& source);

/// Adds a column of predictions for every other model that constraints compare with (`model` of churn). train() and
/// sweep() do this automatically; call it for rows that are split elsewhere. Throws std::invalid_argument if a model
/// cannot be loaded or the rows do not fit it.
[[nodiscard]] ALCOLE_EXPORT tabular::Table with_answers(const Config& config, tabular::Table rows);

/// Reads the rows of certify.file, if the config names one, into source.certify. Call it only to certify. Throws like
/// read_source(), and if it is one of the files that are learned from or held out. Returns false if a stop was
/// requested.
[[nodiscard]] ALCOLE_EXPORT bool read_certify_rows(const Config& config, Source& source,
                                                   const Context& context = Context());

/// What the rows for the certificate can certify, computed from the sizes of the groups before anything is trained.
[[nodiscard]] ALCOLE_EXPORT std::vector<certify::PlannedConstraint> what_can_be_certified(const Config& config,
                                                                                          const Source& source);

/// Throws std::invalid_argument if the rows for the certificate were opened before by another run. train() in a folder
/// checks this first.
ALCOLE_EXPORT void check_not_opened(const Config& config, const Source& source);

/// Returns a note if a network would have thousands of weights for each row, based on the columns, before anything is
/// encoded.
[[nodiscard]] ALCOLE_EXPORT std::optional<Note> out_of_proportion(const Config& config, const Source& source);

/// Splits the rows according to the config, trains, judges, examines, and certifies if requested. Returns nothing if a
/// stop was requested. Throws std::invalid_argument or std::runtime_error on failure. The same config and rows give the
/// same bits for any number of threads.
[[nodiscard]] ALCOLE_EXPORT std::optional<Fitted> train(const Config& config, const Source& source,
                                                        const Context& context = Context());

/// The same in a folder, which is created if necessary: run.toml (the config as used), state (saved every few seconds),
/// and at the end model.onnx, trace.csv, held-out.csv, metrics.json, report.html, model-card.md, and prices.csv if
/// constraints apply to every row.
///
/// If a stop was requested, the state remains, together with the current model as model.onnx unless the folder holds
/// that of a finished run. `resume` continues from there and gives the same bits; the config must then be that of the
/// folder. Also throws if another process is working in the folder. Errors found before training starts leave no trace
/// in the folder. A source that is moved in is released once its rows are split, which halves the memory of a large
/// table.
[[nodiscard]] ALCOLE_EXPORT std::optional<Fitted> train(const Config& config, Source source,
                                                        const std::filesystem::path& folder, bool resume = false,
                                                        const Context& context = Context());

/// Trains in memory and writes nothing unless a stop is requested. In that case the folder, which must exist and be
/// empty, then holds the state from which train() in that folder resumes.
[[nodiscard]] ALCOLE_EXPORT std::optional<Fitted> train_or_keep(const Config& config, Source source,
                                                                const std::filesystem::path& folder,
                                                                const Context& context = Context());

/// What an earlier train() left in a folder.
enum class Leftover : std::uint8_t {
    nothing,
    results,      ///< of a training that finished
    interrupted,  ///< of this very training, unfinished; `resume` continues it
    other,        ///< of another training, unfinished
};
/// Throws like RunFolder() if another process is working in the folder.
[[nodiscard]] ALCOLE_EXPORT Leftover left_in(const std::filesystem::path& folder, const Config& config,
                                             const Source& source);

/// Reads the results of train() from a folder, trace included. Throws std::runtime_error on failure.
[[nodiscard]] ALCOLE_EXPORT Outcome read_outcome(const std::filesystem::path& folder);

/// Examines the model in a folder of train() on its training rows, which are read again, and writes the findings into
/// the folder. `starts` is the number of minimisations of each Lagrangian for the duality gap; 0: no gap. Returns
/// nothing and leaves the folder unchanged if a stop was requested. Throws std::runtime_error or std::invalid_argument
/// if the rows are no longer those of the run, or if the files in the folder do not belong together.
[[nodiscard]] ALCOLE_EXPORT std::optional<Outcome> examine(const std::filesystem::path& folder, std::size_t starts = 20,
                                                           const Context& context = Context());

/// Throws std::runtime_error if results cannot be written into this folder because it is a file or contains a
/// hand-written run.toml.
ALCOLE_EXPORT void check_free(const std::filesystem::path& folder);

/// A folder for results. It is locked while this object lives, so that only one process at a time works in it. Use one
/// from one thread at a time.
class ALCOLE_EXPORT RunFolder {
  public:
    /// Creates the folder if necessary. Throws std::runtime_error if that fails, if another process is working in it,
    /// or if it contains a hand-written run.toml.
    explicit RunFolder(std::filesystem::path path);
    RunFolder(const RunFolder&) = delete;
    RunFolder& operator=(const RunFolder&) = delete;
    ~RunFolder();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

    /// Writes run.toml as used, with the hashes of the data. With `resume`, the folder must contain the same run;
    /// otherwise throws std::invalid_argument, naming the first key that differs. Without `resume`, the state of an
    /// earlier run is removed; its results stay until new ones replace them.
    void begin(const Config& given, const Source& source, bool resume = false) const;

  private:
    std::filesystem::path path_;
    int lock_ = -1;
};

}  // namespace alcole::learning
