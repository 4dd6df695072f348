#include "table/enum_names.hpp"

#include <alcole/tabular/constraint.hpp>
#include <alcole/tabular/goal.hpp>
#include <alcole/tabular/model.hpp>

// The words of the enumerations in include/alcole/tabular; enum_names.hpp lists them.
namespace alcole::tabular {

std::string_view to_string(ColumnType type) { return base::enum_name(type); }
std::string_view to_string(Task task) { return base::enum_name(task); }
std::string_view to_string(Objective objective) { return base::enum_name(objective); }
Objective objective_from(std::string_view word) { return base::enum_from<Objective>(word, "objective"); }
std::string_view to_string(Activation activation) { return base::enum_name(activation); }
Activation activation_from(std::string_view word) { return base::enum_from<Activation>(word, "activation"); }
std::string_view to_string(ConstraintKind kind) { return base::enum_name(kind); }
ConstraintKind constraint_kind_from(std::string_view word) {
    return base::enum_from<ConstraintKind>(word, "constraint kind");
}
std::string_view to_string(Rate rate) { return base::enum_name(rate); }

}  // namespace alcole::tabular
