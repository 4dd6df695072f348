#pragma once

#include "engine/evaluator.hpp"
#include "engine/orders.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <vector>

namespace alcole::engine {

/// An evaluator that distributes plans over the ranks, if there are any; rank 0 gives the orders and has a part itself.
/// See Evaluator for the meaning of the members.
template <class T>
class SharedEvaluator {
  public:
    /// `inputs` are those of `own`, and must outlive this object.
    SharedEvaluator(Evaluator<T> own, const Inputs<T>& inputs) : own_(std::move(own)), inputs_(inputs) {}
    SharedEvaluator(const SharedEvaluator&) = delete;
    SharedEvaluator& operator=(const SharedEvaluator&) = delete;
    ~SharedEvaluator();

    /// Distributes the plans that are taken from now on; for a model with weights.
    void share(Ranks& ranks, const tabular::Model& model, tabular::Task task, std::size_t outputs, std::size_t threads);
    bool is_shared() const { return ranks_ != nullptr; }

    /// Sets the plan for the following evaluations, which it must outlive.
    void take(const Plan& plan) {
        plan_ = &plan;
        is_sent_ = false;
    }
    /// Sends every rank its part of the plan, which the first evaluation does if the caller has not. Afterwards the
    /// entries of the plan are no longer needed.
    void send_parts();
    void set_width(double width);
    void forward(std::span<const T> theta, std::span<double> l);
    void backward(std::span<const double> w, std::span<T> g);
    void hessian_vector(std::span<const double> w, std::span<const T> v, std::span<T> h);
    bool has_hessian() const { return own_.has_hessian(); }
    void hessian(std::span<const double> w, std::span<double> h);
    void strict_risks(std::span<double> l, double doubt = 0);
    void flips(std::span<double> l);
    /// The scores of all points of the plan; valid until the next call.
    std::span<const double> scores();

    std::span<const T> theta() const { return own_.theta(); }
    std::uint64_t evaluations() const { return own_.evaluations(); }

  private:
    /// Exists while all ranks carry out an order. If this rank fails with an exception, it aborts the job, because the
    /// others would wait for it for ever.
    class AtWork {
      public:
        AtWork(Ranks* ranks, Phase phase) : ranks_(ranks), exceptions_(std::uncaught_exceptions()) {
            if (ranks_ != nullptr) ranks_->enter(phase);
        }
        AtWork(const AtWork&) = delete;
        AtWork& operator=(const AtWork&) = delete;
        ~AtWork() {
            if (ranks_ == nullptr) return;
            if (std::uncaught_exceptions() > exceptions_)
                ranks_->abort("an evaluation could not be finished; is there enough memory?");
            ranks_->enter(Phase::rest);
        }

      private:
        Ranks* ranks_;
        int exceptions_;
    };

    AtWork at_work(Order what) const { return AtWork(ranks_, phase_of(what)); }
    template <class... Values>
    void order(Order what, const Values&... values);

    Evaluator<T> own_;
    const Inputs<T>& inputs_;
    const Plan* plan_ = nullptr;
    double width_ = 1;
    // If there are ranks:
    Ranks* ranks_ = nullptr;
    std::uint32_t number_ = 0;
    bool is_sent_ = false;
    Plan part_;
    PacketWriter packet_;
    std::vector<double> scores_;
};

}  // namespace alcole::engine
