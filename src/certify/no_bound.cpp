#include <alcole/learning/certificate.hpp>

#include "base/json.hpp"
#include "base/text.hpp"
#include "certify/fields.hpp"

namespace alcole::certify {
namespace {

using Cause = NoBound::Cause;

/// Names and numbers may be absent if they come from a damaged file.
std::string name(const NoBound& why) { return why.names.empty() ? "" : why.names.front(); }
double number(const NoBound& why) { return why.numbers.empty() ? 0 : why.numbers.front(); }

std::string on_weights(const NoBound& why) {
    const std::string column = base::quoted(name(why));
    switch (why.cause) {
        case Cause::unbounded_error:
            return "the target " + column +
                   " is a number, and nothing bounds how far a prediction can be off; a constraint on a divergence can "
                   "be certified";
        case Cause::unbounded_loss:
            return "the scores of " + (why.names.empty() ? "a linear model" : "a network of " + name(why) + " units") +
                   " grow with its number inputs, so its loss has no largest value; sigmoid and tanh networks have "
                   "one, and so has the error rate of any model";
        case Cause::unbounded_prediction:
            return "nothing bounds the predictions of this model, which grow with its number inputs; those of sigmoid "
                   "and tanh networks and of trees are bounded";
        case Cause::unbounded_raise:
            return "a larger " + column +
                   " may reach any leaf of a tree, so that its predictions may move by any amount";
        case Cause::unbounded_change:
            return "nothing bounds how far a change of " + column + " moves the scores of these trees";
        default:
            return "how far its bound lies above the risk depends on the model";
    }
}

std::string on_rows(const NoBound& why) {
    switch (why.cause) {
        case Cause::empty_group:
            return "a group it needs has no rows";
        case Cause::unknown_values:
            return "in " + base::plural(static_cast<std::size_t>(number(why)), "row") + " " + base::quoted(name(why)) +
                   " has a value that did not occur in training; spell it as in training, merge it (data.merge), or "
                   "leave such rows out";
        case Cause::beyond_range:
            return "a row has a value beyond the range that the weights allow for, so that the range is wrong and no "
                   "bound can be trusted; this is a bug in alcole, please report it";
        case Cause::not_a_rate:
            return name(why) + " bounds are for rates, and this risk is not one; automatic bounds are for everything";
        case Cause::no_rows_given:
            return std::string("no rows were given for it") +
                   (number(why) != 0 ? ", and it has a loader of its own" : "");
        case Cause::training_rows:
            return "it concerns the training rows themselves and no others";
        default:
            return "the range of its values is not known: give ranges";
    }
}

}  // namespace

std::string to_string(const NoBound& why) {
    return why.cause <= Cause::depends_on_model ? on_weights(why) : on_rows(why);
}

NoBound no_bound_from_json(std::string_view text) { return base::from_json<NoBound>(text, "reason for no bound"); }

}  // namespace alcole::certify
