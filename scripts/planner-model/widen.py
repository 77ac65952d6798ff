"""Makes a trained network wider without changing what it reads, so that training can go on with more room.

    python3 widen.py model.pt wider.pt 192

Reads and writes what train.py saves. What is new is either 0 or only ever meets 0, until training changes that: the
first rows and columns are the old ones, and a little is scaled where it depends on the width.
"""
import math
import sys

import torch
from torch import nn

from network import HEADS

# Added to the row of a unit or sign that goes through the layers. The mean of such a row does not matter,
# for norms take it away; when it is 0, zeros can be put behind without moving it.
ADDED = ("word", "tri", "mark", "tag", "pos", "key", "dpos")
WRITING = ("att.o", "cross.o", "ff.b", "preproj", "ptr", "content")
# Of a product of two, one half of what is new must be 0.
ZERO_OUTPUTS = ("att.k", "cross.k", "pk", *WRITING)
# These read what is not 0 in the new columns.
ZERO_INPUTS = ("att.o", "cross.o", "ff.b", "content")


def centred(values):
    """Of a table's rows, a layer's outputs or a bias: without their mean."""
    return values - values.mean(-1, keepdim=True)


def part_of(name):
    """`enc.0.att.o.weight` is a weight of `att.o`."""
    *path, kind = name.split(".")
    is_layer = path[:1] in (["enc"], ["dec"])
    return ".".join(path[2:] if is_layer else path), kind


def heads_apart(values, old, new):
    """Rows (or, turned, columns) of heads: each head's new ones stand behind its old ones."""
    size, wider = old // HEADS, new // HEADS
    out = values.new_zeros(new, *values.shape[1:])
    for head in range(HEADS):
        out[head * wider : head * wider + size] = values[head * size : (head + 1) * size]
    return out


def widened(name, values, old, new):
    """`values` as they are in the wider network."""
    part, kind = part_of(name)
    if (part, kind) in (("", "pre"), ("out", "bias")):
        return values
    if part in ADDED:
        return behind(centred(values).T, new).T
    if part in ("en", "dn", "n1", "n2", "n3"):
        return norm(kind, values, old, new)
    if part in WRITING:
        values = centred(values.T).T if kind == "weight" else centred(values)
    # What is compared is divided by the root of the width.
    if part in ("att.q", "cross.q", "pq"):
        values = values * math.sqrt(new / old)
    return linear(part, kind, values, old, new)


def behind(values, rows):
    """With rows of 0 behind."""
    return torch.cat([values, values.new_zeros(rows - len(values), *values.shape[1:])])


def norm(kind, values, old, new):
    """Zeros in the new places make what is divided by smaller."""
    more = torch.ones(new - old) if kind == "weight" else torch.zeros(new - old)
    return torch.cat([values * math.sqrt(old / new) if kind == "weight" else values, more])


def linear(part, kind, values, old, new):
    """A layer as PyTorch begins one, with the old one in it."""
    rows = values.shape[0] if part == "out" else values.shape[0] * new // old
    of_heads = part in tuple(f"{at}.{which}" for at in ("att", "cross") for which in "qkv")
    if kind == "bias":
        return heads_apart(values, old, new) if of_heads else behind(values, rows)
    columns = values.shape[1] if part == "preproj" else values.shape[1] * new // old
    fresh = nn.Linear(columns, rows).weight.detach().clone()
    is_old_row = marked(of_heads, values.shape[0], rows, old, new)
    is_old_column = marked(part in ("att.o", "cross.o"), values.shape[1], columns, old, new)
    if part in ZERO_OUTPUTS:
        fresh[~is_old_row] = 0
    if part in ZERO_INPUTS:
        fresh[:, ~is_old_column] = 0
    fresh[is_old_row.nonzero(), is_old_column.nonzero().T] = values
    return fresh


def marked(of_heads, count, wider, old, new):
    """Which of the wider network's rows or columns the old one had."""
    ones = torch.ones(count)
    return (heads_apart(ones, old, new) if of_heads else behind(ones, wider)).bool()


def main(source, out, width):
    torch.manual_seed(1)
    saved = torch.load(source, map_location="cpu")
    old, new = saved["args"]["d"], int(width)
    net = {name: widened(name, values, old, new) for name, values in saved["net"].items()}
    torch.save({**saved, "net": net, "args": {**saved["args"], "d": new}}, out)


if __name__ == "__main__":
    main(*sys.argv[1:4])
