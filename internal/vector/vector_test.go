package vector

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// row16 draws any whole numbers, the ends of their range among them.
func row16(rng *rand.Rand, n int) []int16 {
	row := make([]int16, n)
	for i := range row {
		switch rng.IntN(8) {
		case 0:
			row[i] = -32768
		case 1:
			row[i] = 32767
		case 2, 3:
			row[i] = int16(rng.IntN(600) - 150)
		default:
			row[i] = int16(rng.Uint32())
		}
	}
	return row
}

// The wide loops give what the plain ones give, to the bit, on any numbers.
func TestWideIsPlain(t *testing.T) {
	if !wide {
		t.Skip("this machine has no AVX2: there is nothing but the plain loops")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		n := Lanes * (1 + rng.IntN(20))
		from, a, b, c := row16(rng, n), row16(rng, n), row16(rng, n), row16(rng, n)
		got, want := make([]int16, n), make([]int16, n)
		same := func(what string) {
			t.Helper()
			if !slices.Equal(got, want) {
				t.Fatalf("%s of %d values: %v, plainly %v", what, n, got, want)
			}
		}
		Add16(got, from, a)
		plainAdd16(want, from, a)
		same("adding")
		Sub16(got, from, a)
		plainSub16(want, from, a)
		same("subtracting")
		Exchange16(got, from, a, b)
		plainExchange16(want, from, a, b)
		same("exchanging")
		Capture16(got, from, a, b, c)
		plainCapture16(want, from, a, b, c)
		same("capturing")
		Reflect16(got, from, a, b, c)
		plainReflect16(want, from, a, b, c)
		same("reflecting")
		copy(got, from)
		copy(want, from)
		Add16(got, got, b)
		plainAdd16(want, want, b)
		same("adding in place")
		if g, w := SCReLU16(from, a), plainSCReLU16(from, a); g != w {
			t.Fatalf("the activation of %d values is %d, plainly %d", n, g, w)
		}
		x, y := make([]float32, n), make([]float32, n)
		for i := range x {
			x[i], y[i] = float32(rng.NormFloat64()), float32(rng.NormFloat64()*1e-3)
		}
		z := slices.Clone(x)
		Add32(x, y)
		plainAdd32(z, y)
		if !slices.Equal(x, z) {
			t.Fatalf("adding %d floats differs", n)
		}
	}
}

// TestArgMax finds the first of the greatest among few values and many, with all alike
// and with few different ones.
func TestArgMax(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 20_000 {
		values := make([]int32, 1+rng.IntN(60))
		kinds := 1 + rng.IntN(1<<rng.IntN(20))
		for i := range values {
			values[i] = int32(rng.IntN(kinds)) - int32(kinds/2)
			if rng.IntN(20) == 0 {
				values[i] = []int32{-1 << 31, 1<<31 - 1}[rng.IntN(2)]
			}
		}
		if got, want := ArgMax32(values), slices.Index(values, slices.Max(values)); got != want {
			t.Fatalf("the best of %v is at %d, not at %d", values, got, want)
		}
	}
}

// The activation is what it says, for weights a net may have.
func TestSCReLU(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	values, weights := row16(rng, 256), make([]int16, 256)
	want := int64(0)
	for i := range weights {
		weights[i] = int16(rng.IntN(255) - 127)
		c := int64(max(0, min(values[i], 255)))
		want += c * c * int64(weights[i])
	}
	if got := SCReLU16(values, weights); int64(got) != want {
		t.Errorf("%d, want %d", got, want)
	}
}

// A row that is too short is a mistake that is told, not read beyond.
func TestShortRowsPanic(t *testing.T) {
	for name, f := range map[string]func(){
		"short": func() { Add16(make([]int16, 32), make([]int16, 32), make([]int16, 16)) },
		"float": func() { Add32(make([]float32, 32), make([]float32, 16)) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: nothing was said", name)
				}
			}()
			f()
		}()
	}
}

func BenchmarkSCReLU16(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 4))
	values, weights := row16(rng, 256), row16(rng, 256)
	for b.Loop() {
		SCReLU16(values, weights)
	}
}
