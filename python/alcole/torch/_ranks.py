"""Several processes that train one model on parts of the data: sums are taken over all of them."""

from __future__ import annotations

import io
from typing import Any, List, Sequence

from ._lib import Module, Tensor, read, torch


class Ranks:
    """The processes of torch.distributed if it was initialised; otherwise this one alone."""

    def __init__(self, net: Module, group: Any = None) -> None:
        distributed = torch.distributed
        self.group = group
        started = distributed.is_available() and distributed.is_initialized()
        self.count: int = distributed.get_world_size(group) if started else 1
        self.rank: int = distributed.get_rank(group) if started else 0
        self.several = self.count > 1
        wrapper = getattr(torch.nn.parallel, "DistributedDataParallel", None)
        self.averages_gradients = self.several and wrapper is not None and isinstance(net, wrapper)
        """True if the module itself averages gradients, in its backward pass."""

    def sum_(self, tensor: Tensor) -> Tensor:
        """Sums over all processes, in place."""
        if self.several:
            torch.distributed.all_reduce(tensor, group=self.group)
        return tensor

    def max_(self, tensor: Tensor) -> Tensor:
        if self.several:
            torch.distributed.all_reduce(tensor, op=torch.distributed.ReduceOp.MAX, group=self.group)
        return tensor

    def gathered(self, values: Tensor) -> Tensor:
        """The values of all processes, concatenated, in each of them; their lengths may differ."""
        return torch.cat(self._parts(values)) if self.several else values

    def told(self, what: Any, device: Any) -> List[Any]:
        """The objects of all processes, on the host; anything that torch.save() accepts."""
        if not self.several:
            return [what]
        file = io.BytesIO()
        torch.save(what, file)
        content = torch.frombuffer(bytearray(file.getvalue()), dtype=torch.uint8).to(device)
        return [read(io.BytesIO(part.cpu().numpy().tobytes())) for part in self._parts(content)]

    def _parts(self, values: Tensor) -> List[Tensor]:
        counts = [torch.zeros(1, dtype=torch.long, device=values.device) for _ in range(self.count)]
        torch.distributed.all_gather(counts, torch.full_like(counts[0], values.shape[0]), group=self.group)
        numbers = [int(count) for count in counts]
        padded = values.new_zeros(max(numbers))
        padded[:values.shape[0]] = values
        parts = [torch.empty_like(padded) for _ in numbers]
        torch.distributed.all_gather(parts, padded, group=self.group)
        return [part[:number] for part, number in zip(parts, numbers)]

    def any(self, truth: bool, device: Any) -> bool:
        """True if it is true in any process. All processes must call this."""
        if not self.several:
            return truth
        return bool(self.sum_(torch.tensor(float(truth), device=device)).item() > 0)

    def sum_gradients(self, parameters: Sequence[Tensor]) -> None:
        """Call it after the backward pass of this process's share of the loss."""
        if not self.several or self.averages_gradients:
            return
        gradients: List[Tensor] = []
        for p in parameters:
            if p.grad is None:
                p.grad = torch.zeros_like(p)
            gradients.append(p.grad)
        flat = self.sum_(torch.cat([g.reshape(-1) for g in gradients]))
        for g, total in zip(gradients, flat.split([g.numel() for g in gradients])):
            g.copy_(total.view_as(g))

    def share_start(self, net: Module) -> None:
        """All processes start with the weights of the first one."""
        if not self.several:
            return
        first = torch.distributed.get_global_rank(self.group, 0) if self.group is not None else 0
        with torch.no_grad():
            for value in net.state_dict().values():
                if isinstance(value, torch.Tensor):
                    torch.distributed.broadcast(value, first, group=self.group)
