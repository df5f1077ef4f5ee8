// Package pgn reads and writes game records in PGN for every rule set.
//
// A [Reader] finds the rule set by the Rules or Variant tag and parses the moves with its guide. It returns a [Game],
// a tree of [Node] values with comments and variations. [Write] writes a game. The [Error] for a malformed
// record contains the number of the game and the location in the text.
package pgn

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
)

// Game is a game with its variations and comments. Tags omits the tags that are derived from Rules, Start and
// Result: Variant, RulesHash, Rules, SetUp, FEN and Result. [Game.Tag] returns them as well.
type Game struct {
	Tags     []Tag
	Rules    rules.Rules
	Start    board.Position
	Comments []string // before the first move
	Line     []*Node  // the main line
	Result   string   // "1-0", "0-1", "1/2-1/2" or "*"
	// Warnings lists the reader's guesses and doubts. [Write] ignores them.
	Warnings []Warning
}

// Warning describes a guess or doubt of the reader, such as the meaning of an ambiguous move.
type Warning struct {
	notation.Place
	Message message.Message
}

// Explain returns the message with its location.
func (w Warning) Explain() message.Message {
	return message.New("pgn.warning", "line {line}, column {column}: {what}", message.Args{"line": w.Line, "column": w.Column, "what": w.Message})
}

// String returns the explanation in English.
func (w Warning) String() string { return w.Explain().String() }

// sanPlayer is a guide that can parse or format a move and play it in one step, which is faster. If a method
// returns false, the caller falls back to ParseMove or FormatSAN.
type sanPlayer interface {
	PlaySAN(p *board.Position, text string, next *board.Position) (board.Move, bool)
	AppendSAN(text []byte, p *board.Position, m board.Move, next *board.Position) ([]byte, bool)
}

// lenientParser is a guide that can resolve ambiguous moves, which occur in old games. It returns a warning
// with the move.
type lenientParser interface {
	ParseMoveLenient(p *board.Position, text string) (m board.Move, warning message.Message, err error)
}

// Tag is a name and a value in a game's header.
type Tag struct{ Name, Value string }

// Node is a move in a game with its annotations. Its Variations are alternatives to the move, so they start
// from the position before the move. The move may be [board.NullMove].
//
// After holds the comments after the move. Before holds comments before the first move of a variation, after
// the variations of the previous move, or between a move number and its move.
type Node struct {
	Move          board.Move
	NAGs          []int // numeric annotation glyphs: 1 is !, 2 is ?
	Before, After []string
	Variations    [][]*Node
}

// NewGame returns a game with the given main line and the result "*". It does not check the moves.
func NewGame(r rules.Rules, start board.Position, moves ...board.Move) *Game {
	g := &Game{Rules: r, Start: start, Result: "*"}
	for _, m := range moves {
		g.Line = append(g.Line, &Node{Move: m})
	}
	return g
}

// roster is the Seven Tag Roster, the tags that every game must have, with default values.
var roster = []Tag{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"},
	{"White", "?"}, {"Black", "?"}, {"Result", "*"},
}

// Tag returns the value of a tag. The name is case-insensitive. A missing tag of the Seven Tag Roster has a
// default value such as "?". Any other missing tag is empty.
func (g *Game) Tag(name string) string {
	switch canonicalTag(name) {
	case "Result":
		return g.result()
	case "Variant":
		return g.variantTag()
	case "RulesHash":
		return g.info().Hash
	case "Rules":
		if form := g.info().Definition; form != "" {
			return form
		}
	case "SetUp":
		if g.startTag() != "" {
			return "1"
		}
		return ""
	case "FEN":
		return g.startTag()
	}
	if i := findTag(g.Tags, name); i >= 0 {
		return g.Tags[i].Value
	}
	if i := findTag(roster, name); i >= 0 {
		return roster[i].Value
	}
	return ""
}

// SetTag sets a tag. An empty value removes the tag, except for Result, which must be a PGN result. Variant,
// RulesHash, SetUp and FEN cannot be set, because they are derived from Rules and Start. For the same reason,
// Rules cannot be set to a definition.
func (g *Game) SetTag(name, value string) error {
	name = canonicalTag(name)
	switch {
	case !validTagName(name):
		return unwritable("pgn.tag-name", "invalid tag name {text, quote}: use letters, digits and _", message.Args{"text": notation.Clip(name)}, nil)
	case name == "Variant", name == "RulesHash", name == "SetUp", name == "FEN", name == "Rules" && registry.IsDefinition(value):
		return unwritable("pgn.tag-derived", "the tag {name} is derived from the game's rules and starting position and cannot be set", message.Args{"name": name}, nil)
	case name == "Result":
		if !validResult(value) {
			return unwritable("pgn.result", "unknown result {text, quote}: use 1-0, 0-1, 1/2-1/2 or *", message.Args{"text": notation.Clip(value)}, nil)
		}
		g.Result = value
		return nil
	}
	i := findTag(g.Tags, name)
	switch {
	case value == "" && i >= 0:
		g.Tags = slices.Delete(g.Tags, i, i+1)
	case value == "":
	case i >= 0:
		g.Tags[i].Value = tidyTag(value)
	default:
		g.Tags = append(g.Tags, Tag{name, tidyTag(value)})
	}
	return nil
}

// Moves returns the moves of the main line.
func (g *Game) Moves() []board.Move {
	moves := make([]board.Move, len(g.Line))
	for i, n := range g.Line {
		moves[i] = n.Move
	}
	return moves
}

// Final returns the position after the main line, or the position before the first illegal move and an error.
func (g *Game) Final() (board.Position, error) {
	p, next := g.Start, board.Empty()
	var list board.MoveList
	for i, n := range g.Line {
		if why := playStep(g.Rules, &list, &p, n.Move, &next); why != nil {
			return p, unwritable("pgn.half-move", "half-move {number} of the game: {why}", message.Args{"number": i + 1, "why": message.Of(why)}, why)
		}
		p = next
	}
	return p, nil
}

// playStep plays a move or a null move and stores the resulting position in next. It returns an error if the
// move is illegal.
func playStep(r rules.Rules, list *board.MoveList, p *board.Position, m board.Move, next *board.Position) (err error) {
	if m == board.NullMove {
		*next, err = rules.Pass(r, p)
		return err
	}
	list.Reset()
	r.PseudoLegal(p, list)
	if slices.Contains(list.All(), m) && r.Apply(p, m, next) {
		return nil
	}
	_, why := rules.Play(r, p, m)
	return why
}

func (g *Game) result() string { return cmp.Or(g.Result, "*") }

func (g *Game) variantTag() string {
	if g.info().Chess960 && !g.Start.UsualHomes() {
		return "Chess960"
	}
	return g.info().PGN
}

// info returns the description of the rule set, or an empty description if the game has no rules.
func (g *Game) info() *rules.Info {
	if g.Rules == nil {
		return &rules.Info{}
	}
	return g.Rules.Info()
}

// startTag returns the value of the FEN tag, or "" if the game has the usual starting position.
func (g *Game) startTag() string {
	if g.Rules == nil {
		return ""
	}
	if text := g.Rules.Guide().FormatPosition(&g.Start); text != g.Rules.Info().Start {
		return text
	}
	return ""
}

func validResult(text string) bool {
	return text == "1-0" || text == "0-1" || text == "1/2-1/2" || text == "*"
}

func validTagName(name string) bool {
	return name != "" && len(name) <= maxWord && !strings.ContainsFunc(name, func(ch rune) bool { return !isNameChar(ch) })
}

// canonicalTag returns the name of a known tag with the standard capitalisation.
func canonicalTag(name string) string {
	switch name {
	case "Event", "Site", "Date", "Round", "White", "Black", "Result", "Variant", "SetUp", "FEN", "WhiteElo", "BlackElo", "ECO":
		return name // the common case
	}
	for _, t := range roster {
		if strings.EqualFold(t.Name, name) {
			return t.Name
		}
	}
	for _, known := range []string{"Variant", "RulesHash", "Rules", "SetUp", "FEN"} {
		if strings.EqualFold(known, name) {
			return known
		}
	}
	return name
}

func findTag(tags []Tag, name string) int {
	return slices.IndexFunc(tags, func(t Tag) bool { return strings.EqualFold(t.Name, name) })
}

// tidyTags returns tags in canonical order and form: the roster first, without default values, then the
// others in their original order. If a tag occurs twice, the last one wins. Tags that are derived from the
// game are omitted.
func tidyTags(tags []Tag) []Tag {
	kept := make([]Tag, 0, len(tags))
	places := map[string]int{} // by lower-case name
	for _, t := range tags {
		t = Tag{canonicalTag(t.Name), tidyTag(t.Value)}
		i, ok := -1, false
		if len(tags) <= 32 { // a linear search is faster than a map
			i = findTag(kept, t.Name)
			ok = i >= 0
		} else if i, ok = places[strings.ToLower(t.Name)]; !ok {
			places[strings.ToLower(t.Name)] = len(kept)
		}
		if ok {
			kept[i].Value = t.Value
			continue
		}
		kept = append(kept, t)
	}
	kept = slices.DeleteFunc(kept, func(t Tag) bool {
		switch t.Name {
		case "Result", "Variant", "RulesHash", "SetUp", "FEN":
			return true
		case "Rules":
			return registry.IsDefinition(t.Value)
		}
		i := findTag(roster, t.Name)
		return i >= 0 && (t.Value == "?" || t.Value == roster[i].Value)
	})
	if len(kept) == 0 {
		return nil
	}
	place := func(t Tag) int {
		if i := findTag(roster, t.Name); i >= 0 {
			return i
		}
		return len(roster)
	}
	slices.SortStableFunc(kept, func(a, b Tag) int { return place(a) - place(b) })
	return kept
}

// Finder returns the rule set for a name or a definition, which may be followed by # and a hash, and reports
// whether it exists. The name may be the value of a Variant tag.
// [registry.Registry.Find] is a Finder.
type Finder func(name string) (rules.Rules, bool)

// ref finds the rule set for a name or a definition and a hash. An empty hash matches any rule set.
func (find Finder) ref(text, hash string) (rules.Rules, bool) {
	if find == nil {
		return nil, false
	}
	text = strings.TrimSpace(text)
	if hash != "" {
		text += "#" + strings.ToLower(hash)
	}
	return find(text)
}

// variant finds the rule set for a Variant tag. Orthodox chess has many names, including the empty one and
// "From Position".
func (find Finder) variant(name string) (rules.Rules, bool) {
	if find == nil {
		return nil, false
	}
	name = strings.TrimSpace(name)
	switch strings.ToLower(name) {
	case "", "?", "chess", "standard", "normal", "orthodox", "from position":
		return find("chess")
	}
	if r, ok := find(name); ok {
		return r, true
	}
	return find(strings.ToLower(name))
}

// Error reports a game that cannot be read.
type Error struct {
	notation.Place                 // location in the whole input
	Game           int             // the number of the game in the input, from 1
	Message        message.Message // without the location
	Err            error           // the cause, such as a *rules.IllegalMove, or nil
	Legal          *Game           // the game up to the error, or nil if the error precedes the moves
}

// Explain returns the message with its location.
func (e *Error) Explain() message.Message {
	return message.New("pgn.error",
		"line {line}, column {column} (game {game}): {what}", message.Args{"line": e.Line, "column": e.Column, "game": e.Game, "what": e.Message})
}

// Error returns the explanation in English.
func (e *Error) Error() string { return e.Explain().String() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// GameError reports a game that cannot be replayed or written, or a tag that cannot be set.
type GameError struct {
	Message message.Message
	Err     error // the cause, or nil
}

func unwritable(code message.Code, english string, args message.Args, cause error) error {
	return &GameError{message.New(code, english, args), cause}
}

// Explain returns the message.
func (e *GameError) Explain() message.Message { return e.Message }

// Error returns the message in English.
func (e *GameError) Error() string { return "pgn: " + e.Message.String() }

// Unwrap returns the cause.
func (e *GameError) Unwrap() error { return e.Err }

// PlaceOf returns the location of a [*Error] in the whole input, or of a [*notation.SyntaxError] in its
// Input. It returns false for any other error.
func PlaceOf(err error) (at notation.Place, ok bool) {
	var (
		game   *Error
		syntax *notation.SyntaxError
	)
	switch {
	case errors.As(err, &game):
		return game.Place, true
	case errors.As(err, &syntax):
		return syntax.Place(), true
	}
	return notation.Place{}, false
}
