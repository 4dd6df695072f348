#include "engine/shared_evaluator.hpp"

#include <atomic>
#include <utility>

namespace alcole::engine {
namespace {

/// A number that no other evaluator of this process has used.
std::uint32_t new_number() {
    static std::atomic<std::uint32_t> last{0};
    return ++last;
}

}  // namespace

template <class T>
SharedEvaluator<T>::~SharedEvaluator() {
    if (ranks_ != nullptr) issue(*ranks_, Order::close, number_);
}

template <class T>
void SharedEvaluator<T>::share(Ranks& ranks, const tabular::Model& model, tabular::Task task, std::size_t outputs,
                               std::size_t threads) {
    EvaluatorSetup<T> setup{.model = model, .task = task, .outputs = outputs, .threads = threads};
    setup.inputs.num_numbers = inputs_.num_numbers;
    setup.inputs.num_inputs = inputs_.num_inputs;
    setup.inputs.usual = inputs_.usual;
    setup.inputs.base_blocks = inputs_.base_blocks;
    setup.inputs.num_variants = inputs_.num_variants;
    setup.inputs.variant_blocks = inputs_.variant_blocks;
    setup.inputs.variant_ones = inputs_.variant_ones;
    setup.inputs.variant_values = inputs_.variant_values;
    packet_.clear();
    put(packet_, setup);
    number_ = new_number();
    issue(ranks, Order::open, number_, packet_.bytes());
    ranks_ = &ranks;
    const AtWork busy = at_work(Order::set_width);
    order(Order::set_width, width_);
}

/// Sends the parts one at a time, so that rank 0 holds only one of them besides its own.
template <class T>
void SharedEvaluator<T>::send_parts() {
    const AtWork busy = at_work(Order::take);
    const Share share(*ranks_, plan_->groups.size());
    order(Order::take, std::uint64_t{plan_->groups.size()});
    for (std::size_t rank = 1; rank < ranks_->size(); ++rank) {
        Plan part = part_of(*plan_, share.groups_of(rank));
        packet_.clear();
        put(packet_, part, take_bases(inputs_, part));
        const std::uint64_t bytes = packet_.bytes().size();
        ranks_->send(rank, std::as_bytes(std::span(&bytes, 1)));
        ranks_->send(rank, packet_.bytes());
    }
    packet_.clear();
    part_ = part_of(*plan_, share.groups_of(0));
    part_.share = share;
    is_sent_ = true;
}

template <class T>
template <class... Values>
void SharedEvaluator<T>::order(Order what, const Values&... values) {
    if (ranks_ == nullptr) return;
    packet_.clear();
    (packet_.put(values), ...);
    issue(*ranks_, what, number_, packet_.bytes());
}

template <class T>
void SharedEvaluator<T>::set_width(double width) {
    const AtWork busy = at_work(Order::set_width);
    order(Order::set_width, width);
    own_.set_width(width);
    width_ = width;
}

template <class T>
void SharedEvaluator<T>::forward(std::span<const T> theta, std::span<double> l) {
    if (ranks_ != nullptr && !is_sent_) send_parts();
    const AtWork busy = at_work(Order::forward);
    order(Order::forward, theta);
    own_.forward(ranks_ == nullptr ? *plan_ : part_, theta, l);
}

template <class T>
void SharedEvaluator<T>::backward(std::span<const double> w, std::span<T> g) {
    const AtWork busy = at_work(Order::backward);
    order(Order::backward, w);
    own_.backward(w, g);
}

template <class T>
void SharedEvaluator<T>::hessian_vector(std::span<const double> w, std::span<const T> v, std::span<T> h) {
    const AtWork busy = at_work(Order::hessian_vector);
    order(Order::hessian_vector, w, v);
    own_.hessian_vector(w, v, h);
}

template <class T>
void SharedEvaluator<T>::hessian(std::span<const double> w, std::span<double> h) {
    const AtWork busy = at_work(Order::hessian);
    order(Order::hessian, w);
    own_.hessian(w, h);
}

template <class T>
void SharedEvaluator<T>::preconditioner(std::span<const double> w, double l2, std::vector<T>& numbers) {
    const AtWork busy = at_work(Order::preconditioner);
    order(Order::preconditioner, w);
    own_.preconditioner(w, l2, numbers);
}

template <class T>
void SharedEvaluator<T>::strict_risks(std::span<double> l, double doubt) {
    const AtWork busy = at_work(Order::strict_risks);
    order(Order::strict_risks, doubt);
    own_.sums().strict_risks(l, doubt);
}

template <class T>
void SharedEvaluator<T>::flips(std::span<double> l) {
    const AtWork busy = at_work(Order::flips);
    order(Order::flips);
    own_.sums().flips(l);
}

template <class T>
std::span<const double> SharedEvaluator<T>::scores() {
    const AtWork busy = at_work(Order::scores);
    order(Order::scores);
    const auto own = std::as_const(own_.sums()).predictions().scores();
    if (ranks_ == nullptr) return own;
    const auto points_of = [&](std::size_t rank) {
        const IndexRange groups = part_.share.groups_of(rank);
        if (groups.size() == 0) return std::size_t{0};
        const std::size_t first = plan_->tiles[plan_->groups[groups.begin].begin].points.begin;
        return plan_->tiles[plan_->groups[groups.end - 1].end - 1].points.end - first;
    };
    const std::size_t outputs = own_.sums().predictions().outputs();
    scores_.assign(own.begin(), own.end());
    part_.share.collect(scores_, part_.num_points(), outputs, points_of);
    return {scores_.data(), plan_->num_points() * outputs};
}

template class SharedEvaluator<float>;
template class SharedEvaluator<double>;

}  // namespace alcole::engine
