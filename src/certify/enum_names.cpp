#include "certify/enum_names.hpp"

#include <alcole/learning/certificate.hpp>

namespace alcole::certify {

std::string_view to_string(Family family) { return base::enum_name(family); }
std::string_view to_string(Verdict verdict) { return base::enum_name(verdict); }

}  // namespace alcole::certify
