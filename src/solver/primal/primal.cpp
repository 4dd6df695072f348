#include <alcole/primal.hpp>

#include <limits>
#include <stdexcept>

namespace alcole {

void Step::save(const std::filesystem::path& file) const { primal->save(file); }

Primal::~Primal() = default;

std::vector<Relation> Primal::relations() const {
    std::vector<Relation> all(num_constraints(), Relation::at_most_zero);
    return all;
}

std::vector<std::string> Primal::constraint_names() const {
    std::vector<std::string> names;
    for (std::size_t i = 1; i <= num_constraints(); ++i) names.push_back("constraint " + std::to_string(i));
    return names;
}

std::vector<double> Primal::constraint_scales() const { return {}; }

std::vector<double> Primal::constraint_prices() const {
    return std::vector<double>(num_constraints(), std::numeric_limits<double>::infinity());
}

std::vector<bool> Primal::rates() const { return std::vector<bool>(num_constraints(), has_width()); }

void Primal::keep_best(std::int64_t /*iteration*/, std::span<const double> /*risks*/) {}
void Primal::keep_sample(std::int64_t /*iteration*/, std::span<const double> /*risks*/) {}
void Primal::keep_closest() {}
void Primal::restore() {}
bool Primal::step_to_kkt(const Lagrangian& /*lagrangian*/, std::span<double> /*lambda*/) { return false; }
Curvature Primal::leave_saddle(const Lagrangian& /*lagrangian*/, Monitor& /*monitor*/) { return Curvature::unknown; }

void Primal::save(const std::filesystem::path& file) const {
    throw std::logic_error("cannot save to " + file.string() + ": this Primal does not implement save()");
}

}  // namespace alcole
