package vector

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// row16 returns n random integers, some of them at the limits of their range.
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

// before and behind are the numbers of extra values on either side of a test row. No function may write to
// them.
const before, behind = 3, 40

// within copies a row into a larger slice filled with other. It returns the copy and the whole slice.
func within[N any](row []N, other N) (part, whole []N) {
	whole = slices.Repeat([]N{other}, before+len(row)+behind)
	part = whole[before : before+len(row)]
	copy(part, row)
	return part, whole
}

// sums lists the functions on 16-bit rows in their wide and plain versions, with the number of rows they add
// or subtract.
var sums = []struct {
	name        string
	rows        int
	wide, plain func(to, from []int16, rows [][]int16)
}{
	{"adding", 1,
		func(to, from []int16, r [][]int16) { Add16(to, from, r[0]) },
		func(to, from []int16, r [][]int16) { plainAdd16(to, from, r[0]) }},
	{"subtracting", 1,
		func(to, from []int16, r [][]int16) { Sub16(to, from, r[0]) },
		func(to, from []int16, r [][]int16) { plainSub16(to, from, r[0]) }},
	{"exchanging", 2,
		func(to, from []int16, r [][]int16) { Exchange16(to, from, r[0], r[1]) },
		func(to, from []int16, r [][]int16) { plainExchange16(to, from, r[0], r[1]) }},
	{"capturing", 3,
		func(to, from []int16, r [][]int16) { Capture16(to, from, r[0], r[1], r[2]) },
		func(to, from []int16, r [][]int16) { plainCapture16(to, from, r[0], r[1], r[2]) }},
	{"reflecting", 3,
		func(to, from []int16, r [][]int16) { Reflect16(to, from, r[0], r[1], r[2]) },
		func(to, from []int16, r [][]int16) { plainReflect16(to, from, r[0], r[1], r[2]) }},
}

// compare16 compares the wide and plain versions of all functions on 16-bit rows. It writes to another row
// and in place, and also passes the same row several times. The rows may be longer than from.
func compare16(t *testing.T, from []int16, rows [][]int16) {
	t.Helper()
	n := len(from)
	for _, s := range sums {
		again := slices.Repeat([][]int16{rows[0]}, s.rows)
		for _, rows := range [][][]int16{rows[:s.rows], again} {
			want := make([]int16, n)
			s.plain(want, from, rows)
			got, whole := within(make([]int16, n), 77)
			s.wide(got, from, rows)
			if !slices.Equal(got, want) {
				t.Fatalf("%s %d values: %v; want %v, from %v and %v", s.name, n, got, want, from, rows)
			}
			copy(got, from)
			s.wide(got, got, rows)
			if !slices.Equal(got, want) {
				t.Fatalf("%s %d values in place: %v; want %v, from %v and %v", s.name, n, got, want, from, rows)
			}
			clear(got)
			if slices.ContainsFunc(slices.Concat(whole[:before], whole[before+n:]), func(v int16) bool { return v != 77 }) {
				t.Fatalf("%s %d values: wrote outside the row: %v", s.name, n, whole)
			}
		}
	}
	for _, weights := range rows {
		if g, w := SCReLU16(from, weights), plainSCReLU16(from, weights[:n]); g != w {
			t.Fatalf("SCReLU16 of %d values = %d; want %d, of %v and %v", n, g, w, from, weights)
		}
	}
}

// needWide skips a test on processors without wide functions.
func needWide(t *testing.T) {
	t.Helper()
	if !wide {
		t.Skip("neither AVX2 nor NEON is available")
	}
}

// TestWideMatchesPlain checks that wide and plain functions give the same results for random numbers.
func TestWideMatchesPlain(t *testing.T) {
	needWide(t)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 1500 {
		n := Lanes * (1 + i%64)
		from, _ := within(row16(rng, n), 1)
		rows := make([][]int16, 3)
		for j := range rows {
			rows[j] = row16(rng, n+rng.IntN(20))
		}
		compare16(t, from, rows)
	}
}

// TestWideMatchesPlainAtLimits checks combinations of values near the limits of int16 and of the clipping
// range.
func TestWideMatchesPlainAtLimits(t *testing.T) {
	needWide(t)
	ends := []int16{-32768, -32767, -256, -255, -1, 0, 1, 2, 127, 128, 254, 255, 256, 257, 32766, 32767}
	row := func(v int16) []int16 { return slices.Repeat([]int16{v}, 2*Lanes) }
	for _, v := range ends {
		for _, a := range ends {
			for i, b := range ends {
				compare16(t, row(v), [][]int16{row(a), row(b), row(ends[len(ends)-1-i])})
			}
		}
		// Try every weight.
		values, weights := slices.Repeat([]int16{v}, 1024), make([]int16, 1024)
		for first := -32768; first <= 32767; first += len(weights) {
			for i := range weights {
				weights[i] = int16(first + i)
			}
			if g, w := SCReLU16(values, weights), plainSCReLU16(values, weights); g != w {
				t.Fatalf("SCReLU16 of %d with weights starting at %d = %d; want %d", v, first, g, w)
			}
		}
	}
}

// TestSCReLUAtEveryIndex checks that a value is multiplied by its own weight at
// every index.
func TestSCReLUAtEveryIndex(t *testing.T) {
	for n := Lanes; n <= 1024; n += Lanes {
		values, weights := make([]int16, n), make([]int16, n)
		for i := range values {
			weights[i] = int16(i%255 - 127)
		}
		for i := range values {
			values[i] = 200
			if got, want := SCReLU16(values, weights), 40_000*int32(weights[i]); got != want {
				t.Fatalf("200 at index %d of %d with weight %d: SCReLU16 = %d; want %d", i, n, weights[i], got, want)
			}
			values[i] = -200
		}
	}
}

// TestWideMatchesPlainForFloats compares the wide and plain versions of Add32, including for special values.
func TestWideMatchesPlainForFloats(t *testing.T) {
	needWide(t)
	odd := []float32{0, float32(math.Copysign(0, -1)), float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()),
		math.MaxFloat32, -math.MaxFloat32, math.SmallestNonzeroFloat32, -math.SmallestNonzeroFloat32, 0x1p-126, 1, 0x1p-24}
	rng := rand.New(rand.NewPCG(5, 6))
	draw := func(size float64) float32 {
		if rng.IntN(6) == 0 {
			return odd[rng.IntN(len(odd))]
		}
		return float32(rng.NormFloat64() * size)
	}
	for i := range 1000 {
		n := Lanes * (1 + i%64)
		x, y := make([]float32, n), make([]float32, n)
		for i := range x {
			x[i], y[i] = draw(1), draw(1e-3)
		}
		want := slices.Clone(x)
		plainAdd32(want, y)
		got, whole := within(x, 77)
		Add32(got, y)
		for i := range got {
			// All NaNs count as equal.
			if math.Float32bits(got[i]) != math.Float32bits(want[i]) && (got[i] == got[i] || want[i] == want[i]) {
				t.Fatalf("%v + %v at index %d of %d = %v; want %v", x[i], y[i], i, n, got[i], want[i])
			}
		}
		clear(got)
		if slices.ContainsFunc(slices.Concat(whole[:before], whole[before+n:]), func(v float32) bool { return v != 77 }) {
			t.Fatalf("adding %d floats: wrote outside the row: %v", n, whole)
		}
	}
}

// TestArgMax checks that ArgMax32 returns the first index of the greatest value, with and without duplicates.
func TestArgMax(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 20_000 {
		values, _ := within(make([]int32, 1+rng.IntN(60)), math.MaxInt32)
		kinds := 1 + rng.IntN(1<<rng.IntN(20))
		for i := range values {
			values[i] = int32(rng.IntN(kinds)) - int32(kinds/2)
			if rng.IntN(20) == 0 {
				values[i] = []int32{math.MinInt32, math.MaxInt32}[rng.IntN(2)]
			}
		}
		if got, want := ArgMax32(values), slices.Index(values, slices.Max(values)); got != want {
			t.Fatalf("ArgMax32(%v) = %d; want %d", values, got, want)
		}
	}
}

// TestArgMaxAtEveryIndex tries every index for the greatest value and for its duplicate. The memory around
// the row holds greater values.
func TestArgMaxAtEveryIndex(t *testing.T) {
	for n := 1; n <= 70; n++ {
		for _, v := range []struct{ others, most int32 }{{math.MinInt32, math.MinInt32 + 1}, {-1, 0}, {-1 << 20, math.MaxInt32 - 1}} {
			values, _ := within(slices.Repeat([]int32{v.others}, n), math.MaxInt32)
			if got := ArgMax32(values); got != 0 {
				t.Fatalf("ArgMax32 of %d values of %d = %d; want 0", n, v.others, got)
			}
			for i := range values {
				for j := i; j < n; j++ {
					values[i], values[j] = v.most, v.most
					if got := ArgMax32(values); got != i {
						t.Fatalf("%d at %d and %d of %d values of %d: ArgMax32 = %d; want the first", v.most, i, j, n, v.others, got)
					}
					values[i], values[j] = v.others, v.others
				}
			}
		}
	}
}

// TestSCReLU checks SCReLU16 against its definition, with weights in the range that a network may use.
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
		t.Errorf("SCReLU16 = %d; want %d", got, want)
	}
}

// TestShortRowsPanic checks that short rows and invalid lengths panic.
func TestShortRowsPanic(t *testing.T) {
	panics := func(name string, f func()) {
		t.Helper()
		defer func() {
			if recover() == nil {
				t.Errorf("%s: no panic", name)
			}
		}()
		f()
	}
	panics("row", func() { Add16(make([]int16, 32), make([]int16, 32), make([]int16, 16)) })
	panics("from", func() { Sub16(make([]int16, 32), make([]int16, 16), make([]int16, 32)) })
	panics("float", func() { Add32(make([]float32, 32), make([]float32, 16)) })
	if wide {
		panics("multiple", func() { SCReLU16(make([]int16, 24), make([]int16, 24)) })
	}
}

func BenchmarkSCReLU16(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 4))
	values, weights := row16(rng, 256), row16(rng, 256)
	for b.Loop() {
		SCReLU16(values, weights)
	}
}
