"""A small transformer on generated sequences. The answer is whether there are more A than B, but one label in five is
wrong; the first token is a name, which in training mostly agrees with the label, right or wrong. The answer must not
change with it.

    python3 sequences.py        seconds on one core
"""

import torch

import alcole.torch
from alcole.torch import risks

A, B, NAMES, TOKENS, LENGTH = 0, 1, (2, 3), 12, 10


def sequences(rows, agreement, noise, seed):
    """Tokens and labels; names agree with the label, and labels are wrong, in these shares of the rows."""
    draw = torch.Generator().manual_seed(seed)
    tokens = torch.randint(0, TOKENS, (rows, LENGTH), generator=draw)
    tokens[(tokens == NAMES[0]) | (tokens == NAMES[1])] = A
    tokens = torch.where(torch.rand(rows, LENGTH, generator=draw) < 0.25, torch.full_like(tokens, B), tokens)
    labels = ((tokens[:, 1:] == A).sum(1) > (tokens[:, 1:] == B).sum(1)).long()
    labels = torch.where(torch.rand(rows, generator=draw) < noise, 1 - labels, labels)
    agrees = torch.rand(rows, generator=draw) < agreement
    tokens[:, 0] = torch.where(agrees, labels, 1 - labels) + NAMES[0]
    return tokens, labels


def renamed(tokens):
    """The same tokens with the other name."""
    return torch.cat([sum(NAMES) - tokens[:, :1], tokens[:, 1:]], 1)


class Transformer(torch.nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.embed = torch.nn.Embedding(TOKENS, width)
        self.place = torch.nn.Parameter(0.02 * torch.randn(LENGTH, width))
        layer = torch.nn.TransformerEncoderLayer(width, 2, 32, dropout=0.0, batch_first=True)
        self.encoder = torch.nn.TransformerEncoder(layer, 1)
        self.head = torch.nn.Linear(width, 2)

    def forward(self, tokens):
        return self.head(self.encoder(self.embed(tokens) + self.place).mean(1))


def train(constrained, rows=1000, epochs=30):
    torch.manual_seed(1)
    net = Transformer()
    data = torch.utils.data.TensorDataset(*sequences(rows, agreement=0.9, noise=0.2, seed=2))
    loader = torch.utils.data.DataLoader(data, batch_size=100, shuffle=True)
    problem = alcole.torch.Problem(net, [risks.Loss(), risks.Counterfactual(renamed, 0.01, name="name")])
    options = {} if constrained else {"method": "unconstrained"}
    result = alcole.torch.train(problem, loader, torch.optim.Adam(net.parameters(), 5e-3), options, epochs=epochs,
                                keep="best" if constrained else "last")
    return net, result


def accuracy(net, rows=1000):
    """Accuracy if names are uninformative, and the share of answers that change with the name."""
    tokens, labels = sequences(rows, agreement=0.5, noise=0.0, seed=7)
    with torch.no_grad():
        answers, others = net(tokens).argmax(1), net(renamed(tokens)).argmax(1)
    return (answers == labels).float().mean().item(), (answers != others).float().mean().item()


def main():
    for constrained in (False, True):
        net, result = train(constrained)
        right, changed = accuracy(net)
        print(f"{'constrained' if constrained else 'unconstrained':<14} {100 * right:5.1f} % right where names say nothing, "
              f"{100 * changed:5.1f} % change with the name")
    print(result)


if __name__ == "__main__":
    main()
