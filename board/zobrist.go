package board

// The keys for Zobrist hashes. They are generated from a fixed seed, so hashes are the same in every run and
// can be stored.
var (
	pieceKeys     [256][64]uint64 // the first 16 include the pieces of chess
	castlingKeys  [16]uint64
	enPassantKeys [4096]uint64 // the keys of values above NoSquare follow those of squares
	sideKey       uint64
	homeKeys      [4][64]uint64 // indexed by castling right and its bits in homes
)

// SeededRandom returns a splitmix64 generator, for rule sets that need more Zobrist keys.
func SeededRandom(seed uint64) func() uint64 {
	state := seed
	return func() uint64 {
		state += increment
		return mix(state - increment)
	}
}

const increment = 0x9e3779b97f4a7c15

// mix returns the first number of the generator with a seed.
func mix(seed uint64) uint64 {
	z := seed + increment
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func init() {
	draw := SeededRandom(0x7461696e) // "tain"
	for pc := range 16 {
		for s := range pieceKeys[pc] {
			pieceKeys[pc][s] = draw()
		}
	}
	for i := range castlingKeys {
		castlingKeys[i] = draw()
	}
	castlingKeys[0] = 0
	for s := range 64 {
		enPassantKeys[s] = draw()
	}
	draw()
	for i := 1; i < 64; i++ {
		enPassantKeys[NoSquare+Square(i)] = draw()
	}
	sideKey = draw()
	for right := range homeKeys {
		for i := range homeKeys[right] {
			homeKeys[right][i] = draw()
		}
		homeKeys[right][0] = 0
	}
	for i := 64; i < 192; i++ {
		enPassantKeys[NoSquare+Square(i)] = draw()
	}
	for pc := 16; pc < len(pieceKeys); pc++ {
		if pc&further != further {
			continue // not a piece
		}
		for s := range pieceKeys[pc] {
			pieceKeys[pc][s] = draw()
		}
	}
}
