#!/usr/bin/env python3
"""Trains a net of Tain with PyTorch, on a GPU if there is one.

    tain train mirrorsquare games.txt --samples mirrorsquare.samples
    python3 train.py mirrorsquare.samples mirrorsquare.net

It reads the samples that tain writes and writes the nets that tain reads; both
formats are in docs/learning.md. With --in-order and --from it does exactly what
"tain train --in-order --from" does, but for the order in which sums are added up.
"""
import argparse
import hashlib
import math
import sys
import zlib

import numpy as np
import torch

QA, QB, SCALE, BUCKETS = 255, 64, 400.0, 8
SPREAD, BOUND, DECAY = 0.03, 1.98, 0.01
BLOCK, ONE_IN = 64, 20
SIZE = 32


def fail(text):
    sys.exit("train.py: " + text)


def header(data, magic, name):
    """Returns the lines of a header as a dictionary, and what follows it."""
    end = data.find(b"\n\n", 0, 4096)
    if not data.startswith(magic + b"\n") or end < 0:
        fail(f"{name} does not begin with {magic.decode()!r} and a header")
    fields = {}
    for line in data[len(magic) + 1:end].decode().split("\n"):
        key, _, value = line.partition(": ")
        fields[key] = value
    return fields, data[end + 2:]


class Board:
    """What a net sees of the samples of one rule set."""

    def __init__(self, view, step):
        self.view, self.step = view, step
        self.space = view == "space"
        self.places = 96 if self.space else 64
        self.inputs = 12 * self.places + (24 if self.space else 0)
        place = np.arange(self.places)
        if not self.space:
            self.facing = place ^ 56
            return
        main = 16 * (2 - place // 16) + 4 * (3 - place // 4 % 4) + place % 4
        pin = np.maximum(place - 48, 0) // 4
        cells = 48 + 4 * (pin // 6 * 6 + 5 - pin % 6) + (place % 4 ^ 2)
        self.facing = np.where(place < 48, main, cells)
        mount = np.arange(12)
        self.facing_mount = mount // 6 * 6 + 5 - mount % 6

    def unpack(self, words):
        """Returns pieces by place (0 none, 1 to 12), mounts, scores and half points."""
        n = len(words)
        pieces = np.zeros((n, self.places), np.uint8)
        mounts = np.zeros((n, 2, 12), bool)
        if not self.space:
            tail = words[:, 3] >> np.uint64(49)
            for i in range(4):
                w = words[:, i] & np.uint64((1 << 49) - 1) if i == 3 else words[:, i].copy()
                for k in range(13 if i == 3 else 17):
                    pieces[:, 17 * i + k] = w % np.uint64(13)
                    w //= np.uint64(13)
                if w.any():
                    fail("a sample is no board")
            points, score = tail & np.uint64(3), tail >> np.uint64(2)
            return pieces, mounts, score.astype(np.int64) - 4096, points.astype(np.int64)
        points, score = words[:, 1] >> np.uint64(44) & np.uint64(3), words[:, 1] >> np.uint64(46)
        other = words[:, 2] >> np.uint64(58) | words[:, 3] >> np.uint64(58) << np.uint64(6)
        for m in range(12):
            mounts[:, 0, m] = words[:, 1] >> np.uint64(32 + m) & np.uint64(1)
            mounts[:, 1, m] = other >> np.uint64(m) & np.uint64(1)
        digits = np.zeros((n, 32), np.uint8)
        for i in range(2):
            w = words[:, 2 + i] & np.uint64((1 << 58) - 1)
            for k in range(16):
                digits[:, 16 * i + k] = w % np.uint64(12)
                w //= np.uint64(12)
        count = np.zeros(n, np.int64)
        rows = np.arange(n)
        for place in range(96):
            on = (words[:, place // 64] >> np.uint64(place % 64) & np.uint64(1)).astype(bool)
            pieces[on, place] = digits[rows[on], count[on] & 31] + 1
            count[on] += 1
        if (count > 32).any():
            fail("a sample has a piece too many")
        return pieces, mounts, score.astype(np.int64) - 4096, points.astype(np.int64)

    def dense(self, pieces, mounts, other):
        """Returns the inputs, 0 or 1 each, as the mover sees them or the other side."""
        if other:
            swapped = np.where(pieces == 0, 0, (pieces.astype(np.int64) + 5) % 12 + 1)
            pieces = swapped[:, self.facing].astype(np.uint8)
            mounts = mounts[:, ::-1]
            if self.space:
                mounts = mounts[:, :, self.facing_mount]
        n = len(pieces)
        if self.view in ("mirrored", "turned"):
            king = pieces == 6
            file = np.where(king.any(1), king.argmax(1) & 7, 0 if self.view == "mirrored" else 4)
            place = np.arange(64)
            if self.view == "mirrored":
                moved = place[None, :] ^ (7 * (file[:, None] >> 2))
            else:
                moved = place[None, :] & 56 | (place[None, :] - (4 - file[:, None])) & 7
            pieces = np.take_along_axis(pieces, moved, 1)
        out = np.zeros((n, self.inputs), bool)
        row, place = np.nonzero(pieces)
        out[row, (pieces[row, place].astype(np.int64) - 1) * self.places + place] = True
        if self.space:
            out[:, 12 * 96:] = mounts.reshape(n, 24)
        return out


class Net(torch.nn.Module):
    def __init__(self, inputs, width):
        super().__init__()
        def drawn(*shape):
            return torch.nn.Parameter((2 * torch.rand(*shape) - 1) * SPREAD)
        self.weights, self.biases = drawn(inputs, width), drawn(width)
        self.output, self.offsets = drawn(BUCKETS, 2 * width), torch.nn.Parameter(torch.zeros(BUCKETS))

    def forward(self, own, other, bucket):
        acc = torch.cat([own @ self.weights, other @ self.weights], 1) + self.biases.repeat(2)
        seen = acc.clamp(0, 1) ** 2
        return (seen * self.output[bucket]).sum(1) + self.offsets[bucket]

    def parts(self):
        return [(self.weights, QA, 32767), (self.biases, QA, 32767), (self.output, QB, 127), (self.offsets, QA * QB, 32767)]


def load(net, name, fields):
    """Begins with the numbers of a file."""
    with open(name, "rb") as f:
        head, packed = header(f.read(), b"TAIN NET 1", name)
    if head["rules"] != fields["rules"]:
        fail(f"{name} holds the net of {head['rules']}, not of {fields['rules']}")
    numbers = np.frombuffer(zlib.decompress(packed, -15), "<i2").astype(np.float32)
    with torch.no_grad():
        for part, scale, _ in net.parts():
            n = part.numel()
            part.copy_(torch.from_numpy(numbers[:n] / np.float32(scale)).reshape(part.shape))
            numbers = numbers[n:]


def save(net, name, fields, data, step, args):
    """Writes the net in whole numbers."""
    numbers = b""
    for part, scale, most in net.parts():
        v = part.detach().cpu().double().numpy() * scale
        whole = np.sign(v) * np.floor(np.abs(v) + 0.5)
        numbers += np.clip(whole, -most, most).astype("<i2").tobytes()
    inputs, width = net.weights.shape
    lines = [
        "TAIN NET 1", "rules: " + fields["rules"], "view: " + fields["view"], f"shape: {inputs} {width} {BUCKETS} {step}",
        "data: " + hashlib.sha256(data).hexdigest(), "games: " + fields["games"], "positions: " + fields["samples"],
        f"command: train.py --width {width} --epochs {args.epochs} --rate {args.rate:g} --lambda {args.share:g} --seed {args.seed}",
        "numbers: sha256 " + hashlib.sha256(numbers).hexdigest(), "", "",
    ]
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    with open(name, "wb") as f:
        f.write("\n".join(lines).encode() + packer.compress(numbers) + packer.flush())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("samples")
    parser.add_argument("net")
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--epochs", type=int, default=16)
    parser.add_argument("--batch", type=int, default=0)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--lambda", dest="share", type=float, default=0.75)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", dest="begin", help="a net to begin with")
    parser.add_argument("--in-order", action="store_true", help="leave the samples in their order and mirror none")
    parser.add_argument("--mirror", action="store_true", help="mirror files at random, where the game allows it")
    args = parser.parse_args()

    with open(args.samples, "rb") as f:
        fields, data = header(f.read(), b"TAIN SAMPLES 1", args.samples)
    n = int(fields["samples"])
    if len(data) != n * SIZE:
        fail(f"{args.samples} does not hold the {n} samples that its header tells of")
    words = np.frombuffer(data, "<u8").reshape(n, 4)
    board = Board(fields["view"], int(fields["step"]))
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    net = Net(board.inputs, args.width)
    if args.begin:
        load(net, args.begin, fields)
    net.to(device)
    index = np.arange(n)
    held = index // BLOCK % ONE_IN == ONE_IN - 1
    training, validation = index[~held], index[held]
    batch = args.batch or max(512, min(16384, n // 100))
    batches = (len(training) + batch - 1) // batch
    step = torch.optim.AdamW(net.parameters(), lr=args.rate, betas=(0.9, 0.999), eps=1e-8, weight_decay=DECAY)

    def loss_of(which, mirror):
        pieces, mounts, score, points = board.unpack(words[which])
        if mirror:
            flip = rng.random(len(which)) < 0.5
            pieces[flip] = pieces[flip][:, np.arange(64) ^ 7]
        bucket = np.clip(((pieces != 0).sum(1) - 1) // board.step, 0, BUCKETS - 1)
        own = torch.from_numpy(board.dense(pieces, mounts, False)).to(device).float()
        other = torch.from_numpy(board.dense(pieces, mounts, True)).to(device).float()
        target = args.share / (1 + np.exp(-score / SCALE)) + (1 - args.share) * points / 2
        told = torch.sigmoid(net(own, other, torch.from_numpy(bucket).to(device)))
        return ((told - torch.from_numpy(target).to(device).float()) ** 2).sum()

    for epoch in range(args.epochs):
        if not args.in_order:
            rng.shuffle(training)
        total = 0.0
        for b in range(batches):
            which = training[b * batch:(b + 1) * batch]
            progress = (epoch * batches + b) / (args.epochs * batches)
            for group in step.param_groups:
                group["lr"] = args.rate * (0.02 + 0.98 * (1 + math.cos(math.pi * progress)) / 2)
            step.zero_grad()
            loss = loss_of(which, args.mirror and not board.space and not args.in_order)
            (loss / len(which)).backward()
            step.step()
            with torch.no_grad():
                for part in net.parameters():
                    part.clamp_(-BOUND, BOUND)
            total += loss.item()
        with torch.no_grad():
            checked = sum(loss_of(validation[i:i + batch], False).item() for i in range(0, len(validation), batch))
        print(f"epoch {epoch + 1}: loss {total / len(training):.5f}, on the validation set {checked / max(1, len(validation)):.5f}")
    save(net, args.net, fields, data, board.step, args)


if __name__ == "__main__":
    main()
