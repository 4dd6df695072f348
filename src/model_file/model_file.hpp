#pragma once

#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/model.hpp>
#include <alcole/tabular/read.hpp>
#include <alcole/tabular/schema.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// A trained model as one file: ONNX with the preprocessing inside, so that every serving stack can run it, and with
/// what alcole itself needs to read it back and to judge it on new data.
namespace alcole::model_file {

/// Words of one column that count as another word: as 'race in ["Asian", "Native American"] -> Other' in a run file.
struct Merge {
    std::string column{};
    std::vector<std::string> levels{};
    std::string into{};
    friend bool operator==(const Merge&, const Merge&) = default;
};

struct ModelFile {
    tabular::Schema schema{};
    tabular::Model model{};
    std::vector<float> theta{};
    std::vector<Merge> merges{};                         ///< made before the schema is applied
    std::vector<tabular::RiskDefinition> constraints{};  ///< as trained, to be judged on any table
    std::vector<std::string> protected_columns{};
    tabular::ReadOptions reading{};  ///< delimiter, quote, comment, missing, names of the file it learned from
    double l2 = 0;
    std::string training_hash{};
    std::string run_toml{};     ///< the run file as used
    std::string certificate{};  ///< JSON; empty: none
    std::string version{};      ///< of the program that trained it
};

/// The bytes of an ONNX file. The same ModelFile gives the same bytes.
std::string encode(const ModelFile& file);
/// Throws std::runtime_error with a sentence that begins with `name` for bytes that are no such file: cut short,
/// damaged, changed by another program, or written by a newer alcole.
ModelFile decode(std::string_view bytes, const std::string& name);

/// To a temporary file, then renamed; and back. Throw std::runtime_error with a sentence.
void write_model(const ModelFile& model, const std::filesystem::path& file);
ModelFile read_model(const std::filesystem::path& file);

/// Risk definitions as JSON text and back. Throws std::invalid_argument with a sentence.
std::string to_json(const std::vector<tabular::RiskDefinition>& constraints);
std::vector<tabular::RiskDefinition> constraints_from_json(std::string_view text);

}  // namespace alcole::model_file
