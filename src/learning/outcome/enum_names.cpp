#include "learning/outcome/enum_names.hpp"

#include <alcole/learning/outcome.hpp>

namespace alcole::learning {

std::string_view to_string(Iterate iterate) { return base::enum_name(iterate); }
std::string_view to_string(Theorem::Silence silence) { return base::enum_name(silence); }
std::string_view to_string(ConstraintStatus status) { return base::enum_name(status); }

}  // namespace alcole::learning
