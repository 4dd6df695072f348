#include "base/json.hpp"
#include "base/text.hpp"

#include <algorithm>

namespace alcole::base::json {

void refuse(std::string_view what, const std::string& why) {
    throw std::invalid_argument("this is not a valid " + std::string(what) + ": " + why);
}

std::string Place::path() const {
    if (parent == nullptr) return std::string(shown);
    const std::string before = parent->path();
    if (entry) return before + "[" + std::to_string(*entry) + "]";
    return before + (before.empty() ? "" : ".") + std::string(name);
}

void Place::refuse(const std::string& why) const {
    const Place* root = this;
    while (root->parent != nullptr) root = root->parent;
    const std::string where = path();
    json::refuse(root->name, (where.empty() ? "it" : base::quoted(where)) + " " + why);
}

const Object& members_of(const Value& from, const Place& place) {
    const auto* members = from.get<Object>();
    if (members == nullptr) place.refuse("must be an object");
    return *members;
}

const Value* Reader::find(std::string_view name) {
    known_.push_back(name);
    const auto found = std::ranges::find(members_, name, &Member::name);
    return found == members_.end() ? nullptr : &found->value;
}

void Reader::version(std::string_view name, std::int64_t number) {
    std::int64_t found = 0;
    (*this)(name, found);
    require(found == number, "has version " + std::to_string(found) + ", and this program reads version " +
                                 std::to_string(number) + (found > number ? "; a newer" : "; an older") +
                                 " alcole wrote it");
}

void Reader::finish() const {
    for (const auto& member : members_)
        if (std::ranges::find(known_, member.name) == known_.end())
            Place{.parent = &place_, .name = member.name}.refuse("is unknown" + did_you_mean(member.name, known_));
}

}  // namespace alcole::base::json
