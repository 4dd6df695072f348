#pragma once

#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/model.hpp>

#include "base/text.hpp"
#include "run/config/config.hpp"
#include "run/config/value.hpp"
#include "solver/options/enum_names.hpp"
#include "solver/options/table.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The forms a key's value may take. Each says in words what it takes, reads a Value into its slot (false: it does not
/// fit; an exception: a sentence says more), and writes the slot as a Value (nothing: another key says it).
namespace alcole::run::form {

using solver::Range, solver::any_size, solver::positive, solver::at_least_one, solver::more_than_one, solver::share,
    solver::share_or_one, solver::share_or_zero;

/// Whole numbers in all their digits, up to where they have a use.
inline std::string plain(double v) {
    constexpr double readable = 1e10;
    const bool whole = std::abs(v) < readable && v == static_cast<double>(static_cast<std::int64_t>(v));
    return whole ? std::to_string(static_cast<std::int64_t>(v)) : base::number_text(v);
}

/// "a number > 0 and <= 1"
inline std::string words_of(const Range& range, std::string_view what) {
    std::string least = std::string(what) + (range.above ? " > " : " >= ") + plain(range.least);
    if (range.most >= std::numeric_limits<double>::infinity()) return least;
    return least + (range.below ? " and < " : " and <= ") + plain(range.most);
}

/// "one of a, b, c"
template <class Names>
std::string one_of(const Names& names) {
    std::string words = "one of ";
    for (const auto& name : names) words += (words.size() > 7 ? ", " : "") + std::string(name);
    return words;
}

struct Text {
    std::string_view what = "text in quotes";
    bool (*holds)(const std::string& text) = nullptr;

    std::string values() const { return std::string(what); }
    bool read(const Value& value, std::string& slot) const {
        const auto* text = value.get<std::string>();
        if (text == nullptr || (holds != nullptr && !holds(*text))) return false;
        slot = *text;
        return true;
    }
    std::optional<Value> write(const std::string& slot) const { return Value{slot}; }
};

/// Text that names a file; the reader and the writer of run files know it by its type.
struct Path : Text {};

struct Texts {
    std::string_view what = "a list of texts";
    void (*check)(const std::string& text) = nullptr;  ///< throws with a sentence

    std::string values() const { return std::string(what); }
    bool read(const Value& value, std::vector<std::string>& slot) const {
        const auto* list = value.get<std::vector<Value>>();
        if (list == nullptr) return false;
        std::vector<std::string> texts;
        for (const auto& entry : *list) {
            const auto* text = entry.get<std::string>();
            if (text == nullptr) return false;
            if (check != nullptr) check(*text);
            texts.push_back(*text);
        }
        slot = std::move(texts);
        return true;
    }
    std::optional<Value> write(const std::vector<std::string>& slot) const {
        std::vector<Value> list;
        list.reserve(slot.size());
        for (const auto& text : slot) list.push_back({text});
        return Value{std::move(list)};
    }
};

struct Number {
    Range range{};

    std::string values() const { return words_of(range, "a number"); }
    bool read(const Value& value, double& slot) const {
        const auto* whole = value.get<std::int64_t>();
        const auto* number = value.get<double>();
        if (whole == nullptr && number == nullptr) return false;
        const double v = number != nullptr ? *number : static_cast<double>(*whole);
        if (!range.holds(v)) return false;
        slot = v;
        return true;
    }
    std::optional<Value> write(double slot) const { return Value{slot}; }
};

/// A number, or the word "auto" for none.
struct NumberOrAuto {
    Range range{};

    std::string values() const { return words_of(range, "a number") + ", or \"auto\""; }
    bool read(const Value& value, std::optional<double>& slot) const {
        const auto* word = value.get<std::string>();
        if (word != nullptr && *word == "auto") {
            slot.reset();
            return true;
        }
        double number = 0;
        if (!Number{range}.read(value, number)) return false;
        slot = number;
        return true;
    }
    std::optional<Value> write(const std::optional<double>& slot) const {
        return slot ? Value{*slot} : Value{std::string("auto")};
    }
};

struct Whole {
    Range range{};

    std::string values() const { return words_of(range, "a whole number"); }
    template <std::integral I>
    bool read(const Value& value, I& slot) const {
        const auto* whole = value.get<std::int64_t>();
        if (whole == nullptr || !range.holds(static_cast<double>(*whole))) return false;
        slot = static_cast<I>(*whole);
        return true;
    }
    template <std::integral I>
    std::optional<Value> write(I slot) const {
        return Value{static_cast<std::int64_t>(slot)};
    }
};

struct Wholes {
    Range range{};
    std::size_t most = 0;

    std::string values() const {
        return "a list of at most " + std::to_string(most) + " " + words_of(range, "whole numbers");
    }
    bool read(const Value& value, std::vector<std::size_t>& slot) const {
        const auto* list = value.get<std::vector<Value>>();
        if (list == nullptr || list->size() > most) return false;
        std::vector<std::size_t> wholes(list->size());
        for (std::size_t i = 0; i < wholes.size(); ++i)
            if (!Whole{range}.read((*list)[i], wholes[i])) return false;
        slot = std::move(wholes);
        return true;
    }
    std::optional<Value> write(const std::vector<std::size_t>& slot) const {
        std::vector<Value> list;
        list.reserve(slot.size());
        for (const auto whole : slot) list.push_back({static_cast<std::int64_t>(whole)});
        return Value{std::move(list)};
    }
};

struct Flag {
    std::string values() const { return "true or false"; }
    bool read(const Value& value, bool& slot) const {
        const auto* truth = value.get<bool>();
        if (truth != nullptr) slot = *truth;
        return truth != nullptr;
    }
    std::optional<Value> write(bool slot) const { return Value{slot}; }
};

template <class E>
std::vector<std::string_view> names_up_to(E last) {
    std::vector<std::string_view> names;
    for (std::size_t k = 0; k <= static_cast<std::size_t>(last); ++k) names.push_back(to_string(static_cast<E>(k)));
    return names;
}

/// The names of an enumeration's values, in their order.
template <class E>
std::vector<std::string_view> names_of() {
    if constexpr (std::same_as<E, RegimeChoice>)
        return {"auto", "full", "stochastic"};
    else if constexpr (std::same_as<E, tabular::Activation>)
        return names_up_to(tabular::Activation::relu);
    else if constexpr (std::same_as<E, tabular::ConstraintKind>)
        return names_up_to(tabular::ConstraintKind::group_loss);
    else if constexpr (std::same_as<E, tabular::Rate>)
        return names_up_to(tabular::Rate::accuracy);
    else if constexpr (std::same_as<E, certify::Family>)
        return names_up_to(certify::Family::clopper_pearson);
    else
        return {base::enum_names<E>.begin(), base::enum_names<E>.end()};
}

/// A word out of a list. The slot counts its place: an enumeration, or false and true.
template <class E>
struct Word {
    std::vector<std::string_view> names = names_of<E>();

    std::string values() const { return one_of(names); }
    bool read(const Value& value, E& slot) const {
        const auto* word = value.get<std::string>();
        const auto found = word == nullptr ? names.end() : std::ranges::find(names, *word);
        if (found == names.end()) return false;
        slot = static_cast<E>(found - names.begin());
        return true;
    }
    std::optional<Value> write(E slot) const { return Value{std::string(names.at(static_cast<std::size_t>(slot)))}; }
};

/// `attribute`: a list of one, as its only word.
struct OnlyOne {
    std::string values() const { return "a column"; }
    bool read(const Value& value, std::vector<std::string>& slot) const {
        const auto* word = value.get<std::string>();
        if (word == nullptr || word->empty()) return false;
        slot = {*word};
        return true;
    }
    std::optional<Value> write(const std::vector<std::string>& slot) const {
        return slot.size() == 1 && !slot.front().empty() ? std::optional(Value{slot.front()}) : std::nullopt;
    }
};

/// `attributes`: any list; one of one is written as `attribute`.
struct Several : Texts {
    std::optional<Value> write(const std::vector<std::string>& slot) const {
        return OnlyOne{}.write(slot) ? std::nullopt : Texts::write(slot);
    }
};

/// The form that the solver's own table asks for.
template <class V>
auto of_option(const Range& range) {
    if constexpr (std::is_enum_v<V>)
        return Word<V>{};
    else if constexpr (std::same_as<V, bool>)
        return Flag{};
    else if constexpr (std::integral<V>)
        return Whole{range};
    else
        return Number{range};
}

}  // namespace alcole::run::form
