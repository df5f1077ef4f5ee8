package notation

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// EPD is a line of Extended Position Description, the format of test suites: the first four fields of a FEN,
// followed by operations, each an opcode with operands.
type EPD struct {
	Start      board.Position
	Operations []EPDOperation
}

// EPDOperation is an opcode with its operands, as in bm Nf3 d4 or id "one".
type EPDOperation struct {
	Code     string
	Operands []string
}

// Limits for a line.
const (
	maxEPDBytes      = 16 << 10
	maxEPDOperations = 256
	maxOpcode        = 15
	epdFENFields     = 4
)

// ParseEPD parses a line. The operations hmvc and fmvn set the position's halfmove clock and move number.
// Operands are not validated; see [EPD.Moves]. The error is a *SyntaxError or an error in the position.
func ParseEPD(r rules.Rules, line string) (EPD, error) {
	fault := func(at int, wrong message.Message) error {
		return &SyntaxError{Input: line, Offset: at, Message: wrong}
	}
	if len(line) > maxEPDBytes {
		return EPD{}, fault(maxEPDBytes, message.New("syntax.epd.long", "an EPD line can have at most {most} bytes", message.Args{"most": maxEPDBytes}))
	}
	fields := Fields(line)
	if len(fields) < epdFENFields {
		return EPD{}, fault(len(line), message.New("syntax.epd.fields",
			"EPD needs four position fields before its operations, but this line has {count, plural, one {one} other {#}}", message.Args{"count": len(fields)}))
	}
	var e EPD
	rest := len(line)
	if len(fields) > epdFENFields {
		rest = fields[epdFENFields].Offset
	}
	for at := rest; ; {
		op, next, wrong := readOperation(line, at)
		switch {
		case wrong.Code != "":
			return EPD{}, fault(next, wrong)
		case op.Code == "":
		case len(op.Code) > maxOpcode || !isOpcode(op.Code):
			return EPD{}, fault(at, message.New("syntax.epd.opcode",
				"{text, quote} is not an opcode: a letter, then letters, digits and underscores", message.Args{"text": Clip(op.Code)}))
		case len(e.Operations) == maxEPDOperations:
			return EPD{}, fault(at, message.New("syntax.epd.many", "an EPD line can have at most {most} operations", message.Args{"most": maxEPDOperations}))
		default:
			e.Operations = append(e.Operations, op)
		}
		if at = next; at >= len(line) {
			break
		}
	}
	clocks := [2]string{"0", "1"}
	for i, name := range []string{"hmvc", "fmvn"} {
		if n, ok := e.Number(name); ok && n >= 0 {
			clocks[i] = strconv.Itoa(n)
		}
	}
	text := strings.TrimSpace(line[:rest]) + " " + clocks[0] + " " + clocks[1]
	var err error
	e.Start, err = r.Guide().ParsePosition(text, rules.ParseOptions{})
	return e, err
}

// readOperation parses an operation up to its semicolon or the end of the line. It returns the offset of the
// next operation, or an error message and its offset.
func readOperation(line string, at int) (op EPDOperation, next int, wrong message.Message) {
	var words []string
	for at < len(line) && line[at] != ';' {
		switch c := line[at]; {
		case c == ' ' || c == '\t':
			at++
		case c == '"':
			end := strings.IndexByte(line[at+1:], '"')
			if end < 0 {
				return op, at, message.New("syntax.epd.quote", "the closing quote is missing", nil)
			}
			if len(words) == 0 {
				return op, at, message.New("syntax.epd.no-opcode", "an operation starts with its opcode, not with quoted text", nil)
			}
			words = append(words, line[at+1:at+1+end])
			at += end + 2
		default:
			end := at
			for end < len(line) && !strings.ContainsRune("; \t\"", rune(line[end])) {
				end++
			}
			words = append(words, line[at:end])
			at = end
		}
	}
	if len(words) > 0 {
		op = EPDOperation{words[0], words[1:]}
	}
	return op, at + 1, wrong
}

// isOpcode reports whether a word can be an opcode: a letter, then letters, digits
// and underscores.
func isOpcode(word string) bool {
	for i, c := range []byte(word) {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (i == 0 || c != '_' && (c < '0' || c > '9')) {
			return false
		}
	}
	return word != ""
}

// Operands returns the operands of an opcode, and whether the line has that opcode.
func (e *EPD) Operands(code string) ([]string, bool) {
	for _, op := range e.Operations {
		if op.Code == code {
			return op.Operands, true
		}
	}
	return nil, false
}

// Text returns the first operand of an opcode such as id or c0, or "" if there is none.
func (e *EPD) Text(code string) string {
	if list, ok := e.Operands(code); ok && len(list) > 0 {
		return list[0]
	}
	return ""
}

// Number returns the first operand of an opcode such as ce, acd, dm or hmvc as a number, and whether it is a
// number.
func (e *EPD) Number(code string) (int, bool) {
	n, err := strconv.Atoi(e.Text(code))
	return n, err == nil
}

// Moves returns the operands of an opcode such as bm, am, pm or sm as moves. It returns an error if one of
// them is not legal in the position.
func (e *EPD) Moves(r rules.Rules, code string) ([]board.Move, error) {
	list, _ := e.Operands(code)
	var moves []board.Move
	for _, text := range list {
		m, err := r.Guide().ParseMove(&e.Start, text)
		if err != nil {
			return nil, err
		}
		moves = append(moves, m)
	}
	return moves, nil
}

// Set sets the operands of an opcode, adding the operation if needed.
func (e *EPD) Set(code string, operands ...string) {
	for i := range e.Operations {
		if e.Operations[i].Code == code {
			e.Operations[i].Operands = operands
			return
		}
	}
	e.Operations = append(e.Operations, EPDOperation{code, operands})
}

// SetMoves is like Set, but takes legal moves in the position and formats them as SAN.
func (e *EPD) SetMoves(r rules.Rules, code string, moves ...board.Move) {
	var list []string
	for _, m := range moves {
		list = append(list, r.Guide().FormatSAN(&e.Start, m))
	}
	e.Set(code, list...)
}

// textual lists the opcodes with quoted operands, in addition to c0 to c9 and v0 to v9.
var textual = []string{"id", "eco", "nic", "tcgs", "tcri", "tcsi"}

// Format formats the line. It adds hmvc for a halfmove clock other than 0 and fmvn for a move number other
// than 1, unless the line has these operations.
func (e *EPD) Format(r rules.Rules) string {
	fields := strings.Fields(r.Guide().FormatPosition(&e.Start))
	text := strings.Join(fields[:min(len(fields), epdFENFields)], " ")
	all := slices.Clone(e.Operations)
	for _, clock := range []struct {
		code     string
		n, usual int
	}{{"hmvc", int(e.Start.HalfmoveClock), 0}, {"fmvn", int(e.Start.FullmoveNumber), 1}} {
		if _, ok := e.Operands(clock.code); !ok && clock.n != clock.usual {
			all = append(all, EPDOperation{clock.code, []string{strconv.Itoa(clock.n)}})
		}
	}
	for _, op := range all {
		text += " " + op.Code
		quoted := slices.Contains(textual, op.Code) || len(op.Code) == 2 && (op.Code[0] == 'c' || op.Code[0] == 'v') && op.Code[1] >= '0' && op.Code[1] <= '9'
		for _, o := range op.Operands {
			o = strings.ReplaceAll(strings.Join(strings.Fields(o), " "), `"`, "'") // quotes cannot be escaped
			if quoted || o == "" || strings.ContainsAny(o, "; ") {
				o = `"` + o + `"`
			}
			text += " " + o
		}
		text += ";"
	}
	return text
}
