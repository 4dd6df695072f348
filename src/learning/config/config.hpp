#pragma once

#include <alcole/learning/config.hpp>
#include <alcole/tabular/read.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// What the values of a run file mean to the rest of the library.
namespace alcole::learning {

/// How to read the table: delimiter, quote, names, words for missing values, and `categories` as types.
tabular::ReadOptions read_options(const DataConfig& config);

/// The shape of the model; a linear model has no hidden layers.
tabular::Model model_of(const ModelConfig& config);

/// True if the text is a run file written by to_toml(), rather than one written by a person.
bool is_written_out(std::string_view text);

/// The l2 in use. A network can overfit, and its training risks then say nothing about other rows. A normal prior on
/// the weights, 5 / rows, keeps the held-out loss near its best on tables of 700 to 23,000 rows. It is capped at 0.005,
/// because beyond that no gain in loss pays for the weights of two layers, and the best network is a constant. (At
/// 0.014, which is 5 over 350 rows, default networks became constant on three of four synthetic tables, and in one run
/// of four on the last; at 0.005 they were about as accurate as linear models. The cap was chosen on these tables.)
/// A linear model needs none, unless it has fewer than ten rows per weight, the usual rule of thumb: some weights then
/// often separate the classes, larger ones separate them better, and the loss has no minimum. At random they do with up
/// to two rows per weight; with more, the better the inputs predict the class (Candes and Sur, 2020), and the more
/// words are rare.
struct L2Facts {
    std::size_t training_rows;
    std::size_t weights;  ///< of the model
    /// The unit of the loss: 1 for classes, the variance of the target for regression, so that dollars and cents give
    /// the same model.
    double unit = 1;
};
double l2_of(const ModelConfig& config, const L2Facts& facts);

/// The part of check() that concerns constraints, for a run whose rows may come from memory.
void check_constraints(const Config& config);

/// A key whose values differ, with both values as TOML for use in a message. Paths are compared as files; a hash that
/// is given on one side only is not a difference.
struct KeyDifference {
    std::string name{};
    std::string left{};
    std::string right{};
};
std::vector<KeyDifference> differences(const Config& left, const Config& right);

}  // namespace alcole::learning
