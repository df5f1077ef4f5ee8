package train_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval/nnue"
	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/engine/train"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// all returns the built-in rule sets and two definitions, one with a wide board and three kinds of its own.
func all(t testing.TB) []rules.Rules {
	r, err := variant.Builtin().Choose(`{"name":"mine","reflection":{"makes":{"n":"b","k":"k"}}}`)
	if err != nil {
		t.Fatalf("variant.Builtin().Choose: %v", err)
	}
	big, err := variant.Builtin().Choose(`{"name":"big","board":{"files":10,"ranks":8},"pieces":{"a":"BN","c":"RN","z":"WA"},` +
		`"start":"rnabqkbcnr/pppppppppp/10/z8z/Z8Z/10/PPPPPPPPPP/RNABQKBCNR w - - 0 1","promotes":"qacrbn"}`)
	if err != nil {
		t.Fatalf("variant.Builtin().Choose: %v", err)
	}
	return append(variant.Builtin().All(), r, big)
}

// sampled packs positions from random games, scored by material.
func sampled(t testing.TB, r rules.Rules, games int) *train.Samples {
	s := train.NewSamples(r)
	rng := rand.New(rand.NewPCG(1, 5))
	var sample train.Sample
	for p := range positions.Games(t, r, 9, games, 80, positions.Any) {
		s.Inputs.Look(p, &sample.Placed)
		sample.Score = material(p)
		sample.Points = 1
		if n := sample.Score + rng.IntN(301) - 150; n > 150 {
			sample.Points = 2
		} else if n < -150 {
			sample.Points = 0
		}
		var ok bool
		if s.Packed, ok = sample.Append(s.Packed, s.Inputs); !ok {
			t.Fatalf("%s: the sample does not fit", r.Info().Name)
		}
	}
	s.Games = games
	return s
}

// material returns the material balance for the side to move.
func material(p *board.Position) (sum int) {
	for k, value := range []int{board.Pawn: 100, board.Knight: 300, board.Bishop: 300, board.Rook: 500, board.Queen: 900} {
		own, other := p.SquaresWith(p.Side, board.Role(k)), p.SquaresWith(p.Side.Other(), board.Role(k))
		sum += value * (own.Count() - other.Count())
	}
	return sum
}

// TestSamples packs and unpacks samples of every rule set and compares them.
func TestSamples(t *testing.T) {
	for _, r := range all(t) {
		in := nnue.InputsOf(r)
		var placed nnue.Placed
		var sample, again train.Sample
		n := 0
		for p := range positions.Games(t, r, 4, 5, 120, positions.Any) {
			n++
			in.Look(p, &placed)
			sample.Placed, sample.Score, sample.Points = placed, n*37%8191-4095, n%3
			data, ok := sample.Append(nil, in)
			if !ok || len(data) != train.SizeOf(in) {
				t.Fatalf("%s: Append: %d bytes, %v", r.Info().Name, len(data), ok)
			}
			if err := again.Unpack(data, in); err != nil {
				t.Fatalf("again.Unpack: %v", err)
			}
			for _, other := range []bool{false, true} {
				got, want := in.Of(nil, &again.Placed, other), in.Of(nil, &placed, other)
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Fatalf("%s: unpacked %v; want %v", r.Info().Name, got, want)
				}
			}
			if again.Score != sample.Score || again.Points != sample.Points {
				t.Fatalf("%s: unpacked score %d and points %d; want %d and %d", r.Info().Name, again.Score, again.Points, sample.Score, sample.Points)
			}
		}
	}
}

func TestFile(t *testing.T) {
	for _, r := range all(t) {
		s := sampled(t, r, 2)
		again, err := train.Read(r, s.Format())
		if err != nil {
			t.Fatalf("%s: train.Read: %v", r.Info().Name, err)
		}
		if again.Games != s.Games || again.Hash() != s.Hash() || again.Len() == 0 {
			t.Errorf("%s: the samples read differ from those written", r.Info().Name)
		}
		line := map[bool]string{true: "\nmirrors: yes\n", false: "\nmirrors: no\n"}[s.Inputs.Mirrors]
		if !strings.Contains(string(s.Format()[:300]), line) {
			t.Errorf("%s: the header has no %q", r.Info().Name, line)
		}
	}
	chess := positions.Rules(t, variant.Builtin(), "chess")
	whole := string(sampled(t, chess, 1).Format())
	damaged := []byte(whole)
	damaged[len(damaged)-train.SizeOf(nnue.InputsOf(chess))+7] = 0xff // highest byte of the first word
	for _, c := range []struct{ text, want string }{
		{"", "is not a samples file"}, {"TAIN SAMPLES 2" + whole[14:], "is not a samples file"}, {whole[:20], "is truncated"},
		{strings.ReplaceAll(whole, "\n", "\r\n"), "is damaged: a text-mode transfer changed its line endings; copy it again in binary mode"},
		{whole[:len(whole)-1], "is truncated"}, {whole + "x", "more data"},
		{strings.Replace(whole, "rules: chess", "rules: shogi", 1), `samples for "shogi", not for chess`},
		{strings.Replace(whole, "rules: chess", "rules: chess#ab12", 1), "samples for other rules named chess"},
		{strings.Replace(whole, "view: mirrored", "view: plain", 1), `with view "plain"`},
		{strings.Replace(whole, "games: 1", "games: x", 1), "not numbers"},
		{string(damaged), "is damaged at sample"},
	} {
		if _, err := train.Read(chess, []byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.30q: %v, want %q", c.text, err, c.want)
		}
	}
}

// FuzzSample checks that arbitrary data produces an error, or a usable sample that packs to the same bytes.
func FuzzSample(f *testing.F) {
	list := []rules.Rules{positions.Rules(f, variant.Builtin(), "chess"), positions.Rules(f, variant.Builtin(), "trid"), positions.Rules(f, variant.Builtin(), "alice")}
	for i, r := range list {
		f.Add(sampled(f, r, 1).Packed[:train.SizeOf(nnue.InputsOf(r))], uint8(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, which uint8) {
		in := nnue.InputsOf(list[int(which)%len(list)])
		var s train.Sample
		if s.Unpack(data, in) != nil {
			return
		}
		for _, input := range in.Of(in.Of(nil, &s.Placed, false), &s.Placed, true) {
			if int(input) >= in.Count() {
				t.Fatalf("input %d is out of range %d", input, in.Count())
			}
		}
		again, ok := s.Append(nil, in)
		if !ok || string(again) != string(data[:train.SizeOf(in)]) {
			t.Fatalf("%x was packed as %x", data[:train.SizeOf(in)], again)
		}
	})
}

// FuzzRead checks that Read returns only complete samples for arbitrary data.
func FuzzRead(f *testing.F) {
	chess := positions.Rules(f, variant.Builtin(), "chess")
	s := sampled(f, chess, 1)
	size := train.SizeOf(s.Inputs)
	s.Packed = s.Packed[:4*size]
	f.Add(s.Format())
	f.Fuzz(func(t *testing.T, data []byte) {
		if again, err := train.Read(chess, data); err == nil && again.Len()*size != len(again.Packed) {
			t.Fatal("Read returned a partial sample")
		}
	})
}

// TestTrain trains a net on random games to predict the material balance, and checks that the same samples
// produce the same net.
func TestTrain(t *testing.T) {
	for _, name := range []string{"chess", "trid", "alice"} {
		r := positions.Rules(t, variant.Builtin(), name)
		s := sampled(t, r, 200)
		o := train.Options{Width: 16, Epochs: 15, Batch: 512, Rate: 0.005, Seed: 3}
		net, curve, err := train.Train(context.Background(), s, o)
		if err != nil {
			t.Fatalf("train.Train: %v", err)
		}
		if first, last := curve[0], curve[len(curve)-1]; last.Validation > 0.8*first.Validation || len(curve) != 15 {
			t.Errorf("%s: validation loss %.4f after the first epoch, %.4f after the last", name, first.Validation, last.Validation)
		}
		e, err := nnue.New(r, net)
		if err != nil {
			t.Fatalf("nnue.New: %v", err)
		}
		right, count := 0, 0
		for p := range positions.Games(t, r, 77, 20, 80, positions.Any) { // not in the training set
			if want := material(p); max(want, -want) >= 500 {
				count++
				if got := e.Evaluate(p); got*want > 0 {
					right++
				}
			}
		}
		if count < 50 || right < count*3/4 {
			t.Errorf("%s: %d of %d positions with an extra rook have the right sign", name, right, count)
		}
		o.Epochs = 2
		one, _, err1 := train.Train(context.Background(), s, o)
		two, _, err2 := train.Train(context.Background(), s, o)
		if err1 != nil || err2 != nil || !slices.Equal(one.Weights, two.Weights) || !slices.Equal(one.Output, two.Output) {
			t.Errorf("%s: the same samples produced different nets; errors %v, %v", name, err1, err2)
		}
		// Training that continues from a net starts at the loss of that net.
		o.From, o.Epochs, o.Rate = net, 1, 1e-6
		_, more, err := train.Train(context.Background(), s, o)
		if err != nil || more[0].Validation > 1.3*curve[len(curve)-1].Validation {
			t.Errorf("%s: continuing from %v: %v, %v", name, curve[len(curve)-1], more, err)
		}
	}
}

func TestTrainErrors(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	if _, _, err := train.Train(context.Background(), train.NewSamples(r), train.Options{}); !errors.Is(err, train.ErrTooFew) {
		t.Errorf("Train without samples: %v; want ErrTooFew", err)
	}
	s := sampled(t, r, 30)
	if needed := train.Needed(s.Inputs, 128); needed <= s.Len() || s.GamesNeeded(needed) <= 30 {
		t.Errorf("a net of width 128 needs %d positions, %d games; want more than %d from 30 games", needed, s.GamesNeeded(needed), s.Len())
	}
	if _, _, err := train.Train(context.Background(), s, train.Options{Width: 128}); !errors.Is(err, train.ErrTooFew) {
		t.Errorf("Train of width 128 with %d samples: %v; want ErrTooFew", s.Len(), err)
	}
	if _, _, err := train.Train(context.Background(), s, train.Options{Width: 17}); err == nil {
		t.Error("Train accepted a width of 17")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := train.Train(ctx, s, train.Options{Width: 16}); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted Train: %v; want context.Canceled", err)
	}
}

// TestAddGame checks that only quiet positions with a score are packed.
func TestAddGame(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	in := nnue.InputsOf(r)
	step := func(move string, score int) learn.Step { return learn.Step{Move: move, Score: score, Scored: true} }
	record := &learn.Record{Points: 2, Start: r.Info().Start, Steps: []learn.Step{
		{Move: "e2e4"}, step("d7d5", -20), step("e4d5", 30), step("d8d5", -30), step("b1c3", 40), step("d5e5", -50), step("g1e2", 60),
	}}
	packed, n, err := train.AddGame(nil, r, in, record)
	if err != nil || n != 3 || len(packed) != 3*train.SizeOf(in) {
		t.Fatalf("AddGame: %d samples, %v", n, err)
	}
	var s train.Sample
	for i, want := range []struct{ score, points int }{{-20, 0}, {40, 2}, {-50, 0}} {
		if err := s.Unpack(packed[i*train.SizeOf(in):], in); err != nil || s.Score != want.score || s.Points != want.points {
			t.Errorf("sample %d: score %d, points %d, %v", i, s.Score, s.Points, err)
		}
	}
}
