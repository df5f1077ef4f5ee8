package definition

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"io"
	"strings"
)

// Pack writes a definition as one word that may stand in a link: its canonical
// form, deflated, in base64 for addresses.
func (d *Definition) Pack() string {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		return "" // the level is one that exists
	}
	_, _ = w.Write([]byte(d.JSON())) // a buffer takes everything
	_ = w.Close()
	return base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// Unpack returns the text of a packed definition, or of one that stands in a link
// as it is.
func Unpack(word string) (string, error) {
	if strings.HasPrefix(strings.TrimSpace(word), "{") {
		return word, nil
	}
	if len(word) > 2*mostBytes {
		return "", errPacked
	}
	data, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(strings.TrimSpace(word), "="))
	if err != nil {
		return "", errPacked
	}
	text, err := ReadText(flate.NewReader(bytes.NewReader(data)))
	if err != nil && !errors.Is(err, io.EOF) || len(text) > mostBytes {
		return "", errPacked
	}
	return text, nil
}

// errPacked says that a word of a link holds no definition.
var errPacked = errors.New("the link's rules cannot be read: part of it may be missing")
