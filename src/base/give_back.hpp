#pragma once

namespace alcole::base {

/// Empties lists and gives their memory back, which `list = {}` keeps.
template <class... Lists>
void give_back(Lists&... lists) {
    (Lists().swap(lists), ...);
}

}  // namespace alcole::base
