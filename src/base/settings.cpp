#include "base/settings.hpp"

#include <cmath>

namespace alcole::base {
namespace {

/// Whole numbers below 1e10 with all their digits, others in their shortest form.
std::string plain(double v) {
    constexpr double readable = 1e10;
    const bool whole = std::abs(v) < readable && v == static_cast<double>(static_cast<std::int64_t>(v));
    return whole ? std::to_string(static_cast<std::int64_t>(v)) : number_text(v);
}

}  // namespace

std::string range_words(const std::string& what, const Allowed& allowed) {
    std::string words = what + (allowed.above ? " > " : " >= ") + plain(allowed.min);
    if (allowed.max < std::numeric_limits<double>::infinity())
        words += (allowed.below ? " and < " : " and <= ") + plain(allowed.max);
    return words;
}

std::string list_words(const Allowed& allowed) {
    const bool limited = allowed.max_entries < std::numeric_limits<std::size_t>::max();
    return "a list of " + (limited ? "at most " + std::to_string(allowed.max_entries) + " " : "") +
           (allowed.growing ? "growing whole numbers" : "whole numbers");
}

void refuse_name(std::string_view kind, std::string_view name, const std::vector<SettingInfo>& table) {
    std::vector<std::string_view> names;
    names.reserve(table.size());
    for (const auto& info : table) names.push_back(info.name);
    throw std::invalid_argument("there is no " + std::string(kind) + " " + quoted(name) + did_you_mean(name, names));
}

void refuse_value(std::string_view kind, std::string_view name, const std::string& values, std::string_view text,
                  std::span<const std::string_view> words) {
    throw std::invalid_argument(std::string(kind) + " " + quoted(name) + " must be " + values + ", not " +
                                quoted(text) + did_you_mean(text, words));
}

}  // namespace alcole::base
