package wire

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"

	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
)

// MaxRequest is the maximum size of a request in bytes.
const MaxRequest = 4 << 20

// Decode parses a JSON request into q. It rejects unknown fields, because ignoring a misspelt field would
// change the meaning of the request. An empty text counts as an empty request.
func Decode(request []byte, q any) error {
	if len(request) > MaxRequest {
		return NewFailure(CodeTooLong, "request.too-long.request", message.Args{"count": len(request), "most": MaxRequest})
	}
	if len(bytes.TrimSpace(request)) == 0 {
		request = []byte("{}")
	}
	d := json.NewDecoder(bytes.NewReader(request))
	d.DisallowUnknownFields()
	if err := d.Decode(q); err != nil {
		return DecodeFailure(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return NewFailure(CodeRequest, "request.after-end", nil)
	}
	return nil
}

// DecodeFailure converts a JSON decoding error to a failure, which contains the JSON field names.
func DecodeFailure(err error) *Failure {
	var (
		own  *Failure
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
			why = "unknown field " + name
		}
	}
	return NewFailure(CodeRequest, "request.unread", message.Args{"why": notation.Clip(why)})
}

// expectedJSON describes the JSON value that a type requires.
func expectedJSON(t reflect.Type) string {
	switch {
	case t.Kind() == reflect.String:
		return "a string"
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

// actualJSON describes the JSON value that was found instead. For a number that does not fit, value also
// contains the number.
func actualJSON(value string) string {
	switch value {
	case "string":
		return "a string"
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
