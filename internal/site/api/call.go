package api

import (
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
)

// Speaker is a service that responds in the language of its catalogue.
type Speaker interface{ Catalogue() *locale.Catalogue }

// Reply decodes a request, calls ask, and returns the response or the failure as JSON.
func Reply[Q, A any](s Speaker, request []byte, ask func(Q) (A, error)) []byte {
	var q Q
	return reply(s.Catalogue(), request, &q, func() (any, error) { return ask(q) })
}

// reply is the part of Reply that does not depend on types. Reply is compiled once per method, and every copy
// enlarges the download for browsers.
func reply(c *locale.Catalogue, request []byte, q any, ask func() (any, error)) []byte {
	if err := wire.Decode(request, q); err != nil {
		return Fail(c, err)
	}
	a, err := ask()
	if err != nil {
		return Fail(c, err)
	}
	return wire.Encode(a)
}

// Fail returns an error as the JSON that is sent instead of a response.
func Fail(c *locale.Catalogue, err error) []byte { return wire.EncodeFailure(c, wire.FailureOf(err)) }

// Recover replaces the response of a call that panicked with a failure. It must be deferred.
func Recover(s Speaker, answer *[]byte) {
	if recover() != nil {
		*answer = Fail(s.Catalogue(), wire.NewFailure(wire.CodeInternal, "error.stopped", nil))
	}
}

// methods maps the names of methods to functions that decode a request and encode the response.
var methods = map[string]func(*Service, []byte) []byte{
	"variants": func(d *Service, q []byte) []byte {
		return Reply(d, q, func(struct{}) (wire.VariantList, error) { return d.Variants(), nil })
	},
	"rulebook":  func(d *Service, q []byte) []byte { return Reply(d, q, d.Rulebook) },
	"line":      func(d *Service, q []byte) []byte { return Reply(d, q, d.Line) },
	"plan":      func(d *Service, q []byte) []byte { return Reply(d, q, d.Plan) },
	"premoves":  func(d *Service, q []byte) []byte { return Reply(d, q, d.Premoves) },
	"state":     func(d *Service, q []byte) []byte { return Reply(d, q, d.State) },
	"explain":   func(d *Service, q []byte) []byte { return Reply(d, q, d.Explain) },
	"board":     func(d *Service, q []byte) []byte { return Reply(d, q, d.Board) },
	"tables":    func(d *Service, q []byte) []byte { return Reply(d, q, d.Tables) },
	"check":     func(d *Service, q []byte) []byte { return Reply(d, q, d.Check) },
	"define":    func(d *Service, q []byte) []byte { return Reply(d, q, d.Define) },
	"readLink":  func(d *Service, q []byte) []byte { return Reply(d, q, d.ReadLink) },
	"writeLink": func(d *Service, q []byte) []byte { return Reply(d, q, d.WriteLink) },
	"readPgn":   func(d *Service, q []byte) []byte { return Reply(d, q, d.ReadPGN) },
	"writePgn":  func(d *Service, q []byte) []byte { return Reply(d, q, d.WritePGN) },
	"draw":      func(d *Service, q []byte) []byte { return Reply(d, q, d.Draw) },
}

// Call responds to a JSON request with JSON: the response, or a failure as {"error": ...}. It never panics.
func (d *Service) Call(method string, request []byte) (answer []byte) {
	defer Recover(d, &answer)
	if ask := methods[method]; ask != nil {
		return ask(d, request)
	}
	return Fail(d.Catalogue(), wire.NewFailure(wire.CodeMethod, "request.method", nil))
}
