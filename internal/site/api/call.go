package api

import (
	"github.com/tainchess/tain/internal/protocol/wire"
)

// Call answers a question given as JSON with JSON: the answer, or the failure
// as {"error": ...}. It never panics.
func (d *Service) Call(method string, request []byte) (answer []byte) {
	defer func() {
		if recover() != nil {
			answer = wire.Encode(wire.Failed{Error: wire.NewFailure(wire.CodeInternal, "error.stopped", nil)})
		}
	}()
	switch method {
	case "variants":
		return reply(request, func(struct{}) (wire.VariantList, error) { return d.Variants(), nil })
	case "line":
		return reply(request, d.Line)
	case "state":
		return reply(request, d.State)
	case "ending":
		return reply(request, d.Ending)
	case "explain":
		return reply(request, d.Explain)
	case "check":
		return reply(request, d.Check)
	case "readLink":
		return reply(request, d.ReadLink)
	case "writeLink":
		return reply(request, d.WriteLink)
	case "readPgn":
		return reply(request, d.ReadPGN)
	case "writePgn":
		return reply(request, d.WritePGN)
	case "draw":
		return reply(request, d.Draw)
	}
	return wire.Encode(wire.Failed{Error: wire.NewFailure(wire.CodeMethod, "request.method", nil)})
}

func reply[Q, A any](request []byte, ask func(Q) (A, error)) []byte {
	var q Q
	if err := Decode(request, &q); err != nil {
		return Fail(err)
	}
	a, err := ask(q)
	if err != nil {
		return Fail(err)
	}
	return wire.Encode(a)
}

// Fail returns an error as the JSON that stands in place of an answer.
func Fail(err error) []byte { return wire.Encode(wire.Failed{Error: wire.FailureOf(err)}) }
