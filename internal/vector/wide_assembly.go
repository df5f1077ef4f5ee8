//go:build amd64 || arm64

package vector

// These functions are in wide_amd64.s and wide_arm64.s. They do not check lengths.

//go:noescape
func add16(to, from, row *int16, n int)

//go:noescape
func sub16(to, from, row *int16, n int)

//go:noescape
func exchange16(to, from, add, sub *int16, n int)

//go:noescape
func capture16(to, from, add, sub, sub2 *int16, n int)

//go:noescape
func reflect16(to, from, add, add2, sub *int16, n int)

//go:noescape
func screlu16(values, weights *int16, n int) int32

//go:noescape
func argmax32(values *int32, n int) int

//go:noescape
func add32(to, row *float32, n int)
