package pgn

import (
	"errors"
	"io"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
)

// Reader reads the games in a PGN text, one at a time.
type Reader struct {
	in   io.Reader
	lex  *lexer // created by the first Next, so that NewReader does not block
	find Finder

	game  int   // number of the current game, from 1
	plies int   // number of plies after which to stop reading a game; 0 for no limit
	held  token // the token that was put back
	holds bool

	starts map[string]board.Position // cached starting positions, by the ref of the rule set
	list   board.MoveList
	next   board.Position

	// After an error, recover uses these fields to find the next game.
	lost   bool
	inTags bool
	depth  int
}

// NewReader returns a reader for a PGN text. It calls find with the names and definitions in the tags Variant
// and Rules.
func NewReader(in io.Reader, find Finder) *Reader {
	return &Reader{in: in, find: find, starts: map[string]board.Position{}}
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

// broken returns the error for a bad token.
func (r *Reader) broken(t token) error {
	return &Error{Place: t.Place, Game: r.game, Message: r.lex.fault}
}

// tooLong returns the error for a game that exceeds MaxGameBytes.
func (r *Reader) tooLong(t token) error {
	return r.fail(t, "pgn.too-long.read", "the game is longer than {most} bytes, the limit for reading", message.Args{"most": MaxGameBytes}, nil)
}

// recover advances to the next game: past a result outside all variations, or to a line that starts with a
// tag.
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

// startsGame reports whether a tag belongs to the next game. After moves, that is any tag at the start of a
// line; among tags, an Event tag after an empty line.
func (r *Reader) startsGame(t token) bool {
	if r.inTags {
		return t.blank && r.lex.inEvent()
	}
	return t.first
}

// header is the part of a game before its moves.
type header struct {
	tags     []Tag
	comments []string
	// Tokens that hold the values of these tags.
	variant, rules, hash, setUp, fen, result token

	first   token // the first token of the game
	end     int   // offset after the last tag
	between int   // number of comments before the last tag
}

// header reads all tags and comments before the moves. It puts back the first token of the moves.
func (r *Reader) header() (h header, err error) {
	for begun := false; ; begun = true {
		t := r.take()
		if t.kind == endToken && len(h.tags) == 0 {
			return h, io.EOF
		}
		if !begun {
			r.game++
			h.first, h.end = t, t.Offset
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
		h.end, h.between = r.lex.offset, len(h.comments)
	}
}

func (h *header) add(name, value token) {
	h.tags = append(h.tags, Tag{name.text, value.text})
	switch canonicalTag(name.text) {
	case "Variant":
		h.variant = value
	case "Rules":
		if registry.IsDefinition(value.text) { // other programs use the tag for other purposes
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

// ruleSet finds a game's rule set by its definition, or else by its name and hash.
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

// begin returns a game with the data from a header and no moves.
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

// fenFault returns the error for an invalid FEN tag, located at the first fault that has an offset.
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

// maxStarts limits the number of cached starting positions, because a file may contain many definitions.
const maxStarts = 64

// start returns the standard starting position of a rule set.
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

// readResult returns the result that a word denotes, or "" if it denotes none.
func readResult(word string) string {
	switch word = plainDashes(word); word {
	case "1-0", "0-1", "*", "1/2-1/2":
		return word
	case "1/2", "½", "½-½":
		return "1/2-1/2"
	}
	return ""
}

// plainDashes replaces typographic dashes in a move or a result with hyphens.
func plainDashes(word string) string {
	if isTidy(word) {
		return word
	}
	return strings.Map(func(ch rune) rune {
		if notation.PlainSign(ch) == '-' { // arrows may be annotations and stay
			return '-'
		}
		return ch
	}, word)
}
