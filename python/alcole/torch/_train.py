"""Training a module under constraints."""

from __future__ import annotations

import os
import time
from typing import Any, Callable, Dict, List, Mapping, Optional

from .. import _native
from .._solve import Interrupted
from . import _checkpoint
from ._batches import Batches, check_loader, cuda_random_state, set_cuda_random_state
from ._device import Sums, Weights, has_rows, risks_from
from ._holder import Holder, evaluate
from ._interrupts import Interrupts
from ._lib import torch
from ._problem import Problem
from ._ranks import Ranks
from ._result import Result
from ._step import make_step

OWNED = ("optimiser", "rate", "momentum", "beta1", "beta2", "epsilon", "weight_decay")
"""Options that the PyTorch optimiser determines."""
MOST_BETWEEN_DUAL_STEPS = 100
MET_WITHIN = 0.01
"""Share of a bound by which it may be exceeded and still count as met, as in a verdict."""


def texts_of(options: Optional[Mapping[str, Any]], more: Mapping[str, Any]) -> Dict[str, str]:
    """The solver's options as text; "penalty__initial" means "penalty.initial"."""
    texts = {}
    for name, value in {**more, **(options or {})}.items():
        name = name.replace("__", ".")
        group, _, last = name.partition(".")
        if group == "stochastic" and last in OWNED:
            raise ValueError(f"option '{name}' is the optimiser's: give it to torch.optim")
        if name == "regime" and value != "stochastic":
            raise ValueError("option 'regime': a module is trained with mini-batches; for all data in every step see "
                             "alcole.torch.solve")
        texts[name] = str(value).lower() if isinstance(value, bool) else str(value)
    return texts


def with_dual_step(texts: Dict[str, str], every: int) -> Dict[str, str]:
    """The default dual step: a tenth of the penalty for each mini-batch step since the last dual step, but at most
    the penalty itself, which is what the solver uses if theta responds in full. (Its own default for
    mini-batches, a tenth, is for a dual step after each of them.)"""
    if float(_native.option(texts, "dual.step")) > 0 or _native.option(texts, "scaling") == "natural":
        return texts
    if _native.option(texts, "method") != "augmented":
        return texts
    penalty = float(_native.option(texts, "penalty.initial")) or 1.0
    return {**texts, "dual.step": repr(min(1.0, 0.1 * every) * penalty)}


def check_optimizer(optimizer: Any, problem: Problem) -> None:
    if not isinstance(optimizer, torch.optim.Optimizer):
        raise TypeError(f"optimizer must be one of torch.optim with the module's parameters, such as "
                        f"Adam(net.parameters(), 1e-3), not {optimizer!r}")
    if isinstance(optimizer, torch.optim.LBFGS):
        raise TypeError("LBFGS asks for the loss again and again within a step, which mini-batches do not give; "
                        "alcole.torch.solve() minimises on all data")
    moved = {id(p) for group in optimizer.param_groups for p in group["params"]}
    if not any(id(p) in moved for p in problem.parameters):
        raise ValueError("the optimiser has none of the module's parameters: was it made for another module?")


class Training:
    """The objects that train() assembles."""

    def __init__(self, problem: Problem, loader: Any, optimizer: Any, texts: Dict[str, str], *, scheduler: Any, all_data: Any,
                 capture: bool, autocast: Any, scaler: Any, clip: float, group: Any) -> None:
        self.problem, self.optimizer, self.scheduler, self.scaler, self.texts = problem, optimizer, scheduler, scaler, texts
        check_optimizer(optimizer, problem)
        self.ranks = Ranks(problem.net, group)
        if self.ranks.several and self.number("max_seconds") > 0:
            raise ValueError("option 'max_seconds': the clocks of several processes differ; use stop=")
        batches = Batches([loader] + problem.loaders)
        lengths = self.ranks.gathered(torch.tensor([batches.per_epoch], device=problem.device)).tolist()
        if len(set(lengths)) > 1:
            raise ValueError(f"the loaders of the processes give {', '.join(map(str, lengths))} batches: all of them take every "
                             f"step together, so give each the same number (a DistributedSampler does)")
        every = int(self.number("stochastic.dual_every")) or min(batches.per_epoch, MOST_BETWEEN_DUAL_STEPS)
        self.texts = with_dual_step(texts, every)
        weights = Weights(problem, self.option("method"))
        if problem.each and weights.method not in ("augmented", "unconstrained"):
            raise ValueError("option 'method': constraints on every single row are for the augmented Lagrangian")
        sums = Sums(problem, self.ranks, self.number("stochastic.forget"))
        step = make_step(capture, problem, optimizer, weights, sums, estimate=self._estimate(batches.per_epoch),
                         ranks=self.ranks, autocast=autocast, scaler=scaler, clip=clip)
        whole = [all_data if all_data is not None else loader] + problem.loaders
        for one in whole:
            check_loader(one)
        self.holder = Holder(problem, batches, whole, step, weights, sums, self.ranks,
                             epochs=int(self.number("stochastic.max_epochs")), dual_every=every, scheduler=scheduler)
        self.state = _native.DualState()

    def option(self, name: str) -> str:
        return _native.option(self.texts, name)

    def number(self, name: str) -> float:
        return float(self.option(name))

    def _estimate(self, batches: int) -> str:
        """Chooses the risks for the weights. The solver uses risks of all data as of the last dual step for its own
        models if they are available; a few steps later these are the risks of a different module, and the weights
        then push it far beyond the bounds."""
        asked = self.option("stochastic.estimate")
        return asked if asked != "automatic" else "batch" if batches == 1 else "running"

    def content(self) -> Dict[str, Any]:
        return {"module": self.problem.net.state_dict(), "optimizer": self.optimizer.state_dict(),
                "scheduler": None if self.scheduler is None else self.scheduler.state_dict(),
                "scaler": None if self.scaler is None else self.scaler.state_dict(),
                "dual": _checkpoint.dual_bytes(self.state), "holder": self.holder.state(), "names": self.holder.names}

    def own(self) -> Dict[str, Any]:
        """What differs between processes: position in the rows, random numbers, buffers of the module."""
        return {"batches": self.holder.batches.state(), "random": torch.get_rng_state(), "cuda_random": cuda_random_state(),
                "buffers": [buffer.cpu() for buffer in self.problem.net.buffers()]}

    def save(self, file: Optional[_checkpoint.Path]) -> None:
        """All processes contribute; the first one writes."""
        everyone = self.ranks.told(self.own(), self.problem.device)
        if file is not None and self.ranks.rank == 0:
            _checkpoint.save(file, dict(self.content(), ranks=everyone))

    def restore(self, found: Dict[str, Any]) -> None:
        if found["names"] != self.holder.names:
            raise ValueError(f"the checkpoint is of a training with other constraints: {', '.join(found['names']) or 'none'}")
        if len(found["ranks"]) != self.ranks.count:
            raise ValueError(f"the checkpoint is of a training in {len(found['ranks'])} processes, each with a place in its rows; "
                             f"it cannot be resumed in {self.ranks.count}")
        own = found["ranks"][self.ranks.rank]
        self.problem.net.load_state_dict(found["module"])
        self.optimizer.load_state_dict(found["optimizer"])
        for object_, state in ((self.scheduler, found["scheduler"]), (self.scaler, found["scaler"])):
            if object_ is not None and state is not None:
                object_.load_state_dict(state)
        self.state = _checkpoint.dual_from(found["dual"])
        self.holder.restore(found["holder"])
        self.holder.batches.restore(own["batches"])
        with torch.no_grad():
            for buffer, value in zip(self.problem.net.buffers(), own["buffers"]):
                buffer.copy_(value)
        torch.set_rng_state(own["random"])
        set_cuda_random_state(own["cuda_random"])


def train(problem: Problem, loader: Any, optimizer: Any, options: Optional[Mapping[str, Any]] = None, *,
          epochs: Optional[int] = None, scheduler: Any = None, all_data: Any = None, held_out: Any = None,
          checkpoint: Optional[_checkpoint.Path] = None, checkpoint_seconds: float = 60.0, resume: bool = False,
          capture: bool = False, autocast: Any = None, scaler: Any = None, clip: float = 0.0, keep: str = "best",
          on_progress: Optional[Callable[[Dict[str, Any]], Any]] = None,
          on_dual_step: Optional[Callable[[Dict[str, Any]], Any]] = None, stop: Optional[Callable[[], bool]] = None,
          group: Any = None) -> Result:
    """Trains problem.net until its risks and multipliers have stabilised, at most for `epochs`.

    loader          provides the mini-batches; its length is an epoch. `all_data` is the loader for risks on all data:
                    give it if `loader` drops or changes rows
    optimizer       any of torch.optim; `scheduler` is stepped once an epoch
    options         of the solver (alcole.options()): {"penalty.initial": 2, "stochastic.dual_every": 50}
    held_out        a loader of rows that training never sees, to which the verdicts then extend. If a risk has its
                    own loader, loaders by name: {"objective": rows, "elsewhere": others}, as for certify()
    checkpoint      a file: written every `checkpoint_seconds` and at the end; with `resume=True` training continues
                    from it as if it had never stopped
    capture         every step as one CUDA graph
    autocast        torch.bfloat16 or torch.float16; `scaler` is a GradScaler for the latter
    clip            maximum norm of a gradient; 0: no maximum
    keep            "best": the module ends up with the best feasible weights that were found, if any; or "last"
    on_progress     called with a dictionary after each dual step; `on_dual_step` with its record of the trace
    stop            called before each step; training ends if it returns True
    group           of torch.distributed; if initialised, every process calls train() with its share of the rows

    Returns a Result. Ctrl-C ends the training after the current step, writes the checkpoint if there is one, and raises
    alcole.Interrupted, a KeyboardInterrupt with a `result`; a second Ctrl-C ends it at once.
    """
    if keep not in ("best", "last"):
        raise ValueError(f"keep must be 'best' or 'last', not '{keep}'")
    if checkpoint is not None and not os.path.isdir(os.path.dirname(os.fspath(checkpoint)) or "."):
        raise FileNotFoundError(f"checkpoint: there is no folder '{os.path.dirname(os.fspath(checkpoint))}'")
    more: Dict[str, Any] = {"regime": "stochastic", "tolerance.violation": MET_WITHIN}
    if epochs is not None:
        more["stochastic.max_epochs"] = epochs
    if scheduler is not None:
        more["stochastic.rate_schedule"] = "cosine"  # falls, so settling is decided at the end
    beyond = None if held_out is None else problem.beyond(held_out)
    training = Training(problem, loader, optimizer, texts_of(options, more), scheduler=scheduler, all_data=all_data,
                        capture=capture, autocast=autocast, scaler=scaler, clip=clip, group=group)
    if resume:
        if checkpoint is None:
            raise ValueError("resume needs the checkpoint to resume from")
        training.restore(_checkpoint.load(checkpoint))
    else:
        training.ranks.share_start(problem.net)
    writes = training.ranks.any(checkpoint is not None, problem.device)
    if writes:
        _write_from_time_to_time(training, checkpoint, checkpoint_seconds)
    with Interrupts() as interrupts:
        summary = _native.ascend(training.holder, training.state, training.texts,
                                 _teller(training, on_progress, on_dual_step), _stopper(training, stop, interrupts))
        training.holder.recount(summary["counts"])
        if writes:
            training.save(checkpoint)
    if training.ranks.any(interrupts.asked, problem.device):  # a Ctrl-C may have reached only one process
        raise Interrupted(_result(training, summary, keep, None))
    return _result(training, summary, keep, beyond)


def _write_from_time_to_time(training: Training, file: Optional[_checkpoint.Path], seconds: float) -> None:
    """Saves between windows, when the content is complete. All processes take part."""
    last = [time.monotonic()]

    def on_window() -> None:
        if training.ranks.any(time.monotonic() - last[0] >= seconds, training.problem.device):
            training.save(file)
            last[0] = time.monotonic()

    training.holder.on_window = on_window


def _stopper(training: Training, stop: Optional[Callable[[], bool]], interrupts: Interrupts) -> Callable[[], bool]:
    def asked() -> bool:
        return interrupts.asked or (stop is not None and bool(stop()))

    return lambda: training.ranks.any(asked(), training.problem.device)


def _teller(training: Training, on_progress: Any, on_dual_step: Any) -> Optional[Callable[[Dict[str, Any]], None]]:
    if on_progress is None and on_dual_step is None:
        return None
    holder = training.holder

    def told(record: Dict[str, Any]) -> None:
        if on_dual_step is not None:
            on_dual_step(record)
        if on_progress is None:
            return
        slacks = [float(v) for v in record["risks"][1:]]
        relative = [s / scale for s, scale in zip(slacks, holder.scales)]
        progress: Dict[str, Any] = {"stage": "training", "unit": "epoch", "done": holder.updates // holder.batches.per_epoch,
                                    "total": holder.epochs, "objective": float(record["risks"][0]),
                                    "seconds": record["seconds"]}
        if relative:
            worst = max(range(len(relative)), key=lambda i: relative[i])
            progress.update(worst=relative[worst], worst_name=holder.names[worst])
        on_progress(progress)

    return told


def _result(training: Training, summary: Dict[str, Any], keep: str, held_out: Any) -> Result:
    problem, holder, best = training.problem, training.holder, training.holder.best
    each = problem.each
    risks: List[float] = [float(v) for v in summary["risks"]]
    rows, last_objective, iterate = holder.rows(), risks[0], "last"
    if keep == "best" and best is not None:
        problem.net.load_state_dict(best["module"])
        risks, iterate = best["risks"], "best"
    about: Dict[str, Any] = {"name": type(getattr(problem.net, "module", problem.net)).__name__, "device": str(problem.device),
                             "optimiser": type(training.optimizer).__name__, "method": training.option("method"), "rows": rows,
                             "weights": sum(p.numel() for p in problem.parameters), "held_out_rows": 0,
                             "last_objective": last_objective, "options": training.texts}
    beyond: Optional[List[Optional[float]]] = None
    if held_out is not None:
        totals = evaluate(problem, held_out, training.ranks, holder.step.casting, each=False)
        found = zip(risks_from(problem, totals.sums)[-1], has_rows(problem, totals.sums))
        beyond = [risk if known else None for risk, known in found] + [None] * len(each)  # no other rows
        about["held_out_rows"] = totals.rows
    multipliers = [float(v) for v in summary["multipliers"]][:problem.num_constraints]
    return Result(status=summary["status"], message=summary["message"], ending=summary["ending"], iterate=iterate,
                  objective=risks[0],
                  slacks=risks[1:], multipliers=multipliers + [float(risk.each.multipliers.mean()) for risk in each],
                  penalties=[float(v) for v in summary["penalties"]][:problem.num_constraints] + [
                      risk.each.penalty for risk in each],
                  names=holder.names, bounds=problem.bounds + [risk.bounds[0] for risk in each], equality=holder.equality,
                  stationarity=summary["stationarity"], violation=summary["violation"],
                  complementarity=summary["complementarity"], counts=summary["counts"], seconds=summary["seconds"],
                  records=_told(training.state.trace, holder.prices), best=best, samples=holder.samples, held_out=beyond,
                  row_multipliers={risk.names[0]: risk.each.multipliers for risk in each}, about=about, problem=problem)


def _told(records: List[Dict[str, Any]], prices: List[List[float]]) -> List[Dict[str, Any]]:
    """The trace. For constraints on every single row, the outer loop knows the worst row if all data were evaluated,
    and nothing about their multipliers."""
    many = len(prices[0]) if prices else 0
    known = [float("nan")] * many
    for record, price in zip(records, prices) if many else ():
        known = list(record["risks"][-many:]) if record["exact"] else known
        record["risks"][-many:], record["multipliers"][-many:] = known, price
    return records
