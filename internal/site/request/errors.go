package request

import (
	"net/http"
	"time"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/message"
)

// The codes of errors that the server itself detects.
const (
	codeOrigin      = "cross-origin"
	codeHost        = "host"
	codeContentType = "content-type"
	CodeNotReady    = "not-ready"
	CodeFormat      = "format"
)

// Errors that the server itself detects.
var (
	ErrNotFound    = wire.NewFailure(string(game.CodeNotFound), "server.path", nil)
	ErrMethod      = wire.NewFailure(wire.CodeMethod, "server.method", nil)
	ErrOrigin      = wire.NewFailure(codeOrigin, "server.origin", nil)
	ErrHost        = wire.NewFailure(codeHost, "server.host", nil)
	ErrTooMany     = wire.NewFailure(wire.CodeTooMany, "server.too-many.requests", nil)
	ErrGames       = wire.NewFailure(wire.CodeTooMany, "server.too-many.games", nil)
	ErrDefinitions = wire.NewFailure(wire.CodeTooMany, "server.too-many.definitions", nil)
	ErrStudies     = wire.NewFailure(wire.CodeTooMany, "server.too-many.studies", nil)
	ErrBrowsers    = wire.NewFailure(wire.CodeTooMany, "server.too-many.browsers", nil)
	ErrSignedOut   = Forbidden(wire.NewFailure(CodeSignedOut, "account.signed-out", nil))
	ErrAccounts    = wire.NewFailure(wire.CodeTooMany, "server.too-many.accounts", nil)
	ErrReports     = wire.NewFailure(wire.CodeTooMany, "server.too-many.reports", nil)
	ErrSockets     = wire.NewFailure(wire.CodeTooMany, "server.too-many.sockets", nil)
	ErrAnalyses    = wire.NewFailure(wire.CodeTooMany, "server.too-many.analyses", nil)
	ErrNoQueue     = wire.NewFailure(wire.CodeNoQueue, "analysis.no-queue", nil)
	ErrBusy        = wire.NewFailure(wire.CodeBusy, "server.busy", nil)
	errWork        = wire.NewFailure(wire.CodeBusy, "server.work", nil)
	errInFlight    = wire.NewFailure(wire.CodeBusy, "server.in-flight", nil)
	errMemory      = wire.NewFailure(wire.CodeBusy, "server.memory", nil)
	errCostly      = wire.NewFailure(codeOrigin, "server.costly", nil)
	errContentType = wire.NewFailure(codeContentType, "server.content-type", nil)
	errCutOff      = wire.NewFailure(wire.CodeRequest, "request.cut-off", nil)
	errKey         = wire.NewFailure(wire.CodeRequest, "request.idempotency-key", message.Args{"least": minKey, "most": maxKey})
	ErrClosing     = wire.NewFailure(string(game.CodeClosing), "server.closing", nil)
	ErrNoToken     = wire.NewFailure(string(game.CodeToken), "server.no-token", nil)
	ErrBroken      = wire.NewFailure(wire.CodeInternal, "error.internal", nil)
	errToken       = httpError{error: wire.NewFailure(codeToken, "account.token", nil), status: http.StatusUnauthorized}
)

// Codes of errors about the tokens of accounts.
const (
	codeToken = "unknown-token"
	codeScope = "scope"
)

// errScope returns the error for a token that lacks a scope.
func errScope(s people.Scope) error {
	return Forbidden(wire.NewFailure(codeScope, "account.scope", message.Args{"scope": string(s)}))
}

// statuses maps codes to HTTP statuses. All other codes have status 400.
var statuses = map[string]int{
	string(game.CodeNotFound): http.StatusNotFound,
	string(game.CodeNoSeat):   http.StatusForbidden,
	string(game.CodeAccount):  http.StatusForbidden,
	string(game.CodeToken):    http.StatusForbidden,
	string(game.CodeBlocked):  http.StatusForbidden,
	string(game.CodeStale):    http.StatusConflict,
	string(game.CodeTaken):    http.StatusConflict,
	string(game.CodeOver):     http.StatusConflict,
	string(game.CodeBanned):   http.StatusForbidden,
	string(game.CodeClosed):   http.StatusServiceUnavailable,
	string(game.CodeLimit):    http.StatusTooManyRequests,
	string(game.CodeClosing):  http.StatusServiceUnavailable,
	string(game.CodeStore):    http.StatusServiceUnavailable,
	string(game.CodeBroken):   http.StatusInternalServerError,

	wire.CodeMethod:    http.StatusMethodNotAllowed,
	codeOrigin:         http.StatusForbidden,
	codeHost:           http.StatusMisdirectedRequest,
	wire.CodeTooMany:   http.StatusTooManyRequests,
	wire.CodeBusy:      http.StatusServiceUnavailable,
	CodeNotReady:       http.StatusServiceUnavailable,
	codeContentType:    http.StatusUnsupportedMediaType,
	CodeFormat:         http.StatusNotImplemented,
	wire.CodeNoTable:   http.StatusNotFound,
	wire.CodeNoQueue:   http.StatusNotImplemented,
	wire.CodeNoWorkers: http.StatusServiceUnavailable,
	wire.CodeInternal:  http.StatusInternalServerError,
	wire.CodeStopped:   http.StatusServiceUnavailable,
}

// Status returns the HTTP status of a code. ok is false if the code has the default status, 400.
func Status(code string) (status int, ok bool) {
	status, ok = statuses[code]
	return status, ok
}

// httpError is an error with a specific status or with a retry delay.
type httpError struct {
	error
	status int           // 0 means the status of the error's code
	wait   time.Duration // how long the client should wait before it retries
}

// Unwrap returns the wrapped error.
func (e httpError) Unwrap() error { return e.error }

// RetryLater returns an error that asks the client to retry after a delay.
func RetryLater(wait time.Duration, why error) error {
	return httpError{error: why, wait: max(wait, 1)}
}

// CodeSignedOut is the code of requests that need an account.
const CodeSignedOut = "signed-out"

// Forbidden returns an error with status 403.
func Forbidden(why error) error { return httpError{error: why, status: http.StatusForbidden} }

// NotFound returns an error with status 404.
func NotFound(why error) error { return httpError{error: why, status: http.StatusNotFound} }

// MaxAddress is the maximum length of a URL. It exceeds the length of any valid link (see
// flattext.ParseLink). MaxHeading is the maximum size of a request header. It is larger, so that the server
// can report that a link is too long, whereas net/http rejects longer headers with a bare status 431.
const (
	MaxAddress = 65 << 10
	MaxHeading = 128 << 10
)

// AddressTooLong returns the error for a URL longer than [MaxAddress].
func AddressTooLong(address string) error {
	return httpError{error: wire.NewFailure(wire.CodeTooLong, "request.too-long.address", message.Args{"count": len(address), "most": MaxAddress}), status: http.StatusRequestURITooLong}
}

// BodyTooLarge returns the error for a body that exceeds the size limit, most, in bytes.
func BodyTooLarge(most int64) error {
	return httpError{error: wire.NewFailure(wire.CodeTooLong, "request.too-long.body", message.Args{"most": int(most)}), status: http.StatusRequestEntityTooLarge}
}
