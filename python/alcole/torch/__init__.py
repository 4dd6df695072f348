"""Trains any torch module under constraints, on any device, with the solver of alcole.

    import alcole.torch

    problem = alcole.torch.Problem(net, risks, names, bounds)        # risks(batch) -> tensor of m + 1 risks
    result = alcole.torch.train(problem, loader, torch.optim.Adam(net.parameters()))
    result.verdicts, result.prices

docs/torch.md is the guide.
"""

from . import risks
from ._certify import certify
from ._indexed import PerSample
from ._lagrangian import Lagrangian
from ._problem import Problem
from ._result import Result
from ._solve import solve
from ._train import train

__all__ = ["Lagrangian", "PerSample", "Problem", "Result", "certify", "risks", "solve", "train"]
