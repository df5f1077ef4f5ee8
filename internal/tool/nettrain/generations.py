#!/usr/bin/env python3
"""Trains several generations of nets for several games on one machine with a GPU.

    python3 generations.py --tain bin/tain --folder nets --seconds 40,60 cylinder chess:80,120

In each generation every game is played on all cores for a number of seconds, given after
its name or by --seconds, with its newest net (at first with the program's own). Meanwhile
the net of the previous game is trained on all of its samples so far, so that neither the
cores nor the GPU are idle. Finally the last nets play against the weights in timed games.
Unlike "tain learn" it keeps every net and leaves the comparison to matches. Existing
files are not created again, so an interrupted run continues.
"""
import argparse
import concurrent.futures
import os
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))


class Run:
    def __init__(self, args):
        self.args = args
        self.began = time.time()
        self.trainer = concurrent.futures.ThreadPoolExecutor(args.trainers)
        self.nets = {}  # (game, generation) -> pending training

    def say(self, text):
        print(f"{time.time() - self.began:7.1f} s  {text}", flush=True)

    def path(self, game, name):
        folder = os.path.join(self.args.folder, game)
        os.makedirs(folder, exist_ok=True)
        return os.path.join(folder, name)

    def net(self, game, generation, width):
        return self.path(game, f"{generation}-{width}.net")

    def widths(self, game):
        return self.args.space_widths if game in ("trid", "meder") else self.args.widths

    def command(self, log, *words):
        """Runs a command and returns its last line of output; raises an error if it fails."""
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        with open(log, "a") as f:
            f.write(" ".join(words) + "\n" + done.stdout)
        lines = done.stdout.strip().split("\n")
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(words)} ended with {done.returncode}: {lines[-1]}")
        return lines[-1]

    def for_seconds(self, seconds, log, *words):
        """Runs a command for at most the given seconds, then stops it with Ctrl-C."""
        with open(log, "a") as f:
            f.write(" ".join(words) + "\n")
            f.flush()
            p = subprocess.Popen(words, stdout=f, stderr=subprocess.STDOUT)
            try:
                p.wait(seconds)
            except subprocess.TimeoutExpired:
                p.send_signal(signal.SIGINT)
                p.wait(30)

    def play(self, game, generation, seconds):
        """Plays the games of a generation with the previous net."""
        games = self.path(game, f"{generation}.games.txt")
        if os.path.exists(self.path(game, f"{generation}.samples")):
            return
        words = [self.args.tain, "selfplay", game, games, "--games", "10000000", "--nodes", str(self.args.nodes), "--soft",
                 "--seed", str(self.args.seed + generation), "--concurrency", str(self.args.cores)]
        if generation > 1:
            words += ["--net", self.nets[game, generation - 1].result()]
        self.for_seconds(seconds, self.path(game, "log"), *words)

    def train(self, game, generation):
        """Trains the nets of a generation and returns the one to play with."""
        log = self.path(game, "log")
        own = self.path(game, f"{generation}.samples")
        if not os.path.exists(own):
            games = self.path(game, f"{generation}.games.txt")
            self.command(log, self.args.tain, "train", game, games, "--samples", own + ".part")
            os.rename(own + ".part", own)
            os.remove(games)
        together = self.path(game, "samples")
        last = self.command(log, self.args.tain, "train", game, *(self.path(game, f"{i}.samples") for i in range(1, generation + 1)),
                            "--samples", together)
        self.say(f"{game} {generation}: {last}")
        for width in self.widths(game):
            net = self.net(game, generation, width)
            if not os.path.exists(net):
                last = self.command(log, sys.executable, os.path.join(HERE, "train.py"), together, net + ".part", "--width", str(width),
                                    "--epochs", str(self.args.epochs), "--lambda", str(self.args.share), "--mirror")
                os.rename(net + ".part", net)
                self.say(f"{game} {generation}, {width} wide: {last}")
        return self.net(game, generation, self.widths(game)[0])

    def match(self, game, a, b, name):
        """Plays a match for a limited time and prints the result."""
        pgn, log = self.path(game, name + ".pgn"), self.path(game, name + ".txt")
        self.for_seconds(self.args.match, log, self.args.tain, "match", game, "--a", a, "--b", b, "--tc", self.args.tc,
                         "--games", "100000", "--concurrency", str(self.args.cores), "--seed", str(self.args.seed), "--pgn", pgn)
        with open(log) as f:
            self.say(f"{game}, {name}:\n" + "".join(line for line in f if line.startswith("  ")))

    def all(self):
        plan = {}
        for word in self.args.games:
            game, _, seconds = word.partition(":")
            plan[game] = [float(s) for s in (seconds or self.args.seconds).split(",")]
        for generation in range(1, max(len(seconds) for seconds in plan.values()) + 1):
            for game, seconds in plan.items():
                if generation > len(seconds):
                    continue
                self.say(f"{game} {generation}: playing for {seconds[generation - 1]:g} s")
                self.play(game, generation, seconds[generation - 1])
                self.nets[game, generation] = self.trainer.submit(self.train, game, generation)
        for game, seconds in plan.items():
            last = self.nets[game, len(seconds)].result()
            if self.args.match > 0:
                self.match(game, "self:net=" + last, "self:mode=weights", "weights")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", help="rule sets or definition files, optionally followed by a colon and their own seconds")
    parser.add_argument("--tain", default="tain", help="path of the program")
    parser.add_argument("--folder", default="nets", help="output folder for samples, nets and logs, with a subfolder per game")
    parser.add_argument("--seconds", default="40,60,80", help="playing time per game, one number per generation")
    parser.add_argument("--nodes", type=int, default=100)
    parser.add_argument("--widths", type=lambda s: [int(w) for w in s.split(",")], default=[256, 128], help="widths of the nets; the first one plays the next generation")
    parser.add_argument("--space-widths", type=lambda s: [int(w) for w in s.split(",")], default=[256, 96], help="widths for boards in space, which have more inputs")
    parser.add_argument("--epochs", type=int, default=16)
    parser.add_argument("--lambda", dest="share", type=float, default=0.75)
    parser.add_argument("--match", type=float, default=35, help="duration in seconds of the match of the last net against the weights; 0 for none")
    parser.add_argument("--tc", default="1+0.01")
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    parser.add_argument("--trainers", type=int, default=2, help="number of nets trained concurrently")
    parser.add_argument("--seed", type=int, default=1)
    Run(parser.parse_args()).all()


if __name__ == "__main__":
    main()
