#include <alcole/torch/problem.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <ATen/Context.h>
#include <ATen/Functions.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/grad_mode.h>
#include <torch/csrc/jit/serialization/import.h>

namespace alcole::adapters {
namespace {

template <class T>
constexpr at::ScalarType scalar = sizeof(T) == sizeof(float) ? at::kFloat : at::kDouble;

/// A tensor that refers to the numbers without copying them; nothing is written through it.
template <class T>
at::Tensor view_of(std::span<const T> values) {
    return at::from_blob(const_cast<T*>(values.data()),  // NOLINT: there is no view of constants
                         {static_cast<std::int64_t>(values.size())}, at::TensorOptions(scalar<T>));
}

std::string text_of(const c10::Device& device) { return device.str(); }

}  // namespace

template <class T>
TorchProblem<T>::TorchProblem(std::vector<at::Tensor> parameters, std::size_t constraints, TorchRisks risks,
                              TorchExtras extras)
    : parameters_(std::move(parameters)),
      constraints_(constraints),
      risks_(std::move(risks)),
      extras_(std::move(extras)) {
    std::erase_if(parameters_, [](const at::Tensor& p) { return !p.requires_grad(); });
    if (parameters_.empty()) throw std::invalid_argument("the module has no parameters that can be trained");
    for (const auto& p : parameters_) {
        if (p.scalar_type() != scalar<T>)
            throw std::invalid_argument(std::string("a parameter is of type ") + at::toString(p.scalar_type()) +
                                        ", and this problem's theta of type " + at::toString(scalar<T>));
        if (p.device() != parameters_.front().device())
            throw std::invalid_argument("parameters are on the devices " + text_of(parameters_.front().device()) +
                                        " and " + text_of(p.device()) + "; move the module to one of them");
        size_ += static_cast<std::size_t>(p.numel());
    }
    if (!extras_.relations.empty() && extras_.relations.size() != constraints_)
        throw std::invalid_argument("there are " + std::to_string(extras_.relations.size()) + " relations for " +
                                    std::to_string(constraints_) + " constraints");
}

template <class T>
void TorchProblem<T>::put(std::span<const T> theta) {
    if (theta.size() != size_)
        throw std::invalid_argument("theta has " + std::to_string(theta.size()) + " entries, and the module " +
                                    std::to_string(size_) + " parameters");
    const at::AutoGradMode off(false);
    const at::Tensor flat = view_of(theta).to(parameters_.front().device());
    std::int64_t place = 0;
    for (auto& p : parameters_) {
        p.copy_(flat.narrow(0, place, p.numel()).view_as(p));
        place += p.numel();
    }
}

template <class T>
std::vector<T> TorchProblem<T>::theta() const {
    std::vector<T> flat(size_);
    copy_flat(parameters_, flat);
    return flat;
}

/// Concatenates tensors. An undefined one, the gradient of a parameter that no risk depends on, counts as zeros.
template <class T>
void TorchProblem<T>::copy_flat(const std::vector<at::Tensor>& tensors, std::span<T> into) const {
    const at::AutoGradMode off(false);
    std::vector<at::Tensor> parts;
    for (std::size_t i = 0; i < parameters_.size(); ++i)
        parts.push_back(tensors[i].defined() ? tensors[i].reshape({-1}) : at::zeros_like(parameters_[i]).reshape({-1}));
    const at::Tensor flat = at::cat(parts).to(at::kCPU).contiguous();
    std::copy_n(flat.template data_ptr<T>(), into.size(), into.begin());
}

template <class T>
at::Tensor TorchProblem<T>::values(const Batch* batch) const {
    const at::AutoGradMode on(true);
    at::Tensor found = risks_(batch);
    const auto wanted = static_cast<std::int64_t>(constraints_ + 1);
    if (found.dim() != 1 || found.size(0) != wanted)
        throw std::invalid_argument("the risks must be one tensor of " + std::to_string(wanted) +
                                    " numbers: the objective, then the constraints");
    return found;
}

template <class T>
auto TorchProblem<T>::evaluated(std::span<const T> theta, const Batch* batch, std::span<double> l) -> At {
    put(theta);
    at::Tensor found = values(batch);
    const at::Tensor numbers = found.detach().to(at::kCPU, at::kDouble).contiguous();
    std::copy_n(numbers.data_ptr<double>(), l.size(), l.begin());
    return At(*this, std::move(found));
}

template <class T>
at::Tensor TorchProblem<T>::on_device(std::span<const double> w) const {
    return view_of(w).to(parameters_.front().device(), scalar<T>);
}

template <class T>
void TorchProblem<T>::At::pullback(std::span<const double> w, std::span<T> g) const {
    if (!values_.requires_grad()) {
        std::ranges::fill(g, T{0});
        return;
    }
    const at::Tensor weights = problem_->on_device(w).to(values_.scalar_type());
    problem_->copy_flat(torch::autograd::grad({values_}, problem_->parameters_, {weights}, /*retain_graph=*/true,
                                              /*create_graph=*/false, /*allow_unused=*/true),
                        g);
}

/// h = the gradient of v . (J^T w) with respect to theta.
template <class T>
void TorchProblem<T>::hessian_vector(std::span<const T> theta, std::span<const double> w, std::span<const T> v,
                                     std::span<T> h) {
    const at::AutoGradMode on(true);
    put(theta);
    const at::Tensor found = values(nullptr);
    const auto slopes =
        torch::autograd::grad({found}, parameters_, {on_device(w).to(found.scalar_type())}, true, true, true);
    const at::Tensor direction = view_of(v).to(parameters_.front().device());
    at::Tensor along = at::zeros({}, direction.options());
    std::int64_t place = 0;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const std::int64_t count = parameters_[i].numel();
        if (slopes[i].defined())
            along = at::add(along, at::dot(slopes[i].reshape({-1}), direction.narrow(0, place, count)));
        place += count;
    }
    if (!along.requires_grad()) {  // the risks are linear in theta
        std::ranges::fill(h, T{0});
        return;
    }
    copy_flat(torch::autograd::grad({along}, parameters_, {}, false, false, true), h);
}

template class TorchProblem<float>;
template class TorchProblem<double>;

c10::Device device(const std::string& name) {
    const auto found = [&] {
        try {
            return c10::Device(name);
        } catch (const c10::Error&) {
            throw std::invalid_argument("there is no device called '" + name + "': use cpu, cuda or cuda:1");
        }
    }();
    if (found.is_cpu()) return found;
    const bool there =
        found.is_cuda() && at::hasCUDA() && (!found.has_index() || found.index() < static_cast<int>(at::getNumGPUs()));
    if (!there)
        throw std::invalid_argument("the device '" + name + "' was asked for and is not there; this LibTorch sees " +
                                    std::to_string(at::hasCUDA() ? at::getNumGPUs() : 0) + " CUDA devices");
    return found;
}

struct Script::Module {
    mutable torch::jit::Module module;
};

Script::Script(const std::string& file, c10::Device device) try
    : module_(std::make_shared<Module>(Module{torch::jit::load(file, device)})) {
} catch (const c10::Error& error) {
    throw std::runtime_error(file + " cannot be read as TorchScript: " + error.what_without_backtrace());
}

at::Tensor Script::forward(const at::Tensor& inputs) const { return module_->module.forward({inputs}).toTensor(); }

std::vector<at::Tensor> Script::parameters() const {
    std::vector<at::Tensor> found;
    for (const auto& p : module_->module.parameters()) found.push_back(p);
    return found;
}

void Script::save(const std::string& file) const { module_->module.save(file); }

}  // namespace alcole::adapters
