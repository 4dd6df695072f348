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

/// Wraps any LibTorch module as a problem for the solver. The CMake target is alcole::torch; this is its only header.
///
///     auto net = std::make_shared<Net>();
///     net->to(adapters::device("cuda"));
///     adapters::TorchProblem<float> problem(net->parameters(), m, [&](const Batch* batch) {
///         return risks_of(*net, batch ? rows_of(*batch) : all_rows);           // m + 1 risks as one tensor
///     });
///     const auto answer = solve(problem, problem.theta(), options);
///     problem.put(answer.theta());
///
/// For a TorchScript file, use forward() and parameters() of `adapters::Script script(file, device)`.
namespace alcole::adapters {

/// Returns the m + 1 risks as one tensor with a gradient: the objective, then the constraints, l_i <= 0. A null batch
/// means all data. The same batch must always mean the same rows (problem.hpp).
using TorchRisks = std::function<at::Tensor(const Batch* batch)>;

/// Optional properties of a problem.
struct TorchExtras {
    std::vector<std::string> names{};   ///< of the constraints; empty: "constraint 1", ...
    std::vector<Relation> relations{};  ///< empty: all at_most_zero
    std::vector<double> scales{};       ///< see constraint_scales() in problem.hpp; empty: none
    std::size_t batches_per_epoch = 1;  ///< 1: no mini-batches; risks are always those of all data
};

/// Theta is the concatenation of the parameters, which are float or double according to T. They stay on their device
/// and in their module; an evaluation transfers only theta to the device, and m + 1 risks or a gradient back.
template <class T>
class ALCOLE_EXPORT TorchProblem {
  public:
    /// The graph of one evaluation. pullback() may be repeated: the graph is kept until the solver destroys this
    /// object, which it does before it requests the next.
    class At {
      public:
        void pullback(std::span<const double> w, std::span<T> g) const;

      private:
        friend class TorchProblem;
        At(const TorchProblem& problem, at::Tensor values) : problem_(&problem), values_(std::move(values)) {}
        const TorchProblem* problem_;
        at::Tensor values_;
    };

    /// Throws std::invalid_argument if there is no parameter to train, if one is not of type T, if they are on several
    /// devices, or if sizes contradict each other.
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
    /// Computed by double backward, so every operation of the module must have a second derivative.
    void hessian_vector(std::span<const T> theta, std::span<const double> w, std::span<const T> v, std::span<T> h);

    /// The current parameters, for use as a start.
    std::vector<T> theta() const;
    /// Writes theta into the parameters.
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

/// Returns the device "cpu", "cuda", "cuda:1", and so on. Throws std::invalid_argument if it is not available; there is
/// no fallback to another device.
ALCOLE_EXPORT c10::Device device(const std::string& name);

/// A module from a TorchScript file, for further training. Copies refer to the same module.
class ALCOLE_EXPORT Script {
  public:
    /// Throws std::runtime_error, naming the file, if it cannot be read.
    Script(const std::string& file, c10::Device device);
    at::Tensor forward(const at::Tensor& inputs) const;
    std::vector<at::Tensor> parameters() const;
    /// Saves the module with its current parameters.
    void save(const std::string& file) const;

  private:
    struct Module;
    std::shared_ptr<Module> module_;
};

}  // namespace alcole::adapters
