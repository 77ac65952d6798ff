"""Small changes to an example each time that it is seen, so that it is not learned by heart.

What a sentence calls something is the writer's; what it wants is in the words around it. So columns
that play no part, values and new names are exchanged for those of other examples, where that leaves
right what is to be written.
"""
import random
from collections import defaultdict
from typing import NamedTuple

from data import Unit, is_column_here, is_elsewhere, is_key

COLUMN_LEFT_OUT = 0.15
COLUMNS_EXCHANGED = 0.5
COLUMN_EXCHANGED = 0.5
COLUMN_RENAMED = 0.12
VALUE_EXCHANGED = 0.2
TEXT_EXCHANGED = 0.3
# Something is said beside the wish.
ASIDE_ADDED = 0.15
TYPO = 0.02
MARK_LEFT_OUT = 0.04
# Of the words in cells that are known of a column.
CONTENT_LEFT_OUT = 0.3
CONTENTS_LEFT_OUT = 0.1

# As in service/offline-planner/learned/source.ts.
MOST_WORDS = 72
# Texts that say when or how are words of their own: others would mean something else or nothing.
SPEAKING = {"in", "before", "after", "since", "until", "between", "and", "color", "fill", "or", ","}
PLACE_MARKS = {"column", "column elsewhere", "first", "mentioned"}
LANGUAGES = {"de", "fr", "es", "ja"}
KNOWN = {"value", "part of value", "number", "percentage", "date", "range", "this tab", "other tab"}


class Pools(NamedTuple):
    """What examples have, for others to take."""

    # Units of columns, by what they hold.
    columns: dict
    # Words of values.
    values: list
    # Rows of units, by what comes before them.
    texts: dict
    # What is said beside a wish, by language and place.
    asides: dict


def pools_of(examples, asides=()):
    columns, texts = defaultdict(list), defaultdict(list)
    values = []
    for example in examples:
        if example.is_joined:
            continue
        for unit in example.units:
            if is_column_here(unit):
                columns[held_by(unit)].append(unit)
            elif "value" in unit.marks:
                values.append(unit.words)
        for at in texts_of(example):
            first, last = example.signs[at + 1], example.signs[at + 2]
            texts[context_of(example, at)].append(example.units[first : last + 1])
    said = defaultdict(list)
    for aside in asides:
        said[language_of(aside), aside.aside].append(aside.units[: aside.sentence_length])
    return Pools(dict(columns), values, dict(texts), dict(said))


def language_of(example):
    """Files begin with it."""
    language = example.file.replace(".", "-").split("-")[0]
    return language if language in LANGUAGES else "en"


def held_by(unit):
    return next((mark for mark in unit.marks if mark.startswith("holds:")), "")


def texts_of(example):
    """Where signs begin a text that only its sentence knows."""
    return [at for at, sign in enumerate(example.signs) if sign == '"' and is_new(example, at)]


def is_new(example, at):
    first, last = example.signs[at + 1], example.signs[at + 2]
    units = example.units[first : last + 1]
    before = example.signs[at - 1]
    return before not in SPEAKING and all(unit.tag == 0 and not KNOWN & set(unit.marks) for unit in units)


def context_of(example, at):
    before = example.signs[at - 1]
    return before if is_key(before) else f"{example.signs[0]} it"


def changed(example, pools):
    """An example that wants the same of other things."""
    if random.random() < TEXT_EXCHANGED:
        example = with_other_text(example, pools)
    if random.random() < ASIDE_ADDED:
        example = with_aside(example, pools)
    units = list(example.units)
    rename_columns(example, units, pools)
    if random.random() < COLUMNS_EXCHANGED:
        exchange_columns(example, units, pools)
    for at in range(example.sentence_length):
        units[at] = changed_word(units[at], pools)
    return example._replace(units=units)


def with_other_text(example, pools):
    """One of its texts is taken from another example; all places behind it move."""
    starts = texts_of(example)
    if not starts:
        return example
    at = random.choice(starts)
    first, last = example.signs[at + 1], example.signs[at + 2]
    text = random.choice(pools.texts.get(context_of(example, at)) or [[]])
    longer = len(text) - (last - first + 1)
    places = [sign for sign in example.signs if not is_key(sign)]
    uses = sum(first <= place <= last for place in places)
    is_cut = uses > 2 or any(first < place < last for place in places)
    if not text or is_cut or example.sentence_length + longer > MOST_WORDS:
        return example
    other = spliced(example, first, last + 1, text)
    other.signs[at + 1], other.signs[at + 2] = first, first + len(text) - 1
    return other


def with_aside(example, pools):
    """Something that changes nothing is said before or behind it; places behind that move."""
    place = random.choice(("before", "behind"))
    said = random.choice(pools.asides.get((language_of(example), place)) or [[]])
    length = example.sentence_length
    if not said or length + len(said) > MOST_WORDS:
        return example
    at = 0 if place == "before" else length
    return spliced(example, at, at, said)


def spliced(example, start, end, units):
    """With these units instead of those from `start` up to `end`; places from there on move."""
    longer = len(units) - (end - start)

    def moved(sign):
        return sign + longer if not is_key(sign) and sign >= end else sign

    return example._replace(
        units=[*example.units[:start], *units, *example.units[end:]],
        signs=[moved(sign) for sign in example.signs],
        sentence_length=example.sentence_length + longer,
    )


def rename_columns(example, units, pools):
    """A column that the sentence calls by its name is called otherwise, in both places."""
    for at, unit in enumerate(units):
        if not unit.tag or not is_column_here(unit) or random.random() > COLUMN_RENAMED:
            continue
        named = [
            place
            for place in range(example.sentence_length)
            if units[place].tag == unit.tag and "names:whole" in units[place].marks
        ]
        others = pools.columns.get(held_by(unit))
        if named and others:
            words = random.choice(others).words
            for place in [at, *named]:
                units[place] = units[place]._replace(words=words)


def exchange_columns(example, units, pools):
    """Columns that play no part are others, which hold the same kind of thing."""
    pointed_at = {sign for sign in example.signs if not is_key(sign)}
    for at in range(example.sentence_length, len(units)):
        unit = units[at]
        is_column = is_column_here(unit) or is_elsewhere(unit)
        if not is_column or at in pointed_at or "mentioned" in unit.marks:
            continue
        others = pools.columns.get(held_by(unit))
        if others and random.random() < COLUMN_EXCHANGED:
            units[at] = exchanged(unit, random.choice(others))


def exchanged(unit, other):
    """The other's name and contents, in this one's place."""
    marks = [mark for mark in unit.marks if is_of_place(mark)]
    marks += [mark for mark in other.marks if not is_of_place(mark)]
    return Unit(other.words, marks, unit.tag, other.contents)


def is_of_place(mark):
    return mark in PLACE_MARKS or mark.startswith("holds:")


def changed_word(unit, pools):
    is_value = "value" in unit.marks and not any(mark.startswith("names") for mark in unit.marks)
    if is_value and pools.values and random.random() < VALUE_EXCHANGED:
        return unit._replace(words=random.choice(pools.values))
    if random.random() < TYPO:
        return unit._replace(words=[with_typo(word) for word in unit.words])
    return unit


def with_marks_left_out(example):
    """Last of all: by its marks a unit is known for what it is."""
    return example._replace(units=[fewer_marks(unit) for unit in example.units])


def fewer_marks(unit):
    marks = [mark for mark in unit.marks if random.random() > MARK_LEFT_OUT]
    return Unit(unit.words, marks, unit.tag, fewer_contents(unit.contents))


def fewer_contents(contents):
    if not contents or random.random() < CONTENTS_LEFT_OUT:
        return ()
    return tuple(word for word in contents if random.random() > CONTENT_LEFT_OUT)


def with_typo(word):
    """Two letters swapped, one left out or one twice; never the first, and short words stay."""
    if len(word) < 4 or not word.isalpha():
        return word
    at = random.randrange(1, len(word) - 1)
    kind = random.random()
    if kind < 0.4:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if kind < 0.8:
        return word[:at] + word[at + 1 :]
    return word[:at] + word[at] + word[at:]


def reordered(example):
    """The places of the units that stay, in their new order: the sentence, the columns of the open
    tab shuffled, those elsewhere shuffled, the tabs. Columns that aren't needed may be missing."""
    units = example.units
    behind_sentence = range(example.sentence_length, len(units))
    columns = [at for at in behind_sentence if is_column_here(units[at]) or is_elsewhere(units[at])]
    pointed_at = {sign for sign in example.signs if not is_key(sign)}
    kept = [
        at
        for at in columns
        if at in pointed_at or "mentioned" in units[at].marks or random.random() > COLUMN_LEFT_OUT
    ]
    here = [at for at in kept if is_column_here(units[at])]
    elsewhere = [at for at in kept if is_elsewhere(units[at])]
    random.shuffle(here)
    random.shuffle(elsewhere)
    tabs = [at for at in behind_sentence if at not in columns]
    return [*range(example.sentence_length), *here, *elsewhere, *tabs]
