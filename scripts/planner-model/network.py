"""The network: a transformer that reads the row of units and writes signs, with a pointer to units.

What it answers at each step is, for every key and then for every unit, how likely it is the next
sign. service/offline-planner/learned/ computes the same in TypeScript from what export.py packs.
The names of the parts are the names in the saved file: export.py reads them, and so does `adopt`.
"""
import functools
import math
import random

import torch
import torch.nn.functional as F
from torch import nn

from data import END, FIRST_WORD, GO, NO_MARK, NO_WORD, TRIGRAMS, UNKNOWN_WORD

HEADS = 4
# Between its two layers, feeding forward is so many times as wide.
WIDER = 4
# 0 for none, then MOST_TAGS of service/offline-planner/learned/source.ts.
TAGS = 13
# 0 for none, then MOST_WORDS of the same file, and a few to spare.
POSITIONS = 76
# Later signs share the last row.
SIGN_POSITIONS = 64
# Greedy reading stops there.
MOST_SIGNS = 40
# More numbers than any layer has in a batch.
LONG = 1 << 23
# For what must not be looked at, before softmax.
NEVER = -1e9


class Dropout(nn.Module):
    """As PyTorch's, three times as fast: masks are pieces of one long row of random numbers."""

    def __init__(self, share):
        super().__init__()
        self.share = share

    def forward(self, x):
        if not self.training or self.share == 0:
            return x
        row = long_mask(self.share)
        at = random.randrange(len(row) - x.numel())
        return x * row[at : at + x.numel()].view(x.shape)


@functools.lru_cache
def long_mask(share):
    return (torch.rand(LONG) >= share).float() / (1 - share)


class Attention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.q = nn.Linear(width, width)
        self.k = nn.Linear(width, width)
        self.v = nn.Linear(width, width)
        self.o = nn.Linear(width, width)

    def forward(self, x, memory, mask):
        """From each of `x` looks at those of `memory` for which `mask` is true."""
        query, key, value = heads_of(self.q(x)), heads_of(self.k(memory)), heads_of(self.v(memory))
        scores = (query @ key.transpose(2, 3)) / math.sqrt(x.shape[-1] // HEADS)
        shares = scores.masked_fill(~mask, NEVER).softmax(-1)
        return self.o((shares @ value).transpose(1, 2).reshape(x.shape))


def heads_of(x):
    """(batch, length, width) as (batch, head, length, width of a head)."""
    batch, length, width = x.shape
    return x.view(batch, length, HEADS, width // HEADS).transpose(1, 2)


class FeedForward(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.a = nn.Linear(width, WIDER * width)
        self.b = nn.Linear(WIDER * width, width)

    def forward(self, x):
        return self.b(F.relu(self.a(x)))


class EncoderLayer(nn.Module):
    def __init__(self, width, dropout):
        super().__init__()
        self.n1 = nn.LayerNorm(width)
        self.att = Attention(width)
        self.n2 = nn.LayerNorm(width)
        self.ff = FeedForward(width)
        self.drop = Dropout(dropout)

    def forward(self, x, mask):
        inner = self.n1(x)
        x = x + self.drop(self.att(inner, inner, mask))
        return x + self.drop(self.ff(self.n2(x)))


class DecoderLayer(nn.Module):
    def __init__(self, width, dropout):
        super().__init__()
        self.n1 = nn.LayerNorm(width)
        self.att = Attention(width)
        self.n2 = nn.LayerNorm(width)
        self.cross = Attention(width)
        self.n3 = nn.LayerNorm(width)
        self.ff = FeedForward(width)
        self.drop = Dropout(dropout)

    def forward(self, x, memory, earlier, mask):
        inner = self.n1(x)
        x = x + self.drop(self.att(inner, inner, earlier))
        x = x + self.drop(self.cross(self.n2(x), memory, mask))
        return x + self.drop(self.ff(self.n3(x)))


class Network(nn.Module):
    def __init__(self, vocabularies, pretrained, *, width, encoder, decoder, dropout):
        """`pretrained` has the rows of the pretrained words; `encoder` and `decoder` say how many
        layers each has. In which order the parts are made decides what the seed makes of them."""
        super().__init__()
        words, marks = len(vocabularies.words.names), len(vocabularies.marks.names)
        self.width = width
        self.keys = len(vocabularies.keys.names)
        size = pretrained.shape[1]

        self.word = nn.Embedding(FIRST_WORD + words, width, padding_idx=NO_WORD, sparse=True)
        self.preproj = nn.Linear(size, width, bias=False)
        # Begins as 0: a network that was trained without it reads on as before.
        self.content = nn.Linear(width, width, bias=False)
        nn.init.zeros_(self.content.weight)
        self.tri = nn.Embedding(TRIGRAMS, width)
        self.mark = nn.Embedding(1 + marks, width, padding_idx=NO_MARK)
        self.tag = nn.Embedding(TAGS, width, padding_idx=0)
        self.pos = nn.Embedding(POSITIONS, width)
        self._scale_embeddings()
        # Row 0 is for words that have none.
        rows = torch.tensor(pretrained, dtype=torch.float32)
        self.register_buffer("pre", torch.cat([torch.zeros(1, size), rows]))
        self.enc = nn.ModuleList(EncoderLayer(width, dropout) for _ in range(encoder))
        self.en = nn.LayerNorm(width)

        self.key = nn.Embedding(self.keys, width)
        self.ptr = nn.Linear(width, width)
        self.dpos = nn.Embedding(SIGN_POSITIONS, width)
        self.dec = nn.ModuleList(DecoderLayer(width, dropout) for _ in range(decoder))
        self.dn = nn.LayerNorm(width)
        self.out = nn.Linear(width, self.keys)
        self.pq = nn.Linear(width, width)
        self.pk = nn.Linear(width, width)
        self.drop = Dropout(dropout)

    def _scale_embeddings(self):
        """Smaller than PyTorch makes them, for many are added up; rows that mean none are zeros."""
        for part in (self.word, self.tri, self.mark, self.tag, self.pos):
            nn.init.normal_(part.weight, 0, 0.2 if part is self.word else 0.3)
        for part in (self.word, self.mark, self.tag):
            part.weight.data[0] = 0

    def encode(self, batch):
        """A row of numbers for each unit, from itself and from what stands around it."""
        x = self.drop(self._embed_units(batch))
        mask = for_attention(batch.mask)
        for layer in self.enc:
            x = layer(x, mask)
        return self.en(x)

    def _embed_units(self, batch):
        """Words count with their mean, trigrams too; marks are added up."""
        counts = (batch.words != NO_WORD).sum(-1, keepdim=True).clamp(min=1)
        words = self.word(batch.words).sum(2) / counts
        pretrained = self.preproj(self.pre[batch.pretrained].sum(2) / counts)
        trigrams = self._mean_of_trigrams(batch)
        marks = self.mark(batch.marks).sum(2)
        tags, positions = self.tag(batch.tags), self.pos(batch.positions)
        return words + pretrained + trigrams + marks + tags + positions + self._embed_contents(batch)

    def _embed_contents(self, batch):
        """The mean of words as they are known elsewhere: nothing is learned of them here."""
        shares = batch.content_shares[..., None]
        starts = batch.content_starts.view(-1)

        def mean_of(rows, table):
            sums = F.embedding_bag(rows, table, starts, mode="sum")
            return sums.view(*batch.tags.shape, -1) * shares

        with torch.no_grad():
            own = mean_of(batch.contents, self.word.weight)
            words = own + self.preproj(mean_of(batch.contents_pretrained, self.pre))
        return self.content(words)

    def _mean_of_trigrams(self, batch):
        most = batch.trigrams.shape[-1]
        rows, shares = batch.trigrams.view(-1, most), batch.trigram_shares.view(-1, most)
        means = F.embedding_bag(rows, self.tri.weight, mode="sum", per_sample_weights=shares)
        return means.view(*batch.trigrams.shape[:2], self.width)

    def decode(self, memory, unit_mask, signs):
        """After each of `signs`, how likely each key and each unit is the next (before softmax)."""
        length = signs.shape[1]
        x = self.drop(self._embed_signs(memory, signs))
        earlier = torch.tril(torch.ones(length, length, dtype=torch.bool))[None, None]
        mask = for_attention(unit_mask)
        for layer in self.dec:
            x = layer(x, memory, earlier, mask)
        x = self.dn(x)
        to_keys = self.out(x)
        to_units = (self.pq(x) @ self.pk(memory).transpose(1, 2)) / math.sqrt(self.width)
        return torch.cat([to_keys, to_units.masked_fill(~unit_mask[:, None, :], NEVER)], -1)

    def _embed_signs(self, memory, signs):
        """A key has a row of its own, a place is what was read of the unit there."""
        is_place = signs >= self.keys
        keys = self.key(signs.clamp(max=self.keys - 1))
        places = (signs - self.keys).clamp(min=0)[..., None].expand(-1, -1, self.width)
        pointed_at = self.ptr(memory.gather(1, places))
        positions = torch.arange(signs.shape[1]).clamp(max=SIGN_POSITIONS - 1)
        return torch.where(is_place[..., None], pointed_at, keys) + self.dpos(positions)[None]


def for_attention(unit_mask):
    """The same for every head and for whoever looks."""
    return unit_mask[:, None, None, :]


def first_signs(count):
    return torch.full((count, 1), GO)


def read_greedily(net, batch):
    """The signs written when always the likeliest is taken, and the logarithm of their
    probability. Behind the end, all signs are the end."""
    memory = net.encode(batch)
    count = len(batch.mask)
    signs = first_signs(count)
    log_probability = torch.zeros(count)
    is_done = torch.zeros(count, dtype=torch.bool)
    for _ in range(MOST_SIGNS):
        answers = net.decode(memory, batch.mask, signs)[:, -1].log_softmax(-1)
        best, sign = answers.max(-1)
        sign = torch.where(is_done, torch.full_like(sign, END), sign)
        log_probability = log_probability + torch.where(is_done, torch.zeros_like(best), best)
        is_done = is_done | (sign == END)
        signs = torch.cat([signs, sign[:, None]], 1)
        if is_done.all():
            break
    return signs[:, 1:], log_probability


# Their rows are those of a vocabulary: equal sizes would not mean equal rows.
BY_VOCABULARY = {"word.weight", "mark.weight", "key.weight", "out.weight", "out.bias", "pre"}

# What they give is added to what goes through a layer: where they are 0, the layer adds nothing.
LAST_OF_A_LAYER = tuple(
    f"{part}.{values}" for part in ("att.o", "cross.o", "ff.b") for values in ("weight", "bias")
)


# Of these, what a larger network has more is added to what the smaller one had.
SUMMED_UP = ("ff.b.weight", "preproj.weight")


def adopt(net, vocabularies, old, old_vocabularies):
    """Begins with the weights of another training (its state_dict `old`), as far as they fit. What
    was learned of a word, mark or key is found by its name."""
    # Shares its numbers with the network: what is copied into it is the network's.
    state = net.state_dict()
    for name, values in state.items():
        if name not in BY_VOCABULARY and name in old:
            copy_part(values, old[name], name.endswith(SUMMED_UP))
        elif name not in old and name.endswith(LAST_OF_A_LAYER):
            # A layer more than the old network had adds nothing at first.
            values.zero_()
    state["word.weight"][UNKNOWN_WORD].copy_(old["word.weight"][UNKNOWN_WORD])
    copy_rows(state, old, ["word.weight"], vocabularies.words, old_vocabularies.words)
    copy_rows(state, old, ["mark.weight"], vocabularies.marks, old_vocabularies.marks)
    by_key = ["key.weight", "out.weight", "out.bias"]
    copy_rows(state, old, by_key, vocabularies.keys, old_vocabularies.keys)


def copy_part(values, old, is_sum):
    """Where the network is larger than the old one, the rest stays as it begins; of what is summed
    up, the rest is 0, so that it reads as before."""
    if values.dim() != old.dim() or any(new < was for new, was in zip(values.shape, old.shape)):
        return
    if is_sum:
        values.zero_()
    values[tuple(slice(0, size) for size in old.shape)] = old


def copy_rows(state, old, names, vocabulary, old_vocabulary):
    for entry, row in vocabulary.ids.items():
        if entry not in old_vocabulary.ids:
            continue
        for name in names:
            state[name][row].copy_(old[name][old_vocabulary.ids[entry]])
