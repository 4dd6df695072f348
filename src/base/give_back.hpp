#pragma once

namespace alcole::base {

/// Empties lists and frees their memory, which `list = {}` would keep as capacity.
template <class... Lists>
void give_back(Lists&... lists) {
    (Lists().swap(lists), ...);
}

}  // namespace alcole::base
