package wire

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/rulebook"
)

// VariantInfo describes a rule set.
type VariantInfo struct {
	Name     string       `json:"name"`
	Title    string       `json:"title"`
	Summary  string       `json:"summary"`
	PGN      string       `json:"pgn,omitempty"`
	Start    string       `json:"start"`
	Boards   int          `json:"boards"`
	Castling bool         `json:"castling"`
	Levels   []string     `json:"levels,omitempty"`
	Wraps    bool         `json:"wraps"`
	Reflects bool         `json:"reflects"`
	Squares  []SquareInfo `json:"squares"`
	Pins     []Mount      `json:"pins,omitempty"`
	// Definition is the canonical form of a user's rule set, which can be used wherever
	// a name can; Hash is its hash.
	Definition string `json:"definition,omitempty"`
	Hash       string `json:"hash,omitempty"`
}

// VariantList lists the rule sets.
type VariantList struct {
	Variants []VariantInfo `json:"variants"`
}

// GalleryEntry is a definition of the built-in gallery.
type GalleryEntry struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Summary string `json:"summary"` // the differences from chess, in one line
	Why     string `json:"why"`     // why it is interesting, in one sentence
	// Definition is its canonical form, which can be used wherever a name can.
	Definition string `json:"definition"`
	Hash       string `json:"hash"`
}

// Gallery is the built-in gallery, in display order.
type Gallery struct {
	Gallery []GalleryEntry `json:"gallery"`
}

// RulebookRequest asks for the rulebook of a rule set.
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
	Key      string       `json:"key"` // see [Key]
	Turn     board.Colour `json:"turn"`
	// Study is set if a side has no king, here or at the start of the line.
	Study   bool              `json:"study"`
	Pieces  map[string]string `json:"pieces"`  // FEN letters by square
	Squares []string          `json:"squares"` // those that exist
	Stands  []MountedBoard    `json:"stands,omitempty"`
	Checked []string          `json:"checked"` // attacked kings of the side to move
	Moves   []MoveInfo        `json:"moves"`
	Outcome Outcome           `json:"outcome"`
	Notes
}

// Notes come with the text of a position.
type Notes struct {
	// LastMove is the last move in UCI notation, if a link has it.
	LastMove string `json:"lastMove,omitempty"`
	// Notices are notes for the user, such as a duplicate square in a link, a side
	// without a king, or a possible en passant capture.
	Notices []string `json:"notices,omitempty"`
}

// Step is a move of a line and the position after it.
type Step struct {
	MoveInfo
	Position string       `json:"position"`
	Key      string       `json:"key"`
	Turn     board.Colour `json:"turn"` // after the move
}

// LineRequest asks for a line of moves from a position.
type LineRequest struct {
	Variant  string   `json:"variant"`            // may be omitted if the position is link text
	Position string   `json:"position,omitempty"` // the rule set's start if empty; link text too
	Moves    []string `json:"moves,omitempty"`
	Study    bool     `json:"study,omitempty"` // accept a kingless position
}

// LineAnswer is a line of moves and the final position.
type LineAnswer struct {
	Start string `json:"start"`
	Steps []Step `json:"steps"`
	State State  `json:"state"`
	Notes        // about the start
}

// PremovesRequest asks for the possible premoves of the side that is not to move.
type PremovesRequest struct {
	Variant  string `json:"variant"`
	Position string `json:"position,omitempty"`
	Study    bool   `json:"study,omitempty"`
}

// Premoves are the possible destinations of each piece of the side that is not to move,
// after any move of the other side. A king that could castle also has the square of the
// rook.
type Premoves struct {
	To map[string][]string `json:"to"` // by the square of the piece, sorted
}

// First is what a page shows before its rules have loaded.
type First struct {
	// Link is the position of the page's address, if it has one.
	Link  *LinkAnswer `json:"link,omitempty"`
	State State       `json:"state"`
	// After are the positions after each move of the state, in the same order, without
	// their moves.
	After []State `json:"after"`
}

// PlanRequest asks for a plan: moves of the side to move, separated by semicolons, while
// the other side passes.
type PlanRequest struct {
	Variant  string `json:"variant"`            // may be omitted if the position is link text
	Position string `json:"position,omitempty"` // the rule set's start if empty; link text too
	Study    bool   `json:"study,omitempty"`
	Plan     string `json:"plan"`
}

// PlanAnswer is a plan as far as it is legal. It is not a game: the final state has no
// outcome, and the same side is to move.
type PlanAnswer struct {
	Start string       `json:"start"`
	Side  board.Colour `json:"side"` // whose plan it is
	Steps []PlanStep   `json:"steps"`
	State State        `json:"state"`
	// Failed is the first illegal step, if any.
	Failed *PlanFailure `json:"failed,omitempty"`
	Notes               // about the start
}

// PlanStep is a step of a plan and the position after it.
type PlanStep struct {
	Step
	Given string `json:"given"` // the step as given
}

// PlanFailure is an illegal step of a plan.
type PlanFailure struct {
	Step    int    `json:"step"`  // counted from 1
	Given   string `json:"given"` // the step as given
	Code    string `json:"code"`
	Message string `json:"message"` // the reason
}

// PositionRequest asks for a position: the rule set's own text, or link text.
type PositionRequest struct {
	Variant  string `json:"variant"` // may be omitted if the position is link text
	Position string `json:"position,omitempty"`
	Study    bool   `json:"study,omitempty"`
}

// ExplainRequest asks why a move is legal or illegal: a move as text, or any move from
// one square or pin to another.
type ExplainRequest struct {
	Variant  string `json:"variant"`
	Position string `json:"position,omitempty"`
	Study    bool   `json:"study,omitempty"`
	Move     string `json:"move,omitempty"`
	From     string `json:"from,omitempty"`
	To       string `json:"to,omitempty"`
}

// Explanation explains why a move is legal or illegal. If several legal moves fit, such
// as the promotions of a pawn, it lists them all: an ambiguous text is illegal, two
// squares are not.
type Explanation struct {
	Legal   bool       `json:"legal"`
	Code    string     `json:"code,omitempty"`
	Message string     `json:"message"`
	Moves   []MoveInfo `json:"moves"`
	Notices []string   `json:"notices,omitempty"` // about the position
}

// BoardRequest asks for the destinations of the board on a pin.
type BoardRequest struct {
	Variant  string `json:"variant"`
	Position string `json:"position,omitempty"`
	Study    bool   `json:"study,omitempty"`
	Pin      string `json:"pin"`
}

// BoardAnswer lists the destinations of a board.
type BoardAnswer struct {
	Pin   string      `json:"pin"`
	Goals []BoardGoal `json:"goals"` // in the order of the pins
}

// BoardGoal is a pin as the destination of a board; its own pin stands for turning in
// place. Illegal ones have a reason, as a code and a sentence.
type BoardGoal struct {
	Pin       string `json:"pin"`
	Neighbour bool   `json:"neighbour"` // others are never reachable in one move
	Legal     bool   `json:"legal"`     // turned or not
	Code      string `json:"code,omitempty"`
	Message   string `json:"message,omitempty"`
}

// CheckRequest asks for the faults of a position.
type CheckRequest struct {
	Variant  string `json:"variant"`
	Position string `json:"position"`
}

// Checked is the result of checking a position. A missing king is not a fault but makes
// it a study.
type Checked struct {
	Position string   `json:"position,omitempty"` // in canonical form; empty if there are faults
	Faults   Faults   `json:"faults"`
	Study    bool     `json:"study"`
	Notices  []string `json:"notices,omitempty"` // possible en passant captures
}

// ReadLinkRequest asks for the position of a link.
type ReadLinkRequest struct {
	Link string `json:"link"`
}

// LinkAnswer is the position of a link.
type LinkAnswer struct {
	Variant  string   `json:"variant"`
	Position string   `json:"position"`
	Study    bool     `json:"study"`
	Notices  []string `json:"notices"` // notes for the user
	LastMove string   `json:"lastMove,omitempty"`
}

// WriteLinkRequest asks for the link to a position.
type WriteLinkRequest = PositionRequest

// Link is the link to a position.
type Link struct {
	Link string `json:"link"`
}

// PictureRequest asks for a picture of a position.
type PictureRequest struct {
	Variant  string `json:"variant"`
	Position string `json:"position,omitempty"`
	Study    bool   `json:"study,omitempty"`
	Chosen   string `json:"chosen,omitempty"`   // a square or a pin
	Move     string `json:"move,omitempty"`     // to preview
	LastMove string `json:"lastMove,omitempty"` // in UCI notation; defaults to that of a link
	Flip     bool   `json:"flip,omitempty"`
	Theme    string `json:"theme,omitempty"` // defaults to light
	View     string `json:"view,omitempty"`  // defaults to flat
	Width    int    `json:"width,omitempty"` // in pixels
	Coords   bool   `json:"coords,omitempty"`
	// Quadrants numbers the quadrants of the boards on pins.
	Quadrants bool `json:"quadrants,omitempty"`
	// Lang is the tag of the language of the description, such as de.
	Lang string `json:"lang,omitempty"`
}

// Picture is a picture as an SVG document.
type Picture struct {
	SVG string `json:"svg"`
}
