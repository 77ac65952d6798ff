"""What the network is trained on: examples read from a file, their vocabularies, batches of them.

An example is a line of JSON, as examples.ts writes it:

    f       the file of pairs that it comes from
    say     the sentence, and `mean`: its meaning (both only for people)
    u       the row of units, each [words, marks, tag]: of the sentence, then columns (each with
            words of its cells as a fourth), then tabs
    n       how many units are of the sentence
    y       the signs to write: a text is a key (a word of the meaning language), a number is a
            place in the row of units
    joined  1 where two sentences were made one
    aside   where it is no wish of its own but said beside one: "before" or "behind" it

A unit's words are what it is called, its marks are names of what is known of it, its tag is the
number of the column that it is or names (0: none). service/offline-planner/learned/source.ts makes
the same units of a sentence when the network is used.

To the network everything is a number. Signs are numbered through: keys first, then the places in
the row of units, so that place 3 is sign `len(keys) + 3`.
"""
import functools
import json
import random
import sys
from collections import Counter
from typing import NamedTuple

import numpy as np
import torch

# The lowest ids of each vocabulary have a meaning of their own.
NO_WORD, UNKNOWN_WORD, FIRST_WORD = 0, 1, 2
NOT_PRETRAINED, FIRST_PRETRAINED = 0, 1
NO_MARK, FIRST_MARK = 0, 1
END, GO = 0, 1
END_AND_GO = ["<end>", "<go>"]

# What is rarer has no row of its own: little would be learned of it.
LEAST_OF_A_WORD = 4
LEAST_OF_A_MARK = 3

# As in service/offline-planner/learned/encoder.ts.
TRIGRAMS = 2048
MOST_TRIGRAMS = 14

# Fills up the targets of a batch; no sign has this number.
NO_TARGET = -1

# Sometimes a known word is taken for unknown.
WORD_UNKNOWN = 0.06

# Batches are made of so many at a time, sorted by length: little is filled up, yet they are mixed.
BATCHES_SORTED_TOGETHER = 20


class Unit(NamedTuple):
    words: list
    marks: list
    tag: int
    contents: tuple = ()


class Example(NamedTuple):
    file: str
    say: str
    mean: str
    units: list
    sentence_length: int
    signs: list
    is_joined: bool
    aside: str = ""


def read_examples(path):
    with open(path) as file:
        return [example_of(json.loads(line)) for line in file]


def example_of(row):
    units = [unit_of(*unit) for unit in row["u"]]
    is_joined = bool(row.get("joined"))
    aside = row.get("aside", "")
    return Example(row["f"], row["say"], row["mean"], units, row["n"], row["y"], is_joined, aside)


def unit_of(words, marks, tag, contents=()):
    """Each only once, for all sentences about a workbook have its columns: 300,000 examples would
    fill a machine's memory otherwise. So a unit is never changed, only exchanged for another."""
    return unit_once(tuple(words), tuple(marks), tag, tuple(contents))


@functools.lru_cache(maxsize=None)
def unit_once(words, marks, tag, contents):
    return Unit([*map(sys.intern, words)], [*map(sys.intern, marks)], tag, tuple(map(sys.intern, contents)))


def split(examples, held_back):
    """Those to train on, and those held back to be read: of files that begin with one of
    `held_back` (commas between; `none`: of no file), without joined ones: nobody wrote those."""
    if held_back == "none":
        return list(examples), []
    beginnings = tuple(held_back.split(","))
    train = [example for example in examples if not example.file.startswith(beginnings)]
    dev = [example for example in examples if example.file.startswith(beginnings)]
    return train, [example for example in dev if not example.is_joined]


class Vocabulary:
    """Names and their ids, which are counted from `first`."""

    def __init__(self, names, first):
        self.names = names
        self.ids = {name: at + first for at, name in enumerate(names)}


class Vocabularies(NamedTuple):
    words: Vocabulary
    pretrained: Vocabulary
    marks: Vocabulary
    keys: Vocabulary


def vocabularies_of(words, pretrained, marks, keys):
    return Vocabularies(
        words=Vocabulary(words, FIRST_WORD),
        pretrained=Vocabulary(pretrained, FIRST_PRETRAINED),
        marks=Vocabulary(marks, FIRST_MARK),
        keys=Vocabulary(keys, END),
    )


def count_words(examples):
    return Counter(word for each in examples for unit in each.units for word in unit.words)


def words_in_cells(examples):
    return {word for each in examples for unit in each.units for word in unit.contents}


def frequent_words(counts):
    return [word for word, count in counts.items() if count >= LEAST_OF_A_WORD]


def frequent_marks(examples):
    counts = Counter(mark for each in examples for unit in each.units for mark in unit.marks)
    return [mark for mark, count in counts.items() if count >= LEAST_OF_A_MARK]


def keys_of(examples):
    return END_AND_GO + sorted({sign for each in examples for sign in each.signs if is_key(sign)})


def is_key(sign):
    return isinstance(sign, str)


class Prepared(NamedTuple):
    """An example as it is seen this time; `targets` are numbers of signs."""

    units: list
    sentence_length: int
    targets: list


def prepare(example, keys, change=None):
    """`change` makes of an example another one, and says in which order its units are seen."""
    order = range(len(example.units))
    if change:
        example, order = change(example)
    units = [example.units[place] for place in order]
    return Prepared(units, example.sentence_length, targets_of(example, order, keys))


def is_column_here(unit):
    return "column" in unit.marks


def is_elsewhere(unit):
    return "column elsewhere" in unit.marks


def targets_of(example, order, keys):
    new_places = {place: at for at, place in enumerate(order)}
    signs = [
        keys.ids[sign] if is_key(sign) else len(keys.names) + new_places[sign]
        for sign in example.signs
    ]
    return [*signs, END]


class Batch(NamedTuple):
    """Several examples, filled up to the longest: (example, unit) or, where a unit has several,
    (example, unit, which)."""

    words: torch.Tensor
    pretrained: torch.Tensor
    trigrams: torch.Tensor
    # 1 / the number of the unit's trigrams, 0 where it is filled up: makes their sum a mean.
    trigram_shares: torch.Tensor
    marks: torch.Tensor
    tags: torch.Tensor
    # Counted from 1; 0 for columns and tabs, whose order says nothing.
    positions: torch.Tensor
    # Known words of cells, of all units one after the other: their rows among the network's own
    # words and among the pretrained ones. `content_starts` tells where each unit's begin, and
    # `content_shares` is 1 / their number.
    contents: torch.Tensor
    contents_pretrained: torch.Tensor
    content_starts: torch.Tensor
    content_shares: torch.Tensor
    # True where there is a unit.
    mask: torch.Tensor
    # (example, sign)
    targets: torch.Tensor


def batch_of(examples, vocabularies, change=None):
    # All are prepared before any is filled in: with the same seed, the same happens to each.
    prepared = [prepare(example, vocabularies.keys, change) for example in examples]
    arrays = empty_arrays(prepared)
    for row, example in enumerate(prepared):
        for at, unit in enumerate(example.units):
            fill_unit(arrays, (row, at), unit, vocabularies, change is not None)
            arrays.positions[row, at] = at + 1 if at < example.sentence_length else 0
        arrays.targets[row, : len(example.targets)] = example.targets
    arrays = with_contents(arrays, prepared, vocabularies)
    return Batch(*(torch.from_numpy(array) for array in arrays))


def empty_arrays(prepared):
    """A batch of NumPy arrays, which are filled much faster than tensors."""
    rows = (len(prepared), max(len(example.units) for example in prepared))
    units = [unit for example in prepared for unit in example.units]
    most_words = max(len(unit.words) for unit in units)
    most_marks = max(1, max(len(unit.marks) for unit in units))
    most_targets = max(len(example.targets) for example in prepared)
    return Batch(
        words=np.full((*rows, most_words), NO_WORD, np.int64),
        pretrained=np.full((*rows, most_words), NOT_PRETRAINED, np.int64),
        trigrams=np.zeros((*rows, MOST_TRIGRAMS), np.int64),
        trigram_shares=np.zeros((*rows, MOST_TRIGRAMS), np.float32),
        marks=np.full((*rows, most_marks), NO_MARK, np.int64),
        tags=np.zeros(rows, np.int64),
        positions=np.zeros(rows, np.int64),
        contents=np.zeros(0, np.int64),
        contents_pretrained=np.zeros(0, np.int64),
        content_starts=np.zeros(rows, np.int64),
        content_shares=np.zeros(rows, np.float32),
        mask=np.zeros(rows, bool),
        targets=np.full((len(prepared), most_targets), NO_TARGET, np.int64),
    )


def fill_unit(arrays, place, unit, vocabularies, is_changed):
    for which, word in enumerate(unit.words):
        arrays.words[(*place, which)] = word_id(word, vocabularies.words, is_changed)
        arrays.pretrained[(*place, which)] = vocabularies.pretrained.ids.get(word, NOT_PRETRAINED)
    trigrams = [each for word in unit.words for each in trigrams_of(word)][:MOST_TRIGRAMS]
    arrays.trigrams[place][: len(trigrams)] = trigrams
    arrays.trigram_shares[place][: len(trigrams)] = 1 / max(1, len(trigrams))
    for which, mark in enumerate(unit.marks):
        arrays.marks[(*place, which)] = vocabularies.marks.ids.get(mark, NO_MARK)
    arrays.tags[place] = unit.tag
    arrays.mask[place] = True


def with_contents(arrays, prepared, vocabularies):
    own, pretrained = [], []
    for row, example in enumerate(prepared):
        for at, unit in enumerate(example.units):
            arrays.content_starts[row, at] = len(own)
            known = known_rows(unit.contents, vocabularies)
            own += [word for word, _ in known]
            pretrained += [word for _, word in known]
            arrays.content_shares[row, at] = 1 / max(1, len(known))
        arrays.content_starts[row, len(example.units) :] = len(own)
    return arrays._replace(
        contents=np.array(own, np.int64), contents_pretrained=np.array(pretrained, np.int64)
    )


def known_rows(words, vocabularies):
    rows = [
        (vocabularies.words.ids.get(word, NO_WORD), vocabularies.pretrained.ids.get(word, NOT_PRETRAINED))
        for word in words
    ]
    return [row for row in rows if row != (NO_WORD, NOT_PRETRAINED)]


def word_id(word, vocabulary, is_changed):
    """Sometimes a known word is taken for unknown: else nothing were learned of unknown ones."""
    known = vocabulary.ids.get(word, UNKNOWN_WORD)
    is_forgotten = is_changed and known != UNKNOWN_WORD and random.random() < WORD_UNKNOWN
    return UNKNOWN_WORD if is_forgotten else known


@functools.lru_cache(maxsize=None)
def trigrams_of(word):
    """Three letters each, so that words that are spelt alike look alike."""
    letters = f"^{word}$"
    return [hash_of(letters[at : at + 3]) for at in range(len(letters) - 2)][:MOST_TRIGRAMS]


def hash_of(letters):
    """FNV-1a modulo 2048. It must stay as service/offline-planner/learned/encoder.ts has it: what
    is learned of a row is of use only where the same letters find the same row."""
    number = 2166136261
    for letter in letters:
        number = ((number ^ ord(letter)) * 16777619) & 0xFFFFFFFF
    return number % TRIGRAMS


def shuffled_batches(examples, size, shuffler):
    """Lists of examples of about the same length; the same for the same state of `shuffler`."""
    mixed = shuffler.sample(examples, len(examples))
    batches = []
    for some in slices(mixed, size * BATCHES_SORTED_TOGETHER):
        batches += slices(sorted(some, key=length_of), size)
    shuffler.shuffle(batches)
    return batches


def slices(items, size):
    return [items[at : at + size] for at in range(0, len(items), size)]


def length_of(example):
    """Alike for examples that make alike work in a batch; signs count twice."""
    return len(example.units) + 2 * len(example.signs)
