#include <alcole/result.hpp>

#include "solver/options/enum_names.hpp"

namespace alcole {

std::string_view to_string(Status status) { return base::enum_name(status); }
std::string_view to_string(Ending::Reason reason) { return base::enum_name(reason); }
std::string_view to_string(Regime regime) { return base::enum_name(regime); }
std::string_view to_string(Method method) { return base::enum_name(method); }

}  // namespace alcole
