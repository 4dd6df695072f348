#include <alcole/result.hpp>

#include "solver/options/enum_names.hpp"

namespace alcole {

std::string_view to_string(Status status) { return base::enum_name(status); }
std::string_view to_string(Ending::Reason reason) { return base::enum_name(reason); }
std::string_view to_string(NotFinite::What what) { return base::enum_name(what); }
std::string_view to_string(NotFinite::Number number) { return base::enum_name(number); }
std::string_view to_string(Regime regime) { return base::enum_name(regime); }
std::string_view to_string(Method method) { return base::enum_name(method); }

}  // namespace alcole
