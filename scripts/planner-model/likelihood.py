"""Fits how likely a reading is right, by what became of people's sentences.

    python3 likelihood.py outcomes.jsonl service/offline-planner/reading/likelihood.json

Logistic regression with a penalty on large weights. Prints what would be done at several thresholds, each
writer's sentences weighed by what was learned of the others'.
"""
import json
import sys
from collections import Counter

import numpy as np

# How much large weights cost, for facts that spread by 1, and for kinds as they are.
PENALTY = 1.0
STEPS = 60
# A fact of fewer sentences says nothing yet.
LEAST_SEEN = 12
# For what is only told, as in service/offline-planner/reading/sureness.ts.
TO_READ = 0.4
# For what is added or changed, and for what takes something away.
THRESHOLDS = [(change, takes) for change in (0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95) for takes in (0.9, 2)]


def fit(names, facts, is_right):
    """The bias and the weights, for facts as they are. What is rare, as some kinds are, is not made large."""
    means, spreads = facts.mean(0), facts.std(0)
    spreads[(spreads == 0) | [name.startswith("kind:") for name in names]] = 1
    inputs = np.column_stack([np.ones(len(facts)), (facts - means) / spreads])
    penalty = np.diag([1e-3] + [PENALTY] * facts.shape[1])
    weights = np.zeros(inputs.shape[1])
    for _ in range(STEPS):
        likelihood = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (likelihood - is_right) + penalty @ weights
        bend = (inputs * (likelihood * (1 - likelihood))[:, None]).T @ inputs + penalty
        weights -= np.linalg.solve(bend, slope)
    of = weights[1:] / spreads
    return weights[0] - of @ means, of


# What a reading leaves unread never speaks for it, whatever a few sentences say.
AGAINST = (
    "vain ranges quoted values numbers columns unknown guessed guessedTabs repeated missed withheld dates turned takes".split()
)


def is_acting(row):
    return row.get("does", "nothing") != "nothing"


def fitted(rows):
    """Where nothing would be done, there is nothing to be right about."""
    acting = [row for row in rows if is_acting(row)]
    is_right = np.array([row["verdict"] == "right" for row in acting], float)
    seen = Counter(name for row in acting for name in row["facts"])
    names = [name for name, count in seen.items() if count >= LEAST_SEEN]
    while True:
        bias, of = fit(names, np.array([[row["facts"].get(name, 0) for name in names] for row in acting]), is_right)
        weights = dict(zip(names, of))
        wrong = [name for name in AGAINST if weights.get(name, 0) > 0]
        if not wrong:
            return {"bias": bias, "of": weights}
        names = [name for name in names if name not in wrong]


def likelihood(row, weights):
    total = weights["bias"] + sum(of * row["facts"].get(name, 0) for name, of in weights["of"].items())
    return 1 / (1 + np.exp(-total))


def verdict(row, found, needed):
    """What becomes of the sentence; `offered` is asked about, and right by one press."""
    if not is_acting(row):
        return row["verdict"]
    if found >= needed[row["does"]]:
        return row["verdict"]
    if row["isForNothing"]:
        return "right"
    return "offered" if row["verdict"] == "right" else "asked"


def report(rows):
    found = {}
    for writer in {row["writer"] for row in rows}:
        weights = fitted([row for row in rows if row["writer"] != writer])
        for row in rows:
            if row["writer"] == writer and is_acting(row):
                found[row["id"]] = likelihood(row, weights)
    for change, takes in THRESHOLDS:
        needed = {"read": TO_READ, "add": change, "change": change, "takes": takes}
        verdicts = [verdict(row, found.get(row["id"], 0), needed) for row in rows]
        share = {each: f"{100 * verdicts.count(each) / len(rows):.1f} %" for each in ("right", "offered", "wrong")}
        print(needed, share, len(rows))


def main(source, out):
    with open(source) as file:
        rows = [json.loads(line) for line in file]
    report(rows)
    with open(out, "w") as file:
        json.dump(rounded(fitted(rows)), file, indent=2)
        file.write("\n")


def rounded(weights):
    return {
        "bias": round(float(weights["bias"]), 4),
        "of": {name: round(float(value), 4) for name, value in weights["of"].items()},
    }


if __name__ == "__main__":
    main(*sys.argv[1:3])
