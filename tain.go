// Package tain plays mirror chess: chess on boards that wrap, repeat and reflect.
//
// A [Game] is the entry point of the library. [NewGame] starts a game, and [Game.Moves] lists the legal
// moves. [Game.Play] plays a move or returns the reason why it cannot be played. [Game.Explain] and
// [Game.Changes] describe the effects of a move, and [Game.Outcome] returns the result. [Game.FEN],
// [Game.PGN] and [Game.SVG] export the game, and [ReadPGN] reads game records. [Game.BestMove] and
// [Game.Analyse] run the engine.
//
//	g, err := tain.NewGame("nachfolger")
//	if err != nil {
//		log.Fatal(err)
//	}
//	if _, err := g.Play("e4"); err != nil {
//		log.Fatal(err)
//	}
//	fmt.Println(g)
//
// The API does not assume a board of 64 squares or six types of pieces: moves, squares and pieces are values
// with a text form. Programs that need more control, for example to add a rule set or an evaluation, use the
// lower-level packages board, rules, notation, variant, engine and render.
package tain

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/render"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/rules/registry"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/definition"
	"github.com/tainchess/tain/variant/space"
	"github.com/tainchess/tain/variant/space/text"
)

// builtin returns the rule sets that come with the library. The registry never
// changes.
var builtin = sync.OnceValue(variant.Builtin)

// Variant describes a rule set.
type Variant struct {
	Name    string // such as "triboard"; NewGame accepts the name of a built-in rule set
	Title   string // such as "Three-board mirror chess"
	Summary string // one line
	Start   string // the usual starting position, in the format of Game.FEN
}

func variantOf(r rules.Rules) Variant {
	i := r.Info()
	return Variant{Name: i.Name, Title: i.Title, Summary: i.Summary.String(), Start: i.Start}
}

// Variants lists the built-in rule sets.
func Variants() []Variant {
	var all []Variant
	for _, r := range builtin().All() {
		all = append(all, variantOf(r))
	}
	return all
}

// Game is a game in progress: a rule set, a starting position, the moves played and the PGN tags. Create a
// game with [NewGame], [NewGameFromFile] or [ReadPGN]. The zero Game is not usable.
//
// A Game is not safe for concurrent use. Different games are independent of each other.
type Game struct {
	rules   rules.Rules
	line    *rules.Line
	record  *pgn.Game // tags and result; the moves are in line
	engines engine.Pool
}

// Option changes how a game starts.
type Option func(*setup)

type setup struct{ position string }

// Position starts the game from the given position instead of the rule set's starting position. The text is
// in the format of [Game.FEN]; "start" means the starting position.
func Position(text string) Option { return func(s *setup) { s.position = text } }

// Chess960 starts the game from shuffled starting position n. For chess, n is a Chess960 number from 0 to 959,
// and 518 is the usual starting position. Only chess and definitions with castling "960" accept this option.
func Chess960(n int) Option { return Position("960:" + strconv.Itoa(n)) }

// NewGame starts a game. The name is a built-in rule set (see [Variants]), a gallery game such as
// "gallery/echo", or the text of a definition in TOML or JSON. To read a definition from a file, use
// [NewGameFromFile].
//
// If the name is unknown, the error wraps a [*github.com/tainchess/tain/rules/registry.UnknownError], which
// suggests similar names. If the definition is invalid, the error wraps [definition.Faults], and if the
// position is invalid, [rules.Faults]. Each of these two types can list several faults.
func NewGame(name string, options ...Option) (*Game, error) {
	r, err := find(name)
	if err != nil {
		return nil, fmt.Errorf("tain: %w", err)
	}
	s := setup{position: r.Info().Start}
	for _, o := range options {
		o(&s)
	}
	start, err := r.Guide().ParsePosition(s.position, rules.ParseOptions{})
	if err != nil {
		return nil, fmt.Errorf("tain: position: %w", err)
	}
	return newGame(pgn.NewGame(r, start)), nil
}

// NewGameFromFile starts a game with the rule set that a TOML or JSON file defines. Its errors are like those
// of [NewGame], or come from reading the file.
func NewGameFromFile(file string, options ...Option) (*Game, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("tain: %w", err)
	}
	defer f.Close()
	text, err := definition.ReadText(f)
	if err != nil {
		return nil, fmt.Errorf("tain: %s: %w", file, err)
	}
	d, _, err := definition.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("tain: %s: %w", file, err)
	}
	return NewGame(d.JSON(), options...)
}

// newGame returns a game without moves, from the starting position of a record.
func newGame(record *pgn.Game) *Game {
	return &Game{rules: record.Rules, line: rules.NewLine(record.Rules, record.Start), record: record}
}

// find returns the rule set for a built-in name, a gallery name or a definition.
func find(name string) (rules.Rules, error) {
	if strings.Contains(name, "=") && !registry.IsDefinition(name) {
		d, _, err := definition.Parse(name)
		if err != nil {
			return nil, err
		}
		name = d.JSON()
	}
	return builtin().Choose(name)
}

// Variant returns a description of the game's rule set.
func (g *Game) Variant() Variant { return variantOf(g.rules) }

// FEN returns the current position in FEN or, for a board in space, in the rule set's notation.
func (g *Game) FEN() string {
	p := g.line.Position()
	return g.rules.Guide().FormatPosition(&p)
}

// String draws the current position with text characters.
func (g *Game) String() string {
	p := g.line.Position()
	if _, spatial := g.rules.(*space.Rules); spatial {
		return text.Show(&p, false, nil)
	}
	return render.Text(g.rules, &p, render.Unicode, nil)
}

// Turn returns the side to move.
func (g *Game) Turn() Colour { return g.line.Position().Side }

// InCheck reports whether a king of the side to move is attacked.
func (g *Game) InCheck() bool {
	p := g.line.Position()
	return rules.InCheck(g.rules, &p)
}

// Moves returns the legal moves in the current position.
func (g *Game) Moves() []Move {
	p := g.line.Position()
	legal := rules.LegalMoves(g.rules, &p)
	moves := make([]Move, len(legal))
	for i, m := range legal {
		moves[i] = Move{g.rules.Guide().FormatUCI(&p, m)}
	}
	return moves
}

// ParseMove parses a move in SAN or UCI notation. The returned move is legal in the current position. The
// error is a [*MoveError].
func (g *Game) ParseMove(text string) (Move, error) {
	p := g.line.Position()
	m, err := g.rules.Guide().ParseMove(&p, text)
	if err != nil {
		return Move{}, moveError(text, err)
	}
	return Move{g.rules.Guide().FormatUCI(&p, m)}, nil
}

// Play plays a move in SAN or UCI notation and returns the move. If the text is not a legal move, the game
// stays unchanged and the error is a [*MoveError] with the reason.
//
// Play accepts moves after a draw. Use [Game.Outcome] to find out whether the game is over.
func (g *Game) Play(text string) (Move, error) {
	p := g.line.Position()
	played, err := g.line.PlayText(text)
	if err != nil {
		return Move{}, moveError(text, err)
	}
	g.record.Result = unknownResult
	return Move{g.rules.Guide().FormatUCI(&p, played.Move)}, nil
}

// PlayMove is like Play, but takes a [Move]. It returns an error for the zero Move.
func (g *Game) PlayMove(m Move) error {
	if m.uci == "" {
		return errors.New("tain: the zero Move cannot be played")
	}
	_, err := g.Play(m.uci)
	return err
}

// Undo takes back the last move and returns it. It returns false if no move has been played.
func (g *Game) Undo() (Move, bool) {
	m, ok := g.line.Undo()
	if !ok {
		return Move{}, false
	}
	g.record.Result = unknownResult
	p := g.line.Position()
	return Move{rules.FormatUCI(g.rules, &p, m)}, true
}

// Played returns the moves played so far.
func (g *Game) Played() []Move {
	moves := make([]Move, g.line.Ply())
	for i, m := range g.line.Moves() {
		p, _ := g.line.At(i)
		moves[i] = Move{rules.FormatUCI(g.rules, &p, m)}
	}
	return moves
}

// legal returns the current position and the board.Move for a move. It returns false if the move is not
// legal.
func (g *Game) legal(m Move) (p board.Position, legal board.Move, ok bool) {
	p = g.line.Position()
	legal, err := g.rules.Guide().ParseMove(&p, m.uci)
	return p, legal, err == nil
}

// SAN returns a move in standard algebraic notation, including check signs. It returns "" if the move is not
// legal in the current position.
func (g *Game) SAN(m Move) string {
	p, legal, ok := g.legal(m)
	if !ok {
		return ""
	}
	return g.rules.Guide().FormatSAN(&p, legal)
}

// Explain describes a move in an English sentence, such as "White pawn to e4; a black knight appears on d5".
// It returns "" if the move is not legal in the current position.
func (g *Game) Explain(m Move) string {
	p, legal, ok := g.legal(m)
	if !ok {
		return ""
	}
	return describe.Sentence(g.rules, &p, legal).String()
}

// Changes returns the effects of a move: the pieces that it captures, moves, promotes and spawns, and the
// boards that it moves. It returns nil if the move is not legal in the current position.
func (g *Game) Changes(m Move) []Change {
	p, legal, ok := g.legal(m)
	if !ok {
		return nil
	}
	var next board.Position
	g.rules.Apply(&p, legal, &next)
	var all []Change
	for _, c := range describe.Changes(g.rules, &p, &next, legal) {
		all = append(all, Change{
			Effect: c.Effect, Piece: pieceOf(c.Piece), Into: pieceOf(c.Into),
			From: Square{c.From}, To: Square{c.To}, Board: c.Mount, Onto: c.Onto,
		})
	}
	return all
}

// Squares returns the squares of the current position. In games with moving boards, the squares of a board
// move with it.
func (g *Game) Squares() []Square {
	p := g.line.Position()
	var all []Square
	for s := range p.Size() {
		if name := g.rules.Guide().SquareName(&p, s); name != noSquare {
			all = append(all, Square{name})
		}
	}
	return all
}

// ParseSquare returns the square with the given name. It returns an error if the square does not exist in the
// current position.
func (g *Game) ParseSquare(name string) (Square, error) {
	p := g.line.Position()
	s, err := g.rules.Guide().ParseSquare(&p, name)
	if err != nil {
		return Square{}, fmt.Errorf("tain: %w", err)
	}
	return Square{g.rules.Guide().SquareName(&p, s)}, nil
}

// Piece returns the piece on a square of the current position, or the zero Piece if the square is empty or
// does not exist.
func (g *Game) Piece(s Square) Piece {
	p := g.line.Position()
	at, err := g.rules.Guide().ParseSquare(&p, s.name)
	if err != nil {
		return Piece{}
	}
	return pieceOf(p.Piece(at))
}

// Outcome returns the outcome of the current position. It takes repetitions into account.
func (g *Game) Outcome() Outcome {
	o := g.line.Outcome()
	return Outcome{Result: o.Result, Reason: o.Reason, Claims: o.Claim, text: o.String()}
}
