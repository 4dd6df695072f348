#pragma once

#include "base/unwritten.hpp"
#include "solver/primal/full_batch.hpp"
#include "solver/primal/vector.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

namespace alcole::solver {

/// L(theta, lambda, alpha) for fixed (lambda, alpha) as a function of theta. Its Hessian is
///
///     sum_i w_i Hessian of l_i + sum_i c_i grad l_i grad l_i^T,    w_i = dL / dl_i,   c_i = d^2 L / dl_i^2.
template <class T>
class FullBatch<T>::Value final : public CurvedObjective<T> {
  public:
    Value(FullBatch& owner, const Lagrangian& lagrangian, Monitor& monitor)
        : owner_(owner), lagrangian_(lagrangian), monitor_(monitor), counts_(owner.state_.dual.counts) {}

    /// The value at the current theta, without an evaluation if its risks are known.
    double begin() {
        turn_to_kept();
        owner_.risks(owner_.l_);
        return lagrangian_(owner_.l_, owner_.w_);
    }
    /// Passes the last evaluation on to FullBatch if it was at theta.
    void end() {
        if (at_kept_) owner_.record_risks(*linearisation_, owner_.accepted_);
    }
    double value(std::span<const T> theta) override {
        linearisation_ = owner_.problem_.risks(theta, owner_.l_);
        at_kept_ = false;
        ++counts_.risks;
        return lagrangian_(owner_.l_, owner_.w_);
    }
    void gradient(std::span<T> g) override {
        linearisation_->pullback(owner_.w_, g);
        ++counts_.pullbacks;
    }
    double noise() const override { return HeldTheta<T>::value_rounding * lagrangian_.magnitude(owner_.accepted_); }
    void keep() override {
        owner_.accepted_ = owner_.l_;
        at_kept_ = true;
    }
    bool stop() override { return monitor_.stop(); }

    bool has_preconditioner() const override { return owner_.problem_.facts().has_preconditioner; }
    /// Counts as a gradient, which is about what it costs. The penalty's stiff terms are left to the pairs of L-BFGS.
    void preconditioner(std::span<const T> theta, std::vector<T>& p) override {
        turn_to_kept();
        lagrangian_(owner_.accepted_, owner_.w_);
        owner_.problem_.preconditioner(theta, owner_.w_, p);
        ++counts_.pullbacks;
    }
    void precondition(std::span<const T> p, std::span<const T> v, std::span<T> out) override {
        owner_.problem_.precondition(p, v, out);
    }

    /// A line search may keep a point and still end where it began. take_back() then drops the point: theta is not
    /// there.
    void begin_step() { owner_.before_step_ = owner_.accepted_; }
    void take_back() {
        owner_.accepted_ = owner_.before_step_;
        at_kept_ = false;
    }

    void turn_to(std::span<const T> theta) override {
        turn_to_kept();
        theta_ = theta;
        lagrangian_(owner_.accepted_, owner_.w_);
        lagrangian_.curvatures(owner_.accepted_, owner_.curvatures_);
        owner_.active_.clear();
        for (std::size_t i = 0; i < owner_.curvatures_.size(); ++i)
            if (owner_.curvatures_[i] > 0) owner_.active_.push_back(i);
        if (owner_.gradients_.empty()) return;
        for (std::size_t k = 0; k < num_stiff(); ++k) risk_gradient(owner_.active_[k], gradient_of(k));
    }
    void hessian(std::span<double> h) override {
        owner_.problem_.hessian(theta_, owner_.w_, h);
        ++counts_.hessians;
        const std::span<T> g = owner_.g_;
        for (const std::size_t i : owner_.active_) {
            risk_gradient(i, g);
            for (std::size_t a = 0; a < g.size(); ++a) {
                const double factor = owner_.curvatures_[i] * static_cast<double>(g[a]);
                if (factor == 0) continue;  // many constraints depend on few variables
                double* row = h.data() + a * g.size();
                for (std::size_t b = 0; b <= a; ++b) row[b] += factor * static_cast<double>(g[b]);
            }
        }
    }
    /// From the problem itself if it offers products; otherwise, in double, from the difference of two gradients.
    void smooth_product(std::span<const T> v, std::span<T> h) override {
        if (owner_.problem_.facts().has_hessian_vector) {
            owner_.problem_.hessian_vector(theta_, owner_.w_, v, h);
            ++counts_.hessian_vectors;
            return;
        }
        difference(v, h);
    }
    std::size_t num_stiff() const override { return owner_.active_.size(); }
    double stiffness(std::size_t k) const override { return owner_.curvatures_[owner_.active_[k]]; }
    std::span<const T> stiff_direction(std::size_t k) const override { return gradient_of(k); }
    void write_stiff_direction(std::size_t k, std::span<T> a) override {
        if (owner_.gradients_.empty())
            risk_gradient(owner_.active_[k], a);
        else
            std::ranges::copy(gradient_of(k), a.begin());
    }

  private:
    /// Each variable moves to the side of the box that has more room. Variables that have to move against v are moved
    /// in a second difference, with the opposite sign.
    void difference(std::span<const T> v, std::span<T> h) {
        const auto& here = owner_.point_;
        const Box<T>& box = owner_.problem_.facts().box;
        double step = std::sqrt(owner_.epsilon()) * std::max(1.0, largest<T>(here.theta)) / largest<T>(v);
        std::vector<bool> against(v.size());
        for (std::size_t j = 0; j < v.size(); ++j) {
            const T below = here.theta[j] - box.lower[j];
            const T above = box.upper[j] - here.theta[j];
            const double size = std::abs(static_cast<double>(v[j]));
            if (step * size <= static_cast<double>(v[j] > 0 ? above : below)) continue;
            against[j] = v[j] > 0 ? below > above : above > below;
            if (size > 0) step = std::min(step, static_cast<double>(std::max(below, above)) / size);
        }
        std::ranges::fill(h, T{0});
        std::vector<T> moved(v.size());
        std::vector<T> there(v.size(), base::unwritten<T>);
        for (const bool side : {false, true}) {
            if (std::ranges::find(against, side) == against.end()) continue;
            const T t = static_cast<T>(side ? -step : step);
            for (std::size_t j = 0; j < v.size(); ++j)
                moved[j] = against[j] != side ? here.theta[j]
                                              : std::clamp(here.theta[j] + t * v[j], box.lower[j], box.upper[j]);
            owner_.problem_.risks(moved, owner_.l_).pullback(owner_.w_, there);
            at_kept_ = false;
            ++counts_.risks;
            ++counts_.pullbacks;
            for (std::size_t j = 0; j < v.size(); ++j) h[j] += (there[j] - here.gradient[j]) / t;
        }
    }
    std::span<T> gradient_of(std::size_t k) const {
        const std::size_t n = owner_.g_.size();
        return std::span(owner_.gradients_).subspan(k * n, n);
    }
    /// A line search may have evaluated points beyond the one it ended at, which must then be evaluated again.
    void turn_to_kept() {
        if (!at_kept_) linearisation_ = owner_.linearised();
        at_kept_ = true;
    }
    void risk_gradient(std::size_t i, std::span<T> g) {
        owner_.unit_[i] = 1;
        linearisation_->pullback(owner_.unit_, g);
        owner_.unit_[i] = 0;
        ++counts_.pullbacks;
    }

    FullBatch& owner_;
    const Lagrangian& lagrangian_;
    Monitor& monitor_;
    Counts& counts_;
    std::optional<typename AnyProblem<T>::At> linearisation_;
    bool at_kept_ = false;  // whether the linearisation is that of the last keep()
    std::span<const T> theta_;
};

}  // namespace alcole::solver
