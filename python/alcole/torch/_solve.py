"""All data in every step: for modules and data that are small enough, and for accurate answers."""

from __future__ import annotations

from typing import Any, List

from ._batches import Batches, check_loader
from ._device import Sums, Weights, risks_from
from ._holder import Holder, evaluate
from ._lib import Tensor, torch
from ._problem import Problem
from ._ranks import Ranks
from ._step import Step


class _Flat:
    """A problem for alcole.solve(): theta is the concatenation of all parameters."""

    def __init__(self, problem: Problem, loader: Any) -> None:
        self.problem = problem
        self.names, self.equality, self.scales = problem.names, problem.equality, problem.scales
        if problem.each:
            raise ValueError("solve() takes no constraints on every single row; train() does")
        ranks = Ranks(problem.net)
        if ranks.several:
            raise ValueError("solve() is for one process; train() is for several")
        weights, sums = Weights(problem, "augmented"), Sums(problem, ranks, 0.1)
        step = Step(problem, None, weights, sums, estimate="batch", ranks=ranks)
        self.loaders = [loader] + problem.loaders
        self.holder = Holder(problem, Batches(self.loaders), self.loaders, step, weights, sums, ranks, epochs=1, dual_every=1)
        if problem.has_strict_risks:
            self.strict_risks = lambda theta: self._at(theta)[-1]

    def _at(self, theta: Any) -> List[List[float]]:
        put(self.problem, torch.as_tensor(theta))
        self.sums = evaluate(self.problem, self.loaders, self.holder.ranks, self.holder.step.casting).sums
        return risks_from(self.problem, self.sums)

    def risks(self, theta: Any) -> List[float]:
        return self._at(theta)[0]

    def pullback(self, w: Any) -> Any:
        """Iterates over the batches once more, with one graph for each: no graph is kept for all data."""
        totals = self.sums[1].clamp(min=1e-30).to(self.problem.dtype)
        weights = self.problem.tensor([[float(v) for v in w]])
        return self.holder.gradients(weights, totals)[0].cpu().numpy()


def put(problem: Problem, theta: Tensor) -> None:
    """Copies theta into the module."""
    place = 0
    with torch.no_grad():
        for p in problem.parameters:
            p.copy_(theta[place:place + p.numel()].view_as(p))
            place += p.numel()


def solve(problem: Problem, loader: Any, **options: Any) -> Any:
    """Minimises on all data of the loader, starting from the module's weights, until it has converged; the module
    ends up with the weights of the answer. Options and return value are those of alcole.solve()."""
    from .._solve import solve as solve_flat

    check_loader(loader)
    theta = torch.cat([p.detach().reshape(-1) for p in problem.parameters]).to("cpu", problem.dtype).numpy()
    result = solve_flat(_Flat(problem, loader), theta, **options)
    put(problem, torch.as_tensor(result.theta))
    return result
