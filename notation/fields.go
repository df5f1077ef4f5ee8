package notation

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// Field is a part of a string with its byte offset.
type Field struct {
	Text   string
	Offset int
}

// Fields splits a string at white space. Offsets count from the start of the string.
func Fields(text string) (fields []Field) {
	offset := 0
	for word := range strings.FieldsSeq(text) {
		offset += strings.Index(text[offset:], word)
		fields = append(fields, Field{word, offset})
		offset += len(word)
	}
	return fields
}

// Split splits a field at a separator and keeps the offsets of the parts.
func (f Field) Split(separator string) (parts []Field) {
	offset := f.Offset
	for part := range strings.SplitSeq(f.Text, separator) {
		parts = append(parts, Field{part, offset})
		offset += len(part) + len(separator)
	}
	return parts
}

// Limits for a position's text.
const (
	maxHalfmoveClock  = 65535
	MaxFullmoveNumber = 999_999_999
	MostFaults        = 32 // maximum number of faults listed
)

// Report collects the faults in a position's text and parses the fields that all notations share.
type Report struct{ faults rules.Faults }

// Fault adds a fault at an offset in the text. The offset is -1 if the fault has no single location. The
// fault's code is the reason part of the message code.
func (r *Report) Fault(offset int, code message.Code, english string, args message.Args) {
	r.Add(rules.Fault{Code: rules.Code(code.Reason()), Offset: offset, Message: message.New(code, english, args)})
}

// Add adds a fault, up to [MostFaults]. After that it adds [FaultMore] once.
func (r *Report) Add(f rules.Fault) {
	switch {
	case len(r.faults) < MostFaults:
		r.faults = append(r.faults, f)
	case len(r.faults) == MostFaults:
		r.faults = append(r.faults, rules.Fault{Code: FaultMore, Offset: -1, Message: message.New("fault.more", "there are more errors, not listed here", nil)})
	}
}

// Err returns the faults in text order as [rules.Faults], or nil if there are none.
func (r *Report) Err() error {
	if len(r.faults) == 0 {
		return nil
	}
	slices.SortStableFunc(r.faults, func(a, b rules.Fault) int {
		return cmp.Compare(uint(a.Offset), uint(b.Offset)) // -1 sorts last
	})
	return r.faults
}

// DropRights passes each fault about an impossible castling right to dropped and removes all of them. It does
// nothing if there are other faults.
func (r *Report) DropRights(dropped func(rules.Fault)) {
	for _, f := range r.faults {
		if f.Code != FaultRight && f.Code != FaultNoCastle {
			return
		}
	}
	for _, f := range r.faults {
		dropped(f)
	}
	r.faults = nil
}

// Side parses the side to move. It adds a fault and returns false if the field is neither w nor b.
func (r *Report) Side(f Field) (side board.Colour, known bool) {
	switch f.Text {
	case "w":
		return board.White, true
	case "b":
		return board.Black, true
	}
	r.Fault(f.Offset, "fault.side", "the side to move is {text, quote} instead of w or b", message.Args{"text": Clip(f.Text)})
	return board.White, false
}

// OrStart returns start, the text of the starting position, if text is the word "start" in any case. Otherwise, it
// returns text.
func OrStart(text, start string) string {
	if strings.EqualFold(strings.TrimSpace(text), "start") {
		return start
	}
	return text
}

// StartNumber returns the text after the colon in a string such as 960:518 or chess960:518. It returns false
// for any other string.
func StartNumber(text string) (number string, ok bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	return strings.CutPrefix(strings.TrimPrefix(text, "chess"), "960:")
}

// StartNumber parses the number of a shuffled starting position. It adds a fault and returns false unless the
// text is a number below count, the number of such positions.
func (r *Report) StartNumber(number string, count uint64) (n uint64, ok bool) {
	if count == 0 {
		r.Fault(0, "fault.start-number.chess", `numbered starts, such as 960:518, are only for chess and for games with castling "960"`, nil)
		return 0, false
	}
	n, err := strconv.ParseUint(number, 10, 64)
	if err != nil || n >= count || len(number) > 20 {
		r.Fault(0, "fault.start-number",
			"shuffled starts are numbered from 0 to {last}; {text, quote} is not one of them", message.Args{"text": Clip(number), "last": int(count - 1)})
		return 0, false
	}
	return n, true
}

// HalfmoveClock parses the halfmove clock. It adds a fault if the field is not a number or is too large.
func (r *Report) HalfmoveClock(f Field) uint16 { return uint16(r.clock("half", f, maxHalfmoveClock)) }

// FullmoveNumber parses the full-move number. It reads 0, which some programs write, as 1, and adds a fault
// if the field is not a number or is too large.
func (r *Report) FullmoveNumber(f Field) uint32 { return max(1, r.clock("full", f, MaxFullmoveNumber)) }

func (r *Report) clock(name string, f Field, most uint32) uint32 {
	if strings.Trim(f.Text, "0123456789") != "" {
		r.Fault(f.Offset, "fault.clock.digits",
			"the {clock, select, half {halfmove clock} other {move number}} {text, quote} is not a number: use digits only", message.Args{"clock": name, "text": Clip(f.Text)})
		return 0
	}
	n, err := strconv.ParseUint(f.Text, 10, 32)
	if err != nil || uint32(n) > most {
		r.Fault(f.Offset, "fault.clock.large",
			"the {clock, select, half {halfmove clock} other {move number}} {text} is larger than {most}", message.Args{"clock": name, "text": Clip(f.Text), "most": int(most)})
		return 0
	}
	return uint32(n)
}

// Fault codes for the text of a position or a link. They never change.
const (
	FaultLength    rules.Code = "too-long"          // the text is longer than any position
	FaultStart     rules.Code = "start-number"      // no shuffled start has that number
	FaultFields    rules.Code = "field-count"       // a position has the wrong number of fields
	FaultRanks     rules.Code = "rank-count"        // a board has the wrong number of ranks
	FaultWidth     rules.Code = "rank-width"        // a rank has the wrong number of squares
	FaultLetter    rules.Code = "unknown-letter"    // a letter is not a piece
	FaultPawn      rules.Code = "pawn-rank"         // a pawn is on a rank where no pawn can be
	FaultSide      rules.Code = "side"              // the side to move is neither w nor b
	FaultCastling  rules.Code = "castling-letter"   // a castling letter is unknown or repeated
	FaultRight     rules.Code = "castling-home"     // the king or the rook of a right is not on its home square
	FaultNoCastle  rules.Code = "no-castling"       // castling rights in a rule set without castling
	FaultEnPassant rules.Code = "en-passant-square" // the en passant square does not exist or is on the wrong rank
	FaultPushed    rules.Code = "en-passant-pawn"   // no pawn has just crossed the en passant square
	FaultHeld      rules.Code = "en-passant-held"   // the crossed square or the pawn's home is occupied
	FaultCheck     rules.Code = "opponent-in-check" // the side not to move is in check
	FaultNoKing    rules.Code = "no-king"           // a side has no king
	FaultClock     rules.Code = "clock"             // a clock is not a number, or too large
	FaultMore      rules.Code = "more"              // more faults than are listed
	FaultEscape    rules.Code = "percent-escape"    // a link has a malformed percent escape
	FaultTwice     rules.Code = "given-twice"       // a link contains a parameter or a list twice
	FaultNoBoard   rules.Code = "no-board"          // a link has no board
	FaultList      rules.Code = "list"              // a list in a link's board does not start with w: or b:
	FaultEntry     rules.Code = "entry"             // an entry in a list is not a piece with a square
	FaultVariant   rules.Code = "variant"           // a link has an unknown rule set, or one that links cannot represent
	FaultLastMove  rules.Code = "last-move"         // a link's last move is malformed or does not fit the board
	FaultStudy     rules.Code = "study"             // the study parameter of a link is neither 0 nor 1
)

// Reasons why the text of a move is illegal, in addition to those in package rules.
const (
	CodeAmbiguous     rules.Code = "ambiguous"      // the text matches several legal moves
	CodeNoSuchPiece   rules.Code = "no-such-piece"  // the side has no such piece
	CodeGoesElsewhere rules.Code = "goes-elsewhere" // the piece does not go to the square after @
)
