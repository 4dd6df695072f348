#pragma once

#include <alcole/learning/config.hpp>
#include <alcole/tabular/read.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// What a run file comes to.
namespace alcole::learning {

/// How the table is read: delimiter, quote, names, missing words, and `categories` as types.
tabular::ReadOptions read_options(const DataConfig& config);

/// The model as the engine knows it: a linear one has no hidden layers.
tabular::Model model_of(const ModelConfig& config);

/// Whether the text of a run file is as to_toml() writes it, and not a person's own.
bool is_written_out(std::string_view text);

/// The l2 in use. A network can overfit, and then its training risks say nothing about other rows; a normal prior on
/// the weights, 5 / rows, keeps held-out loss near its best on tables of 700 to 23,000 rows. It is never more than
/// 0.005: beyond that no gain in loss pays for the weights of two layers, and the best network is a constant. (At
/// 0.014, 5 over 350 rows, default networks were on three of four synthetic tables, and in one run of four on the last;
/// at 0.005 they were about as accurate as linear models. The cap was chosen on these tables.) `unit` is that of the
/// loss: 1 for classes, the variance of a target that is a number, so that dollars or cents give the same model.
double l2_of(const ModelConfig& config, std::size_t training_rows, double unit = 1);

/// The part of check() that is about constraints, for a run whose rows may come from memory.
void check_constraints(const Config& config);

/// Keys whose values differ, with both values as TOML, for a sentence. Paths are compared as files; a hash that only
/// one side gives does not count.
struct KeyDifference {
    std::string name{};
    std::string left{};
    std::string right{};
};
std::vector<KeyDifference> differences(const Config& left, const Config& right);

}  // namespace alcole::learning
