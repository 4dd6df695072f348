#pragma once

#include <alcole/note.hpp>

#include <stdexcept>
#include <utility>

namespace alcole::table {

/// A condition that cannot be applied to a table, with a note for callers that continue without it.
class RefusedCondition : public std::invalid_argument {
  public:
    explicit RefusedCondition(Note why) : std::invalid_argument(to_string(why)), why_(std::move(why)) {}
    const Note& why() const { return why_; }

  private:
    Note why_;
};

}  // namespace alcole::table
