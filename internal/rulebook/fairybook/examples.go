package fairybook

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// example is a candidate for a diagram.
type example struct {
	about              message.Message
	fen                string
	chosen, last, move string
	state              string
	legal, illegal     []string
}

// show writes an example and reports whether its claims hold.
func (w *writer) show(e example) bool {
	p, study, ok := w.parse(e.fen)
	if !ok || e.state != "" && w.state(&p) != e.state {
		return false
	}
	if e.chosen != "" && !slices.ContainsFunc(rules.LegalMoves(w.r, &p), func(m board.Move) bool { return w.name(m.From()) == e.chosen }) {
		return false
	}
	for _, move := range e.legal {
		if _, err := rules.Play(w.r, &p, move); err != nil {
			return false
		}
	}
	for _, move := range e.illegal {
		if _, err := rules.Play(w.r, &p, move); err == nil {
			return false
		}
	}
	var b strings.Builder
	line := func(word, text string) {
		if text != "" {
			b.WriteString(word + " " + text + "\n")
		}
	}
	b.WriteString("```diagram\n")
	line("about", w.Text(e.about))
	line("position", e.fen)
	if study {
		b.WriteString("study\n")
	}
	line("select", e.chosen)
	line("last", e.last)
	line("move", e.move)
	line("state", e.state)
	line("legal", strings.Join(e.legal, " "))
	line("illegal", strings.Join(e.illegal, " "))
	w.Raw(b.String() + "```\n\n")
	return true
}

// parse parses a position. study is true if a side has no royal piece in it.
func (w *writer) parse(fen string) (p board.Position, study, ok bool) {
	if p, err := w.r.Guide().ParsePosition(fen, rules.ParseOptions{}); err == nil {
		return p, false, true
	}
	p, err := w.r.Guide().ParsePosition(fen, rules.ParseOptions{AllowNoKing: true})
	return p, true, err == nil
}

// state returns the reason why the game is over, "check", or "".
func (w *writer) state(p *board.Position) string {
	if o := rules.OutcomeOf(w.r, p); o.Over() {
		return string(o.Reason)
	}
	if rules.InCheck(w.r, p) {
		return "check"
	}
	return ""
}

// setup is a position to be written as FEN: the pieces by square, as FEN letters, and the other fields.
type setup struct {
	at                map[board.Square]byte
	black             bool // whether Black is to move
	rights, enPassant string
	checks            int // number of checks that White has given
}

// fen formats a setup.
func (w *writer) fen(s setup) string {
	var planes []string
	for plane := range w.grid.Planes {
		var ranks []string
		for y := w.grid.Ranks - 1; y >= 0; y-- {
			cells := make([]byte, w.grid.Files)
			for x := range cells {
				cells[x] = '*'
				if at, err := w.r.Guide().ParseSquare(&w.start, w.grid.Name(w.grid.At(x, y, plane))); err == nil {
					cells[x] = s.at[at]
				}
			}
			ranks = append(ranks, rulebook.Rank(cells))
		}
		planes = append(planes, strings.Join(ranks, "/"))
	}
	side := "w"
	if s.black {
		side = "b"
	}
	text := strings.Join(planes, "|") + " " + side + " " + cmp.Or(s.rights, "-") + " " + cmp.Or(s.enPassant, "-") + " 0 1"
	if w.spec.Checks > 0 {
		text += " +" + strconv.Itoa(s.checks) + "+0"
	}
	return text
}

// name returns the name of a square.
func (w *writer) name(s board.Square) string { return w.r.Guide().SquareName(&w.start, s) }

// squares lists the squares of the board, those nearest to the centre first.
func (w *writer) squares() (all []board.Square) {
	for _, q := range w.info.Squares {
		s, _ := w.r.Guide().ParseSquare(&w.start, q.Name)
		all = append(all, s)
	}
	far := map[board.Square]int{}
	for i, q := range w.info.Squares {
		dx, dy := 2*q.X-w.grid.Files+1, 2*q.Y-w.grid.Ranks+1
		far[all[i]] = 2*(dx*dx+dy*dy) + max(0, dx)/8 + max(0, dy)/8
	}
	slices.SortStableFunc(all, func(a, b board.Square) int { return far[a] - far[b] })
	return all
}

// uci formats a move.
func (w *writer) uci(p *board.Position, m board.Move) string { return w.r.Guide().FormatUCI(p, m) }

// search places pieces on random squares until a legal move of White has the wanted property, and returns the
// position and the move. It gives up after the given number of tries.
func (w *writer) search(letters string, tries int, want func(p *board.Position, m board.Move, changes []describe.Change) bool) (fen, move string, found bool) {
	squares := w.squares()
	random := board.SeededRandom(uint64(len(letters)*64 + tries))
	for range tries {
		at := map[board.Square]byte{}
		for _, c := range []byte(letters) {
			at[squares[random()%uint64(len(squares))]] = c
		}
		if len(at) < len(letters) {
			continue
		}
		fen := w.fen(setup{at: at})
		p, study, ok := w.parse(fen)
		if !ok || study == strings.ContainsRune(letters, rune(w.royals[0].small())) || w.state(&p) != "" {
			continue
		}
		for _, m := range rules.LegalMoves(w.r, &p) {
			var next board.Position
			w.r.Apply(&p, m, &next)
			if want(&p, m, describe.Changes(w.r, &p, &next, m)) {
				return fen, w.uci(&p, m), true
			}
		}
	}
	return "", "", false
}

// has returns the first change with the given effect, and whether there is one.
func has(changes []describe.Change, effect describe.Effect) (describe.Change, bool) {
	for _, c := range changes {
		if c.Effect == effect {
			return c, true
		}
	}
	return describe.Change{}, false
}

// capital and lower return the FEN letters of a kind.
func (k *kind) capital() string { return string(k.Letter) }

func (k *kind) lower() string { return string(k.Letter | 0x20) }

// decided adds strong white pieces next to a black royal piece until Black is checkmated or stalemated, and
// returns that position. It prefers the squares that leave Black the fewest moves.
func (w *writer) decided(state string) (fen string, found bool) {
	if len(w.royals) == 0 {
		return "", false
	}
	royal := w.royals[0]
	strong := w.those(func(k *kind) bool { return k.Role != board.Pawn && !slices.Contains(w.royals, k) })
	slices.SortStableFunc(strong, func(a, b *kind) int { return w.r.PieceValue(b.Role) - w.r.PieceValue(a.Role) })
	squares := w.squares()
	for _, k := range strong[:min(2, len(strong))] {
		for _, corner := range []bool{true, false} {
			at := map[board.Square]byte{}
			if corner {
				at[squares[len(squares)-1]] = royal.small()
			} else {
				at[squares[0]] = royal.small()
			}
			if own := w.apart(squares, at); own != board.NoSquare {
				at[own] = royal.Letter
			}
			for range 4 {
				best, least := board.NoSquare, 1<<20
				for _, s := range squares {
					if at[s] != 0 {
						continue
					}
					at[s] = k.Letter
					text := w.fen(setup{at: at, black: true})
					p, study, ok := w.parse(text)
					switch {
					case !ok || study:
					case w.state(&p) == state:
						return text, true
					case w.state(&p) == "":
						if n := len(rules.LegalMoves(w.r, &p)); n < least {
							best, least = s, n
						}
					}
					delete(at, s)
				}
				if best == board.NoSquare {
					break
				}
				at[best] = k.Letter
			}
		}
	}
	return "", false
}

// apart returns a square for White's royal piece on which neither royal piece attacks the other.
func (w *writer) apart(squares []board.Square, at map[board.Square]byte) board.Square {
	for _, s := range squares {
		if at[s] != 0 {
			continue
		}
		at[s] = w.royals[0].Letter
		p, study, ok := w.parse(w.fen(setup{at: at, black: true}))
		delete(at, s)
		if ok && !study && w.state(&p) != "check" {
			return s
		}
	}
	return board.NoSquare
}
