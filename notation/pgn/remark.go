package pgn

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tainchess/tain/rules"
)

// Remark is a parsed comment. It consists of the text and the commands that programs such as lichess write
// between [% and ]. Unknown or malformed commands remain in the text.
type Remark struct {
	Text   string
	Shapes []Shape        // [%csl] and [%cal]
	Eval   *Evaluation    // [%eval]
	Clock  *time.Duration // [%clk]: the remaining time after the move
}

// Shape is a drawing on the board: a circle around From if To is empty, otherwise an arrow from From to To.
// From and To are squares or, in games with moving boards, mounts.
type Shape struct {
	Colour   ShapeColour
	From, To string
}

// ShapeColour is the colour of a shape.
type ShapeColour byte

// Shape colours, as PGN letters.
const (
	Green  ShapeColour = 'G'
	Red    ShapeColour = 'R'
	Yellow ShapeColour = 'Y'
	Blue   ShapeColour = 'B'
)

// Evaluation is an evaluation from White's point of view.
type Evaluation struct {
	Centipawns int
	Mate       int // moves to mate, negative if Black mates; 0 if there is no mate
	Depth      int // search depth; 0 if unknown
}

// Limits for a remark.
const (
	maxClock  = 10_000 * time.Hour
	maxEval   = 100_000 // centipawns
	maxMate   = 10_000
	maxDepth  = 1000
	maxShapes = 256
)

// RemarkReader parses the comments in games of one rule set.
type RemarkReader struct{ places map[string]bool }

// NewRemarkReader returns a reader for the squares and mounts of a rule set.
func NewRemarkReader(r rules.Rules) *RemarkReader {
	places := map[string]bool{}
	for _, s := range r.Info().Squares {
		places[s.Name] = true
	}
	if m, ok := r.(rules.MovingBoards); ok {
		for _, pin := range m.Mounts() {
			places[pin.Name] = true
		}
	}
	return &RemarkReader{places}
}

// Read parses a comment. [Remark.String] formats the result as a comment again.
func (r *RemarkReader) Read(comment string) Remark {
	m := Remark{}
	rest := tidy(comment)
	if !strings.Contains(rest, "[%") {
		m.Text = rest
		return m
	}
	var words strings.Builder
	for {
		before, after, found := strings.Cut(rest, "[%")
		if !found {
			break
		}
		body, behind, closed := strings.Cut(after, "]")
		if !closed {
			break
		}
		if r.command(&m, body) {
			words.WriteString(before + " ")
		} else { // not a known command
			words.WriteString(rest[:len(rest)-len(behind)])
		}
		rest = behind
	}
	m.Text = tidy(words.String() + rest)
	slices.SortStableFunc(m.Shapes, func(a, b Shape) int { return cmp.Compare(min(1, len(a.To)), min(1, len(b.To))) })
	return m
}

// Tidy returns a remark without invalid shapes, shapes beyond the limit, and values out of range.
func (r *RemarkReader) Tidy(m Remark) Remark {
	var shapes []Shape
	for _, s := range m.Shapes {
		if s.Colour.known() && r.places[s.From] && (s.To == "" || r.places[s.To]) && s.From != s.To && len(shapes) < maxShapes {
			shapes = append(shapes, s)
		}
	}
	m.Shapes = shapes
	if e := m.Eval; e != nil && (max(e.Centipawns, -e.Centipawns) > maxEval || max(e.Mate, -e.Mate) > maxMate || e.Depth < 0 || e.Depth > maxDepth) {
		m.Eval = nil
	}
	if m.Clock != nil && (*m.Clock < 0 || *m.Clock > maxClock) {
		m.Clock = nil
	}
	return m
}

// command applies a command to the remark. It returns false if the command is unknown or malformed, has too
// many shapes, or is a second clk or eval.
func (r *RemarkReader) command(m *Remark, body string) bool {
	name, args, _ := strings.Cut(body, " ")
	switch name {
	case "csl", "cal":
		shapes, ok := r.shapes(args, name == "cal")
		if !ok || len(m.Shapes)+len(shapes) > maxShapes {
			return false
		}
		m.Shapes = append(m.Shapes, shapes...)
		return true
	case "clk":
		left, ok := parseClock(strings.TrimSpace(args))
		if !ok || m.Clock != nil {
			return false
		}
		m.Clock = &left
		return true
	case "eval":
		e, ok := parseEvaluation(strings.TrimSpace(args))
		if !ok || m.Eval != nil {
			return false
		}
		m.Eval = &e
		return true
	}
	return false
}

// shapes parses circles such as Ge4,Rd5 or arrows such as Rd1d8. Square names may be longer than two
// characters.
func (r *RemarkReader) shapes(text string, arrows bool) ([]Shape, bool) {
	var found []Shape
	for one := range strings.SplitSeq(text, ",") {
		one = strings.TrimSpace(one)
		if len(one) < 2 {
			return nil, false
		}
		s := Shape{Colour: ShapeColour(one[0])}
		if !s.Colour.known() {
			return nil, false
		}
		switch place := one[1:]; {
		case !arrows && r.places[place]:
			s.From = place
		case arrows:
			for cut := 1; cut < len(place) && s.To == ""; cut++ {
				if r.places[place[:cut]] && r.places[place[cut:]] {
					s.From, s.To = place[:cut], place[cut:]
				}
			}
		}
		if s.From == "" || s.From == s.To {
			return nil, false
		}
		if found = append(found, s); len(found) > maxShapes {
			return nil, false
		}
	}
	return found, true
}

func (c ShapeColour) known() bool { return c == Green || c == Red || c == Yellow || c == Blue }

// parseClock parses hours, minutes and seconds, as in 0:04:58 or 1:00:00.5.
func parseClock(text string) (time.Duration, bool) {
	parts := strings.Split(text, ":")
	if len(parts) != 3 {
		return 0, false
	}
	whole, fraction, cut := strings.Cut(parts[2], ".")
	hours, ok1 := digits(parts[0], 5)
	minutes, ok2 := digits(parts[1], 2)
	seconds, ok3 := digits(whole, 2)
	if !ok1 || !ok2 || !ok3 || minutes > 59 || seconds > 59 {
		return 0, false
	}
	left := time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute + time.Duration(seconds)*time.Second
	if cut {
		part, ok := digits(fraction, 3)
		if !ok {
			return 0, false
		}
		for range 3 - len(fraction) {
			part *= 10
		}
		left += time.Duration(part) * time.Millisecond
	}
	return left, left <= maxClock
}

// digits parses a number with 1 to most digits.
func digits(text string, most int) (int, bool) {
	if text == "" || len(text) > most || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

// parseEvaluation parses an evaluation in pawns or in moves to mate (0.31 or #-3), with an optional depth
// (-1.2,18).
func parseEvaluation(text string) (e Evaluation, ok bool) {
	score, depth, deep := strings.Cut(text, ",")
	if deep {
		if e.Depth, ok = digits(strings.TrimSpace(depth), 4); !ok || e.Depth < 1 || e.Depth > maxDepth {
			return Evaluation{}, false
		}
	}
	mate := strings.HasPrefix(score, "#")
	score = strings.TrimPrefix(score, "#")
	negative := strings.HasPrefix(score, "-")
	if negative || strings.HasPrefix(score, "+") {
		score = score[1:]
	}
	if mate {
		if e.Mate, ok = digits(score, 5); !ok || e.Mate < 1 || e.Mate > maxMate {
			return Evaluation{}, false
		}
		if negative {
			e.Mate = -e.Mate
		}
		return e, true
	}
	if len(score) > 16 || score == "" || strings.Trim(score, "0123456789.") != "" {
		return Evaluation{}, false
	}
	pawns, err := strconv.ParseFloat(score, 64)
	if err != nil || pawns*100 > maxEval {
		return Evaluation{}, false
	}
	e.Centipawns = int(math.Round(pawns * 100))
	if negative {
		e.Centipawns = -e.Centipawns
	}
	return e, true
}

// String formats the remark as a comment: the commands, then the text.
func (m Remark) String() string {
	var parts []string
	var circles, arrows []string
	for _, s := range m.Shapes {
		if text := string(rune(s.Colour)) + s.From + s.To; s.To == "" {
			circles = append(circles, text)
		} else {
			arrows = append(arrows, text)
		}
	}
	if len(circles) > 0 {
		parts = append(parts, "[%csl "+strings.Join(circles, ",")+"]")
	}
	if len(arrows) > 0 {
		parts = append(parts, "[%cal "+strings.Join(arrows, ",")+"]")
	}
	if m.Eval != nil {
		parts = append(parts, "[%eval "+m.Eval.String()+"]")
	}
	if m.Clock != nil {
		parts = append(parts, "[%clk "+formatClock(*m.Clock)+"]")
	}
	if m.Text != "" {
		parts = append(parts, m.Text)
	}
	return strings.Join(parts, " ")
}

// String formats the evaluation as in an eval command.
func (e Evaluation) String() string {
	text := strconv.FormatFloat(float64(e.Centipawns)/100, 'f', 2, 64)
	if e.Mate != 0 {
		text = "#" + strconv.Itoa(e.Mate)
	}
	if e.Depth > 0 {
		text += "," + strconv.Itoa(e.Depth)
	}
	return text
}

// formatClock formats a remaining time, with milliseconds unless they are zero.
func formatClock(left time.Duration) string {
	left = min(max(0, left), maxClock)
	two := func(n time.Duration) string { return strconv.Itoa(int(n/10)) + strconv.Itoa(int(n%10)) }
	text := strconv.Itoa(int(left/time.Hour)) + ":" + two(left/time.Minute%60) + ":" + two(left/time.Second%60)
	if part := int(left / time.Millisecond % 1000); part != 0 {
		text += "." + strings.TrimRight(strconv.Itoa(1000 + part)[1:], "0")
	}
	return text
}
