package request

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
	CodeNotReady    = "not-ready"
	CodeFormat      = "format"
)

// The errors of the server itself.
var (
	ErrNotFound    = wire.NewFailure(string(game.CodeNotFound), "server.path", nil)
	ErrMethod      = wire.NewFailure(codeMethod, "server.method", nil)
	ErrOrigin      = wire.NewFailure(codeOrigin, "server.origin", nil)
	ErrTooMany     = wire.NewFailure(codeTooMany, "server.too-many.requests", nil)
	ErrGames       = wire.NewFailure(codeTooMany, "server.too-many.games", nil)
	ErrDefinitions = wire.NewFailure(codeTooMany, "server.too-many.definitions", nil)
	ErrStudies     = wire.NewFailure(codeTooMany, "server.too-many.studies", nil)
	ErrBrowsers    = wire.NewFailure(codeTooMany, "server.too-many.browsers", nil)
	ErrSockets     = wire.NewFailure(codeTooMany, "server.too-many.sockets", nil)
	ErrAnalyses    = wire.NewFailure(codeTooMany, "server.too-many.analyses", nil)
	ErrNoQueue     = wire.NewFailure(wire.CodeNoQueue, "analysis.no-queue", nil)
	ErrBusy        = wire.NewFailure(codeBusy, "server.busy", nil)
	errWork        = wire.NewFailure(codeBusy, "server.work", nil)
	errInFlight    = wire.NewFailure(codeBusy, "server.in-flight", nil)
	errCostly      = wire.NewFailure(codeOrigin, "server.costly", nil)
	errContentType = wire.NewFailure(codeContentType, "server.content-type", nil)
	errCutOff      = wire.NewFailure(wire.CodeRequest, "request.cut-off", nil)
	ErrClosing     = wire.NewFailure(string(game.CodeClosing), "server.closing", nil)
	ErrNoToken     = wire.NewFailure(string(game.CodeToken), "server.no-token", nil)
	ErrBroken      = wire.NewFailure(wire.CodeInternal, "error.internal", nil)
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
	CodeNotReady:       http.StatusServiceUnavailable,
	codeContentType:    http.StatusUnsupportedMediaType,
	CodeFormat:         http.StatusNotImplemented,
	wire.CodeNoTable:   http.StatusNotFound,
	wire.CodeNoQueue:   http.StatusNotImplemented,
	wire.CodeNoWorkers: http.StatusServiceUnavailable,
	wire.CodeInternal:  http.StatusInternalServerError,
	wire.CodeStopped:   http.StatusServiceUnavailable,
}

// Status returns the HTTP status of a code, if it has one of its own.
func Status(code string) (status int, ok bool) {
	status, ok = statuses[code]
	return status, ok
}

// retryLater is an error that will not last.
type retryLater struct {
	error
	wait time.Duration
}

// Unwrap returns the error.
func (l retryLater) Unwrap() error { return l.error }

// RetryLater says how long to wait before asking again.
func RetryLater(wait time.Duration, why error) error { return retryLater{why, wait} }

// notFound is an error because what the path names is not there.
type notFound struct{ error }

// Unwrap returns the error.
func (m notFound) Unwrap() error { return m.error }

func NotFound(why error) error { return notFound{why} }

// bodyTooLarge is a body that is too long.
type bodyTooLarge struct{ error }

// Unwrap returns the error.
func (l bodyTooLarge) Unwrap() error { return l.error }

// addressTooLong is an address that is too long.
type addressTooLong struct{ error }

// Unwrap returns the error.
func (l addressTooLong) Unwrap() error { return l.error }

// MaxAddress is the longest address that is opened: a link of any length that
// has a meaning, see flattext.ParseLink. MostHeading is how much is read of a
// request's heading: so much that somebody with a longer link can be told. What
// is longer still net/http refuses by itself, with a bare 431.
const (
	MaxAddress = 65 << 10
	MaxHeading = 128 << 10
)

func AddressTooLong(address string) error {
	return addressTooLong{wire.NewFailure(wire.CodeTooLong, "request.too-long.address", locale.Args{"count": len(address), "most": MaxAddress})}
}

func BodyTooLarge(most int64) error {
	return bodyTooLarge{wire.NewFailure(wire.CodeTooLong, "request.too-long.body", locale.Args{"most": int(most)})}
}
