// Package vector adds and compares rows of numbers. It uses AVX2 on amd64 if available, NEON on arm64, and
// plain Go elsewhere. All implementations give bit-identical results: integers wrap around the same way, and
// floating-point numbers are only added element by element.
//
// Unless stated otherwise, the length of the first row must be a positive multiple of [Lanes], and no other row
// may be shorter. Functions panic if another row is shorter, and the AVX2 and NEON versions also panic if the
// length is wrong. The destination may be one of the sources.
package vector

// Lanes is the number of values that a loop iteration processes. Row lengths are multiples of it.
const Lanes = 16

// Add16 computes to = from + row.
func Add16(to, from, row []int16) {
	if wide {
		n := length(to, len(from), len(row))
		add16(&to[0], &from[0], &row[0], n)
		return
	}
	plainAdd16(to, from, row)
}

// Sub16 computes to = from - row.
func Sub16(to, from, row []int16) {
	if wide {
		n := length(to, len(from), len(row))
		sub16(&to[0], &from[0], &row[0], n)
		return
	}
	plainSub16(to, from, row)
}

// Exchange16 computes to = from + add - sub, as when a piece moves.
func Exchange16(to, from, add, sub []int16) {
	if wide {
		n := length(to, len(from), len(add), len(sub))
		exchange16(&to[0], &from[0], &add[0], &sub[0], n)
		return
	}
	plainExchange16(to, from, add, sub)
}

// Capture16 computes to = from + add - sub - sub2, as when a piece captures
// another.
func Capture16(to, from, add, sub, sub2 []int16) {
	if wide {
		n := length(to, len(from), len(add), len(sub), len(sub2))
		capture16(&to[0], &from[0], &add[0], &sub[0], &sub2[0], n)
		return
	}
	plainCapture16(to, from, add, sub, sub2)
}

// Reflect16 computes to = from + add + add2 - sub, as when a piece moves and
// spawns another.
func Reflect16(to, from, add, add2, sub []int16) {
	if wide {
		n := length(to, len(from), len(add), len(add2), len(sub))
		reflect16(&to[0], &from[0], &add[0], &add2[0], &sub[0], n)
		return
	}
	plainReflect16(to, from, add, add2, sub)
}

// SCReLU16 clips values to the range 0 to 255, squares them and returns their weighted sum. The sum does not
// overflow with weights from -127 to 127 and at most 256 values. Otherwise it may wrap around.
func SCReLU16(values, weights []int16) int32 {
	if wide {
		n := length(values, len(weights))
		return screlu16(&values[0], &weights[0], n)
	}
	return plainSCReLU16(values, weights)
}

// ArgMax32 returns the index of the greatest value, or of the first one if several are equal. The number of
// values need not be a multiple of [Lanes]. ArgMax32 panics if there are none.
func ArgMax32(values []int32) int {
	if wide && len(values) >= least32 {
		return argmax32(&values[0], len(values))
	}
	return plainArgMax32(values)
}

// least32 is the minimum number of values for the assembly version of ArgMax32.
const least32 = 8

// Add32 computes to += row.
func Add32(to, row []float32) {
	if wide {
		n := length(to, len(row))
		add32(&to[0], &row[0], n)
		return
	}
	plainAdd32(to, row)
}

// length returns the length of the first row. It panics if the row is empty, its length is not a multiple of
// Lanes, or another row is shorter.
func length[N int16 | float32](first []N, others ...int) int {
	n := len(first)
	if n == 0 || n%Lanes != 0 {
		panic("vector: the row length is not a positive multiple of 16")
	}
	for _, other := range others {
		if other < n {
			panic("vector: a row is too short")
		}
	}
	return n
}

func plainAdd16(to, from, row []int16) {
	from, row = from[:len(to)], row[:len(to)]
	for i := range to {
		to[i] = from[i] + row[i]
	}
}

func plainSub16(to, from, row []int16) {
	from, row = from[:len(to)], row[:len(to)]
	for i := range to {
		to[i] = from[i] - row[i]
	}
}

func plainExchange16(to, from, add, sub []int16) {
	from, add, sub = from[:len(to)], add[:len(to)], sub[:len(to)]
	for i := range to {
		to[i] = from[i] + add[i] - sub[i]
	}
}

func plainCapture16(to, from, add, sub, sub2 []int16) {
	from, add, sub, sub2 = from[:len(to)], add[:len(to)], sub[:len(to)], sub2[:len(to)]
	for i := range to {
		to[i] = from[i] + add[i] - sub[i] - sub2[i]
	}
}

func plainReflect16(to, from, add, add2, sub []int16) {
	from, add, add2, sub = from[:len(to)], add[:len(to)], add2[:len(to)], sub[:len(to)]
	for i := range to {
		to[i] = from[i] + add[i] + add2[i] - sub[i]
	}
}

func plainSCReLU16(values, weights []int16) (sum int32) {
	weights = weights[:len(values)]
	for i, v := range values {
		c := max(0, min(int32(v), 255))
		sum += c * int32(int16(c*int32(weights[i])))
	}
	return sum
}

func plainArgMax32(values []int32) (best int) {
	most := values[0]
	for i, v := range values {
		if v > most {
			best, most = i, v
		}
	}
	return best
}

func plainAdd32(to, row []float32) {
	row = row[:len(to)]
	for i := range to {
		to[i] += row[i]
	}
}
