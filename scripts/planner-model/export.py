"""Writes what training saved as `reader.bin`, which service/offline-planner/learned/weights.ts reads.

    python3 export.py model.pt folder

The file: the length of the header (4 bytes), the header (ASCII JSON, padded with blanks), the numbers. Everything is
little endian and begins at a multiple of 4. The header's `tensors` tells of a vector of float32 its length and place,
of a matrix its rows, columns and place: first a float32 a row, by which the row's int8 that follow are multiplied.
"""
import json
import os
import struct
import sys

import numpy as np
import torch

HEADS = 4


class Writer:
    def __init__(self):
        self.data = bytearray()
        self.tensors = {}

    def vector(self, name, values):
        self.tensors[name] = [values.size, self._append(values.astype("<f4"))]

    def matrix(self, name, values):
        values = values.astype(np.float64)
        scales = scales_of(values)
        divisors = np.where(scales > 0, scales, 1)[:, None]
        levels = np.clip(np.rint(values / divisors), -127, 127).astype(np.int8)
        self.tensors[name] = [*values.shape, self._append(scales)]
        self._append(levels)

    def _append(self, values):
        at = len(self.data)
        self.data += values.tobytes()
        self.data += bytes(-len(self.data) % 4)
        return at


def scales_of(values):
    """Of every row the scale that errs least: the largest number need not fit, where the others gain by it."""
    largest = np.abs(values).max(axis=1)
    best, least = np.zeros(len(values), "<f4"), np.full(len(values), np.inf)
    for share in np.linspace(0.8, 1, 21):
        scales = (largest * share / 127).astype("<f4")
        divisors = np.where(scales > 0, scales, 1)[:, None].astype(np.float64)
        error = ((np.clip(np.rint(values / divisors), -127, 127) * divisors - values) ** 2).sum(axis=1)
        better = (error < least) & (scales > 0)
        best, least = np.where(better, scales, best), np.where(better, error, least)
    return best


def packed(words):
    """Sorted words as one string: a capital tells how many letters (A: none) a word shares with the one before it."""
    text, before = [], ""
    for word in words:
        if any("A" <= letter <= "Z" for letter in word):
            raise ValueError(f"capitals in {word}")
        shared = min(len(os.path.commonprefix([before, word])), 25)
        text.append(chr(65 + shared) + word[shared:])
        before = word
    return "".join(text)


def write_words(writer, saved, net):
    """Of words with a row of their own, the pretrained one is added to it here: the network only ever sums the two."""
    place = {word: at + 2 for at, word in enumerate(saved["vocab"])}
    pretrained = {word: at + 1 for at, word in enumerate(saved["prew"])}
    words = sorted(place)
    rare = sorted(word for word in pretrained if word not in place)
    projected = net["pre"] @ net["preproj.weight"].T
    own = [net["word.weight"][place[word]] + projected[pretrained.get(word, 0)] for word in words]
    writer.matrix("words", np.stack([net["word.weight"][1], *own]))
    # Forms of one word, and words that mean the same, share a row.
    rows, places = np.unique(net["pre"][[pretrained[word] for word in rare]], axis=0, return_inverse=True)
    writer.matrix("rare", rows)
    writer.vector("rare.rows", places.reshape(-1))
    writer.matrix("project.weight", net["preproj.weight"])
    writer.matrix("content.weight", net["content.weight"])
    for name in ("tri", "mark", "tag", "pos", "key", "dpos"):
        writer.matrix(name, net[f"{name}.weight"])
    return {"words": packed(words), "rare": packed(rare)}


def write_linear(writer, net, name, sources):
    """Layers with the same input become one."""
    writer.matrix(f"{name}.weight", np.concatenate([net[f"{each}.weight"] for each in sources]))
    writer.vector(f"{name}.bias", np.concatenate([net[f"{each}.bias"] for each in sources]))


def write_norm(writer, net, name):
    writer.vector(name, np.concatenate([net[f"{name}.weight"], net[f"{name}.bias"]]))


def write_layers(writer, net, kind, count):
    for name in (f"{kind}.{at}" for at in range(count)):
        write_linear(writer, net, f"{name}.att.qkv", [f"{name}.att.{part}" for part in "qkv"])
        write_linear(writer, net, f"{name}.att.o", [f"{name}.att.o"])
        if kind == "dec":
            write_linear(writer, net, f"{name}.cross.q", [f"{name}.cross.q"])
            write_linear(writer, net, f"{name}.cross.kv", [f"{name}.cross.{part}" for part in "kv"])
            write_linear(writer, net, f"{name}.cross.o", [f"{name}.cross.o"])
            write_norm(writer, net, f"{name}.n3")
        for part in "ab":
            write_linear(writer, net, f"{name}.ff.{part}", [f"{name}.ff.{part}"])
        write_norm(writer, net, f"{name}.n1")
        write_norm(writer, net, f"{name}.n2")


def main(source, folder):
    saved = torch.load(source, map_location="cpu")
    net = {name: tensor.numpy() for name, tensor in saved["net"].items()}
    layers = {"encoder": saved["args"]["enc"], "decoder": saved["args"]["dec"]}
    writer = Writer()
    header = {"width": saved["args"]["d"], "heads": HEADS, **layers, "marks": saved["marks"], "keys": saved["keys"]}
    header |= write_words(writer, saved, net)
    write_layers(writer, net, "enc", layers["encoder"])
    write_layers(writer, net, "dec", layers["decoder"])
    for name in ("en", "dn"):
        write_norm(writer, net, name)
    for name in ("out", "ptr", "pq", "pk"):
        write_linear(writer, net, name, [name])
    text = json.dumps({**header, "tensors": writer.tensors}, separators=(",", ":")).encode("ascii")
    text += b" " * (-len(text) % 4)
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "reader.bin")
    with open(path, "wb") as file:
        file.write(struct.pack("<I", len(text)) + text + writer.data)
    print(f"{path}: {os.path.getsize(path)} bytes, {len(text)} of them header")


if __name__ == "__main__":
    main(*sys.argv[1:3])
