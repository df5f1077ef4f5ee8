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

// Reader reads the games of a PGN text one after the other. It keeps one game
// in memory at a time.
type Reader struct {
	in   io.Reader
	lex  *lexer // made by the first Next, so that NewReader waits for nothing
	find Finder

	game  int   // the number of the game in hand
	held  token // a token given back
	holds bool

	starts map[string]board.Position // each rule set's own start, once read, by its ref
	list   board.MoveList
	next   board.Position

	// Where the last fault left the text.
	lost   bool
	inTags bool
	depth  int
}

// NewReader returns a reader of the games in a PGN text. The rule sets that
// their Variant tags name are found with find.
func NewReader(in io.Reader, find Finder) *Reader {
	return &Reader{in: in, find: find, starts: map[string]board.Position{}}
}

// Next returns the next game, or io.EOF after the last.
//
// A game that cannot be read comes back as a [*Error]; the call after that
// goes on with the next game. Any other error is the stream's own and ends the
// reading.
//
// A FEN tag is the start whatever SetUp says. A start where a side has no king
// is taken: archives keep kingless setups among games. A game without an end
// mark ends where the next game's tags begin, and its result is that of its
// Result tag. Comments outside the moves are kept as said before the first of
// them, and a comment on the line of the end mark as said after the last.
//
// A null move (--, Z0, null, 0000, @@@@ or <>) is read as [board.NullMove]
// wherever the side to move is not in check. The signs of archives, such as +-,
// =, ±, ∞ and N, become annotations, whether they stand behind their move or are
// joined to it; where squares have names that end in letters, N and D must stand
// apart.
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
	if err != nil && r.lex.err != nil { // a stream that broke off explains the rest
		return nil, fmt.Errorf("notation: reading PGN: %w", r.lex.err)
	}
	r.lost = err != nil && err != io.EOF
	return g, err
}

func (r *Reader) take() token {
	if r.holds {
		r.holds = false
		return r.held
	}
	return r.lex.next()
}

func (r *Reader) giveBack(t token) { r.held, r.holds = t, true }

func (r *Reader) fail(t token, code message.Code, english string, args message.Args, cause error) error {
	return &Error{Place: t.Place, Game: r.game, Message: message.New(code, english, args), Err: cause}
}

// broken is the fault of a token that no PGN holds.
func (r *Reader) broken(t token) error {
	return &Error{Place: t.Place, Game: r.game, Message: r.lex.fault}
}

// tooLong is the fault of a game that has outgrown its limit.
func (r *Reader) tooLong(t token) error {
	return r.fail(t, "pgn.too-long.read", "the game is longer than {most} bytes, the limit for reading", message.Args{"most": MaxGameBytes}, nil)
}

// recover goes to where the next game begins: after a result outside all
// variations, or at a line that begins with a tag.
func (r *Reader) recover() {
	if r.inTags && !r.holds {
		r.lex.skipLine()
	}
	for {
		t := r.take()
		switch t.kind {
		case endToken:
			return
		case commentToken:
			continue
		case tagToken:
			if r.startsGame(t) {
				r.giveBack(t)
				return
			}
			r.lex.skipLine()
			continue
		case openToken:
			r.depth++
		case closeToken:
			r.depth = max(0, r.depth-1)
		case wordToken:
			if r.depth == 0 && readResult(t.text) != "" {
				for _, ok := r.lex.remark(); ok; _, ok = r.lex.remark() {
				}
				return
			}
		}
		r.inTags = false
	}
}

// startsGame reports whether a tag belongs to the next game: the first tag on
// a line after moves, or an Event tag after an empty line.
func (r *Reader) startsGame(t token) bool {
	if r.inTags {
		return t.blank && r.lex.inEvent()
	}
	return t.first
}

// read reads one game.
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
		return nil, err
	}
	marked := g.Result != ""
	if !marked {
		if r.lex.err != nil {
			return nil, r.lex.err // more may have followed
		}
		g.Result = "*"
		if validResult(h.result.text) {
			g.Result = h.result.text
		}
	}
	r.judge(g, h.result, marked, m.stack[0].now)
	return g, nil
}

// judge warns of a result that the game itself contradicts, and of a game that
// may have been cut off.
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

// header is what stands before a game's moves.
type header struct {
	tags     []Tag
	comments []string
	// The values of these tags.
	variant, rules, hash, setUp, fen, result token
}

// header reads up to the first token of the moves, which it gives back.
func (r *Reader) header() (h header, err error) {
	for begun := false; ; begun = true {
		t := r.take()
		if t.kind == endToken && len(h.tags) == 0 {
			return h, io.EOF
		}
		if !begun {
			r.game++
		}
		switch {
		case t.kind == commentToken && !r.lex.over():
			h.comments = addComment(h.comments, t.text)
			continue
		case t.kind == commentToken:
			return h, r.tooLong(t)
		case t.kind != tagToken || len(h.tags) > 0 && r.startsGame(t):
			r.inTags = false
			r.giveBack(t)
			return h, nil
		}
		name, value, bad := r.lex.tag()
		switch {
		case bad != nil:
			return h, r.broken(*bad)
		case r.lex.over():
			return h, r.tooLong(t)
		}
		h.add(name, value)
	}
}

func (h *header) add(name, value token) {
	h.tags = append(h.tags, Tag{name.text, value.text})
	switch canonicalTag(name.text) {
	case "Variant":
		h.variant = value
	case "Rules":
		if isDefinition(value.text) {
			h.rules = value
		}
	case "RulesHash":
		h.hash = value
		h.hash.text = strings.TrimSpace(value.text)
	case "SetUp":
		h.setUp = value
	case "FEN":
		h.fen = value
	case "Result":
		h.result = value
		h.result.text = readResult(value.text)
	}
}

// ruleSet finds the rule set by which a game is played: that of the definition it
// carries, or the one that it names.
func (r *Reader) ruleSet(h header) (rules.Rules, error) {
	switch {
	case h.rules.text != "":
		set, ok := r.find.ref(h.rules.text, "")
		if !ok {
			return nil, r.fail(h.rules, "pgn.rules.unread", "the definition in the Rules tag cannot be read or has errors", nil, nil)
		}
		if h.hash.text != "" {
			if _, ok := r.find.ref(h.rules.text, h.hash.text); !ok {
				return nil, r.fail(h.hash, "pgn.rules.hash",
					"the definition in the Rules tag does not match the hash {text}: one of them has been changed", message.Args{"text": notation.Clip(h.hash.text)}, nil)
			}
		}
		return set, nil
	case h.hash.text != "":
		set, ok := r.find.ref(h.variant.text, h.hash.text)
		if !ok {
			return nil, r.fail(h.hash, "pgn.rules.missing",
				"the game uses rules named {name, quote} with the hash {text}, which are not installed: put their definition into ~/.config/tain/rules or a folder given with --rules-dir", message.Args{"name": notation.Clip(h.variant.text), "text": notation.Clip(h.hash.text)}, nil)
		}
		return set, nil
	}
	set, ok := r.find.variant(h.variant.text)
	switch {
	case ok:
		return set, nil
	case h.variant.Line == 0:
		return nil, r.fail(r.held, "pgn.variant.none", "the game has no Variant tag, and orthodox chess is not among the accepted rule sets", nil, nil)
	}
	return nil, r.fail(h.variant, "pgn.variant.unknown",
		"unknown rule set {text, quote} in the Variant tag", message.Args{"text": notation.Clip(h.variant.text)}, nil)
}

// begin makes the game its tags speak of, without its moves.
func (r *Reader) begin(h header) (*Game, error) {
	set, err := r.ruleSet(h)
	if err != nil {
		return nil, err
	}
	r.lex.marks = set.Info().SeamMark
	g := &Game{Tags: tidyTags(h.tags), Rules: set, Comments: h.comments}
	switch {
	case strings.TrimSpace(h.fen.text) != "":
		g.Start, err = set.Guide().ParsePosition(h.fen.text, rules.ParseOptions{AllowNoKing: true})
		if err != nil {
			return nil, r.fenFault(h.fen, err)
		}
	case strings.TrimSpace(h.setUp.text) == "1":
		return nil, r.fail(h.setUp, "pgn.no-fen", "SetUp is 1, but there is no FEN tag", nil, nil)
	default:
		g.Start, err = r.start(set)
		if err != nil {
			return nil, r.fail(r.held, "pgn.own-start", "{why}", message.Args{"why": message.Of(err)}, err)
		}
	}
	return g, nil
}

// fenFault places the first fault of a position that has a place.
func (r *Reader) fenFault(value token, err error) error {
	offset := -1
	var faults rules.Faults
	var syntax *notation.SyntaxError
	switch {
	case errors.As(err, &faults):
		for _, f := range faults {
			if f.Offset >= 0 {
				offset = f.Offset
				break
			}
		}
	case errors.As(err, &syntax):
		offset = syntax.Offset
	}
	if offset > 0 && offset <= len(value.text) {
		value.Place = value.after(value.text[:offset])
	}
	return r.fail(value, "pgn.fen", "the FEN tag: {why}", message.Args{"why": message.Of(err)}, err)
}

// maxStarts is how many starts are kept: games may bring rule sets along.
const maxStarts = 64

// start returns a rule set's own start.
func (r *Reader) start(set rules.Rules) (board.Position, error) {
	info := set.Info()
	if p, ok := r.starts[info.Ref()]; ok {
		return p, nil
	}
	p, err := set.Guide().ParsePosition(info.Start, rules.ParseOptions{})
	if err == nil {
		if len(r.starts) >= maxStarts {
			clear(r.starts)
		}
		r.starts[info.Ref()] = p
	}
	return p, err
}

func addComment(list []string, text string) []string {
	if text == "" {
		return list
	}
	return append(list, text)
}

// readResult returns the result a word stands for, empty if none.
func readResult(word string) string {
	switch word = plainDashes(word); word {
	case "1-0", "0-1", "*", "1/2-1/2":
		return word
	case "1/2", "½", "½-½":
		return "1/2-1/2"
	}
	return ""
}

// plainDashes undoes what typography did to the hyphens of a move or result.
func plainDashes(word string) string {
	if isTidy(word) {
		return word
	}
	return strings.Map(func(ch rune) rune {
		if notation.PlainSign(ch) == '-' { // an arrow may be an annotation
			return '-'
		}
		return ch
	}, word)
}
