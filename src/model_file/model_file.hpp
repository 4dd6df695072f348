#pragma once

#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/model.hpp>
#include <alcole/tabular/read.hpp>
#include <alcole/tabular/schema.hpp>
#include <alcole/tabular/table.hpp>

#include "model_file/merges.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// A trained model as one file: ONNX with the preprocessing inside, so that every serving stack can run it, and with
/// what alcole itself needs to read it back and to judge it on new data. docs/model.md says how it looks from outside.
namespace alcole::model_file {

struct ModelFile {
    tabular::Schema schema{};
    tabular::Model model{};
    std::vector<float> theta{};
    std::vector<Merge> merges{};                         ///< made before the schema is applied
    std::vector<tabular::RiskDefinition> constraints{};  ///< as trained, to be judged on any table
    std::vector<std::string> protected_columns{};
    tabular::ReadOptions reading{};  ///< how the file it learned from was read
    double l2 = 0;
    std::string training_hash{};
    std::string run_toml{};     ///< the run file as used
    std::string certificate{};  ///< JSON; empty: none
    std::string version{};      ///< of the program that trained it
};

/// The table as the model reads it: merges made where it has their columns, and the words of boolean features spelt as
/// in the schema (TRUE and yes for true). predict() says of this table what the graph says of the raw one.
tabular::Table prepare(tabular::Table table, const ModelFile& file);

/// The bytes of an ONNX file. The same ModelFile gives the same bytes. Throws std::invalid_argument with a sentence for
/// what makes no model: a theta of the wrong length or not finite, a feature without a name, merges of a number, ...
std::string encode(const ModelFile& file);
/// The reverse. The graph is built again and compared, so that what comes back is the model that others run. Throws
/// std::runtime_error with a sentence that begins with `name` for bytes that are no such file: cut short, damaged,
/// changed by another program, or written by a newer alcole.
ModelFile decode(std::string_view bytes, const std::string& name);

/// To a temporary file, then renamed; and back. Throw std::runtime_error with a sentence.
void write_model(const ModelFile& model, const std::filesystem::path& file);
ModelFile read_model(const std::filesystem::path& file);

/// Risk definitions as JSON text and back. Throws std::invalid_argument with a sentence.
std::string to_json(const std::vector<tabular::RiskDefinition>& constraints);
std::vector<tabular::RiskDefinition> constraints_from_json(std::string_view text);

}  // namespace alcole::model_file
