package api

import (
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
)

// Speaker answers in the language of a catalogue.
type Speaker interface{ Catalogue() *locale.Catalogue }

// Method converts a method to one that takes its request as JSON and returns the
// answer, or the failure, as JSON.
func Method[S Speaker, Q, A any](ask func(S, Q) (A, error)) func(S, []byte) []byte {
	return func(s S, request []byte) []byte {
		var q Q
		if err := wire.Decode(request, &q); err != nil {
			return Fail(s.Catalogue(), err)
		}
		a, err := ask(s, q)
		if err != nil {
			return Fail(s.Catalogue(), err)
		}
		return wire.Encode(a)
	}
}

// Fail returns an error as the JSON that is sent in place of an answer.
func Fail(c *locale.Catalogue, err error) []byte { return wire.EncodeFailure(c, wire.FailureOf(err)) }

// Recover replaces the answer of a call that panicked by a failure. It must be
// deferred.
func Recover(s Speaker, answer *[]byte) {
	if recover() != nil {
		*answer = Fail(s.Catalogue(), wire.NewFailure(wire.CodeInternal, "error.stopped", nil))
	}
}

// methods are the methods of a service by name.
var methods = map[string]func(*Service, []byte) []byte{
	"variants":  Method(func(d *Service, _ struct{}) (wire.VariantList, error) { return d.Variants(), nil }),
	"rulebook":  Method((*Service).Rulebook),
	"line":      Method((*Service).Line),
	"plan":      Method((*Service).Plan),
	"premoves":  Method((*Service).Premoves),
	"state":     Method((*Service).State),
	"explain":   Method((*Service).Explain),
	"board":     Method((*Service).Board),
	"tables":    Method((*Service).Tables),
	"check":     Method((*Service).Check),
	"define":    Method((*Service).Define),
	"readLink":  Method((*Service).ReadLink),
	"writeLink": Method((*Service).WriteLink),
	"readPgn":   Method((*Service).ReadPGN),
	"writePgn":  Method((*Service).WritePGN),
	"draw":      Method((*Service).Draw),
}

// Call answers a JSON request with JSON: the answer, or the failure as
// {"error": ...}. It never panics.
func (d *Service) Call(method string, request []byte) (answer []byte) {
	defer Recover(d, &answer)
	if ask := methods[method]; ask != nil {
		return ask(d, request)
	}
	return Fail(d.Catalogue(), wire.NewFailure(wire.CodeMethod, "request.method", nil))
}
