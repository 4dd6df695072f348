#pragma once

#include <alcole/export.hpp>
#include <alcole/problem.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>

/// Any LibTorch module as a problem of the solver (alcole::torch is the CMake target; this is its only header).
///
///     auto net = std::make_shared<Net>();
///     net->to(adapters::device("cuda"));
///     adapters::TorchProblem<float> problem(net->parameters(), m, [&](const Batch* batch) {
///         return risks_of(*net, batch ? rows_of(*batch) : all_rows);           // m + 1 risks as one tensor
///     });
///     const auto answer = solve(problem, problem.theta(), options);            // the same options, statuses, state,
///     ... problem.put(answer.theta());
///
/// Or a TorchScript file: `adapters::Script script(file, device)`, whose forward() and parameters() do the same.
namespace alcole::adapters {

/// The m + 1 risks as one tensor with a gradient: the objective, then the constraints, l_i <= 0. Of all data when it is
/// given no batch. The same batch must give the same rows (problem.hpp).
using TorchRisks = std::function<at::Tensor(const Batch* batch)>;

/// What a problem may have besides.
struct TorchExtras {
    std::vector<std::string> names{};   ///< of the constraints; empty: "constraint 1", ...
    std::vector<Relation> relations{};  ///< empty: all at_most_zero
    std::vector<double> scales{};       ///< see constraint_scales() in problem.hpp; empty: none
    std::size_t batches_per_epoch = 1;  ///< 1: no mini-batches, the risks are always asked for all data
};

/// Theta is the parameters one after the other, float or double as T says. They stay on their device and in their
/// module; what travels for an evaluation is theta there, and m + 1 risks or a gradient back.
template <class T>
class ALCOLE_EXPORT TorchProblem {
  public:
    /// The graph of one evaluation. pullback() may be repeated: the graph is kept until the solver destroys this,
    /// which it does before it asks for the next.
    class At {
      public:
        void pullback(std::span<const double> w, std::span<T> g) const;

      private:
        friend class TorchProblem;
        At(const TorchProblem& problem, at::Tensor values) : problem_(&problem), values_(std::move(values)) {}
        const TorchProblem* problem_;
        at::Tensor values_;
    };

    /// Throws std::invalid_argument with a sentence when there is no parameter to train, one is not of type T, they are
    /// on several devices, or sizes contradict each other.
    TorchProblem(std::vector<at::Tensor> parameters, std::size_t constraints, TorchRisks risks,
                 TorchExtras extras = {});

    std::size_t num_variables() const { return size_; }
    std::size_t num_constraints() const { return constraints_; }
    std::vector<std::string> constraint_names() const { return extras_.names; }
    Relation relation(std::size_t i) const {
        return extras_.relations.empty() ? Relation::at_most_zero : extras_.relations[i];
    }
    std::vector<double> constraint_scales() const { return extras_.scales; }
    std::size_t batches_per_epoch() const { return extras_.batches_per_epoch; }

    At risks(std::span<const T> theta, std::span<double> l) { return evaluated(theta, nullptr, l); }
    At risks(std::span<const T> theta, const Batch& batch, std::span<double> l) {
        return evaluated(theta, extras_.batches_per_epoch > 1 ? &batch : nullptr, l);
    }
    /// By double backward: every operation of the module must have a second derivative.
    void hessian_vector(std::span<const T> theta, std::span<const double> w, std::span<const T> v, std::span<T> h);

    /// The parameters as they are: where to start.
    std::vector<T> theta() const;
    /// The reverse.
    void put(std::span<const T> theta);

  private:
    At evaluated(std::span<const T> theta, const Batch* batch, std::span<double> l);
    at::Tensor values(const Batch* batch) const;
    at::Tensor on_device(std::span<const double> w) const;
    void copy_flat(const std::vector<at::Tensor>& tensors, std::span<T> into) const;

    std::vector<at::Tensor> parameters_;
    std::size_t constraints_;
    TorchRisks risks_;
    TorchExtras extras_;
    std::size_t size_ = 0;
};

extern template class TorchProblem<float>;
extern template class TorchProblem<double>;

/// "cpu", "cuda", "cuda:1". Throws std::invalid_argument with a sentence for a device that is not there: nothing falls
/// back to another one.
ALCOLE_EXPORT c10::Device device(const std::string& name);

/// A module from a TorchScript file, to be trained further. The type that hides the library's is copied like a handle.
class ALCOLE_EXPORT Script {
  public:
    /// Throws std::runtime_error with a sentence that names the file when it cannot be read.
    Script(const std::string& file, c10::Device device);
    at::Tensor forward(const at::Tensor& inputs) const;
    std::vector<at::Tensor> parameters() const;
    /// With the parameters as they are now.
    void save(const std::string& file) const;

  private:
    struct Module;
    std::shared_ptr<Module> module_;
};

}  // namespace alcole::adapters
