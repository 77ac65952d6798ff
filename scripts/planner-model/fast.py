"""The layers of the network in C++ (layers.cpp), in two thirds of the time that PyTorch takes.

    python3 fast.py

compares the two: what comes out, and the gradients. It wants g++ and a processor with AVX512-BF16; where
that is missing, train.py has PyTorch do it (`is_possible`).
"""
import ctypes
import math
import pathlib
import subprocess

import numpy as np
import torch

from data import NO_TARGET
from network import NEVER, first_signs

SOURCE = pathlib.Path(__file__).with_name("layers.cpp")
OPTIONS = "-O3 -march=native -ffast-math -std=c++17 -shared -fPIC".split()


def is_possible():
    return "avx512_bf16" in pathlib.Path("/proc/cpuinfo").read_text()


def library(out):
    """`out` is where it is compiled to."""
    subprocess.run(["g++", *OPTIONS, "-o", out, SOURCE], check=True)
    loaded = ctypes.CDLL(str(pathlib.Path(out).resolve()))
    loaded.stack_make.restype = ctypes.c_void_p
    return loaded


class Stack:
    """The layers of `modules` (network.EncoderLayer or DecoderLayer). Their gradients are written where
    `grad` is, so each parameter must have one that stays in its place."""

    def __init__(self, loaded, modules, width, drop):
        self.loaded = loaded
        self.drop = drop
        self.writes = hasattr(modules[0], "cross")
        values = [pointer for module in modules for pointer in self._pointers(module)]
        self.pointers = (ctypes.c_void_p * len(values))(*values)
        made = loaded.stack_make(width, len(modules), int(self.writes), self.pointers)
        self.made = ctypes.c_void_p(made)

    def _pointers(self, module):
        attention = [module.n1, module.att.q, module.att.k, module.att.v, module.att.o]
        cross = [module.n2, module.cross.q, module.cross.k, module.cross.v, module.cross.o] if self.writes else []
        forward = [module.n3 if self.writes else module.n2, module.ff.a, module.ff.b]
        for part in attention + cross + forward:
            for values in (part.weight, part.bias):
                yield values.data_ptr()
                yield values.grad.data_ptr()

    def __call__(self, x, ends, memory=None, memory_ends=None):
        """`x` (rows, width): those of all examples one behind the other; `ends` where each begins."""
        return Run.apply(x, memory, self, ends, memory_ends)


class Run(torch.autograd.Function):
    @staticmethod
    def forward(context, x, memory, stack, ends, memory_ends):
        context.stack, context.ends, context.memory_ends = stack, ends, memory_ends
        context.memory_shape = None if memory is None else memory.shape
        out = x.contiguous().clone()
        kept = None if memory is None else memory.contiguous()
        stack.loaded.stack_forward(
            stack.made, at(out), len(ends) - 1, ints(ends), at(kept), ints(memory_ends), ctypes.c_float(stack.drop)
        )
        return out

    @staticmethod
    def backward(context, gradient):
        stack = context.stack
        dx = gradient.contiguous().clone()
        dmemory = None if context.memory_shape is None else torch.zeros(context.memory_shape)
        stack.loaded.stack_backward(
            stack.made, at(dx), len(context.ends) - 1, ints(context.ends), at(dmemory), ints(context.memory_ends)
        )
        return dx, dmemory, None, None, None


def at(values):
    return None if values is None else ctypes.c_void_p(values.data_ptr())


def ints(values):
    return None if values is None else values.ctypes.data_as(ctypes.c_void_p)


def ends_of(mask):
    """Where each example's rows begin when all stand one behind the other."""
    return np.concatenate([[0], np.cumsum(mask.sum(1).numpy())]).astype(np.int32)


class FastNetwork:
    """What train.py's `loss_of` does, of examples one behind the other instead of filled up."""

    def __init__(self, net, drop, library_path, seed):
        self.net = net
        loaded = library(library_path)
        loaded.stack_seed(ctypes.c_uint64(seed))
        self.reads = Stack(loaded, list(net.enc), net.width, drop)
        self.writes = Stack(loaded, list(net.dec), net.width, drop)

    def loss(self, batch):
        net, targets = self.net, batch.targets
        is_sign = targets != NO_TARGET
        ends = ends_of(batch.mask)
        memory = net.en(self.reads(net.drop(net._embed_units(batch))[batch.mask], ends))
        before = torch.cat([first_signs(len(targets)), targets[:, :-1].clamp(min=0)], 1)
        signs = net.drop(self._embed_signs(memory, ends, before))[is_sign]
        written = net.dn(self.writes(signs, ends_of(is_sign), memory, ends))
        to_units = self._to_units(batch.mask, memory, is_sign, written)
        answers = torch.cat([net.out(written), to_units], -1).log_softmax(-1)
        return -answers.gather(-1, targets[is_sign][:, None]).mean()

    def _embed_signs(self, memory, ends, signs):
        """As network.py has it."""
        net = self.net
        starts = torch.from_numpy(ends[:-1].astype(np.int64))[:, None]
        keys = net.key(signs.clamp(max=net.keys - 1))
        places = starts + (signs - net.keys).clamp(min=0)
        pointed_at = net.ptr(memory)[places.view(-1)].view(keys.shape)
        positions = torch.arange(signs.shape[1]).clamp(max=net.dpos.weight.shape[0] - 1)
        return torch.where((signs >= net.keys)[..., None], pointed_at, keys) + net.dpos(positions)[None]

    def _to_units(self, mask, memory, is_sign, written):
        units = filled_up(self.net.pk(memory), mask)
        asking = filled_up(self.net.pq(written), is_sign)
        products = (asking @ units.transpose(1, 2)) / math.sqrt(self.net.width)
        return products.masked_fill(~mask[:, None, :], NEVER)[is_sign]


def filled_up(rows, mask):
    """(example, place, width) of rows one behind the other; 0 where nothing stands."""
    where = torch.nonzero(mask.view(-1))[:, 0]
    return torch.zeros(mask.numel(), rows.shape[1]).index_copy(0, where, rows).view(*mask.shape, -1)


def check():
    """Prints how far the two are apart: some thousandths for what comes out, some hundredths for gradients."""
    from network import DecoderLayer, EncoderLayer, for_attention

    torch.manual_seed(1)
    width, lengths, signs = 192, [31, 7, 48, 20, 33], [5, 9, 3, 12, 8]
    loaded = library("layers.so")
    mask, sign_mask = (torch.arange(max(some))[None] < torch.tensor(some)[:, None] for some in (lengths, signs))
    encoder = torch.nn.ModuleList(EncoderLayer(width, 0) for _ in range(2))
    decoder = torch.nn.ModuleList(DecoderLayer(width, 0) for _ in range(2))
    parameters = [*encoder.parameters(), *decoder.parameters()]
    for each in parameters:
        each.grad = torch.zeros_like(each)
    inputs = torch.randn(*mask.shape, width), torch.randn(*sign_mask.shape, width)
    weights = torch.randn(*mask.shape, width)[mask], torch.randn(*sign_mask.shape, width)[sign_mask]

    def slow(x, y):
        for layer in encoder:
            x = layer(x, for_attention(mask))
        earlier = torch.tril(torch.ones(max(signs), max(signs), dtype=torch.bool))[None, None]
        for layer in decoder:
            y = layer(y, x, earlier, for_attention(mask))
        return x[mask], y[sign_mask]

    def fast(x, y):
        ends = ends_of(mask)
        memory = Stack(loaded, encoder, width, 0)(x[mask], ends)
        return memory, Stack(loaded, decoder, width, 0)(y[sign_mask], ends_of(sign_mask), memory, ends)

    def results(run):
        for each in parameters:
            each.grad.zero_()
        x, y = (each.clone().requires_grad_() for each in inputs)
        memory, out = run(x, y)
        ((memory * weights[0]).sum() + (out * weights[1]).sum()).backward()
        return [memory, out, x.grad[mask], y.grad[sign_mask], *(each.grad.clone() for each in parameters)]

    for slowly, fastly in zip(results(slow), results(fast)):
        # A bias of keys changes nothing: its gradient is 0 but for rounding.
        if slowly.norm() > 1e-3:
            print(tuple(slowly.shape), f"{(slowly - fastly).norm() / slowly.norm():.4f}")


if __name__ == "__main__":
    check()
