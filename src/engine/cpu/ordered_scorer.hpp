#pragma once

#include <alcole/tabular/cut_points.hpp>
#include <alcole/tabular/schema.hpp>

#include "engine/cpu/kernels.hpp"
#include "engine/cpu/memory.hpp"
#include "engine/cpu/thread_pool.hpp"
#include "engine/plan/scorer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace alcole::engine {

/// Ordered classes: turns the number f that another scorer computes per point into the scores of K classes
/// (cut_points.hpp). The parameters of the cut points c_j follow those of the other scorer. With x_j = f - c_j and
/// q_j = sigma(x_j), the classes j below and j + 1 above a cut point get
///
///     s_j     -= log(1 + exp(x_j))             d s_j     / d x_j = -q_j
///     s_{j+1} += x_j - log(1 + exp(x_j))       d s_{j+1} / d x_j = 1 - q_j
///
/// and a class between two cut points at distance d gets log(1 - exp(-d)), with the derivative r = 1 / (exp(d) - 1).
template <class T>
class OrderedScorer final : public Scorer<T> {
  public:
    OrderedScorer(std::unique_ptr<Scorer<T>> inner, std::size_t classes, ThreadPool& pool)
        : inner_(std::move(inner)),
          classes_(classes),
          pool_(pool),
          points_(classes),
          r_(classes - 2),
          dc_(classes - 1) {}

    std::size_t num_parameters() const override { return inner_->num_parameters() + classes_ - 2; }

    void scores(const Plan& plan, std::span<const T> theta, std::span<double> out) override {
        plan_ = &plan;
        at_least(f_, plan.num_points());
        at_least(above_, plan.num_points() * cuts());
        inner_->scores(plan, theta.first(theta.size() - steps()), {f_.data(), plan.num_points()});
        points_.move_to(theta.last(steps()));
        std::ranges::transform(points_.steps(), r_.begin(), [](double d) { return 1 / std::expm1(d); });
        for_each_group([&](std::size_t /*group*/, IndexRange range) { read(range, out); });
    }

    void pull_back(std::span<const double> by_score, std::span<T> g) override {
        sum_gradients(by_score);
        inner_->pull_back({first_.by_f.data(), plan_->num_points()}, g.first(g.size() - steps()));
        for (std::size_t m = 0; m < steps(); ++m)
            g[g.size() - steps() + m] = static_cast<T>(points_.slopes()[m] * first_.by_step[m]);
    }

    void push_forward(std::span<const T> v, std::span<double> ds) override {
        at_least(df_, plan_->num_points());
        inner_->push_forward(v.first(v.size() - steps()), {df_.data(), plan_->num_points()});
        dt_.assign(v.end() - static_cast<std::ptrdiff_t>(steps()), v.end());
        for (std::size_t m = 0; m < steps(); ++m) dc_[m + 1] = dc_[m] + points_.slopes()[m] * dt_[m];
        for_each_group([&](std::size_t /*group*/, IndexRange range) {
            for (std::size_t i = range.begin; i < range.end; ++i) {
                double* s = ds.data() + i * classes_;
                std::fill_n(s, classes_, 0.0);
                for (std::size_t m = 0; m < steps(); ++m) s[m + 1] = r_[m] * (dc_[m + 1] - dc_[m]);
                for (std::size_t j = 0; j < cuts(); ++j) {
                    const double q = above_[i * cuts() + j];
                    const double dx = df_[i] - dc_[j];
                    s[j] -= q * dx;
                    s[j + 1] += (1 - q) * dx;
                }
            }
        });
    }

    /// Uses d^2 s / d x_j^2 = -q_j (1 - q_j) for both classes next to the cut point,  dr / dd = -r (1 + r),
    /// d^2 d / d t^2 = slope (1 - slope).
    void pull_back_change(std::span<const double> by_score, std::span<const double> change, std::span<T> h) override {
        sum_gradients(by_score);
        sum_changes(by_score, change);
        inner_->pull_back_change({first_.by_f.data(), plan_->num_points()}, {second_.by_f.data(), plan_->num_points()},
                                 h.first(h.size() - steps()));
        for (std::size_t m = 0; m < steps(); ++m) {
            const double slope = points_.slopes()[m];
            const double bent = -r_[m] * (1 + r_[m]) * (dc_[m + 1] - dc_[m]) * first_.by_class(m + 1);
            h[h.size() - steps() + m] =
                static_cast<T>(slope * (second_.by_step[m] + bent) + slope * (1 - slope) * dt_[m] * first_.by_step[m]);
        }
    }

    bool has_hessian() const override { return inner_->has_hessian(); }
    /// The block of the other scorer's parameters is its own Hessian, with second derivatives with respect to f instead
    /// of the scores. The rows of the steps are pulled back one by one.
    void hessian(const ScoreCurvature& s, std::span<const double> by_score, std::span<double> h) override {
        const std::size_t points = plan_->num_points();
        const std::size_t inner = inner_->num_parameters();
        const std::size_t all = inner + steps();
        sum_gradients(by_score);
        sum_curvatures(s, by_score);
        at_least(inner_h_, inner * inner);
        inner_->hessian(by_numbers_, {first_.by_f.data(), points}, {inner_h_.data(), inner * inner});
        for (std::size_t j = 0; j < inner; ++j) std::copy_n(inner_h_.data() + j * inner, j + 1, h.data() + j * all);
        at_least(second_.by_f, points);
        row_.resize(inner);
        for (std::size_t m = 0; m < steps(); ++m) {
            double* to = h.data() + (inner + m) * all;
            for (std::size_t i = 0; i < points; ++i) second_.by_f[i] = mixed_[i * steps() + m];
            inner_->pull_back({second_.by_f.data(), points}, row_);
            std::ranges::copy(row_, to);
            std::copy_n(by_steps_.data() + m * steps(), m + 1, to + inner);
            const double slope = points_.slopes()[m];
            to[inner + m] +=
                slope * (1 - slope) * first_.by_step[m] - slope * slope * r_[m] * (1 + r_[m]) * first_.by_class(m + 1);
        }
    }

  private:
    /// Derivatives with respect to f of every point; every cut point, except through the distances d; the score of
    /// every class, summed over the points; and every step.
    struct Sums {
        std::vector<double> by_f{};
        std::vector<double> groups{};
        std::vector<double> all{};  // cut points, then classes
        std::vector<double> by_step{};
        double by_class(std::size_t k) const { return all[by_step.size() + 1 + k]; }
    };

    std::size_t cuts() const { return classes_ - 1; }
    std::size_t steps() const { return classes_ - 2; }

    /// Calls job(group, points). The points of a group are contiguous, because its tiles are.
    template <class Job>
    void for_each_group(Job job) {
        pool_.run(plan_->groups.size(), [&](std::size_t group, std::size_t /*thread*/) {
            const IndexRange tiles = plan_->groups[group];
            if (tiles.size() == 0) return;
            job(group, IndexRange{.begin = plan_->tiles[tiles.begin].points.begin,
                                  .end = plan_->tiles[tiles.end - 1].points.end});
        });
    }

    /// Computes scores and q for a range of points. The kernel needs multiples of `lanes`, so the cut points of several
    /// points are processed together.
    void read(IndexRange range, std::span<double> out) {
        constexpr std::size_t piece = 8 * lanes;
        std::array<double, piece> x{};
        std::array<double, piece> q{};
        std::array<double, piece> soft{};
        const auto cut = points_.cuts();
        for (std::size_t i = range.begin; i < range.end; ++i)
            std::ranges::copy(points_.gaps(), out.begin() + static_cast<std::ptrdiff_t>(i * classes_));
        const std::size_t end = range.end * cuts();
        for (std::size_t first = range.begin * cuts(); first < end; first += piece) {
            const std::size_t count = std::min(piece, end - first);
            for (std::size_t k = 0; k < count; ++k) x[k] = f_[(first + k) / cuts()] - cut[(first + k) % cuts()];
            kernels<double>().sigmoid_and_softplus(x.data(), q.data(), soft.data(), piece);
            std::copy_n(q.data(), count, above_.data() + first);
            for (std::size_t k = 0; k < count; ++k) {
                double* s = out.data() + (first + k) / cuts() * classes_ + (first + k) % cuts();
                s[0] -= soft[k];
                s[1] += x[k] - soft[k];
            }
        }
    }

    void sum_gradients(std::span<const double> by_score) {
        sum_points(first_, [&](std::size_t i, double* by_cut, double* by_class) {
            const double* g = by_score.data() + i * classes_;
            double total = 0;
            for (std::size_t j = 0; j < cuts(); ++j) {
                const double q = above_[i * cuts() + j];
                const double by_x = (1 - q) * g[j + 1] - q * g[j];
                total += by_x;
                by_cut[j] -= by_x;
            }
            for (std::size_t k = 0; k < classes_; ++k) by_class[k] += g[k];
            return total;
        });
    }

    /// The same for the changes along df_ and dc_.
    void sum_changes(std::span<const double> by_score, std::span<const double> change) {
        sum_points(second_, [&](std::size_t i, double* by_cut, double* by_class) {
            const double* g = by_score.data() + i * classes_;
            const double* h = change.data() + i * classes_;
            double total = 0;
            for (std::size_t j = 0; j < cuts(); ++j) {
                const double q = above_[i * cuts() + j];
                const double by_x = (1 - q) * h[j + 1] - q * h[j] - q * (1 - q) * (df_[i] - dc_[j]) * (g[j] + g[j + 1]);
                total += by_x;
                by_cut[j] -= by_x;
            }
            for (std::size_t k = 0; k < classes_; ++k) by_class[k] += h[k];
            return total;
        });
    }

    /// Sums per group and adds the groups in order, so the bits are the same for any number of threads. A step is the
    /// distance between two cut points, and moves all cut points after it.
    template <class Point>
    void sum_points(Sums& sums, Point point) {
        const std::size_t width = cuts() + classes_;
        at_least(sums.by_f, plan_->num_points());
        at_least(sums.groups, plan_->groups.size() * width);
        for_each_group([&](std::size_t group, IndexRange range) {
            double* own = sums.groups.data() + group * width;
            std::fill_n(own, width, 0.0);
            for (std::size_t i = range.begin; i < range.end; ++i) sums.by_f[i] = point(i, own, own + cuts());
        });
        sums.all.assign(width, 0.0);
        const std::size_t groups = plan_->share.collect(sums.groups, plan_->groups.size(), width);
        for (std::size_t i = 0; i < groups * width; ++i) sums.all[i % width] += sums.groups[i];
        sums.by_step.resize(steps());
        double behind = 0;
        for (std::size_t m = steps(); m-- > 0;) {
            behind += sums.all[m + 1];
            sums.by_step[m] = behind + r_[m] * sums.by_class(m + 1);
        }
    }

    /// Writes d s_k / d (f, t) of a point, classes x (1 + steps).
    void write_slopes(std::size_t i, double* to) const {
        const std::size_t width = 1 + steps();
        std::fill_n(to, classes_ * width, 0.0);
        for (std::size_t m = 0; m < steps(); ++m) to[(m + 1) * width + 1 + m] = r_[m] * points_.slopes()[m];
        for (std::size_t j = 0; j < cuts(); ++j) {
            const double q = above_[i * cuts() + j];
            for (std::size_t c = 0; c <= j; ++c) {
                const double by = by_cut(c);
                to[j * width + c] -= q * by;
                to[(j + 1) * width + c] += (1 - q) * by;
            }
        }
    }
    /// d x_j / d (f, t), where index c = 0 is f and c > 0 is step c - 1, for a cut point j >= c.
    double by_cut(std::size_t c) const { return c == 0 ? 1 : -points_.slopes()[c - 1]; }

    /// to = left^T block right, where the columns of left and right refer to (f, t).
    void multiply(const double* left, const double* block, const double* right, double* half, double* to) const {
        const std::size_t width = 1 + steps();
        std::fill_n(half, classes_ * width, 0.0);
        std::fill_n(to, width * width, 0.0);
        for (std::size_t l = 0; l < classes_; ++l)
            for (std::size_t k = 0; k < classes_; ++k)
                for (std::size_t c = 0; c < width; ++c)
                    half[l * width + c] += block[l * classes_ + k] * right[k * width + c];
        for (std::size_t l = 0; l < classes_; ++l)
            for (std::size_t a = 0; a < width; ++a)
                for (std::size_t c = 0; c < width; ++c) to[a * width + c] += left[l * width + a] * half[l * width + c];
    }

    /// Computes second derivatives with respect to f for points and pairs, to f and the steps for points, and to the
    /// steps, summed over all points. hessian() adds the terms that involve only a single step.
    void sum_curvatures(const ScoreCurvature& s, std::span<const double> by_score) {
        const std::size_t width = 1 + steps();
        const std::size_t block = classes_ * classes_;
        const std::size_t room = 3 * classes_ * width + width * width + steps() * steps();
        at_least(by_numbers_.points, plan_->num_points());
        at_least(by_numbers_.pairs, plan_->pairs.size());
        at_least(mixed_, plan_->num_points() * steps());
        at_least(scratch_, plan_->groups.size() * room);
        pool_.run(plan_->groups.size(), [&](std::size_t group, std::size_t /*thread*/) {
            double* sums = scratch_.data() + group * room;
            double* left = sums + steps() * steps();
            double* right = left + classes_ * width;
            double* half = right + classes_ * width;
            double* by = half + classes_ * width;
            std::fill_n(sums, steps() * steps(), 0.0);
            for (std::size_t t = plan_->groups[group].begin; t < plan_->groups[group].end; ++t) {
                const Plan::Tile& tile = plan_->tiles[t];
                for (std::size_t i = tile.points.begin; i < tile.points.end; ++i) {
                    write_slopes(i, left);
                    multiply(left, s.points.data() + i * block, left, half, by);
                    add_bends(i, by_score.data() + i * classes_, by);
                    by_numbers_.points[i] = by[0];
                    for (std::size_t m = 0; m < steps(); ++m) {
                        mixed_[i * steps() + m] = by[1 + m];
                        for (std::size_t l = 0; l < steps(); ++l) sums[m * steps() + l] += by[(1 + m) * width + 1 + l];
                    }
                }
                for (std::size_t i = tile.pairs.begin; i < tile.pairs.end; ++i) {
                    const Plan::Pair& pair = plan_->pairs[i];
                    write_slopes(pair.first, right);
                    write_slopes(pair.second, left);
                    multiply(left, s.pairs.data() + i * block, right, half, by);
                    by_numbers_.pairs[i] = by[0];
                    for (std::size_t m = 0; m < steps(); ++m) {
                        mixed_[pair.first * steps() + m] += by[(1 + m) * width];
                        mixed_[pair.second * steps() + m] += by[1 + m];
                        for (std::size_t l = 0; l < steps(); ++l)
                            sums[m * steps() + l] += by[(1 + m) * width + 1 + l] + by[(1 + l) * width + 1 + m];
                    }
                }
            }
        });
        by_steps_.assign(steps() * steps(), 0.0);
        const std::size_t groups = plan_->share.collect(scratch_, plan_->groups.size(), room);
        for (std::size_t group = 0; group < groups; ++group)
            for (std::size_t i = 0; i < by_steps_.size(); ++i) by_steps_[i] += scratch_[group * room + i];
    }

    /// Adds the contribution of the scores' own second derivatives, -q_j (1 - q_j) for both classes next to a cut
    /// point.
    void add_bends(std::size_t i, const double* g, double* by) const {
        const std::size_t width = 1 + steps();
        for (std::size_t j = 0; j < cuts(); ++j) {
            const double q = above_[i * cuts() + j];
            const double bend = -q * (1 - q) * (g[j] + g[j + 1]);
            for (std::size_t a = 0; a <= j; ++a)
                for (std::size_t c = 0; c <= j; ++c) by[a * width + c] += bend * by_cut(a) * by_cut(c);
        }
    }

    std::unique_ptr<Scorer<T>> inner_;
    std::size_t classes_;
    ThreadPool& pool_;
    const Plan* plan_ = nullptr;
    tabular::CutPoints points_;
    std::vector<double> r_;      // r = 1 / (exp(d) - 1) of every step
    std::vector<double> f_;      // per point
    std::vector<double> above_;  // points x cut points: q
    Sums first_;
    Sums second_;             // the changes of first_
    std::vector<double> df_;  // changes along the last direction: df_ per point, dt_ per step, dc_ per cut point
    std::vector<double> dt_;
    std::vector<double> dc_;
    // Buffers of hessian():
    ScoreCurvature by_numbers_;
    std::vector<double> mixed_;     // points x steps
    std::vector<double> by_steps_;  // steps x steps
    std::vector<double> inner_h_;
    std::vector<double> scratch_;  // per group
    std::vector<T> row_;
};

/// Wraps `inner` for ordered classes, if that is the task.
template <class T>
std::unique_ptr<Scorer<T>> as_ordered(tabular::Task task, std::size_t outputs, std::unique_ptr<Scorer<T>> inner,
                                      ThreadPool& pool) {
    if (task != tabular::Task::ordinal) return inner;
    return std::make_unique<OrderedScorer<T>>(std::move(inner), outputs, pool);
}

}  // namespace alcole::engine
