"""What the tests of alcole.torch share, on the device that ALCOLE_TEST_DEVICE names: tests/gpu runs the same tests
on CUDA."""

import os
import sys

try:
    import torch
except ImportError:
    print("skipped: this Python has no PyTorch (python3-torch)")
    sys.exit(0)

import alcole.torch  # needs PyTorch
from alcole.torch import risks

DEVICE = torch.device(os.environ.get("ALCOLE_TEST_DEVICE", "cpu"))
if DEVICE.type == "cpu":
    torch.set_num_threads(1)


def people(rows=600, seed=0):
    """Inputs whose first column is a protected attribute that is correlated with the label, the label, and the row
    index."""
    draw = torch.Generator().manual_seed(seed)
    x = torch.randn(rows, 4, generator=draw)
    x[:, 0] = (torch.rand(rows, generator=draw) < 0.5).float()
    y = (x[:, 1] + 1.5 * x[:, 0] + torch.randn(rows, generator=draw) > 0.7).long()
    return torch.utils.data.TensorDataset(x, y, torch.arange(rows))


def flipped(x):
    """Everybody with the other value of the protected attribute."""
    return torch.cat([1 - x[:, :1], x[:, 1:]], 1)


def records(frame):
    """Also works without pandas."""
    return frame if isinstance(frame, list) else frame.to_dict("records")


def network(seed=1, hidden=8, outputs=2, dtype=torch.float32):
    torch.manual_seed(seed)
    layers = [torch.nn.Linear(4, hidden), torch.nn.Tanh(), torch.nn.Linear(hidden, outputs)]
    return torch.nn.Sequential(*layers).to(DEVICE, dtype)


def loader(data, batch=100, shuffle=True, **more):
    return torch.utils.data.DataLoader(data, batch_size=batch, shuffle=shuffle, **more)


def adam(net, rate=1e-2):
    return torch.optim.Adam(net.parameters(), rate)


def fair(net, bound=1e-3):
    """A loss under a counterfactual constraint."""
    return alcole.torch.Problem(net, [risks.Loss(), risks.Counterfactual(flipped, bound, name="flip")])
