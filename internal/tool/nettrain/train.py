#!/usr/bin/env python3
"""Trains a net for Tain with PyTorch, on a GPU if there is one.

    tain train mirrorsquare games.txt --samples mirrorsquare.samples
    python3 train.py mirrorsquare.samples mirrorsquare.net

It reads samples written by Tain and writes nets for Tain. docs/learning.md describes
both formats. With --in-order and --from it computes the same as
"tain train --in-order --from", apart from the order of summation.
"""
import argparse
import hashlib
import math
import os
import sys
import zlib

import numpy as np
import torch

QA, QB, SCALE, BUCKETS = 255, 64, 400.0, 8
SPREAD, BOUND, DECAY = 0.03, 1.98, 0.01
BLOCK, ONE_IN = 64, 20
LISTED, WIDE = 3, 6  # words for the pieces of a sample that lists them, on up to 64 squares and on more
CHUNK = 1 << 18  # samples unpacked at a time


def fail(text):
    sys.exit("train.py: " + text)


def header(data, magic, name):
    """Returns the header as a dictionary, and the data after it."""
    end = data.find(b"\n\n", 0, 4096)
    if not data.startswith(magic + b"\n") or end < 0:
        fail(f"{name} does not begin with {magic.decode()!r} and a header")
    fields = {}
    for line in data[len(magic) + 1:end].decode().split("\n"):
        key, _, value = line.partition(": ")
        fields[key] = value
    return fields, data[end + 2:]


def spread(numbers):
    """Encodes 16-bit numbers for compression: zigzag, so that small numbers of either
    sign stay small, and all low bytes before all high bytes."""
    zigzag = (numbers << 1 ^ numbers >> 15).astype("<u2")
    return (zigzag & 255).astype(np.uint8).tobytes() + (zigzag >> 8).astype(np.uint8).tobytes()


def gather(data):
    """Decodes numbers encoded by spread."""
    low, high = np.frombuffer(data, np.uint8).reshape(2, -1).astype(np.uint16)
    zigzag = low | high << 8
    return (zigzag >> 1 ^ -(zigzag & 1).astype(np.int16).view(np.uint16)).view(np.int16)


class Board:
    """Computes the net's inputs from the samples of a rule set, on the training device:
    a GPU unpacks samples faster than the CPU could send it the inputs."""

    def __init__(self, fields, device):
        self.view, self.step, self.device = fields["view"], int(fields["step"]), device
        self.space = self.view == "space"
        # Older samples lack this field, and are from boards with 8x8 squares or in space.
        shape = fields.get("board", "96 8 8 0 6" if self.space else "64 8 8 0 6")
        self.places, self.width, ranks, self.plane, self.kinds = map(int, shape.split())
        self.sets = (self.places + 63) // 64  # words for the occupied squares of a sample that lists pieces
        self.listed = not self.space and (self.sets > 1 or self.kinds > 6)
        self.words = self.sets + (WIDE if self.sets > 1 else LISTED) if self.listed else 4
        self.inputs = 2 * self.kinds * self.places + (24 if self.space else 0)
        self.place = torch.arange(self.places, device=device)
        self.mirror = self.place + self.width - 1 - 2 * (self.place % self.width)
        if not self.space:
            rank = torch.div(self.place, self.width, rounding_mode="floor") % ranks
            self.facing = (self.place + (ranks - 1 - 2 * rank) * self.width).clamp(0, self.places - 1)
            return
        place = np.arange(96)
        main = 16 * (2 - place // 16) + 4 * (3 - place // 4 % 4) + place % 4
        pin = np.maximum(place - 48, 0) // 4
        cells = 48 + 4 * (pin // 6 * 6 + 5 - pin % 6) + (place % 4 ^ 2)
        self.facing = torch.from_numpy(np.where(place < 48, main, cells)).to(device)
        mount = np.arange(12)
        self.facing_mount = torch.from_numpy(mount // 6 * 6 + 5 - mount % 6).to(device)

    def unpack(self, words):
        """Returns the pieces by place (0 for none, then the mover's kinds and the
        opponent's), mounts, scores and half points of samples. Torch has no unsigned
        words, but numbers below 13^17 are positive, and high bits are masked after a shift."""
        n = len(words)
        pieces = torch.zeros((n, self.places), dtype=torch.uint8, device=self.device)
        mounts = torch.zeros((n, 2, 12), dtype=torch.bool, device=self.device)
        if self.listed:
            bits = 4 if self.kinds <= 8 else 5
            each, tail = 64 // bits, words[:, -1] >> 49 & 0x7FFF
            lists = [words[:, w] >> bits * i & (1 << bits) - 1 for w in range(self.sets, self.words)
                     for i in range(49 // bits if w == self.words - 1 else each)]
            digits = torch.stack(lists, 1)
            count = torch.zeros(n, dtype=torch.int64, device=self.device)
            for place in range(self.places):
                on = words[:, place // 64] >> place % 64 & 1
                if (count + on > len(lists)).any():
                    fail("a sample has too many pieces")
                digit = digits.gather(1, count.clamp(max=len(lists) - 1)[:, None])[:, 0]
                piece = (digit >> bits - 1) * self.kinds + (digit & (1 << bits - 1) - 1) + 1
                pieces[:, place] = (piece * on).to(torch.uint8)
                count += on
            return pieces, mounts, (tail >> 2) - 4096, tail & 3
        if not self.space:
            tail = words[:, 3] >> 49 & 0x7FFF
            for i in range(4):
                w = words[:, i] & (1 << 49) - 1 if i == 3 else words[:, i].clone()
                for k in range(13 if i == 3 else 17):
                    pieces[:, 17 * i + k] = (w % 13).to(torch.uint8)
                    w = torch.div(w, 13, rounding_mode="floor")
                if w.any():
                    fail("a sample is not a valid board")
            return pieces, mounts, (tail >> 2) - 4096, tail & 3
        tail = words[:, 1] >> 44 & 0xFFFFF
        other = words[:, 2] >> 58 & 63 | (words[:, 3] >> 58 & 63) << 6
        for m in range(12):
            mounts[:, 0, m] = (words[:, 1] >> 32 + m & 1).bool()
            mounts[:, 1, m] = (other >> m & 1).bool()
        digits = torch.zeros((n, 32), dtype=torch.uint8, device=self.device)
        for i in range(2):
            w = words[:, 2 + i] & (1 << 58) - 1
            for k in range(16):
                digits[:, 16 * i + k] = (w % 12).to(torch.uint8)
                w = torch.div(w, 12, rounding_mode="floor")
        count = torch.zeros(n, dtype=torch.int64, device=self.device)
        for place in range(96):
            on = words[:, place // 64] >> place % 64 & 1
            digit = digits.gather(1, (count & 31)[:, None])[:, 0] + 1
            pieces[:, place] = digit * on.to(torch.uint8)
            count += on
        if (count > 32).any():
            fail("a sample has too many pieces")
        return pieces, mounts, (tail >> 2) - 4096, tail & 3

    def dense(self, pieces, mounts, other):
        """Returns the inputs, 0 or 1 each, from the view of the side to move or the other side."""
        pieces = pieces.long()
        if other:
            pieces = torch.where(pieces == 0, pieces, (pieces - 1 + self.kinds) % (2 * self.kinds) + 1)[:, self.facing]
            mounts = mounts.flip(1)
            if self.space:
                mounts = mounts[:, :, self.facing_mount]
        if self.view in ("mirrored", "turned"):
            kings = pieces == 6
            king = torch.where(kings.any(1), kings.byte().argmax(1), 0 if self.view == "mirrored" else 4)[:, None]
            if self.view == "mirrored":
                moved = torch.where(king > self.mirror[king], self.mirror, self.place)
                if self.plane:
                    moved = torch.where(king >= self.plane, (moved + self.plane) % self.places, moved)
            else:
                moved = self.place & 56 | self.place - (4 - king) & 7
            pieces = pieces.gather(1, moved)
        # An extra column receives the inputs of empty places.
        at = torch.where(pieces == 0, self.inputs, (pieces - 1) * self.places + self.place)
        out = torch.zeros((len(pieces), self.inputs + 1), device=self.device)
        out.scatter_(1, at, 1.0)
        if self.space:
            out[:, 12 * 96:self.inputs] = mounts.reshape(-1, 24).float()
        return out[:, :self.inputs]


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


def load(name, fields, board):
    """Loads a net to start from, with its own width."""
    with open(name, "rb") as f:
        head, packed = header(f.read(), b"TAIN NET 2", name)
    if head["rules"] != fields["rules"]:
        fail(f"{name} is a net for {head['rules']}, not {fields['rules']}")
    shape = head["shape"].split()
    if len(shape) != 4 or [shape[0], *shape[2:]] != [str(n) for n in (board.inputs, BUCKETS, board.step)]:
        fail(f"{name} has the shape {head['shape']}, but the samples have {board.inputs} inputs and {BUCKETS} buckets of {board.step} pieces")
    net = Net(board.inputs, int(shape[1]))
    numbers = gather(zlib.decompress(packed, -15)).astype(np.float32)
    if len(numbers) != sum(part.numel() for part in net.parameters()):
        fail(f"{name} is damaged: the number of weights does not match its shape")
    with torch.no_grad():
        for part, scale, _ in net.parts():
            n = part.numel()
            part.copy_(torch.from_numpy(numbers[:n] / np.float32(scale)).reshape(part.shape))
            numbers = numbers[n:]
    return net


def command(width, args):
    """Returns the command line that creates the net."""
    text = f"train.py --width {width} --epochs {args.epochs} --rate {args.rate:g} --lambda {args.share:g} --seed {args.seed}"
    if args.batch:
        text += f" --batch {args.batch}"
    if args.begin:
        text += " --from " + os.path.basename(args.begin)
    return text + " --mirror" * args.mirror + " --in-order" * args.in_order


def save(net, name, fields, data, step, args):
    """Writes the net with weights rounded to integers."""
    numbers = b""
    for part, scale, most in net.parts():
        v = part.detach().cpu().double().numpy() * scale
        whole = np.sign(v) * np.floor(np.abs(v) + 0.5)
        numbers += np.clip(whole, -most, most).astype("<i2").tobytes()
    inputs, width = net.weights.shape
    lines = [
        "TAIN NET 2", "rules: " + fields["rules"], "view: " + fields["view"], f"shape: {inputs} {width} {BUCKETS} {step}",
        "data: " + hashlib.sha256(data).hexdigest(), "games: " + fields["games"], "positions: " + fields["samples"],
        "command: " + command(width, args),
        "numbers: sha256 " + hashlib.sha256(numbers).hexdigest(), "", "",
    ]
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    with open(name, "wb") as f:
        f.write("\n".join(lines).encode() + packer.compress(spread(np.frombuffer(numbers, "<i2"))) + packer.flush())


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
    parser.add_argument("--from", dest="begin", help="net to start from, which sets the width")
    parser.add_argument("--in-order", action="store_true", help="keep the order of samples and do not mirror them")
    parser.add_argument("--mirror", action="store_true", help="mirror files at random if the game allows it")
    args = parser.parse_args()

    with open(args.samples, "rb") as f:
        fields, data = header(f.read(), b"TAIN SAMPLES 1", args.samples)
    n = int(fields["samples"])
    device = "cuda" if torch.cuda.is_available() else "cpu"
    board = Board(fields, device)
    if n == 0 or len(data) != n * board.words * 8:
        fail(f"{args.samples} does not contain the {n} samples given in its header")
    words = np.frombuffer(data, "<i8").reshape(n, board.words)
    chunks = [board.unpack(torch.from_numpy(words[i:i + CHUNK].copy()).to(device)) for i in range(0, n, CHUNK)]
    all_pieces, all_mounts, score, points = (torch.cat(part) for part in zip(*chunks))
    all_targets = args.share / (1 + torch.exp(-score.double() / SCALE)) + (1 - args.share) * points.double() / 2
    del chunks, score, points
    torch.manual_seed(args.seed)
    net = load(args.begin, fields, board) if args.begin else Net(board.inputs, args.width)
    net.to(device)
    index = torch.arange(n, device=device)
    held = torch.div(index, BLOCK, rounding_mode="floor") % ONE_IN == ONE_IN - 1
    training, validation = index[~held], index[held]
    batch = args.batch or max(512, min(16384, n // 100))
    batches = (len(training) + batch - 1) // batch
    step = torch.optim.AdamW(net.parameters(), lr=args.rate, betas=(0.9, 0.999), eps=1e-8, weight_decay=DECAY)

    # Older samples lack this field. Their games may be mirrored, except on boards in space.
    mirror = args.mirror and not board.space and not args.in_order and fields.get("mirrors", "yes") == "yes"

    def loss_of(which, mirror):
        pieces, mounts = all_pieces[which], all_mounts[which]
        if mirror:
            flip = torch.rand((len(which), 1), device=device) < 0.5
            pieces = torch.where(flip, pieces[:, board.mirror], pieces)
        bucket = torch.div((pieces != 0).sum(1) - 1, board.step, rounding_mode="floor").clamp(0, BUCKETS - 1)
        predicted = torch.sigmoid(net(board.dense(pieces, mounts, False), board.dense(pieces, mounts, True), bucket))
        return ((predicted - all_targets[which].float()) ** 2).sum()

    for epoch in range(args.epochs):
        if not args.in_order:
            training = training[torch.randperm(len(training), device=device)]
        total = torch.zeros((), device=device)
        for b in range(batches):
            which = training[b * batch:(b + 1) * batch]
            progress = (epoch * batches + b) / (args.epochs * batches)
            for group in step.param_groups:
                group["lr"] = args.rate * (0.02 + 0.98 * (1 + math.cos(math.pi * progress)) / 2)
            step.zero_grad()
            loss = loss_of(which, mirror)
            (loss / len(which)).backward()
            step.step()
            with torch.no_grad():
                for part in net.parameters():
                    part.clamp_(-BOUND, BOUND)
            total += loss.detach()
        with torch.no_grad():
            checked = sum(loss_of(validation[i:i + batch], False).item() for i in range(0, len(validation), batch))
        print(f"epoch {epoch + 1}: loss {total.item() / len(training):.5f}, on the validation set {checked / max(1, len(validation)):.5f}", flush=True)
    save(net, args.net, fields, data, board.step, args)


if __name__ == "__main__":
    main()
