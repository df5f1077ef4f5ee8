package api

import (
	"bytes"
	"encoding/json"
)

// Call answers a question given as JSON with JSON: the answer, or the failure
// as {"error": ...}. It never panics.
func (d *Service) Call(method string, request []byte) (answer []byte) {
	defer func() {
		if recover() != nil {
			answer = Encode(failed{NewFailure(CodeInternal, "error.stopped", nil)})
		}
	}()
	switch method {
	case "variants":
		return reply(request, func(struct{}) (VariantList, error) { return d.Variants(), nil })
	case "state":
		return reply(request, d.Line)
	case "position":
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
	return Encode(failed{NewFailure(CodeMethod, "request.method", nil)})
}

// failed is a failure in place of an answer.
type failed struct {
	Error *Failure `json:"error"`
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
	return Encode(a)
}

// Fail returns an error as the JSON that stands in place of an answer.
func Fail(err error) []byte { return Encode(failed{FailureOf(err)}) }

// Encode writes a value as JSON without line breaks.
func Encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil { // a value that has no JSON is a mistake of this program
		return Encode(failed{NewFailure(CodeInternal, "error.unwritten", nil)})
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
