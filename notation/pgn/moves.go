package pgn

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// moveText reads the moves of one game. It keeps its own stack of open lines, with the main line at the
// bottom, so that deep nesting cannot overflow the call stack.
type moveText struct {
	r     *Reader
	game  *Game
	guide rules.Guide
	quick sanPlayer // the guide if it implements sanPlayer, otherwise nil
	stack []level
	nodes []Node // allocated but unused
}

// level is an open line.
type level struct {
	line    []*Node
	before  board.Position // before the last move in line
	now     board.Position // after the last move in line
	pending []string       // comments for the next move
	parted  bool           // a move number or a variation followed the last move
	opened  token          // the opening bracket of a variation
}

func (l *level) last() *Node { return l.line[len(l.line)-1] }

// read reads to the end of the game. The game's Result stays empty if the move text contains no result.
func (m *moveText) read() error {
	for {
		t := m.r.take()
		if m.r.lex.over() && t.kind != endToken {
			m.r.giveBack(t)
			m.r.depth = len(m.stack) - 1
			return m.r.tooLong(t)
		}
		top := &m.stack[len(m.stack)-1]
		if m.r.plies > 0 && len(m.stack[0].line) >= m.r.plies {
			m.game.Line = m.stack[0].line
			return nil
		}
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
				err = m.word(t) // not a result
				break
			}
			if result := readResult(t.text); result != "" {
				if len(m.stack) > 1 {
					continue // results in variations are dropped
				}
				m.game.Result = result
				return m.close(t)
			}
			err = m.word(t)
		}
		if err != nil {
			// Recovery reads the token again. A word cannot be put back, because the token after it may
			// already have been put back.
			if t.kind != wordToken {
				m.r.giveBack(t)
			}
			m.r.depth = len(m.stack) - 1
			return err
		}
	}
}

// close ends the game at its result, at the first tag of the next game or at the end of the text. It returns
// an error if a variation is still open or if a comment after the result is malformed.
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

// comments adds comments after the last move in the main line, or to the game if there are no moves.
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

// open begins a variation on the last move.
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

// shut ends the innermost variation and adds it to the move for which it is an alternative.
func (m *moveText) shut(t token) error {
	n := len(m.stack) - 1
	if n == 0 {
		return m.r.fail(t, "pgn.variation.closed", "unexpected ): no variation is open", nil, nil)
	}
	done, owner := &m.stack[n], m.stack[n-1].last()
	if len(done.line) == 0 {
		owner.After = append(owner.After, done.pending...) // a comment in parentheses
	} else {
		last := done.last()
		last.After = append(last.After, done.pending...)
		owner.Variations = append(owner.Variations, done.line)
	}
	m.stack = m.stack[:n]
	m.stack[n-1].parted = true
	return nil
}

// word handles a move with or without its number, a glyph, or a number on its own.
func (m *moveText) word(t token) error {
	text := plainDashes(t.text)
	top := &m.stack[len(m.stack)-1]
	if IsNull(text) { // 0000 looks like a number
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
			return nil // a check sign separated from its move by an annotation
		}
	}
	return m.move(t, top)
}

func (m *moveText) null(t token, top *level) error {
	next, err := rules.Pass(m.game.Rules, &top.now)
	if err != nil {
		return m.illegalMove(t, top, err)
	}
	top.add(m.node(), board.NullMove, &next)
	return nil
}

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

// illegalMove returns the error for an illegal move.
func (m *moveText) illegalMove(t token, top *level, err error) error {
	return m.r.fail(t, "pgn.illegal", "{number}{side, select, white {.} other {...}} {move}: {why}", message.Args{
		"number": int(top.now.FullmoveNumber), "side": top.now.Side, "move": t.text, "why": message.Of(err),
	}, err)
}

// node returns a new node. Nodes make up most of a game's memory, so they are allocated in batches.
func (m *moveText) node() *Node {
	if len(m.nodes) == 0 {
		m.nodes = make([]Node, 32)
	}
	n := &m.nodes[0]
	m.nodes = m.nodes[1:]
	return n
}

// add appends a move and the position it leads to.
func (l *level) add(n *Node, mv board.Move, next *board.Position) {
	l.before, l.now = l.now, *next
	n.Move, n.Before = mv, l.pending
	l.line = append(l.line, n)
	l.pending, l.parted = nil, false
}

// play parses a move and plays it into r.next. If the move is ambiguous, which occurs in old games, and the
// guide can resolve it, play adds a warning.
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

// afterNumber removes the move number from the start of a word. It leaves castling with zeros (0-0)
// unchanged.
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

// enPassantMark reports whether a word marks the preceding capture as en passant.
func enPassantMark(word string) bool {
	switch strings.ToLower(strings.TrimRight(word, "+#")) {
	case "e.p.", "e.p", "ep.", "ep":
		return true
	}
	return false
}

// glyph is a symbol for a numeric annotation glyph (NAG).
type glyph struct {
	sign  string
	nag   int
	sided bool // nag is the number for White; the number for Black is one higher
}

// glyphs lists the symbols that archives use instead of $ and a number, except for the six forms of ! and ?.
// Each symbol comes before its suffixes, so that the longest match wins.
var glyphs = []glyph{
	{"□", 7, false},
	{"+/-", 16, false}, {"-/+", 17, false}, {"±", 16, false}, {"∓", 17, false},
	{"+/=", 14, false}, {"=/+", 15, false}, {"⩲", 14, false}, {"⩱", 15, false},
	{"=/∞", 44, true}, {"=∞", 44, true}, {"∞", 13, false}, {"~", 13, false},
	{"+--", 20, false}, {"--+", 21, false},
	{"+-", 18, false}, {"-+", 19, false}, {"+=", 14, false}, {"=+", 15, false}, {"=", 10, false},
	{"⨀", 22, true}, {"○", 26, true}, {"⟳", 32, true}, {"↑", 36, true}, {"→", 40, true},
	{"⇆", 132, true}, {"⊕", 138, true},
	{"∆", 140, false}, {"△", 140, false}, {"⌓", 142, false},
	{"N", 146, false}, {"D", 220, false},
}

// mayBeGlyph reports whether a word could be a glyph or a check sign.
func mayBeGlyph(word string) bool {
	letter := word[0] | 0x20
	return len(word) == 1 || letter < 'a' || letter > 'z'
}

// readGlyph returns the NAG for a glyph after a move by White or, if second is true, by Black. It returns
// false if the word is not a glyph.
func readGlyph(word string, second bool) (nag int, ok bool) {
	for _, g := range glyphs {
		if g.sign == word {
			return g.number(second), true
		}
	}
	return 0, false
}

// cutGlyph removes a glyph from the end of a move and returns its NAG. It removes the letters N and D only if
// letters is true.
func cutGlyph(word string, second, letters bool) (move string, nag int, ok bool) {
	for _, g := range glyphs {
		if !letters && g.sign[0] >= 'A' && g.sign[0] <= 'Z' {
			continue
		}
		if move, ok = strings.CutSuffix(word, g.sign); ok && move != "" {
			return move, g.number(second), true
		}
	}
	return word, 0, false
}

func (g glyph) number(second bool) int {
	if g.sided && second {
		return g.nag + 1
	}
	return g.nag
}

// IsNull reports whether a word is a null move.
func IsNull(word string) bool {
	switch word {
	case "--", "0000", "Z0", "null", "@@@@", "<>":
		return true
	}
	return false
}

// Next returns the next game, or io.EOF after the last.
//
// If a game is malformed, the error is a [*Error], and the next call continues with the next game. Any other
// error comes from the stream, and later calls return it again.
//
// A FEN tag sets the starting position regardless of SetUp. Next accepts starting positions without a king,
// because archives contain them. If the move text has no result, the game ends before the tags of the next
// game, and the Result tag provides the result. Comments before the moves belong to the game, and a comment
// on the same line as the result belongs to the last move.
//
// A null move (--, Z0, null, 0000, @@@@ or <>) is read as [board.NullMove], unless the side to move is in
// check. Symbols such as +-, =, ±, ∞ and N become NAGs, even if they are attached to a move. In rule sets
// whose square names end in letters, N and D must be separate words.
func (r *Reader) Next() (*Game, error) {
	if r.lex == nil {
		r.lex = newLexer(r.in)
	}
	if r.lost {
		r.recover()
	}
	r.lex.used, r.lex.idle, r.lex.marks = 0, true, false
	r.inTags, r.depth = true, 0
	g, err := r.read()
	if err != nil && r.lex.err != nil { // report the stream error, which caused err
		return nil, fmt.Errorf("pgn: reading: %w", r.lex.err)
	}
	r.lost = err != nil && err != io.EOF
	return g, err
}

func (r *Reader) read() (*Game, error) {
	h, err := r.header()
	if err != nil {
		return nil, err
	}
	g, err := r.begin(h)
	if err != nil {
		return nil, err
	}
	m := moveText{r: r, game: g, guide: g.Rules.Guide(), stack: []level{{now: g.Start, line: make([]*Node, 0, 64)}}}
	m.quick, _ = m.guide.(sanPlayer)
	if err := m.read(); err != nil {
		var bad *Error
		if errors.As(err, &bad) {
			g.Line, g.Result = m.stack[0].line, "*"
			if validResult(h.result.text) {
				g.Result = h.result.text
			}
			bad.Legal = g
		}
		return nil, err
	}
	marked := g.Result != ""
	if !marked {
		if r.lex.err != nil {
			return nil, r.lex.err // the game may be incomplete
		}
		g.Result = "*"
		if validResult(h.result.text) {
			g.Result = h.result.text
		}
	}
	r.judge(g, h.result, marked, m.stack[0].now)
	return g, nil
}

// judge adds warnings about a result that contradicts the Result tag or the final position, and about a game
// that may be cut off.
func (r *Reader) judge(g *Game, tag token, marked bool, final board.Position) {
	warn := func(code message.Code, english string, args message.Args) {
		g.Warnings = append(g.Warnings, Warning{r.lex.here(), message.New(code, english, args)})
	}
	if !marked {
		warn("notice.pgn.cut-off", "the game ends without a result: it may be cut off", nil)
	} else if validResult(tag.text) && tag.text != g.Result {
		warn("notice.pgn.two-results",
			"the Result tag says {tag} but the game ends with {end}: the latter was used", message.Args{"tag": tag.text, "end": g.Result})
	}
	if o := rules.OutcomeOf(g.Rules, &final); o.Over() && g.Result != "*" && string(o.Result) != g.Result {
		warn("notice.pgn.other-result",
			"the result {result} does not match the final position: {outcome}", message.Args{"result": g.Result, "outcome": o.Message})
	}
}
