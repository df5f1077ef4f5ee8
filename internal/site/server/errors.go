package server

import (
	"net/http"
	"time"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
)

// The codes of errors that are the server's own.
const (
	codeMethod      = wire.CodeMethod
	codeOrigin      = "cross-origin"
	codeTooMany     = wire.CodeTooMany
	codeBusy        = wire.CodeBusy
	codeContentType = "content-type"
	codeNotReady    = "not-ready"
	codeFormat      = "format"
)

// The errors of the server itself.
var (
	errNoPath      = wire.NewFailure(string(game.CodeNotFound), "server.path", nil)
	errMethod      = wire.NewFailure(codeMethod, "server.method", nil)
	errOrigin      = wire.NewFailure(codeOrigin, "server.origin", nil)
	errTooMany     = wire.NewFailure(codeTooMany, "server.too-many.requests", nil)
	errGames       = wire.NewFailure(codeTooMany, "server.too-many.games", nil)
	errDefinitions = wire.NewFailure(codeTooMany, "server.too-many.definitions", nil)
	errStudies     = wire.NewFailure(codeTooMany, "server.too-many.studies", nil)
	errBrowsers    = wire.NewFailure(codeTooMany, "server.too-many.browsers", nil)
	errSockets     = wire.NewFailure(codeTooMany, "server.too-many.sockets", nil)
	errAnalyses    = wire.NewFailure(codeTooMany, "server.too-many.analyses", nil)
	errNoQueue     = wire.NewFailure(wire.CodeNoQueue, "analysis.no-queue", nil)
	errBusy        = wire.NewFailure(codeBusy, "server.busy", nil)
	errWork        = wire.NewFailure(codeBusy, "server.work", nil)
	errInFlight    = wire.NewFailure(codeBusy, "server.in-flight", nil)
	errCostly      = wire.NewFailure(codeOrigin, "server.costly", nil)
	errContentType = wire.NewFailure(codeContentType, "server.content-type", nil)
	errCutOff      = wire.NewFailure(wire.CodeRequest, "request.cut-off", nil)
	errClosing     = wire.NewFailure(string(game.CodeClosing), "server.closing", nil)
	errNoToken     = wire.NewFailure(string(game.CodeToken), "server.no-token", nil)
	errBroken      = wire.NewFailure(wire.CodeInternal, "error.internal", nil)
)

// statuses says which HTTP status a code becomes. Whatever is not here is the
// asker's mistake, 400.
var statuses = map[string]int{
	string(game.CodeNotFound): http.StatusNotFound,
	string(game.CodeNoSeat):   http.StatusForbidden,
	string(game.CodeToken):    http.StatusForbidden,
	string(game.CodeStale):    http.StatusConflict,
	string(game.CodeTaken):    http.StatusConflict,
	string(game.CodeOver):     http.StatusConflict,
	string(game.CodeBanned):   http.StatusForbidden,
	string(game.CodeClosed):   http.StatusServiceUnavailable,
	string(game.CodeLimit):    http.StatusTooManyRequests,
	string(game.CodeClosing):  http.StatusServiceUnavailable,
	string(game.CodeStore):    http.StatusInternalServerError,
	string(game.CodeBroken):   http.StatusInternalServerError,

	codeMethod:         http.StatusMethodNotAllowed,
	codeOrigin:         http.StatusForbidden,
	codeTooMany:        http.StatusTooManyRequests,
	codeBusy:           http.StatusServiceUnavailable,
	codeNotReady:       http.StatusServiceUnavailable,
	codeContentType:    http.StatusUnsupportedMediaType,
	codeFormat:         http.StatusNotImplemented,
	wire.CodeNoTable:   http.StatusNotFound,
	wire.CodeNoQueue:   http.StatusNotImplemented,
	wire.CodeNoWorkers: http.StatusServiceUnavailable,
	wire.CodeInternal:  http.StatusInternalServerError,
	wire.CodeStopped:   http.StatusServiceUnavailable,
}

// later is an error that will not last.
type later struct {
	error
	wait time.Duration
}

// Unwrap returns the error.
func (l later) Unwrap() error { return l.error }

// busy says how long to wait before asking again.
func busy(wait time.Duration, why error) error { return later{why, wait} }

// missing is an error because what the path names is not there.
type missing struct{ error }

// Unwrap returns the error.
func (m missing) Unwrap() error { return m.error }

func notFound(why error) error { return missing{why} }

// large is a body that is too long.
type large struct{ error }

// Unwrap returns the error.
func (l large) Unwrap() error { return l.error }

// lengthy is an address that is too long.
type lengthy struct{ error }

// Unwrap returns the error.
func (l lengthy) Unwrap() error { return l.error }

// mostAddress is the longest address that is opened: a link of any length that
// has a meaning, see flattext.ParseLink. MostHeading is how much is read of a
// request's heading: so much that somebody with a longer link can be told. What
// is longer still net/http refuses by itself, with a bare 431.
const (
	mostAddress = 65 << 10
	MostHeading = 128 << 10
)

func tooLengthy(address string) error {
	return lengthy{wire.NewFailure(wire.CodeTooLong, "request.too-long.address", locale.Args{"count": len(address), "most": mostAddress})}
}

func tooLarge(most int64) error {
	return large{wire.NewFailure(wire.CodeTooLong, "request.too-long.body", locale.Args{"most": int(most)})}
}
