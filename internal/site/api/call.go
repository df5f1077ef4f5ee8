package api

import (
	"sync/atomic"

	"github.com/tainchess/tain/internal/locale"
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
		return Reply(request, func(struct{}) (wire.VariantList, error) { return d.Variants(), nil })
	case "rulebook":
		return Reply(request, d.Rulebook)
	case "line":
		return Reply(request, d.Line)
	case "plan":
		return Reply(request, d.Plan)
	case "premoves":
		return Reply(request, d.Premoves)
	case "state":
		return Reply(request, d.State)
	case "explain":
		return Reply(request, d.Explain)
	case "board":
		return Reply(request, d.Board)
	case "tables":
		return Reply(request, d.Tables)
	case "check":
		return Reply(request, d.Check)
	case "define":
		return Reply(request, d.Define)
	case "readLink":
		return Reply(request, d.ReadLink)
	case "writeLink":
		return Reply(request, d.WriteLink)
	case "readPgn":
		return Reply(request, d.ReadPGN)
	case "writePgn":
		return Reply(request, d.WritePGN)
	case "draw":
		return Reply(request, d.Draw)
	}
	return wire.Encode(wire.Failed{Error: wire.NewFailure(wire.CodeMethod, "request.method", nil)})
}

// Reply reads a question, asks it, and writes the answer or the failure.
func Reply[Q, A any](request []byte, ask func(Q) (A, error)) []byte {
	var q Q
	if err := Decode(request, &q); err != nil {
		return Fail(err)
	}
	a, err := ask(q)
	if err != nil {
		return Fail(err)
	}
	if locale.Changed() { // what was made before then speaks the language of then
		a = locale.Retell(locale.Spoken(), a)
	}
	return wire.Encode(a)
}

// Fail returns an error as the JSON that stands in place of an answer.
func Fail(err error) []byte {
	failed := wire.Failed{Error: wire.FailureOf(err)}
	if locale.Changed() { // a failure may have been made before the program began to speak
		failed = locale.Retell(locale.Spoken(), failed)
	}
	return wire.Encode(failed)
}

// handed are the rulebooks that came with the language of the program.
var handed atomic.Pointer[map[string]string]

// Speak sets the language of the whole program: that of a page which has one
// reader. A server has many and never calls it.
func Speak(q wire.LanguageRequest) (wire.Language, error) {
	if q.Language == "en" && q.Catalogue == nil {
		locale.Speak(locale.English())
		handed.Store(nil)
		return wire.Language{Language: "en"}, nil
	}
	c, err := locale.LoadEntries(q.Language, q.Catalogue)
	if err != nil {
		return wire.Language{}, wire.NewFailure(wire.CodeRequest, "request.language", locale.Args{"why": locale.Of(err)})
	}
	locale.Speak(c)
	handed.Store(&q.Rulebooks)
	return wire.Language{Language: q.Language}, nil
}
