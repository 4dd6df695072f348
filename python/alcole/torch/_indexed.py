"""As many constraints as there are rows: a multiplier for each of them; a step touches those of its batch."""

from __future__ import annotations

import warnings
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from ._lib import Tensor, torch
from ._ranks import Ranks


with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    torch.zeros(1).scatter_reduce_(0, torch.zeros(1, dtype=torch.long), torch.zeros(1), "amax")  # 1.13 warns: "beta"


class PerSample:
    """A bound on every single row: l_i <= bound for i = 0 .. count - 1. A row's index is its position in the data,
    which the loader provides.

        each = PerSample(len(data), bound=0.5, device="cuda")
        loss = objective + each(losses, index)        # losses of the batch, not their mean, and their rows
        loss.backward()
        optimizer.step()
        each.step()                                   # the multipliers of the rows that were seen

    The added term is the mean over rows of their terms in the augmented Lagrangian. A multiplier is updated by

        lambda_i = max(0, lambda_i + step max(l_i, -lambda_i / (2 penalty)))

    when its row has been seen: alcole::dual::raise, on the device. `step` defaults to the penalty: a row is seen once
    per epoch, so theta has had a whole epoch to respond."""

    def __init__(self, count: int, bound: Union[float, Sequence[float], Tensor] = 0.0, *, penalty: float = 1.0,
                 step: float = 0.0, device: Any = None, dtype: Any = None) -> None:
        if count < 1:
            raise ValueError(f"count must be at least 1, not {count}")
        if penalty <= 0:
            raise ValueError(f"penalty must be more than 0, not {penalty}")
        self.penalty, self.rate = float(penalty), float(step) or float(penalty)
        self.multipliers = torch.zeros(count, device=device, dtype=dtype or torch.float32)
        self.bound = torch.as_tensor(bound, device=device, dtype=self.multipliers.dtype)
        if self.bound.dim() > 0 and self.bound.shape[0] != count:
            raise ValueError(f"there are {self.bound.shape[0]} bounds for {count} rows")
        self._seen: List[Tuple[Tensor, Tensor]] = []

    def __call__(self, risks: Tensor, index: Tensor) -> Tensor:
        if risks.dim() != 1 or risks.shape != index.shape:
            raise ValueError(f"risks and their index must have one dimension and the same length, not {tuple(risks.shape)} "
                             f"and {tuple(index.shape)}")
        index = index.to(self.multipliers.device)
        slack = self.slacks(risks, index)
        with torch.no_grad():
            weights = (self.multipliers[index] + 2 * self.penalty * slack).clamp_(min=0)
        self._seen.append((index, slack.detach()))
        return torch.dot(weights, slack) / index.shape[0]

    def step(self, ranks: Optional[Ranks] = None) -> None:
        """Call it after the optimiser's step: updates the multipliers of the rows that were seen since the last
        call, by any process if there are several, because a row may belong to another process in the next epoch."""
        with torch.no_grad():
            for index, slack in self._seen:
                if ranks is not None:
                    index, slack = ranks.gathered(index), ranks.gathered(slack)
                before = self.multipliers[index]
                ascent = torch.maximum(slack, -before / (2 * self.penalty))
                raised = (before + self.rate * ascent).clamp_(min=0)
                # If a row occurs more than once, the largest value is taken, because a GPU does not define which copy
                # is written last.
                self.multipliers.scatter_reduce_(0, index, raised, "amax", include_self=False)
        self._seen.clear()

    def to(self, device: Any, dtype: Any) -> None:
        self.multipliers, self.bound = self.multipliers.to(device, dtype), self.bound.to(device, dtype)

    def slacks(self, risks: Tensor, index: Tensor) -> Tensor:
        """By how much each row exceeds its bound."""
        return risks.to(self.multipliers.dtype) - (self.bound if self.bound.dim() == 0 else self.bound[index])

    def state_dict(self) -> Dict[str, Any]:
        return {"multipliers": self.multipliers, "penalty": self.penalty, "rate": self.rate}

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        if state["multipliers"].shape != self.multipliers.shape:
            raise ValueError(f"these multipliers are of {state['multipliers'].shape[0]} rows, not of "
                             f"{self.multipliers.shape[0]}")
        self.multipliers.copy_(state["multipliers"])
        self.penalty, self.rate = state["penalty"], state["rate"]
