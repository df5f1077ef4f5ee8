package api

import (
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
)

// Call answers a question given as JSON with JSON: the answer, or the failure
// as {"error": ...}. It never panics.
func (d *Service) Call(method string, request []byte) (answer []byte) {
	defer func() {
		if recover() != nil {
			answer = Fail(d.Catalogue(), wire.NewFailure(wire.CodeInternal, "error.stopped", nil))
		}
	}()
	switch method {
	case "variants":
		return Reply(d.Catalogue(), request, func(struct{}) (wire.VariantList, error) { return d.Variants(), nil })
	case "rulebook":
		return Reply(d.Catalogue(), request, d.Rulebook)
	case "line":
		return Reply(d.Catalogue(), request, d.Line)
	case "plan":
		return Reply(d.Catalogue(), request, d.Plan)
	case "premoves":
		return Reply(d.Catalogue(), request, d.Premoves)
	case "state":
		return Reply(d.Catalogue(), request, d.State)
	case "explain":
		return Reply(d.Catalogue(), request, d.Explain)
	case "board":
		return Reply(d.Catalogue(), request, d.Board)
	case "tables":
		return Reply(d.Catalogue(), request, d.Tables)
	case "check":
		return Reply(d.Catalogue(), request, d.Check)
	case "define":
		return Reply(d.Catalogue(), request, d.Define)
	case "readLink":
		return Reply(d.Catalogue(), request, d.ReadLink)
	case "writeLink":
		return Reply(d.Catalogue(), request, d.WriteLink)
	case "readPgn":
		return Reply(d.Catalogue(), request, d.ReadPGN)
	case "writePgn":
		return Reply(d.Catalogue(), request, d.WritePGN)
	case "draw":
		return Reply(d.Catalogue(), request, d.Draw)
	}
	return Fail(d.Catalogue(), wire.NewFailure(wire.CodeMethod, "request.method", nil))
}

// Reply reads a question, asks it, and writes the answer or the failure, which is
// in the language of a catalogue.
func Reply[Q, A any](c *locale.Catalogue, request []byte, ask func(Q) (A, error)) []byte {
	var q Q
	if err := Decode(request, &q); err != nil {
		return Fail(c, err)
	}
	a, err := ask(q)
	if err != nil {
		return Fail(c, err)
	}
	return wire.Encode(a)
}

// Fail returns an error as the JSON that stands in place of an answer.
func Fail(c *locale.Catalogue, err error) []byte { return wire.EncodeFailure(c, wire.FailureOf(err)) }
