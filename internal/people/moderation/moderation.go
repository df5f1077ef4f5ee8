// Package moderation defines reports about players, and what operators do about them.
//
// A [Report] is a player's report about another, or an appeal. An [Action] is an operator's decision; the actions are the
// audit log, and those about a person are shown to that person. The package does no I/O; stores implement [Store].
package moderation

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/play/game"
)

// Reason is the reason for a report.
type Reason string

// The reasons. Only the server creates appeals.
const (
	Engine  Reason = "engine"  // uses an engine
	Stalls  Reason = "stalls"  // leaves games or lets the clock run
	Farming Reason = "farming" // arranges results
	Name    Reason = "name"    // has an offensive name
	Other   Reason = "other"
	Appeal  Reason = "appeal" // asks the operators to reconsider an action
)

// Reasons lists the reasons that players can give.
var Reasons = []Reason{Engine, Stalls, Farming, Name, Other}

// Report is a report about a person, or an appeal of that person.
type Report struct {
	ID       string
	Reason   Reason
	Person   game.Hash // zero after the person was erased
	Reporter game.Hash // zero after the reporter was erased
	Game     string    // the game in which they met, or ""
	Action   string    // the action that an appeal is about, or ""
	Text     string
	Created  int64
	Closed   int64 // 0 while it is open
}

// Kind is what an operator has done.
type Kind string

// The kinds of actions.
const (
	Muted     Kind = "muted" // may not challenge people or send phrases
	Unmuted   Kind = "unmuted"
	Banned    Kind = "banned"
	Unbanned  Kind = "unbanned"
	Renamed   Kind = "renamed"
	Refunded  Kind = "refunded"  // got rating points back
	Dismissed Kind = "dismissed" // a report was closed without consequences
	RoleSet   Kind = "role"
	Erased    Kind = "erased"
)

// Action is an entry of the audit log.
type Action struct {
	ID       string
	Kind     Kind
	Person   game.Hash // the affected person; zero if there is none, or after the person was erased
	Operator game.Hash // zero for tain admin, and after the operator was erased
	Report   string    // the report that was closed, or ""
	Game     string
	Reason   string // shown to the person
	At       int64
	Until    int64 // 0 for no end
}

// Noticed reports whether the action is shown to the affected person.
func (k Kind) Noticed() bool { return slices.Contains([]Kind{Muted, Banned, Renamed, Refunded}, k) }

// MaxText is the maximum length of a text, in characters.
const MaxText = 500

// Clean returns a text on one line without invisible characters, shortened to MaxText.
func Clean(text string) string {
	letters := []rune(strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " "))
	letters = slices.DeleteFunc(letters, func(r rune) bool { return r < ' ' || r == 0x7f })
	return string(letters[:min(len(letters), MaxText)])
}

// The results that stores report as errors.
var (
	ErrNotFound = errors.New("moderation: not found")
	ErrRepeated = errors.New("moderation: reported already")
	ErrTooMany  = errors.New("moderation: too many reports")
)

// The reasons for which an action is refused, in addition to those of people and ratings.
var (
	ErrReason   = errors.New("moderation: an action needs a reason")
	ErrState    = errors.New("moderation: the person is not banned or muted")
	ErrOperator = errors.New("moderation: only tain admin can act against operators")
)

// Quota limits reports.
type Quota struct {
	Since    int64 // beginning of the period of Reporter
	Reporter int   // maximum number of reports of one person
	Open     int   // maximum number of open reports
}

// Filter selects reports.
type Filter struct {
	Open bool
	// Person and Reporter are zero for everybody.
	Person, Reporter game.Hash
	Limit            int
}

// Store stores reports and actions. It is safe for concurrent use. Package storetest tests implementations.
type Store interface {
	// AddReport saves a report. It returns ErrRepeated if an open report has the same reporter, person and action,
	// and ErrTooMany if a quota is exceeded.
	AddReport(ctx context.Context, r Report, q Quota) error
	// Report returns a report, or ErrNotFound.
	Report(ctx context.Context, id string) (Report, error)
	// Reports returns reports, latest first, or oldest first if only open ones match.
	Reports(ctx context.Context, f Filter) ([]Report, error)
	// AddAction saves an action, and closes its report.
	AddAction(ctx context.Context, a Action) error
	// Actions returns up to limit actions that affect a person, or all if the person is zero, latest first.
	Actions(ctx context.Context, person game.Hash, limit int) ([]Action, error)
	// ForgetModeration deletes the reports closed, and the actions recorded, before given times.
	ForgetModeration(ctx context.Context, closed, actions int64) error
}
