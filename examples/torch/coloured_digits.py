"""Digits whose colour gives them away: in training, low digits are mostly red and high ones mostly green. A network learns the
colour, and fails when colours are drawn at random. Under the constraint that its answer does not change with the colour, it
learns the shape.

    python3 coloured_digits.py [picture.png]        under a minute on one core
"""

import struct
import sys
import zlib

import torch

import alcole.torch
from alcole.torch import risks

FONT = ["01110100011001110101110011000101110", "00100011000010000100001000010001110", "01110100010000100010001000100011111",
        "11111000100010000010000011000101110", "00010001100101010010111110001000010", "11111100001111000001000011000101110",
        "00110010001000011110100011000101110", "11111000010001000100010000100001000", "01110100011000101110100011000101110",
        "01110100011000101111000010001001100"]  # 5 x 7 pixels each
COLOURS = torch.tensor([[1.0, 0.15, 0.1], [0.1, 0.9, 0.2]])


def rendered(rows, agreement, seed):
    """Images of 3 x 14 x 14, digits and colours; the colour agrees with the digit being low in a share `agreement`
    of the images."""
    draw = torch.Generator().manual_seed(seed)
    glyphs = torch.tensor([[float(bit) for bit in glyph] for glyph in FONT]).view(10, 7, 5)
    digits = torch.randint(10, (rows,), generator=draw)
    shape = torch.zeros(rows, 14, 14)
    for i, (down, right) in enumerate(torch.randint(2, 6, (rows, 2), generator=draw).tolist()):
        shape[i, down:down + 7, right:right + 5] = glyphs[digits[i]]
    shape = (shape + 0.25 * torch.randn(rows, 14, 14, generator=draw)).clamp(0, 1)
    agrees = torch.rand(rows, generator=draw) < agreement
    colours = torch.where(agrees, (digits >= 5).long(), (digits < 5).long())
    return shape[:, None] * COLOURS[colours][:, :, None, None], digits, colours


def recoloured(images):
    """The same digits in the other colour."""
    shade = images.amax(1, keepdim=True)
    red = images[:, :1].sum((2, 3), keepdim=True) > images[:, 1:2].sum((2, 3), keepdim=True)
    other = torch.where(red, COLOURS[1].view(1, 3, 1, 1).to(images), COLOURS[0].view(1, 3, 1, 1).to(images))
    return shade / shade.amax((2, 3), keepdim=True).clamp(min=1e-6) * other


def network():
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Conv2d(3, 12, 3, padding=1), torch.nn.ReLU(), torch.nn.MaxPool2d(2),
                               torch.nn.Conv2d(12, 24, 3, padding=1), torch.nn.ReLU(), torch.nn.MaxPool2d(2),
                               torch.nn.Flatten(), torch.nn.Linear(216, 10))


def train(constrained, rows=1500, epochs=30):
    torch.manual_seed(1)
    net = network()
    images, digits, _ = rendered(rows, agreement=0.97, seed=2)
    loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(images, digits), batch_size=100, shuffle=True)
    problem = alcole.torch.Problem(net, [risks.Loss(), risks.Counterfactual(recoloured, 0.01, name="colour")])
    options = {} if constrained else {"method": "unconstrained"}
    result = alcole.torch.train(problem, loader, torch.optim.Adam(net.parameters(), 3e-3), options, epochs=epochs,
                                keep="best" if constrained else "last")
    return net, result


def accuracy(net, rows=1000):
    """Accuracy on digits whose colour is uninformative, and the share of answers that change with the colour."""
    images, digits, _ = rendered(rows, agreement=0.5, seed=7)
    with torch.no_grad():
        answers, others = net(images).argmax(1), net(recoloured(images)).argmax(1)
    return (answers == digits).float().mean().item(), (answers != others).float().mean().item()


def picture(nets, file, count=16, scale=3):
    """Digits, each above itself in the other colour; the bar below is dark if a network's answer changes."""
    images, _, _ = rendered(count, agreement=0.97, seed=11)
    others, height = recoloured(images), 14 * scale
    rows = [images, others]
    canvas = torch.ones(3, 2 * height + 12 * len(nets) + 8, count * (height + 4))
    for k in range(count):
        left = k * (height + 4)
        for r, some in enumerate(rows):
            tile = some[k].clamp(0, 1).repeat_interleave(scale, 1).repeat_interleave(scale, 2)
            canvas[:, r * height:(r + 1) * height, left:left + height] = tile
        for r, net in enumerate(nets):
            with torch.no_grad():
                change = risks.divergence(net(images[k:k + 1]), net(others[k:k + 1])).item()
            top = 2 * height + 6 + 12 * r
            canvas[:, top:top + 8, left:left + height] = 1 - min(1.0, change)
    pixels = (canvas * 255).to(torch.uint8).permute(1, 2, 0).contiguous()
    write_png(file, pixels.shape[1], pixels.shape[0], pixels.numpy().tobytes())


def write_png(file, width, height, rgb):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    lines = b"".join(b"\0" + rgb[y * width * 3:(y + 1) * width * 3] for y in range(height))
    with open(file, "wb") as out:
        out.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) +
                  chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b""))


def main():
    free, _ = train(constrained=False)
    fair, result = train(constrained=True)
    print(result)
    for name, net in (("unconstrained", free), ("constrained", fair)):
        right, changed = accuracy(net)
        print(f"{name:<14} {100 * right:5.1f} % right where colours say nothing, {100 * changed:5.1f} % change with the colour")
    if len(sys.argv) > 1:
        picture([free, fair], sys.argv[1])


if __name__ == "__main__":
    main()
