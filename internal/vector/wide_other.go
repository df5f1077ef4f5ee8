//go:build !amd64 && !arm64

package vector

// wide is false, because this architecture has no assembly functions.
const wide = false

func add16(_, _, _ *int16, _ int)             {}
func sub16(_, _, _ *int16, _ int)             {}
func exchange16(_, _, _, _ *int16, _ int)     {}
func capture16(_, _, _, _, _ *int16, _ int)   {}
func reflect16(_, _, _, _, _ *int16, _ int)   {}
func screlu16(_, _ *int16, _ int) (sum int32) { return 0 }
func argmax32(_ *int32, _ int) int            { return 0 }
func add32(_, _ *float32, _ int)              {}
