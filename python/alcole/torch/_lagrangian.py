"""The method for users who write their own training loop."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

from .. import _native
from . import _checkpoint
from ._device import Sums, Weights, first_not_finite, risks_from
from ._lib import Module, Tensor, torch
from ._problem import Measured, Problem
from ._ranks import Ranks
from ._train import texts_of, with_dual_step


class Lagrangian:
    """Turns m + 1 risks of a mini-batch into the loss to minimise, and updates its multipliers.

        lagrangian = Lagrangian(net, names, bounds)
        for batch in loader:
            optimizer.zero_grad()
            loss = lagrangian(risks(batch))        # a tensor of m + 1 means over the rows of the batch
            loss.backward()
            optimizer.step()
            lagrangian.step()                      # takes a dual step after every `every` steps

    Only a dual step waits for the device, once. `status` is "settled" once risks and multipliers have stabilised. Under
    torch.distributed the risks of all processes are combined; make the module a DistributedDataParallel, or sum the
    gradients yourself. Each process passes the number of rows of its means as `counts`.

    >>> import torch
    >>> net = torch.nn.Linear(1, 1, bias=False)                   # minimise (x - 2)^2 subject to x <= 1
    >>> x, optimizer = torch.ones(1, 1), torch.optim.SGD(net.parameters(), 0.05)
    >>> lagrangian = Lagrangian(net, ["wall"], [1.0], every=10)
    >>> for _ in range(3000):
    ...     optimizer.zero_grad()
    ...     lagrangian(torch.stack([((net(x) - 2) ** 2).mean(), net(x).mean()])).backward()
    ...     optimizer.step()
    ...     lagrangian.step()
    >>> round(float(net.weight), 2), round(lagrangian.multipliers["wall"], 1)
    (1.0, 2.0)
    """

    def __init__(self, net: Module, names: Sequence[str], bounds: Sequence[float], *, every: int = 100,
                 equality: Optional[Sequence[bool]] = None, scales: Optional[Sequence[float]] = None,
                 options: Optional[Mapping[str, Any]] = None, group: Any = None) -> None:
        if every < 1:
            raise ValueError(f"every must be at least 1, not {every}")
        self.problem = Problem(net, _no_function, names, bounds, equality=equality, scales=scales)
        self.every = every
        more = {"regime": "stochastic", "stochastic.evaluate_every": 0}
        self.texts = with_dual_step(texts_of(options, more), every)
        asked = _native.option(self.texts, "stochastic.estimate")
        self.estimate = "running" if asked == "automatic" else asked
        if self.estimate == "full":
            raise ValueError("option 'stochastic.estimate': in a loop of your own, risks are known from mini-batches only, "
                             "never from all data")
        self.ranks = Ranks(net, group)
        self.weights = Weights(self.problem, _native.option(self.texts, "method"))
        self.sums = Sums(self.problem, self.ranks, float(_native.option(self.texts, "stochastic.forget")))
        self.dual = _native.DualState()
        self._scales = _native.option(self.texts, "scaling") in ("automatic", "gradient")
        self.steps = 0
        self.status, self.message = "begun", ""
        self._holder = _Window(self)

    def __call__(self, risks: Tensor, counts: Any = None) -> Tensor:
        """The loss, whose gradient is that of the Lagrangian. `counts`: the number of rows of each mean, if they
        differ."""
        problem = self.problem
        if not isinstance(risks, torch.Tensor):
            raise TypeError("risks must be one tensor: torch.stack([objective, constraint, ...])")
        if risks.dim() != 1 or risks.shape[0] != problem.num_parts:
            raise ValueError(f"there are {problem.num_constraints} constraints, so that risks must have the shape "
                             f"({problem.num_parts},), not {tuple(risks.shape)}")
        measured = Measured(risks.to(problem.dtype), problem.count(1.0 if counts is None else counts, problem.num_parts))
        l = self.sums.take(measured)
        if self._measures_now():
            self._holder.measure(l)
        if self.dual.iteration == 0 and self.status == "begun":
            self._begin(l)
        with torch.no_grad():
            w = self.weights(l if self.estimate == "batch" else self.sums.running_risks())
        loss = torch.dot(w, l)
        return loss * self.ranks.count if self.ranks.averages_gradients else loss

    def step(self) -> None:
        """Call it after each step of the optimiser."""
        self.steps += 1
        if self.steps % self.every != 0:
            return
        self._holder.window = risks_from(self.problem, self.sums.window)[0]
        self.sums.forget_window()
        self._holder.ready = True
        self._ascend()

    @property
    def settled(self) -> bool:
        return self.status in ("settled", "converged")

    @property
    def multipliers(self) -> Dict[str, float]:
        """By the names of the constraints, as of the last dual step."""
        return dict(zip(self.problem.names, (float(v) for v in self.dual.multipliers)))

    @property
    def trace(self) -> List[Dict[str, Any]]:
        """A record for each dual step."""
        found: List[Dict[str, Any]] = self.dual.trace
        return found

    def state_dict(self) -> Dict[str, Any]:
        return {"dual": _checkpoint.dual_bytes(self.dual), "sums": self.sums.state(), "steps": self.steps,
                "status": self.status, "sizes": self._holder.sizes, "window": self._holder.window}

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        self.dual = _checkpoint.dual_from(state["dual"])
        self.sums.restore(state["sums"])
        self.steps, self.status = state["steps"], state["status"]
        self._holder.sizes, self._holder.window = state["sizes"], state["window"]
        if self.status != "begun":
            self._ascend()  # restores the weights on the device

    def _measures_now(self) -> bool:
        """True in the first step of a window after which the sizes of the gradients are needed."""
        first = self.steps % self.every == 0
        return first and self._scales and (self.dual.iteration == 0 or bool(_native.measures_at(self.dual.iteration + 1)))

    def _begin(self, l: Tensor) -> None:
        self._holder.window = [float(v) for v in l.detach().tolist()]
        self._ascend()

    def _ascend(self) -> None:
        """The outer loop, from one window to the next: it is resumed, takes one dual step and is interrupted."""
        summary = _native.ascend(self._holder, self.dual, self.texts)
        self._holder.ready = False
        self.status, self.message = summary["status"], summary["message"]
        if self.status == "interrupted":
            self.status = "running"
        m = self.problem.num_constraints
        if self._holder.given is None:
            self._holder.given = (summary["multipliers"].tolist(), summary["penalties"].tolist(), [0.0] * m)
        self.weights.set(*self._holder.given)


class _Window:
    """alcole::Primal for a loop that belongs to the user: it reports what it was shown."""

    def __init__(self, owner: Lagrangian) -> None:
        problem = owner.problem
        self.owner = owner
        self.names, self.equality, self.scales = problem.names, problem.equality, problem.scales
        self.has_strict_risks = False
        self.epsilon = float(torch.finfo(problem.dtype).eps)
        self.window: List[float] = []
        self.sizes: List[float] = []
        self.ready = False
        self.given: Optional[Tuple[List[float], List[float], List[float]]] = None

    def minimise(self, multipliers: Any, penalties: Any, offset: Any, stop: Callable[[], bool]) -> str:
        self.given = (multipliers.tolist(), penalties.tolist(), offset.tolist())
        if any(v != v or abs(v) == float("inf") for v in self.window):
            return "not_finite"
        if self.ready:
            self.ready = False
            return "reached"
        return "interrupted"

    def measure(self, l: Tensor) -> None:
        """The largest entry of the gradient of each risk on this mini-batch: m + 1 backward passes."""
        parameters, sizes = self.owner.problem.parameters, []
        for i in range(l.shape[0]):
            found = torch.autograd.grad(l[i], parameters, retain_graph=True, allow_unused=True) if l.requires_grad else []
            total = 0.0
            for g in found:
                if g is not None:
                    total = max(total, float(self.owner.ranks.sum_(g.detach().clone()).abs().max()))
            sizes.append(total)
        self.sizes = sizes

    def risks(self) -> List[float]:
        return self.window

    window_risks = risks
    strict_risks = risks
    window_strict_risks = risks

    def epoch(self) -> int:
        return -1

    def pace(self) -> float:
        return 1.0

    def remember(self, risks: Any) -> None:
        pass

    def slopes(self, w: Any) -> Tuple[float, float, float]:
        """Known from mini-batches only: stationarity is not judged in the user's own loop."""
        size = self.sizes[0] if self.sizes else 1.0
        return size, size, 1.0

    def gradient_sizes(self) -> List[float]:
        return self.sizes

    def keep_best(self, iteration: int, risks: Any) -> None:
        pass

    keep_sample = keep_best

    def not_finite(self) -> Optional[Tuple[int, float]]:
        return first_not_finite(self.window)

    def counts(self) -> Dict[str, int]:
        return {"batch_risks": self.owner.steps, "batch_pullbacks": self.owner.steps, "steps": self.owner.steps}


def _no_function(batch: Any) -> Tensor:
    raise RuntimeError("a Lagrangian is given risks, not batches")
