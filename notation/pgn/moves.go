package pgn

import (
	"errors"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// moveText reads the moves of one game. The lines that are open lie on a stack
// of their own, the main line first, so that no nesting can exhaust the
// program's.
type moveText struct {
	r     *Reader
	game  *Game
	guide rules.Guide
	quick sanPlayer // the guide, if it is one
	stack []level
	nodes []Node // made and not yet used
}

// level is a line that is being read.
type level struct {
	line    []*Node
	before  board.Position // before the last move of line
	now     board.Position // after it
	pending []string       // comments for the next move
	parted  bool           // a number or a variation stands after the last move
	opened  token          // the bracket, in a variation
}

func (l *level) last() *Node { return l.line[len(l.line)-1] }

// read reads to the end of the game and leaves Result empty where no mark says
// how it ended.
func (m *moveText) read() error {
	for {
		t := m.r.take()
		if m.r.lex.over() && t.kind != endToken {
			m.r.giveBack(t)
			m.r.depth = len(m.stack) - 1
			return m.r.tooLong(t)
		}
		top := &m.stack[len(m.stack)-1]
		var err error
		switch t.kind {
		case endToken:
			return m.close(t)
		case tagToken:
			if m.r.startsGame(t) {
				return m.close(t)
			}
			err = m.r.fail(t, "pgn.tag-place", "a tag cannot appear among the moves", nil, nil)
		case badToken:
			err = m.r.broken(t)
		case openToken:
			err = m.open(t)
		case closeToken:
			err = m.shut(t)
		case commentToken:
			m.comment(top, t.text)
		case nagToken:
			if len(top.line) == 0 {
				err = m.r.fail(t, "pgn.nag.first", "an annotation comes before the first move", nil, nil)
				break
			}
			top.last().NAGs = append(top.last().NAGs, t.nag)
		case wordToken:
			if letter := t.text[0] | 0x20; letter >= 'a' && letter <= 'z' {
				err = m.word(t) // no result begins like that
				break
			}
			if result := readResult(t.text); result != "" {
				if len(m.stack) > 1 {
					continue // how a variation would end is not kept
				}
				m.game.Result = result
				return m.close(t)
			}
			err = m.word(t)
		}
		if err != nil {
			// Recovery looks at the token again; a word it has seen tells it
			// nothing, and the next may be held already.
			if t.kind != wordToken {
				m.r.giveBack(t)
			}
			m.r.depth = len(m.stack) - 1
			return err
		}
	}
}

// close ends the game at its end mark, or without one at a token that is not
// its own.
func (m *moveText) close(t token) error {
	if t.kind != wordToken {
		m.r.giveBack(t)
	}
	if n := len(m.stack) - 1; n > 0 {
		m.r.depth = n
		return m.r.fail(m.stack[n].opened, "pgn.variation.open", "the variation starting here is not closed with )", nil, nil)
	}
	main := &m.stack[0]
	m.comments(main.pending)
	if len(main.line) > 0 {
		m.game.Line = main.line
	}
	if t.kind == wordToken {
		for c, ok := m.r.lex.remark(); ok; c, ok = m.r.lex.remark() {
			switch {
			case m.r.lex.over():
				return m.r.tooLong(c)
			case c.kind == badToken:
				return m.r.broken(c)
			}
			m.comments([]string{c.text})
		}
	}
	return nil
}

// comments keeps what is said after the last move of the main line.
func (m *moveText) comments(texts []string) {
	place := &m.game.Comments
	if main := &m.stack[0]; len(main.line) > 0 {
		place = &main.last().After
	}
	for _, text := range texts {
		*place = addComment(*place, text)
	}
}

func (m *moveText) comment(top *level, text string) {
	switch {
	case len(m.stack) == 1 && len(top.line) == 0 && !top.parted:
		m.game.Comments = addComment(m.game.Comments, text)
	case len(top.line) == 0 || top.parted:
		top.pending = addComment(top.pending, text)
	default:
		top.last().After = addComment(top.last().After, text)
	}
}

// open begins a variation: another move than the last.
func (m *moveText) open(t token) error {
	top := &m.stack[len(m.stack)-1]
	switch {
	case len(top.line) == 0:
		return m.r.fail(t, "pgn.variation.first", "a variation comes before the first move", nil, nil)
	case len(m.stack) > MaxGameDepth:
		return m.r.fail(t, "pgn.deep", "variations are nested more than {most} deep", message.Args{"most": MaxGameDepth}, nil)
	}
	m.stack = append(m.stack, level{now: top.before, opened: t})
	return nil
}

// shut ends a variation and hands it to the move it replaces.
func (m *moveText) shut(t token) error {
	n := len(m.stack) - 1
	if n == 0 {
		return m.r.fail(t, "pgn.variation.closed", "unexpected ): no variation is open", nil, nil)
	}
	done, owner := &m.stack[n], m.stack[n-1].last()
	if len(done.line) == 0 {
		owner.After = append(owner.After, done.pending...) // a remark in round brackets
	} else {
		last := done.last()
		last.After = append(last.After, done.pending...)
		owner.Variations = append(owner.Variations, done.line)
	}
	m.stack = m.stack[:n]
	m.stack[n-1].parted = true
	return nil
}

// word reads a move, with a number before it or not, a glyph, or a number
// alone.
func (m *moveText) word(t token) error {
	text := plainDashes(t.text)
	top := &m.stack[len(m.stack)-1]
	if IsNull(text) { // one of them begins like a number
		return m.null(t, top)
	}
	rest := afterNumber(text)
	if rest == "" {
		top.parted = true
		return nil
	}
	t.Place = t.after(text[:len(text)-len(rest)])
	t.text = rest
	if IsNull(rest) {
		return m.null(t, top)
	}
	if len(top.line) > 0 && mayBeGlyph(rest) {
		if nag, ok := readGlyph(rest, top.now.Side == board.White); ok {
			top.last().NAGs = append(top.last().NAGs, nag)
			return nil
		}
		if strings.Trim(rest, "+#") == "" {
			return nil // a check sign that an annotation cut off its move
		}
	}
	return m.move(t, top)
}

// null passes the turn.
func (m *moveText) null(t token, top *level) error {
	next, err := rules.Pass(m.game.Rules, &top.now)
	if err != nil {
		return m.illegalMove(t, top, err)
	}
	top.add(m.node(), board.NullMove, &next)
	return nil
}

// move reads a move.
func (m *moveText) move(t token, top *level) error {
	if t.long {
		if next := m.r.take(); next.kind == wordToken && enPassantMark(next.text) {
			t.text += " " + next.text
		} else {
			m.r.giveBack(next)
		}
	}
	if m.quick != nil {
		if mv, ok := m.quick.PlaySAN(&top.now, t.text, &m.r.next); ok {
			top.add(m.node(), mv, &m.r.next)
			return nil
		}
	}
	mv, err := m.play(t, &top.now, t.text)
	if err == nil {
		top.add(m.node(), mv, &m.r.next)
		return nil
	}
	if text, nag, ok := cutGlyph(t.text, top.now.Side == board.Black, len(m.game.Rules.Info().Levels) == 0); ok {
		if mv, bad := m.play(t, &top.now, text); bad == nil {
			n := m.node()
			n.NAGs = []int{nag}
			top.add(n, mv, &m.r.next)
			return nil
		}
	}
	return m.illegalMove(t, top, err)
}

// illegalMove says why a move cannot be played.
func (m *moveText) illegalMove(t token, top *level, err error) error {
	return m.r.fail(t, "pgn.illegal", "{number}{side, select, white {.} other {...}} {move}: {why}", message.Args{
		"number": int(top.now.FullmoveNumber), "side": top.now.Side, "move": t.text, "why": message.Of(err),
	}, err)
}

// node returns a new node. They are made by the dozen, since most of what a
// game takes is nodes.
func (m *moveText) node() *Node {
	if len(m.nodes) == 0 {
		m.nodes = make([]Node, 32)
	}
	n := &m.nodes[0]
	m.nodes = m.nodes[1:]
	return n
}

// add ends a line with a move that leads to a position.
func (l *level) add(n *Node, mv board.Move, next *board.Position) {
	l.before, l.now = l.now, *next
	n.Move, n.Before = mv, l.pending
	l.line = append(l.line, n)
	l.pending, l.parted = nil, false
}

// play reads a move and plays it, into r.next. One that could be several, as in
// old games, is taken as the guide takes it, with a warning.
func (m *moveText) play(t token, p *board.Position, text string) (board.Move, error) {
	mv, err := m.guide.ParseMove(p, text)
	var illegal *rules.IllegalMove
	var warning message.Message
	if lenient, ok := m.guide.(lenientParser); ok && errors.As(err, &illegal) && illegal.Code == notation.CodeAmbiguous {
		mv, warning, err = lenient.ParseMoveLenient(p, text)
	}
	if err == nil {
		err = playStep(m.game.Rules, &m.r.list, p, mv, &m.r.next)
	}
	if err == nil && !warning.IsZero() {
		m.game.Warnings = append(m.game.Warnings, Warning{t.Place, warning})
	}
	return mv, err
}

// afterNumber returns what follows a move number, in any form, at the start of
// a word. A castling written with zeros is no number.
func afterNumber(word string) string {
	i := 0
	for i < len(word) && word[i] >= '0' && word[i] <= '9' {
		i++
	}
	if i < len(word) && word[i] == '-' {
		return word
	}
	for i < len(word) {
		switch {
		case word[i] == '.':
			i++
		case strings.HasPrefix(word[i:], "…"):
			i += len("…")
		default:
			return word[i:]
		}
	}
	return ""
}

// enPassantMark reports the words that belong to the capture before them.
func enPassantMark(word string) bool {
	switch strings.ToLower(strings.TrimRight(word, "+#")) {
	case "e.p.", "e.p", "ep.", "ep":
		return true
	}
	return false
}
