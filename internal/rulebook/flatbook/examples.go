package flatbook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// example is a candidate for a diagram. The kings are placed on squares where they do not
// interfere.
type example struct {
	about  message.Message
	pieces string // such as "Bb3 pa4": piece letters as in FEN, with squares
	fen    string // a whole position instead of pieces; "start" for the starting position
	black  bool   // whether Black is to move
	kings  bool   // whether pieces includes the kings

	enPassant, rights  string // FEN fields
	chosen, last, move string
	state              string
	legal, illegal     []string
	holds              func(p *board.Position) bool // additional condition on the position, or nil
}

// homes are candidate squares for the kings. If none of them work, the position is shown
// without kings.
var homes = [...][2]string{
	{"e1", "e8"}, {"g1", "g8"}, {"e1", "g8"}, {"c1", "c8"}, {"b1", "g8"}, {"g1", "b8"}, {"d1", "d8"}, {"g2", "g7"}, {"c2", "f8"},
	{"f1", "b7"}, {"d2", "e7"}, {"f3", "c8"}, {"b2", "f6"}, {"h1", "c7"}, {"a1", "f7"}, {"f2", "d8"},
}

// show writes the first example whose claims hold, and reports whether there is one.
func (w *writer) show(pool ...example) bool {
	for _, e := range pool {
		if text, ok := w.diagram(e); ok {
			w.Raw(text)
			return true
		}
	}
	return false
}

// diagram returns the text of an example if its claims hold.
func (w *writer) diagram(e example) (text string, ok bool) {
	if e.fen != "" || e.kings {
		fen := or(e.fen, e.position("", ""))
		if text, ok = w.claimed(e, fen, false); ok {
			return text, true
		}
		return w.claimed(e, fen, true)
	}
	for _, home := range homes {
		if strings.Contains(e.pieces, home[0]) || strings.Contains(e.pieces, home[1]) {
			continue
		}
		if text, ok = w.claimed(e, e.position(home[0], home[1]), false); ok {
			return text, true
		}
	}
	return w.claimed(e, e.position("", ""), true)
}

// position returns a FEN with the kings on the given squares, or without kings.
func (e *example) position(white, black string) string {
	at := map[string]byte{}
	for piece := range strings.FieldsSeq(e.pieces) {
		at[piece[1:]] = piece[0]
	}
	if white != "" {
		at[white], at[black] = 'K', 'k'
	}
	var ranks []string
	for rank := 7; rank >= 0; rank-- {
		var squares [8]byte
		for file := range squares {
			squares[file] = at[board.At(file, rank).String()]
		}
		ranks = append(ranks, rulebook.Rank(squares[:]))
	}
	return fmt.Sprintf("%s %s %s %s 0 1", strings.Join(ranks, "/"), either(e.black, "b", "w"), or(e.rights, "-"), or(e.enPassant, "-"))
}

func or(text, other string) string { return either(text != "", text, other) }

// claimed returns the text of an example in a position if all of its claims hold.
func (w *writer) claimed(e example, fen string, study bool) (text string, ok bool) {
	p, err := w.v.Guide().ParsePosition(fen, rules.ParseOptions{AllowNoKing: study})
	if err != nil || e.enPassant != "" && p.EnPassant() == board.NoSquare {
		return "", false
	}
	for _, k := range roles { // skip pieces that the game does not have
		if !w.has[k] && p.Pieces(board.White, k)|p.Pieces(board.Black, k) != 0 {
			return "", false
		}
	}
	if e.chosen != "" && !slices.ContainsFunc(rules.LegalMoves(w.v, &p), func(m board.Move) bool { return m.From().String() == e.chosen }) {
		return "", false
	}
	if e.state != "" && w.state(&p) != e.state || e.state == "" && rules.InCheck(w.v, &p) {
		return "", false
	}
	for _, move := range e.legal {
		if _, err := rules.Play(w.v, &p, move); err != nil {
			return "", false
		}
	}
	for _, move := range e.illegal {
		if _, err := rules.Play(w.v, &p, move); err == nil {
			return "", false
		}
	}
	if e.holds != nil && !e.holds(&p) {
		return "", false
	}
	var b strings.Builder
	line := func(word, text string) {
		if text != "" {
			b.WriteString(word + " " + text + "\n")
		}
	}
	b.WriteString("```diagram\n")
	line("about", w.Text(e.about))
	line("position", fen)
	if study {
		b.WriteString("study\n")
	}
	line("select", e.chosen)
	line("last", e.last)
	line("move", e.move)
	line("state", e.state)
	line("legal", strings.Join(e.legal, " "))
	line("illegal", strings.Join(e.illegal, " "))
	b.WriteString("```\n\n")
	return b.String(), true
}

// state returns the reason why the game is over, "check", or "".
func (w *writer) state(p *board.Position) string {
	if o := rules.OutcomeOf(w.v, p); o.Over() {
		return string(o.Reason)
	}
	return either(rules.InCheck(w.v, p), "check", "")
}

// does returns a condition that holds if a move has the given effect.
func (w *writer) does(move string, want describe.Effect) func(p *board.Position) bool {
	return func(p *board.Position) bool {
		played, err := rules.Play(w.v, p, move)
		return err == nil && slices.ContainsFunc(describe.Changes(w.v, p, &played.Next, played.Move), func(c describe.Change) bool {
			return c.Effect == want
		})
	}
}

// quiet returns a condition that holds if a move spawns no piece and no piece goes on.
func (w *writer) quiet(move string) func(p *board.Position) bool {
	return func(p *board.Position) bool {
		return !w.does(move, describe.Appeared)(p) && !w.does(move, describe.WentOn)(p)
	}
}

// refused returns a condition that holds if a move is illegal for the given reason.
func (w *writer) refused(move string, code rules.Code) func(p *board.Position) bool {
	return func(p *board.Position) bool {
		_, err := rules.Play(w.v, p, move)
		no, ok := err.(*rules.IllegalMove)
		return ok && no.Code == code
	}
}
