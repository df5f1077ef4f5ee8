package api

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
)

// Decode reads a question. A name it does not know is refused: a misspelt one
// would otherwise be an answer to another question. Nothing at all is an
// empty question.
func Decode(request []byte, q any) error {
	if len(request) > MaxRequest {
		return wire.NewFailure(wire.CodeTooLong, "request.too-long.request", message.Args{"count": len(request), "most": MaxRequest})
	}
	if len(bytes.TrimSpace(request)) == 0 {
		request = []byte("{}")
	}
	d := json.NewDecoder(bytes.NewReader(request))
	d.DisallowUnknownFields()
	if err := d.Decode(q); err != nil {
		return Unreadable(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return wire.NewFailure(wire.CodeRequest, "request.after-end", nil)
	}
	return nil
}

// Unreadable tells why JSON cannot be read, in the words of the one who wrote
// it.
func Unreadable(err error) *wire.Failure {
	var (
		own  *wire.Failure
		kind *json.UnmarshalTypeError
		why  string
	)
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &kind):
		why = cmp.Or(notation.Clip(kind.Field), "it") + " must be " + expectedJSON(kind.Type) + ", not " + actualJSON(kind.Value)
	case errors.Is(err, io.ErrUnexpectedEOF), strings.HasPrefix(err.Error(), "unexpected end"):
		why = "it ends too early"
	default:
		why = err.Error()
		if name, ok := strings.CutPrefix(why, "json: unknown field "); ok {
			why = "there is no " + name
		}
	}
	return wire.NewFailure(wire.CodeRequest, "request.unread", message.Args{"why": notation.Clip(why)})
}

// expectedJSON names what JSON a value of a type is written as.
func expectedJSON(t reflect.Type) string {
	switch {
	case t.Kind() == reflect.String:
		return "a text"
	case t.Kind() == reflect.Bool:
		return "true or false"
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Array:
		return "a list"
	case t.Kind() == reflect.Float64:
		return "a number"
	case t.ConvertibleTo(reflect.TypeFor[int]()):
		return "a whole number"
	}
	return "an object"
}

// actualJSON names what JSON stood there instead. The decoder tells a number that
// does not fit, but not one where there should be none.
func actualJSON(value string) string {
	switch value {
	case "string":
		return "a text"
	case "number":
		return "a number"
	case "bool":
		return "true or false"
	case "array":
		return "a list"
	case "object":
		return "an object"
	}
	return strings.TrimPrefix(value, "number ")
}
