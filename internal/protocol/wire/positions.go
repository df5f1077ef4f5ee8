package wire

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/rulebook"
)

// VariantInfo is a rule set: its names, its squares with their places, and
// the pins where boards move.
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
	// Definition is the canonical form of a rule set that somebody has written, and
	// stands for it wherever a name does; Hash names that form.
	Definition string `json:"definition,omitempty"`
	Hash       string `json:"hash,omitempty"`
}

// VariantList is the rule sets.
type VariantList struct {
	Variants []VariantInfo `json:"variants"`
}

// GalleryEntry is a definition that comes with the program as a good beginning.
type GalleryEntry struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Summary string `json:"summary"` // what is different from chess, in one line
	Why     string `json:"why"`     // what makes it interesting, in one sentence
	// Definition is its canonical form, which stands for a rule set wherever one
	// is named.
	Definition string `json:"definition"`
	Hash       string `json:"hash"`
}

// Gallery is the definitions that come with the program, in the order in which
// they are shown.
type Gallery struct {
	Gallery []GalleryEntry `json:"gallery"`
}

// RulebookRequest asks for the rulebook of a rule set.
type RulebookRequest struct {
	Variant string `json:"variant"`
}

// Rulebook is the rulebook of a rule set, with what its diagrams show.
type Rulebook struct {
	rulebook.Book
}

// State is a position and everything that can be played in it.
type State struct {
	Variant  string       `json:"variant"`
	Position string       `json:"position"`
	Key      string       `json:"key"` // see [Key]
	Turn     board.Colour `json:"turn"`
	// Study tells that a side has no king, here or where the line began.
	Study   bool              `json:"study"`
	Pieces  map[string]string `json:"pieces"`  // FEN letters by square
	Squares []string          `json:"squares"` // those that exist now
	Stands  []MountedBoard    `json:"stands,omitempty"`
	Checked []string          `json:"checked"` // attacked kings of the side to move
	Moves   []MoveInfo        `json:"moves"`
	Outcome Outcome           `json:"outcome"`
	Notes
}

// Notes are what comes with the text of a position that somebody asks about.
type Notes struct {
	// LastMove is the move that led there in UCI notation, if a link tells it.
	LastMove string `json:"lastMove,omitempty"`
	// Notices are what the reader must be told, such as a square that a link
	// names twice, a side without a king, or an en passant capture.
	Notices []string `json:"notices,omitempty"`
}

// Step is a move of a line and the position after it.
type Step struct {
	MoveInfo
	Position string       `json:"position"`
	Key      string       `json:"key"`
	Turn     board.Colour `json:"turn"` // whose turn it is then
}

// LineRequest asks for a line of moves from a position.
type LineRequest struct {
	Variant  string   `json:"variant"`            // may be left out if the position is link text
	Position string   `json:"position,omitempty"` // the rule set's start if empty; link text too
	Moves    []string `json:"moves,omitempty"`
	Study    bool     `json:"study,omitempty"` // take a position where a side has no king
}

// LineAnswer is a line of moves and where it leads.
type LineAnswer struct {
	Start string `json:"start"`
	Steps []Step `json:"steps"`
	State State  `json:"state"`
	Notes        // about the start
}

// PremovesRequest asks where pieces of the side that is not to move could go
// next.
type PremovesRequest struct {
	Variant  string `json:"variant"`
	Position string `json:"position,omitempty"`
	Study    bool   `json:"study,omitempty"`
}

// Premoves are the squares to which each piece of the side that is not to move
// could go after some answer of the other side. A king that could castle also
// has the square of the rook.
type Premoves struct {
	To map[string][]string `json:"to"` // by the square a piece stands on, sorted
}

// First is what a page shows of a position before its rules have loaded.
type First struct {
	// Link is what the page's address says of the position, if it names one.
	Link  *LinkAnswer `json:"link,omitempty"`
	State State       `json:"state"`
	// After are the positions that the moves of the state lead to, in the same
	// order, without moves of their own.
	After []State `json:"after"`
}

// PlanRequest asks for a plan: steps of the side to move, joined by semicolons,
// while the other side stands still.
type PlanRequest struct {
	Variant  string `json:"variant"`            // may be left out if the position is link text
	Position string `json:"position,omitempty"` // the rule set's start if empty; link text too
	Study    bool   `json:"study,omitempty"`
	Plan     string `json:"plan"`
}

// PlanAnswer is a plan as far as it can be played. It is no game: the state it
// leads to has no outcome, and it is again the same side's turn.
type PlanAnswer struct {
	Start string       `json:"start"`
	Side  board.Colour `json:"side"` // whose plan it is; the other stands still
	Steps []PlanStep   `json:"steps"`
	State State        `json:"state"`
	// Failed is the first step that cannot be played, if there is one.
	Failed *PlanFailure `json:"failed,omitempty"`
	Notes               // about the start
}

// PlanStep is a step of a plan and the position after it.
type PlanStep struct {
	Step
	Given string `json:"given"` // the step as it was given
}

// PlanFailure is a step of a plan that cannot be played, and why.
type PlanFailure struct {
	Step    int    `json:"step"`  // counted from 1
	Given   string `json:"given"` // the step as it was given
	Code    string `json:"code"`
	Message string `json:"message"` // the reason alone
}

// PositionRequest asks for a position: the rule set's own text, or link text.
type PositionRequest struct {
	Variant  string `json:"variant"` // may be left out if the position is link text
	Position string `json:"position,omitempty"`
	Study    bool   `json:"study,omitempty"`
}

// ExplainRequest asks why a move can or cannot be played: one given as text,
// or any from one square or pin to another.
type ExplainRequest struct {
	Variant  string `json:"variant"`
	Position string `json:"position,omitempty"`
	Study    bool   `json:"study,omitempty"`
	Move     string `json:"move,omitempty"`
	From     string `json:"from,omitempty"`
	To       string `json:"to,omitempty"`
}

// Explanation tells why a move can or cannot be played. Where several legal
// moves may be meant, such as the promotions of a pawn, it lists them all: a
// text that does not say which is refused, two squares are not.
type Explanation struct {
	Legal   bool       `json:"legal"`
	Code    string     `json:"code,omitempty"`
	Message string     `json:"message"`
	Moves   []MoveInfo `json:"moves"`
	Notices []string   `json:"notices,omitempty"` // about the position
}

// BoardRequest asks where the board on a pin may go.
type BoardRequest struct {
	Variant  string `json:"variant"`
	Position string `json:"position,omitempty"`
	Study    bool   `json:"study,omitempty"`
	Pin      string `json:"pin"`
}

// BoardAnswer tells of every pin whether the board on one may go there.
type BoardAnswer struct {
	Pin   string      `json:"pin"`
	Goals []BoardGoal `json:"goals"` // in the order of the pins
}

// BoardGoal is a pin that a board is to go to; its own stands for the half turn
// on the spot. What is not legal has its reason, a code and a sentence.
type BoardGoal struct {
	Pin       string `json:"pin"`
	Neighbour bool   `json:"neighbour"` // others are never reached in one move
	Legal     bool   `json:"legal"`     // as the board stands, turned, or both
	Code      string `json:"code,omitempty"`
	Message   string `json:"message,omitempty"`
}

// CheckRequest asks what is wrong with a position.
type CheckRequest struct {
	Variant  string `json:"variant"`
	Position string `json:"position"`
}

// Checked is what is wrong with a position that somebody is setting up. One
// without a king is a study and no fault.
type Checked struct {
	Position string   `json:"position,omitempty"` // as it is written; empty if there are faults
	Faults   Faults   `json:"faults"`
	Study    bool     `json:"study"`
	Notices  []string `json:"notices,omitempty"` // en passant captures that are possible
}

// ReadLinkRequest asks what a link says.
type ReadLinkRequest struct {
	Link string `json:"link"`
}

// LinkAnswer is what a link says.
type LinkAnswer struct {
	Variant  string   `json:"variant"`
	Position string   `json:"position"`
	Study    bool     `json:"study"`
	Notices  []string `json:"notices"` // what the reader must be told
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
	Move     string `json:"move,omitempty"`     // shown before it is played
	LastMove string `json:"lastMove,omitempty"` // the move that led here, in UCI notation; a link's own if empty
	Flip     bool   `json:"flip,omitempty"`
	Theme    string `json:"theme,omitempty"` // light if not told
	View     string `json:"view,omitempty"`  // flat if not told
	Width    int    `json:"width,omitempty"` // in pixels
	Coords   bool   `json:"coords,omitempty"`
	// Quadrants numbers the quadrants of the boards on pins.
	Quadrants bool `json:"quadrants,omitempty"`
	// Lang is the tag of the language in which it is described, such as de.
	Lang string `json:"lang,omitempty"`
}

// Picture is a picture as an SVG document.
type Picture struct {
	SVG string `json:"svg"`
}
