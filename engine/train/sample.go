// Package train trains nets.
//
// [AddGame] packs the quiet positions of a self-play game into samples, which take 32 bytes on most boards.
// [Samples.Format] and [Read] convert samples to and from a file (file.go). [Train] fits the net of package nnue to
// samples in floating point, on two goroutines, and rounds it to integers (train.go).
package train

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval/nnue"
	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/rules"
)

// SizeOf returns the size of a rule set's packed samples in bytes.
func SizeOf(in *nnue.Inputs) int {
	if in.Words > 1 {
		return 8 * (in.Words + wideWords)
	}
	return 32
}

// maxWords is the maximum number of words in a sample.
const maxWords = board.MaxSquares/64 + wideWords

// Sample is a position with its score and result, from the side to move's point
// of view.
type Sample struct {
	nnue.Placed
	Score  int // the engine's score in centipawns
	Points int // half points: 2 for a win, 1 for a draw, 0 for a loss
}

// MaxScore is the largest absolute value of a sample's score.
const MaxScore = 4095

// A sample of a flat board is four little-endian 64-bit words. Each of the first three words holds 17 squares
// as base-13 digits, least significant first: 0 for an empty square, 1 to 6 for the pawn to king of the side
// to move, and 7 to 12 for those of the opponent. The last word holds the remaining 13 squares in its lower
// 49 bits, then 2 bits for the points and 13 bits for the score plus 4096.
const (
	perWord    = 17
	inLast     = 13
	tailShift  = 49
	scoreShift = tailShift + 2
	scoreZero  = 4096
)

// A sample of boards in space has the set of occupied places in the first word and the lower half of the
// second. The second word continues with 12 bits for the mounts of the side to move, 2 bits for the points
// and 13 bits for the score. The third and fourth words each hold 16 pieces, ordered by place, as base-12
// digits, and 6 bits for the mounts of the opponent.
const (
	spacePlaces  = 96
	spaceMounts  = 12
	spacePieces  = 16 // pieces per word
	spaceMount   = 32
	spacePoints  = spaceMount + spaceMounts
	spaceScore   = spacePoints + 2
	piecesShift  = 58
	mountsInWord = 6
)

// A sample of a game with further kinds, or with more than 64 squares, has the set of occupied squares in the first
// word, or in one word for every 64 squares. The other words, three or wideWords, hold the pieces, ordered by square:
// in 4 bits each if there are at most 8 kinds, and otherwise in 5 bits. The last word also has the points and the
// score as above. Positions with more than 44 pieces, or more than 33 at 5 bits each, do not fit, or 92 and 69 with
// more than 64 squares.
type listPacking struct {
	bits  int // per piece
	kinds int // maximum number
	word  int // pieces in each word but the last
	most  int // pieces in total
}

// wideWords is the number of words for the pieces on a board of more than 64 squares.
const wideWords = 6

var errOffBoard = errors.New("a sample has a piece off the board")

// listed reports whether samples list the pieces.
func listed(in *nnue.Inputs) bool { return in.Further > 0 || in.Words > 1 }

func packingOf(in *nnue.Inputs) listPacking {
	bits := 5
	if int(board.King)+in.Further <= 8 {
		bits = 4
	}
	full := SizeOf(in)/8 - in.Words - 1
	return listPacking{bits, 1 << (bits - 1), 64 / bits, full*(64/bits) + tailShift/bits}
}

// digit numbers the pieces of a game with further kinds.
func (f *listPacking) digit(pc board.Piece) uint64 {
	kind := int(pc.Role()) - 1
	if n, further := pc.Role().Further(); further {
		kind = int(board.King) + n
	}
	return uint64(int(pc.Colour())*f.kinds + kind)
}

// piece is the inverse of digit.
func (f *listPacking) piece(d uint64) board.Piece {
	c, kind := board.Colour(int(d)/f.kinds), int(d)%f.kinds
	if kind < int(board.King) {
		return board.NewPiece(c, board.Role(kind+1))
	}
	return board.NewPiece(c, board.Further(kind-int(board.King)))
}

func pow(base, n uint64) uint64 {
	all := uint64(1)
	for range n {
		all *= base
	}
	return all
}

var (
	limitWord   = pow(13, perWord)
	limitLast   = pow(13, inLast)
	limitPieces = pow(12, spacePieces)
)

// digit numbers the pieces from 1, starting with the pieces of the side to move.
func digit(pc board.Piece) uint64 { return 6*uint64(pc.Colour()) + uint64(pc.Role()) }

// pieceOf is the inverse of digit.
func pieceOf(d uint64) board.Piece {
	return board.NewPiece(board.Colour((d-1)/6), board.Role((d-1)%6+1))
}

// Append appends the packed sample to a slice and returns the extended slice. It returns false if the
// sample does not fit, for example if boards in space hold more than 32 pieces.
func (s *Sample) Append(to []byte, in *nnue.Inputs) ([]byte, bool) {
	score := uint64(max(-MaxScore, min(s.Score, MaxScore)) + scoreZero)
	var all [maxWords]uint64
	words := all[:SizeOf(in)/8]
	last := &words[len(words)-1]
	if in.View == nnue.Space {
		if in.Places > spacePlaces || in.Mounts > spaceMounts || len(s.Pieces) > 2*spacePieces {
			return to, false
		}
		byPlace := s.byPlace()
		n := 0
		for place, pc := range byPlace {
			if pc != board.NoPiece {
				words[place/64] |= 1 << (place % 64)
				words[2+n/spacePieces] += (digit(pc) - 1) * pow(12, uint64(n%spacePieces))
				n++
			}
		}
		words[1] |= uint64(s.Mounts[0])<<spaceMount | uint64(s.Points)<<spacePoints | score<<spaceScore
		words[2] |= uint64(s.Mounts[1]) << piecesShift
		words[3] |= uint64(s.Mounts[1]) >> mountsInWord << piecesShift
	} else if listed(in) {
		f := packingOf(in)
		if len(s.Pieces) > f.most || int(board.King)+in.Further > f.kinds {
			return to, false
		}
		n := 0
		for place, pc := range s.byPlace() {
			if pc != board.NoPiece {
				words[place/64] |= 1 << (place % 64)
				words[in.Words+n/f.word] |= f.digit(pc) << (f.bits * (n % f.word))
				n++
			}
		}
		*last |= uint64(s.Points)<<tailShift | score<<scoreShift
	} else {
		for _, at := range s.Pieces {
			words[at.Place/perWord] += digit(at.Piece) * pow(13, uint64(at.Place%perWord))
		}
		*last |= uint64(s.Points)<<tailShift | score<<scoreShift
	}
	for _, w := range words {
		to = binary.LittleEndian.AppendUint64(to, w)
	}
	return to, true
}

// byPlace returns the pieces indexed by place.
func (s *Sample) byPlace() (all [board.MaxSquares]board.Piece) {
	for _, at := range s.Pieces {
		all[at.Place] = at.Piece
	}
	return all
}

// Unpack reads and checks a sample of SizeOf(in) bytes.
func (s *Sample) Unpack(data []byte, in *nnue.Inputs) error {
	size := SizeOf(in)
	if len(data) < size {
		return fmt.Errorf("want a sample of %d bytes, have %d", size, len(data))
	}
	var all [maxWords]uint64
	words := all[:size/8]
	last := &words[len(words)-1]
	for i := range words {
		words[i] = binary.LittleEndian.Uint64(data[8*i:])
	}
	s.Pieces, s.Mounts = s.Pieces[:0], [2]uint32{}
	var points, score uint64
	if in.View == nnue.Space {
		points, score = words[1]>>spacePoints&3, words[1]>>spaceScore
		if err := s.unpackSpace(words, in); err != nil {
			return err
		}
	} else if points, score = *last>>tailShift&3, *last>>scoreShift; listed(in) {
		if err := s.unpackList(words, in); err != nil {
			return err
		}
	} else {
		*last &= 1<<tailShift - 1
		for i, w := range words {
			if i < 3 && w >= limitWord || i == 3 && w >= limitLast {
				return fmt.Errorf("word %d of a sample is not a valid board", i+1)
			}
			for place := perWord * i; w != 0; place++ {
				if d := w % 13; d != 0 {
					if place >= in.Places {
						return errOffBoard
					}
					s.Pieces = append(s.Pieces, nnue.PlacedPiece{Piece: pieceOf(d), Place: uint8(place)})
				}
				w /= 13
			}
		}
	}
	if points > 2 {
		return fmt.Errorf("a sample has %d half points", points)
	}
	if len(s.Pieces) == 0 || score == 0 || score > scoreZero+MaxScore {
		return fmt.Errorf("a sample has no pieces or no valid score")
	}
	s.Points, s.Score = int(points), int(score)-scoreZero
	return nil
}

// unpackList reads a list of pieces.
func (s *Sample) unpackList(words []uint64, in *nnue.Inputs) error {
	sets, lists := words[:in.Words], words[in.Words:]
	lists[len(lists)-1] &= 1<<tailShift - 1
	f, n := packingOf(in), 0
	for place := range 64 * in.Words {
		if sets[place/64]>>(place%64)&1 == 0 {
			continue
		}
		if place >= in.Places {
			return errOffBoard
		}
		if n == f.most {
			return fmt.Errorf("a sample has too many pieces")
		}
		w := &lists[n/f.word]
		d := *w & (1<<f.bits - 1)
		if int(d)%f.kinds >= int(board.King)+in.Further {
			return fmt.Errorf("a sample has a piece of an unknown kind")
		}
		*w >>= f.bits
		s.Pieces = append(s.Pieces, nnue.PlacedPiece{Piece: f.piece(d), Place: uint8(place)})
		n++
	}
	for _, w := range lists {
		if w != 0 {
			return fmt.Errorf("a sample has pieces without squares")
		}
	}
	return nil
}

// unpackSpace reads the pieces and mounts of boards in space.
func (s *Sample) unpackSpace(words []uint64, in *nnue.Inputs) error {
	s.Mounts[0] = uint32(words[1] >> spaceMount & (1<<spaceMounts - 1))
	s.Mounts[1] = uint32(words[2]>>piecesShift | words[3]>>piecesShift<<mountsInWord)
	pieces := [2]uint64{words[2] & (1<<piecesShift - 1), words[3] & (1<<piecesShift - 1)}
	if pieces[0] >= limitPieces || pieces[1] >= limitPieces {
		return fmt.Errorf("a sample has invalid pieces")
	}
	n := 0
	for place := range spacePlaces {
		if words[place/64]>>(place%64)&1 == 0 {
			continue
		}
		if n == 2*spacePieces || place >= in.Places {
			return fmt.Errorf("a sample has too many pieces, or a piece off the board")
		}
		d := pieces[n/spacePieces] % 12
		pieces[n/spacePieces] /= 12
		s.Pieces = append(s.Pieces, nnue.PlacedPiece{Piece: pieceOf(d + 1), Place: uint8(place)})
		n++
	}
	if pieces[0] != 0 || pieces[1] != 0 {
		return fmt.Errorf("a sample has pieces without places")
	}
	return nil
}

// AddGame packs the quiet positions of a game, appends the samples to a slice, and returns the extended
// slice and the number of samples.
func AddGame(to []byte, v rules.Rules, in *nnue.Inputs, r *learn.Record) (packed []byte, n int, err error) {
	var s Sample
	err = r.ReplayQuiet(v, func(p *board.Position, step learn.Step) {
		in.Look(p, &s.Placed)
		if s.Score, s.Points = step.Score, r.Points; p.Side == board.Black {
			s.Points = 2 - r.Points
		}
		var ok bool
		if to, ok = s.Append(to, in); ok {
			n++
		}
	})
	return to, n, err
}
