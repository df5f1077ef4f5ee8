package page

import (
	"context"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/notation/pgn"
)

// Pages serves the pages of a site. It is safe for concurrent use.
type Pages struct {
	requests *request.Service
	find     pgn.Finder
	service  *api.Service
	games    Games
	files    assets
	rendered map[string]renderedPage
	starts   sync.Map // encoded starting positions of the built-in rule sets, by language and name
	about    About
	licences staticText
}

// Games finds games.
type Games interface {
	Snapshot(ctx context.Context, who room.Session, id string) (room.Snapshot, error)
}

// About describes the operator and how long the site stores data. Every field is optional.
type About struct {
	Operator, Contact string
	SecurityContact   string // a URI
	// AnonymiseAfter and DeleteAfter are measured from the end of a game; 0 means never. BackupsKept is how
	// long backups are stored; 0 means that there are none, or that their age is unlimited.
	AnonymiseAfter, DeleteAfter, BackupsKept time.Duration
	// Accounts reports whether people can have accounts.
	Accounts bool
	// Provider is the name of the OpenID Connect provider at which people can sign in, or "".
	Provider string
	// Analyses reports whether workers analyse whole games.
	Analyses bool
	// DeleteStudiesAfter is the time from a study's last use to its deletion; 0 means never.
	DeleteStudiesAfter time.Duration
	// The times to the deletion of addresses of rated games, closed reports, and entries of the audit log; 0 means never.
	DeleteAddressesAfter, DeleteReportsAfter, DeleteAuditAfter time.Duration
}

// staticText is constant text with its ETag.
type staticText struct {
	tag  string
	text []byte
}

func newStaticText(v any) staticText {
	text := wire.Encode(v)
	return staticText{request.ETag(text), text}
}
