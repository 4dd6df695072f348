#include <alcole/derivatives.hpp>
#include <alcole/solve.hpp>
#include <alcole/torch/problem.hpp>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <torch/script.h>
#include <torch/torch.h>

namespace {

using alcole::Batch;
using alcole::Options;
using alcole::adapters::TorchProblem;

/// The device of modules and data: the one that ALCOLE_TEST_DEVICE names (tests/gpu).
torch::Device place() {
    const char* name = std::getenv("ALCOLE_TEST_DEVICE");
    return alcole::adapters::device(name == nullptr ? "cpu" : name);
}

/// Generated people: four numbers, the first of which should make no difference, and a label that depends on it.
struct People {
    explicit People(std::int64_t rows = 200) {
        torch::manual_seed(3);
        x = torch::randn({rows, 4}, torch::kDouble);
        x.select(1, 0).copy_(torch::rand({rows}, torch::kDouble) < 0.5);
        y = (x.select(1, 1) + 1.5 * x.select(1, 0) + torch::randn({rows}, torch::kDouble) > 0.7).to(torch::kLong);
        twins = x.clone();
        twins.select(1, 0).copy_(1 - x.select(1, 0));
        for (auto* tensor : {&x, &y, &twins}) *tensor = tensor->to(place());
    }
    torch::Tensor x, y, twins;
};

/// The loss, and the mean divergence between the outputs for a row and for its twin, minus a bound.
template <class Net>
torch::Tensor risks_of(Net&& forward, const torch::Tensor& x, const torch::Tensor& twins, const torch::Tensor& y) {
    const auto here = torch::log_softmax(forward(x), 1);
    const auto there = torch::log_softmax(forward(twins), 1);
    const auto kl = (here.exp() * (here - there)).sum(1).mean();
    return torch::stack({torch::nll_loss(here, y), kl - 1e-2});
}

std::shared_ptr<torch::nn::SequentialImpl> network(torch::Dtype type) {
    torch::manual_seed(5);
    torch::nn::Sequential net(torch::nn::Linear(4, 5), torch::nn::Tanh(), torch::nn::Linear(5, 2));
    net->to(place(), type);
    return net.ptr();
}

/// Without a hidden layer the problem has a unique answer.
std::shared_ptr<torch::nn::SequentialImpl> linear() {
    torch::manual_seed(5);
    torch::nn::Sequential net(torch::nn::Linear(4, 2));
    net->to(place(), torch::kDouble);
    return net.ptr();
}

TorchProblem<double> fair(const std::shared_ptr<torch::nn::SequentialImpl>& net, const People& people) {
    return {net->parameters(),
            1,
            [net, people](const Batch* batch) {
                const auto rows =
                    (batch ? torch::arange(static_cast<std::int64_t>(batch->index), 200, 4) : torch::arange(200))
                        .to(place());
                const auto forward = [&](const torch::Tensor& x) { return net->forward(x); };
                return risks_of(forward, people.x.index_select(0, rows), people.twins.index_select(0, rows),
                                people.y.index_select(0, rows));
            },
            {.names = {"flip"}, .batches_per_epoch = 4}};
}

TEST(TorchProblem, GradientsAreThoseOfItsRisks) {
    const auto net = network(torch::kDouble);
    auto problem = fair(net, People());
    const auto found = alcole::check_gradients(problem, problem.theta());
    EXPECT_TRUE(found.passed) << found.message;
}

TEST(TorchProblem, APullbackMayBeRepeated) {
    const auto net = network(torch::kDouble);
    auto problem = fair(net, People());
    std::vector<double> l(2), w = {1, 0.5}, first(problem.num_variables()), second(first.size());
    const auto at = problem.risks(problem.theta(), l);
    at.pullback(w, first);
    at.pullback(w, second);
    EXPECT_EQ(first, second);
}

TEST(TorchProblem, ProductsWithTheHessianAgreeWithDifferences) {
    const auto net = network(torch::kDouble);
    auto problem = fair(net, People());
    const std::vector<double> theta = problem.theta(), w = {1, 3};
    std::vector<double> v(theta.size()), h(theta.size()), up(theta.size()), down(theta.size()), l(2);
    for (std::size_t j = 0; j < v.size(); ++j) v[j] = std::sin(static_cast<double>(j));
    problem.hessian_vector(theta, w, v, h);
    const double step = 1e-5;
    auto moved = theta;
    for (std::size_t j = 0; j < v.size(); ++j) moved[j] = theta[j] + step * v[j];
    problem.risks(moved, l).pullback(w, up);
    for (std::size_t j = 0; j < v.size(); ++j) moved[j] = theta[j] - step * v[j];
    problem.risks(moved, l).pullback(w, down);
    for (std::size_t j = 0; j < v.size(); ++j) EXPECT_NEAR(h[j], (up[j] - down[j]) / (2 * step), 1e-7);
}

TEST(TorchProblem, IsSolvedLikeAnyOther) {
    const auto net = linear();
    auto problem = fair(net, People());
    Options options;
    options.tolerance.stationarity = 1e-5;
    const auto answer = alcole::solve(problem, problem.theta(), options);
    EXPECT_EQ(answer.status, alcole::Status::converged) << answer.message;
    EXPECT_LE(answer.stationarity, 1e-5);
    EXPECT_LE(answer.violation, 1e-7);
    EXPECT_GT(answer.lambda[0], 0.01);  // the bound is active
    EXPECT_GT(answer.counts.hessian_vectors, 0);
    EXPECT_EQ(answer.constraint_names[0], "flip");
    ASSERT_TRUE(answer.best());
    problem.put(answer.theta());
    EXPECT_EQ(problem.theta(), answer.theta());
}

TEST(TorchProblem, StoppedAndResumedMiniBatchesAreTheSame) {
    Options options;
    options.regime = alcole::Regime::stochastic;
    options.stochastic.max_epochs = 6;
    const auto run = [&](std::int64_t first) {
        const auto net = network(torch::kDouble);
        auto problem = fair(net, People());
        Options some = options;
        some.stochastic.max_epochs = first;
        auto answer = alcole::solve(problem, problem.theta(), some);
        if (first < 6) answer = alcole::solve(problem, answer.state, options);
        return answer;
    };
    const auto whole = run(6);
    const auto parts = run(2);
    EXPECT_EQ(whole.theta(), parts.theta());
    EXPECT_EQ(whole.lambda, parts.lambda);
    EXPECT_EQ(whole.counts.steps, 24);
}

TEST(TorchProblem, InSinglePrecision) {
    const auto net = network(torch::kFloat);
    const People people;
    TorchProblem<float> problem(net->parameters(), 1, [&](const Batch*) {
        const auto forward = [&](const torch::Tensor& x) { return net->forward(x.to(torch::kFloat)); };
        return risks_of(forward, people.x, people.twins, people.y);
    });
    Options options;
    options.max_outer = 5;
    const auto answer = alcole::solve(problem, problem.theta(), options);
    EXPECT_LT(answer.risks[0], std::numbers::ln2);
}

TEST(TorchProblem, FromATorchScriptFile) {
    const auto file = std::filesystem::path(testing::TempDir()) / "alcole_line.pt";
    torch::jit::Module made("line");
    made.register_parameter("x", torch::zeros({2}, torch::dtype(torch::kDouble).requires_grad(true)), false);
    made.define("def forward(self, a):\n    return self.x * a\n");
    made.save(file.string());
    const alcole::adapters::Script script(file.string(), place());
    const auto ones = torch::ones({2}, torch::TensorOptions(torch::kDouble).device(place()));
    // minimise |x - 2|^2 subject to x_0 + x_1 <= 2: at (1, 1), with the multiplier 2
    TorchProblem<double> problem(script.parameters(), 1, [&](const Batch*) {
        const auto x = script.forward(ones);
        return torch::stack({(x - 2).square().sum(), x.sum() - 2});
    });
    const auto answer = alcole::solve(problem, problem.theta());
    EXPECT_EQ(answer.status, alcole::Status::converged);
    EXPECT_NEAR(answer.theta()[0], 1, 1e-6);
    EXPECT_NEAR(answer.lambda[0], 2, 1e-5);
    problem.put(answer.theta());
    script.save(file.string());
    const alcole::adapters::Script again(file.string(), place());
    EXPECT_NEAR(again.forward(ones)[0].item<double>(), 1, 1e-6);
    std::filesystem::remove(file);
}

TEST(TorchProblem, WhatIsNotThereIsAnError) {
    const auto said = [](const auto& call) -> std::string {
        try {
            call();
        } catch (const std::exception& error) {
            return error.what();
        }
        return "nothing";
    };
    EXPECT_NE(said([] { alcole::adapters::device("gpu7"); }).find("no device called 'gpu7'"), std::string::npos);
    if (!torch::cuda::is_available()) {
        EXPECT_NE(said([] { alcole::adapters::device("cuda"); }).find("was asked for and is not there"),
                  std::string::npos);
    }
    EXPECT_NE(
        said([] { alcole::adapters::Script("no/such/file.pt", torch::kCPU); }).find("no/such/file.pt cannot be read"),
        std::string::npos);
    EXPECT_NE(said([] { TorchProblem<double>(network(torch::kFloat)->parameters(), 0, {}); }).find("of type Float"),
              std::string::npos);
    EXPECT_NE(said([] { TorchProblem<double>({}, 0, {}); }).find("no parameters"), std::string::npos);
    const auto net = network(torch::kDouble);
    TorchProblem<double> wrong(net->parameters(), 2, [](const Batch*) { return torch::zeros({2}); });
    std::vector<double> l(3);
    EXPECT_NE(said([&] { wrong.risks(wrong.theta(), l); }).find("one tensor of 3 numbers"), std::string::npos);
}

}  // namespace
