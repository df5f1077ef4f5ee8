package profile

import (
	"context"
	"errors"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
)

// Relation is what a person has chosen about another.
type Relation string

// The relations. They are stored, so their values never change.
const (
	None   Relation = ""
	Follow Relation = "follow"
	Block  Relation = "block"
)

// Related is a person to whom another has a relation.
type Related struct {
	Person   game.Hash
	Name     string
	Relation Relation
	Hidden   bool  // whether the person hides their profile
	Used     int64 // when a device of the person was last used
}

// SavedRelation is a relation in its stored form.
type SavedRelation struct {
	Person, Other game.Hash
	Relation      Relation
	Created       int64
}

// Invitation is a challenge to an account: a game that waits for an opponent.
type Invitation struct {
	Game    string
	Person  game.Hash // who is challenged
	Created int64
}

// Solved records that a person has solved a daily puzzle on a day.
type Solved struct {
	Person game.Hash
	Day    Day
}

// Limits on the rows of a person.
const (
	MaxRelations   = 200 // people followed or blocked
	MaxInvitations = 20  // challenges that wait for an answer
)

// ErrFull means that a person has reached a limit.
var ErrFull = errors.New("profile: too many people or challenges")

// Store stores what people choose about each other and about their profiles, and reads their games. It is safe for
// concurrent use. Package storetest tests implementations.
type Store interface {
	// Finished returns up to limit games of a person that have ended, latest first.
	Finished(ctx context.Context, person game.Hash, limit int) ([]Finished, error)
	// Playing returns up to limit running games of people, most recently changed first.
	Playing(ctx context.Context, people []game.Hash, limit int) ([]room.Entry, error)

	// Hidden reports whether a person hides their profile.
	Hidden(ctx context.Context, person game.Hash) (bool, error)
	// SetHidden hides a person's profile, or shows it.
	SetHidden(ctx context.Context, person game.Hash, hidden bool) error

	// SolveDaily records that a person has solved a daily puzzle on a day.
	SolveDaily(ctx context.Context, s Solved) error
	// Solved returns the days on which a person has solved a daily puzzle, latest first.
	Solved(ctx context.Context, person game.Hash) ([]Day, error)

	// Relate replaces the relation of a person to another. It returns ErrFull if the person has limit relations.
	Relate(ctx context.Context, r SavedRelation, limit int) error
	// Relations returns the relations of a person to accounts, by name. It omits accounts that the person follows and
	// that block the person.
	Relations(ctx context.Context, person game.Hash) ([]Related, error)
	// Apart returns the people whom a person blocks or by whom they are blocked.
	Apart(ctx context.Context, person game.Hash) ([]game.Hash, error)

	// Invite saves a challenge to an account. It deletes earlier ones whose games no longer wait, and returns ErrFull if
	// limit others remain.
	Invite(ctx context.Context, i Invitation, limit int) error
	// Invitations returns the games to which a person is challenged and that still wait, latest first.
	Invitations(ctx context.Context, person game.Hash) ([]room.Entry, error)
}
