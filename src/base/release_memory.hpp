#pragma once

namespace alcole::base {

/// Empties lists and frees their memory, which `list = {}` would keep as capacity.
template <class... Lists>
void release_memory(Lists&... lists) {
    (Lists().swap(lists), ...);
}

}  // namespace alcole::base
