"""The mean of the weights of several trainings that began with the same: it reads better than each of them.

    python3 mean.py out.pt 0.4=before.pt 0.6=after.pt

Words, marks and keys are those of the last; one that another lacks is the mean of those that have it.
"""
import sys

import torch

# By which list its rows go, and how many rows stand before those of the list.
ROWS = {
    "word.weight": ("vocab", 2),
    "mark.weight": ("marks", 1),
    "key.weight": ("keys", 0),
    "out.weight": ("keys", 0),
    "out.bias": ("keys", 0),
}


def mean_of_rows(models, name, last):
    names, before = ROWS[name]
    total = torch.zeros_like(last["net"][name])
    weight = torch.zeros(len(total))
    for share, model in models:
        places = {entry: at + before for at, entry in enumerate(model[names])}
        pairs = [(at, at) for at in range(before)]
        pairs += [(at + before, places[entry]) for at, entry in enumerate(last[names]) if entry in places]
        to, source = (torch.tensor(side) for side in zip(*pairs))
        total[to] += share * model["net"][name][source]
        weight[to] += share
    return total / weight.view(-1, *[1] * (total.dim() - 1))


def main(out, *parts):
    named = [part.split("=") for part in parts]
    models = [(float(share), torch.load(path, map_location="cpu")) for share, path in named]
    whole = sum(share for share, _ in models)
    _, last = models[-1]
    net = {}
    for name, values in last["net"].items():
        if name == "pre":
            net[name] = values
        elif name in ROWS:
            net[name] = mean_of_rows(models, name, last)
        else:
            net[name] = sum(share * model["net"][name] for share, model in models) / whole
    torch.save({**last, "net": net}, out)


if __name__ == "__main__":
    main(*sys.argv[1:])
