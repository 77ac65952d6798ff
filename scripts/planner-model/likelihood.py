"""Fits how likely each of the two readers is right, by what became of people's sentences.

    python3 likelihood.py outcomes.jsonl service/offline-planner/reading/likelihood.json

Logistic regression with a penalty on large weights. Prints what would be done at several thresholds, each
writer's sentences weighed by what was learned of the others'.
"""
import json
import sys

import numpy as np

# How much large weights cost, for facts that spread by 1.
PENALTY = 3.0
STEPS = 60
READERS = ("rules", "learned")
# As in service/offline-planner/reading/sureness.ts.
LEAD = 0.3
# The odds of 0.4: as LIKELY in service/offline-planner/reading/decision.ts.
LIKELY = -0.405
THRESHOLDS = [
    {"read": read, "add": add, "change": change}
    for read, add, change in [
        (0.4, 0.6, 0.7),
        (0.4, 0.7, 0.75),
        (0.4, 0.75, 0.75),
        (0.4, 0.75, 0.8),
        (0.4, 0.8, 0.8),
        (0.4, 0.8, 0.85),
        (0.4, 0.85, 0.85),
        (0.4, 0.85, 0.9),
        (0.4, 0.9, 0.9),
    ]
]


# What the documentation promises is done as the rules read it.
DOCUMENTED = "documented"


def fit(facts, is_right):
    """The bias and the weights, for facts as they are."""
    means, spreads = facts.mean(0), facts.std(0)
    spreads[spreads == 0] = 1
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


def fitted(rows, reader):
    """Where it would do nothing, there is nothing to be right about."""
    acting = [
        row
        for row in rows
        if reader in row
        and row[reader]["does"] != "nothing"
        and (reader == "rules" or row["writer"] != DOCUMENTED)
    ]
    names = list(acting[0][reader]["facts"])
    facts = np.array([[row[reader]["facts"][name] for name in names] for row in acting])
    bias, of = fit(facts, np.array([row["verdicts"][reader] == "right" for row in acting], float))
    return {"bias": bias, "of": dict(zip(names, of))}


def likelihood(row, reader, weights):
    if reader not in row or row[reader]["does"] == "nothing":
        return 0.0
    facts = row[reader]["facts"]
    total = weights["bias"] + sum(weights["of"][name] * value for name, value in facts.items())
    return 1 / (1 + np.exp(-total))


def verdict(row, likelihoods, needed):
    """What becomes of the sentence; `offered` is asked about, and right by one press."""
    is_ruled = "rules" in row and row["rules"]["does"] != "nothing"
    is_doubtful = is_ruled and row["learned"]["facts"]["odds"] < LIKELY
    lead = {"rules": LEAD if "rules" in row and row["rules"]["facts"]["clean"] else 0, "learned": 0}
    enough = {
        reader: likelihoods[reader] + lead[reader]
        for reader in READERS
        if reader in row
        and row[reader]["does"] != "nothing"
        and likelihoods[reader] + lead[reader] >= needed[row[reader]["does"]]
        and not (reader == "learned" and (is_doubtful or row[reader]["facts"]["takes"] or row[reader]["isForbidden"]))
    }
    if "learned" not in row:
        return row["verdicts"]["rules"]
    if enough:
        return row["verdicts"][max(enough, key=enough.get)]
    if row["isForNothing"]:
        return "right"
    is_offered = row.get("isOffered") or "right" in row["verdicts"].values()
    return "offered" if is_offered else "asked"


def report(rows):
    found = {}
    for writer in {row["writer"] for row in rows}:
        others = [row for row in rows if writer == DOCUMENTED or row["writer"] != writer]
        weights = {reader: fitted(others, reader) for reader in READERS}
        for row in rows:
            if row["writer"] == writer:
                found[row["id"]] = {reader: likelihood(row, reader, weights[reader]) for reader in READERS}
    for needed in THRESHOLDS:
        verdicts = [verdict(row, found[row["id"]], needed) for row in rows if row["writer"] != DOCUMENTED]
        share = {each: f"{100 * verdicts.count(each) / len(verdicts):.1f} %" for each in ("right", "offered", "wrong")}
        kept = [verdict(row, found[row["id"]], needed) == "right" for row in rows if row["writer"] == DOCUMENTED]
        print(needed, share, len(verdicts), f"documented: {sum(kept)} of {len(kept)}")


def main(source, out):
    with open(source) as file:
        rows = [json.loads(line) for line in file]
    report(rows)
    weights = {reader: rounded(fitted(rows, reader)) for reader in READERS}
    with open(out, "w") as file:
        json.dump(weights, file, indent=2)
        file.write("\n")


def rounded(weights):
    return {
        "bias": round(float(weights["bias"]), 4),
        "of": {name: round(float(value), 4) for name, value in weights["of"].items()},
    }


if __name__ == "__main__":
    main(*sys.argv[1:3])
