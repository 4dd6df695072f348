#include <alcole/ranks.hpp>

#include "base/release_memory.hpp"
#include "base/scratch.hpp"
#include "engine/cpu/scorer_of.hpp"
#include "engine/evaluator.hpp"
#include "engine/orders.hpp"
#include "engine/served_reading.hpp"

#include <map>
#include <memory>
#include <new>
#include <utility>

namespace alcole {
namespace engine {
namespace {

/// The counterpart, on another rank, of one of rank 0's evaluators.
class Served {
  public:
    Served() = default;
    Served(const Served&) = delete;
    Served& operator=(const Served&) = delete;
    virtual ~Served() = default;
    virtual void carry_out(Order order, PacketReader bytes) = 0;
};

/// Performs the same operations on its part of a plan as rank 0 on its own. The results that are collected at rank 0
/// are ignored here.
template <class T>
class ServedEvaluator final : public Served {
  public:
    ServedEvaluator(Ranks& ranks, EvaluatorSetup<T> setup, ThreadPool& pool)
        : ranks_(ranks),
          inputs_(std::move(setup.inputs)),
          evaluator_(scorer_of(setup.model, setup.task, setup.outputs, inputs_, pool),
                     RiskSums(setup.task, setup.outputs, pool)) {}

    void carry_out(Order order, PacketReader bytes) override {
        switch (order) {
            case Order::take:
                return take(bytes.get<std::uint64_t>());
            case Order::set_width:
                return evaluator_.set_width(bytes.get<double>());
            case Order::forward:
                bytes.get(theta_);
                g_.resize(theta_.size());
                return evaluator_.forward(part_, theta_, l_);
            case Order::backward:
                bytes.get(w_);
                return evaluator_.backward(w_, g_);
            case Order::hessian_vector:
                bytes.get(w_);
                bytes.get(v_);
                return evaluator_.hessian_vector(w_, v_, g_);
            case Order::hessian:
                bytes.get(w_);
                h_.resize(theta_.size() * theta_.size());
                return evaluator_.hessian(w_, h_);
            case Order::preconditioner:
                bytes.get(w_);
                return evaluator_.preconditioner(w_, 0, unread_);
            case Order::strict_risks:
                return evaluator_.sums().strict_risks(l_, bytes.get<double>());
            case Order::flips:
                return evaluator_.sums().flips(l_);
            case Order::scores:
                if (const auto scores = std::as_const(evaluator_.sums()).predictions().scores(); !scores.empty())
                    ranks_.send(0, std::as_bytes(scores));
                return;
            case Order::limit_memory:
            case Order::look:
            case Order::read:
            case Order::hand_over:
            case Order::open:
            case Order::close:
            case Order::times:
            case Order::end:
                return;
        }
    }

  private:
    void take(std::size_t groups) {
        std::uint64_t size = 0;
        ranks_.receive(0, std::as_writable_bytes(std::span(&size, 1)));
        packet_.resize(size);
        ranks_.receive(0, packet_);
        PacketReader from(packet_);
        get(from, part_, inputs_);
        part_.share = Share(ranks_, groups);
        l_.resize(part_.constants.size());
        if (packet_.size() > max_kept) base::release_memory(packet_);
    }

    Ranks& ranks_;
    Inputs<T> inputs_;
    Evaluator<T> evaluator_;
    Plan part_;
    std::vector<std::byte> packet_;
    std::vector<T> theta_;
    std::vector<T> v_;
    std::vector<T> g_;
    std::vector<T> unread_;  // the preconditioner of its own groups
    std::vector<double> w_;
    std::vector<double> l_;
    std::vector<double> h_;
};

class Server {
  public:
    explicit Server(Ranks& ranks) : ranks_(ranks), reading_(ranks) {}

    void run() {
        std::vector<std::byte> bytes;
        for (OrderHead head = receive_order(ranks_, bytes); head.order != Order::end;
             head = receive_order(ranks_, bytes)) {
            ranks_.enter(phase_of(head.order));
            if (head.order == Order::open)
                served_[head.evaluator] =
                    precision_of(bytes) == sizeof(float) ? open<float>(bytes) : open<double>(bytes);
            else if (head.order == Order::limit_memory)
                base::scratch::limit_memory(PacketReader(bytes).get<std::uint64_t>());
            else if (phase_of(head.order) == Phase::reading)
                reading_.carry_out(head.order, bytes);
            else if (head.order == Order::close)
                served_.erase(head.evaluator);
            else if (head.order == Order::times)
                ranks_.send(0, std::as_bytes(std::span(ranks_.times())));
            else
                served_.at(head.evaluator)->carry_out(head.order, PacketReader(bytes));
            ranks_.enter(Phase::rest);
        }
    }

  private:
    template <class T>
    std::unique_ptr<Served> open(std::span<const std::byte> bytes) {
        EvaluatorSetup<T> setup = setup_from<T>(bytes);
        auto& pool = pools_[setup.threads];
        if (!pool) pool = std::make_unique<ThreadPool>(setup.threads);
        return std::make_unique<ServedEvaluator<T>>(ranks_, std::move(setup), *pool);
    }

    Ranks& ranks_;
    ServedReading reading_;
    std::map<std::size_t, std::unique_ptr<ThreadPool>> pools_;  // by number of threads
    std::map<std::uint32_t, std::unique_ptr<Served>> served_;   // by the number of rank 0's evaluator
};

}  // namespace
}  // namespace engine

void serve(Ranks& ranks) {
    try {
        engine::Server(ranks).run();
    } catch (const std::bad_alloc&) {
        ranks.abort("there is not enough memory for its part");
    } catch (const std::exception& error) {
        ranks.abort(error.what());
    }
}

std::vector<PhaseTimes> times_of(Ranks& ranks) {
    std::vector<PhaseTimes> all = {ranks.times()};
    engine::issue(ranks, engine::Order::times);
    for (std::size_t rank = 1; rank < ranks.size(); ++rank)
        ranks.receive(rank, std::as_writable_bytes(std::span(all.emplace_back())));
    return all;
}

void limit_memory(Ranks& ranks, std::uint64_t bytes) {
    engine::issue(ranks, engine::Order::limit_memory, 0, std::as_writable_bytes(std::span(&bytes, 1)));
}

void dismiss(Ranks& ranks) { engine::issue(ranks, engine::Order::end); }

}  // namespace alcole
