package nettrain_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/tainchess/tain/engine/eval/nnue"
	"github.com/tainchess/tain/engine/train"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/variant"
)

// python is the interpreter for which Debian's PyTorch package is installed; scripts/torch installs
// both.
const python = "/usr/bin/python3"

// TestSameNet checks that the script and the Go program train the same net from the same samples, for
// every symmetry of the board. Small differences due to the order of summation are allowed.
func TestSameNet(t *testing.T) {
	if out, err := exec.Command(python, "-c", "import torch, numpy").CombinedOutput(); err != nil {
		t.Skipf("PyTorch is not installed (run scripts/torch): %v %s", err, out)
	}
	for _, name := range []string{"mirrorsquare", "chess", "triboard", "trid", "alice"} {
		r := positions.Rules(t, variant.Builtin(), name)
		s := train.NewSamples(r)
		rng := rand.New(rand.NewPCG(1, 5))
		var sample train.Sample
		for p := range positions.Games(t, r, 9, 50, 80, positions.Any) {
			s.Inputs.Look(p, &sample.Placed)
			own, other := p.ByColour(p.Side).Count(), p.ByColour(p.Side.Other()).Count()
			sample.Score, sample.Points = 150*(own-other), rng.IntN(3)
			s.Packed, _ = sample.Append(s.Packed, s.Inputs)
		}
		first, err := nnue.NewNet(s.Inputs, 32)
		if err != nil {
			t.Fatalf("nnue.NewNet: %v", err)
		}
		for _, part := range [][]int16{first.Weights, first.Biases, first.Output} {
			for i := range part {
				part[i] = int16(rng.IntN(31) - 15)
			}
		}
		first.Header.Rules = s.Rules
		var file bytes.Buffer
		if err := first.Write(&file); err != nil {
			t.Fatalf("first.Write: %v", err)
		}
		folder := t.TempDir()
		path := func(name string) string { return filepath.Join(folder, name) }
		for name, data := range map[string][]byte{"first.net": file.Bytes(), "samples": s.Format()} {
			if err := os.WriteFile(path(name), data, 0o644); err != nil {
				t.Fatalf("os.WriteFile: %v", err)
			}
		}
		here, curve, err := train.Train(context.Background(), s, train.Options{From: first, Epochs: 3, Batch: 256, Rate: 0.01, InOrder: true})
		if err != nil {
			t.Fatalf("train.Train: %v", err)
		}
		script := exec.Command(python, "train.py", path("samples"), path("there.net"), "--from", path("first.net"),
			"--epochs", "3", "--batch", "256", "--rate", "0.01", "--in-order")
		script.Env = append(os.Environ(), "OMP_NUM_THREADS=1") // more threads do not help with small nets
		out, err := script.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", name, err, out)
		}
		there, err := nnue.Load(r, path("there.net"))
		if err != nil {
			t.Fatalf("nnue.Load: %v", err)
		}
		if want := "train.py --width 32 --epochs 3 --rate 0.01 --lambda 0.75 --seed 1 --batch 256 --from first.net --in-order"; there.Header.Command != want {
			t.Errorf("%s: the command is %q, want %q", name, there.Header.Command, want)
		}
		moved, apart, near := 0, 0, 0
		for i, w := range here.Weights {
			if w != first.Weights[i] {
				moved++
			}
			if d := int(w) - int(there.Weights[i]); d > 2 || d < -2 {
				apart++
			} else if d != 0 {
				near++
			}
		}
		// If a gradient is almost zero, Adam in effect uses only its sign, which is random, so a few
		// weights may differ.
		if moved < 1000 || apart > moved/200 {
			t.Errorf("%s: %d weights changed; %d differ by more than 2, %d by less; %v, %s", name, moved, apart, near, curve, out)
		}
		a, err1 := nnue.New(r, here)
		b, err2 := nnue.New(r, there)
		if err1 != nil || err2 != nil {
			t.Fatalf("%s: evaluate: %v, %v", name, err1, err2)
		}
		for p := range positions.Games(t, r, 31, 3, 60, positions.Any) {
			if x, y := a.Evaluate(p), b.Evaluate(p); max(x-y, y-x) > 5+max(x, -x)/50 {
				t.Fatalf("%s: Go evaluates %d, the script %d in %s", name, x, y, r.Guide().FormatPosition(p))
			}
		}
	}
}
