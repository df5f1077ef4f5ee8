package board

// The words a Key is made of. They are drawn by splitmix64 from a fixed seed,
// so keys are the same in every run and may be stored.
var (
	pieceKeys     [16][128]uint64
	castlingKeys  [16]uint64
	enPassantKeys [128]uint64
	sideKey       uint64
)

// PieceKey returns the word for a piece on a named square, for rule sets with
// more names than squares. Names run from 0 to 127; a flat square's name is
// its number.
func PieceKey(pc Piece, name uint8) uint64 { return pieceKeys[pc&15][name&127] }

func init() {
	state := uint64(0x7461696e) // "tain"
	draw := func() uint64 {
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	for pc := range pieceKeys {
		for name := range pieceKeys[pc] {
			pieceKeys[pc][name] = draw()
		}
	}
	for i := range castlingKeys {
		castlingKeys[i] = draw()
	}
	castlingKeys[0] = 0
	for i := range enPassantKeys {
		enPassantKeys[i] = draw()
	}
	enPassantKeys[NoSquare] = 0
	sideKey = draw()
}
