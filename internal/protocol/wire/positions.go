package wire

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/rules"
)

// VariantInfo describes a rule set.
type VariantInfo struct {
	Name     string      `json:"name"`
	Title    string      `json:"title"`
	Summary  string      `json:"summary"`
	PGN      string      `json:"pgn,omitempty"`
	Start    string      `json:"start"`
	Shape    *Shape      `json:"shape,omitempty"` // absent for a board in space
	Kinds    []PieceKind `json:"kinds,omitempty"` // absent if the kinds are those of chess
	Boards   int         `json:"boards"`
	Castling bool        `json:"castling"`
	// Starts is the number of shuffled starting positions, such as 960:17, numbered from 0. It is absent if there
	// are none.
	Starts   uint64       `json:"starts,omitempty"`
	Levels   []string     `json:"levels,omitempty"`
	Wraps    bool         `json:"wraps"`
	Reflects bool         `json:"reflects"`
	Squares  []SquareInfo `json:"squares"`
	Pins     []Mount      `json:"pins,omitempty"`
	// Definition is the canonical form of a user's rule set. It can be used instead of a name. Hash is the
	// hash of the definition.
	Definition string `json:"definition,omitempty"`
	Hash       string `json:"hash,omitempty"`
}

// VariantList lists the rule sets.
type VariantList struct {
	Variants []VariantInfo `json:"variants"`
}

// GalleryEntry is a definition in the built-in gallery.
type GalleryEntry struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Summary string `json:"summary"` // differences from chess, in one line
	Why     string `json:"why"`     // why it is interesting, in one sentence
	Lesson  string `json:"lesson"`  // what to try first, in one or two sentences
	// Diagram is a move that shows a special rule of the game.
	Diagram GalleryDiagram `json:"diagram"`
	// Figures summarises games that the engine played against itself.
	Figures GalleryFigures `json:"figures"`
	// Definition is the definition in canonical form. It can be used instead of a name.
	Definition string `json:"definition"`
	Hash       string `json:"hash"`
}

// GalleryDiagram is a move that shows a special rule of a game.
type GalleryDiagram struct {
	Position string `json:"position"` // empty for the starting position
	Move     string `json:"move"`     // in UCI notation
	Shows    string `json:"shows"`    // the field of the definition that the move demonstrates
}

// GalleryFigures summarises games that the engine played against itself.
type GalleryFigures struct {
	Games int     `json:"games"`
	White float64 `json:"white"` // White's share of the points, from 0 to 1
	Draws float64 `json:"draws"` // the share of drawn games, from 0 to 1
	Plies float64 `json:"plies"` // the average length of a game
}

// Gallery is the built-in gallery, in display order.
type Gallery struct {
	Gallery []GalleryEntry `json:"gallery"`
}

// RulebookRequest requests the rulebook of a rule set.
type RulebookRequest struct {
	Variant string `json:"variant"`
}

// Rulebook is an illustrated rulebook.
type Rulebook struct {
	rulebook.Book
}

// State is a position and its legal moves.
type State struct {
	Variant  string       `json:"variant"`
	Position string       `json:"position"`
	Key      string       `json:"key"` // Zobrist hash as 16 hexadecimal digits
	Turn     board.Colour `json:"turn"`
	// Study is set if a side has no king in this position or at the start of the line.
	Study   bool              `json:"study"`
	Pieces  map[string]string `json:"pieces"`  // FEN letters by square
	Squares []string          `json:"squares"` // squares that exist in this position
	Stands  []MountedBoard    `json:"stands,omitempty"`
	Checked []string          `json:"checked"` // attacked kings of the side to move and, in a plan, of the other side
	Moves   []MoveInfo        `json:"moves"`
	Outcome Outcome           `json:"outcome"`
	Notes
}

// Notes contains additional information about a position that was given as text.
type Notes struct {
	// LastMove is the last move in UCI notation, if the link contains it.
	LastMove string `json:"lastMove,omitempty"`
	// Notices are messages to the user, for example about a duplicate square in a link, a side without a
	// king, or a possible en passant capture.
	Notices []string `json:"notices,omitempty"`
}

// Step is a move in a line and the position after it.
type Step struct {
	MoveInfo
	Position string       `json:"position"`
	Key      string       `json:"key"`
	Turn     board.Colour `json:"turn"` // side to move after the move
}

// LineRequest requests the positions along a line of moves.
type LineRequest struct {
	Variant  string   `json:"variant"`            // may be omitted if the position is in link format
	Position string   `json:"position,omitempty"` // position, or position in link format; empty means the starting position
	Moves    []string `json:"moves,omitempty"`
	Study    bool     `json:"study,omitempty"` // accept a kingless position
}

// LineAnswer is a line of moves with the final position.
type LineAnswer struct {
	Start string `json:"start"`
	Steps []Step `json:"steps"`
	State State  `json:"state"`
	Notes        // about the starting position
}

// PremovesRequest requests the possible premoves of the side that is not to move.
type PremovesRequest struct {
	Variant  string `json:"variant"`
	Position string `json:"position,omitempty"`
	Study    bool   `json:"study,omitempty"`
}

// Premoves contains the possible destinations of each piece of the side that is not to move, after any move
// of the opponent. For a king that could castle, they include the square of the rook.
type Premoves struct {
	To map[string][]string `json:"to"` // sorted destinations, by square of the piece
}

// First holds the data that a page displays before its rules have loaded.
type First struct {
	// Link is the position in the page's address, if the address contains one.
	Link  *LinkAnswer `json:"link,omitempty"`
	State State       `json:"state"`
	// After holds the position after each legal move in State, in the same order, without legal moves.
	After []State `json:"after"`
}

// PlanRequest requests a plan. A plan is a list of moves, separated by semicolons, that the side to move plays
// while the other side passes.
type PlanRequest struct {
	Variant  string `json:"variant"`            // may be omitted if the position is in link format
	Position string `json:"position,omitempty"` // position, or position in link format; empty means the starting position
	Study    bool   `json:"study,omitempty"`
	Plan     string `json:"plan"`
}

// PlanAnswer is the legal part of a plan. A plan is not a game: the final state has no outcome, and the same
// side is to move.
type PlanAnswer struct {
	Start string       `json:"start"`
	Side  board.Colour `json:"side"` // side whose plan it is
	Steps []PlanStep   `json:"steps"`
	State State        `json:"state"`
	// Failed is the first illegal step, or absent if all steps are legal.
	Failed *PlanFailure `json:"failed,omitempty"`
	Notes               // about the starting position
}

// PlanStep is a step of a plan and the position after it.
type PlanStep struct {
	Step
	Given string `json:"given"` // text of the step in the request
}

// PlanFailure is an illegal step of a plan.
type PlanFailure struct {
	Step    int    `json:"step"`  // from 1
	Given   string `json:"given"` // text of the step in the request
	Code    string `json:"code"`
	Message string `json:"message"` // reason why the step is illegal
}

// PositionRequest requests a position, given in the notation of the rule set or in link format.
type PositionRequest struct {
	Variant  string `json:"variant"` // may be omitted if the position is in link format
	Position string `json:"position,omitempty"`
	Study    bool   `json:"study,omitempty"`
}

// ExplainRequest requests the reason why a move is legal or illegal. The move is given as text, or by its
// origin and destination squares or pins.
type ExplainRequest struct {
	Variant  string `json:"variant"`
	Position string `json:"position,omitempty"`
	Study    bool   `json:"study,omitempty"`
	Move     string `json:"move,omitempty"`
	From     string `json:"from,omitempty"`
	To       string `json:"to,omitempty"`
}

// Explanation explains why a move is legal or illegal. If several legal moves match, such as the promotions
// of a pawn, it lists all of them. An ambiguous text counts as illegal; ambiguous squares do not.
type Explanation struct {
	Legal   bool       `json:"legal"`
	Code    string     `json:"code,omitempty"`
	Message string     `json:"message"`
	Moves   []MoveInfo `json:"moves"`
	Notices []string   `json:"notices,omitempty"` // about the position
}

// BoardRequest requests the destinations of the board on a pin.
type BoardRequest struct {
	Variant  string `json:"variant"`
	Position string `json:"position,omitempty"`
	Study    bool   `json:"study,omitempty"`
	Pin      string `json:"pin"`
}

// BoardAnswer lists the destinations of a board.
type BoardAnswer struct {
	Pin   string      `json:"pin"`
	Goals []BoardGoal `json:"goals"` // in pin order
}

// BoardGoal is a possible destination of a board: a pin. If the board is already on that pin, it turns in
// place. An illegal destination has a reason, as a code and as a sentence.
type BoardGoal struct {
	Pin       string `json:"pin"`
	Neighbour bool   `json:"neighbour"` // whether the pin is a neighbour; a board never reaches other pins in one move
	Legal     bool   `json:"legal"`     // whether the move is legal, with or without turning
	// Direction is the direction of a legal move to another pin, for the side that moves the board.
	Direction rules.Direction `json:"direction,omitempty"`
	Code      string          `json:"code,omitempty"`
	Message   string          `json:"message,omitempty"`
}

// CheckRequest requests the faults in a position.
type CheckRequest struct {
	Variant  string `json:"variant"`
	Position string `json:"position"`
}

// Checked is the result of checking a position. A missing king is not a fault, but makes the position a
// study.
type Checked struct {
	Position string   `json:"position,omitempty"` // canonical form; empty if there are faults
	Faults   Faults   `json:"faults"`
	Study    bool     `json:"study"`
	Notices  []string `json:"notices,omitempty"` // notices about possible en passant captures
}

// ReadLinkRequest requests the position in a link.
type ReadLinkRequest struct {
	Link string `json:"link"`
}

// LinkAnswer is the position in a link.
type LinkAnswer struct {
	Variant  string   `json:"variant"`
	Position string   `json:"position"`
	Study    bool     `json:"study"`
	Notices  []string `json:"notices"` // messages to the user
	LastMove string   `json:"lastMove,omitempty"`
}

// WriteLinkRequest requests a link to a position.
type WriteLinkRequest = PositionRequest

// Link is a link to a position.
type Link struct {
	Link string `json:"link"`
}

// PictureRequest requests a picture of a position.
type PictureRequest struct {
	Variant  string `json:"variant"`
	Position string `json:"position,omitempty"`
	Study    bool   `json:"study,omitempty"`
	Chosen   string `json:"chosen,omitempty"`   // square or pin
	Move     string `json:"move,omitempty"`     // move to preview
	LastMove string `json:"lastMove,omitempty"` // in UCI notation; defaults to the last move in the link
	Flip     bool   `json:"flip,omitempty"`
	Theme    string `json:"theme,omitempty"` // defaults to light
	View     string `json:"view,omitempty"`  // defaults to flat
	Width    int    `json:"width,omitempty"` // in pixels
	Coords   bool   `json:"coords,omitempty"`
	// Quadrants adds quadrant numbers to the boards on pins.
	Quadrants bool `json:"quadrants,omitempty"`
	// Lang is the language tag for the description, such as de.
	Lang string `json:"lang,omitempty"`
}

// Picture contains the drawing of a position as an SVG document.
type Picture struct {
	SVG string `json:"svg"`
}
