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

// Field is a part of a text and where it starts.
type Field struct {
	Text   string
	Offset int
}

// Fields cuts a text at white space.
func Fields(text string) (fields []Field) {
	offset := 0
	for word := range strings.FieldsSeq(text) {
		offset += strings.Index(text[offset:], word)
		fields = append(fields, Field{word, offset})
		offset += len(word)
	}
	return fields
}

// Split cuts a field at a separator.
func (f Field) Split(separator string) (parts []Field) {
	offset := f.Offset
	for part := range strings.SplitSeq(f.Text, separator) {
		parts = append(parts, Field{part, offset})
		offset += len(part) + len(separator)
	}
	return parts
}

// What the clocks of a position's text may hold, and what is said about one
// text. A person mends a handful of faults at a time; only hostile input has
// more.
const (
	maxHalfmoveClock  = 65535
	MaxFullmoveNumber = 999_999_999 // the highest move number
	MostFaults        = 32          // after these it is only said that there are more
)

// Report collects what is wrong with a position's text, and reads the fields
// that all such texts share.
type Report struct{ faults rules.Faults }

// Fault notes something wrong at an offset of the text, -1 for no one place.
// The fault's own code is the reason of the message's.
func (r *Report) Fault(offset int, code message.Code, english string, args message.Args) {
	r.Add(rules.Fault{Code: rules.Code(code.Reason()), Offset: offset, Message: message.New(code, english, args)})
}

// Add notes a fault.
func (r *Report) Add(f rules.Fault) {
	switch {
	case len(r.faults) < MostFaults:
		r.faults = append(r.faults, f)
	case len(r.faults) == MostFaults:
		r.faults = append(r.faults, rules.Fault{Code: FaultMore, Offset: -1, Message: message.New("fault.more", "there is more wrong, not listed", nil)})
	}
}

// Err returns everything that was found wrong, in the order of the text, as
// [rules.Faults], or nil.
func (r *Report) Err() error {
	if len(r.faults) == 0 {
		return nil
	}
	slices.SortStableFunc(r.faults, func(a, b rules.Fault) int {
		return cmp.Compare(uint(a.Offset), uint(b.Offset)) // no place sorts last
	})
	return r.faults
}

// DropRights takes castling rights that cannot be, if nothing else is wrong,
// for no fault, and tells each of them.
func (r *Report) DropRights(tell func(rules.Fault)) {
	for _, f := range r.faults {
		if f.Code != FaultRight && f.Code != FaultNoCastle {
			return
		}
	}
	for _, f := range r.faults {
		tell(f)
	}
	r.faults = nil
}

// Side reads the side to move and reports whether it is known.
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

// HalfmoveClock reads the halfmove clock.
func (r *Report) HalfmoveClock(f Field) uint16 { return uint16(r.clock("half", f, maxHalfmoveClock)) }

// FullmoveNumber reads the move number. Some programs write 0, which is read as
// 1.
func (r *Report) FullmoveNumber(f Field) uint32 { return max(1, r.clock("full", f, MaxFullmoveNumber)) }

func (r *Report) clock(name string, f Field, most uint32) uint32 {
	if strings.Trim(f.Text, "0123456789") != "" {
		r.Fault(f.Offset, "fault.clock.digits",
			"the {clock, select, half {halfmove clock} other {move number}} {text, quote} is not a number: it takes digits only", message.Args{"clock": name, "text": Clip(f.Text)})
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
