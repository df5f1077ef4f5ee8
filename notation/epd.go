package notation

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// EPD is a line of extended position description: the first four fields of a FEN
// and operations, each an opcode with operands. Test suites of positions are
// written so.
type EPD struct {
	Start      board.Position
	Operations []EPDOperation
}

// EPDOperation is an opcode with its operands, as in bm Nf3 d4 or id "one".
type EPDOperation struct {
	Code     string
	Operands []string
}

// Bounds of a line, its operations and their operands.
const (
	longestEPD   = 16 << 10
	mostEPD      = 256
	longestCode  = 15
	epdFENFields = 4
)

// ParseEPD reads a line. The operations hmvc and fmvn set the clocks of the
// position and are kept as well. What they are about is not checked: see
// [EPD.Moves]. The error is a *SyntaxError, or what is wrong with the position.
func ParseEPD(r rules.Rules, line string) (EPD, error) {
	fault := func(at int, wrong message.Message) error {
		return &SyntaxError{Input: line, Offset: at, Message: wrong}
	}
	if len(line) > longestEPD {
		return EPD{}, fault(longestEPD, message.New("syntax.epd.long", "a line of EPD has at most {most} bytes", message.Args{"most": longestEPD}))
	}
	fields := Fields(line)
	if len(fields) < epdFENFields {
		return EPD{}, fault(len(line), message.New("syntax.epd.fields",
			"EPD has four position fields before its operations, and here {count, plural, one {is one} other {are #}}", message.Args{"count": len(fields)}))
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
		case len(op.Code) > longestCode || !isOpcode(op.Code):
			return EPD{}, fault(at, message.New("syntax.epd.opcode",
				"{text, quote} is not an opcode: a letter, then letters, digits and underscores", message.Args{"text": Clip(op.Code)}))
		case len(e.Operations) == mostEPD:
			return EPD{}, fault(at, message.New("syntax.epd.many", "a line of EPD has at most {most} operations", message.Args{"most": mostEPD}))
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

// readOperation reads an operation up to its semicolon, or to the end of the line,
// and returns where the next begins. A message says what is wrong there.
func readOperation(line string, at int) (op EPDOperation, next int, wrong message.Message) {
	var words []string
	for at < len(line) && line[at] != ';' {
		switch c := line[at]; {
		case c == ' ' || c == '\t':
			at++
		case c == '"':
			end := strings.IndexByte(line[at+1:], '"')
			if end < 0 {
				return op, at, message.New("syntax.epd.quote", "the text has no second quote", nil)
			}
			if len(words) == 0 {
				return op, at, message.New("syntax.epd.no-opcode", "an operation begins with its opcode, not with a text in quotes", nil)
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

// Operands returns the operands of an opcode, and whether it is there.
func (e *EPD) Operands(code string) ([]string, bool) {
	for _, op := range e.Operations {
		if op.Code == code {
			return op.Operands, true
		}
	}
	return nil, false
}

// Text returns the first operand of an opcode, such as id or c0, empty if there is
// none.
func (e *EPD) Text(code string) string {
	if list, ok := e.Operands(code); ok && len(list) > 0 {
		return list[0]
	}
	return ""
}

// Number returns the number behind an opcode, such as ce, acd, acn, acs, dm, hmvc
// or fmvn, and whether there is one.
func (e *EPD) Number(code string) (int, bool) {
	n, err := strconv.Atoi(e.Text(code))
	return n, err == nil
}

// Moves returns the moves behind an opcode that are each played in the position,
// such as bm, am, pm and sm. The error says which cannot be.
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

// Set puts operands in the place of those of an opcode, or adds it.
func (e *EPD) Set(code string, operands ...string) {
	for i := range e.Operations {
		if e.Operations[i].Code == code {
			e.Operations[i].Operands = operands
			return
		}
	}
	e.Operations = append(e.Operations, EPDOperation{code, operands})
}

// SetMoves is Set with moves that are each played in the position.
func (e *EPD) SetMoves(r rules.Rules, code string, moves ...board.Move) {
	var list []string
	for _, m := range moves {
		list = append(list, r.Guide().FormatSAN(&e.Start, m))
	}
	e.Set(code, list...)
}

// textual are the opcodes whose operands are quoted; c0 to c9 and v0 to v9 are too.
var textual = []string{"id", "eco", "nic", "tcgs", "tcri", "tcsi"}

// Format writes the line. Clocks that are not those of a new position are written
// as hmvc and fmvn.
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
			o = strings.ReplaceAll(strings.Join(strings.Fields(o), " "), `"`, "'") // a text has no quote of its own
			if quoted || o == "" || strings.ContainsAny(o, "; ") {
				o = `"` + o + `"`
			}
			text += " " + o
		}
		text += ";"
	}
	return text
}
