package text

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"io"
	"strings"
)

// mostRules is the most text that the rules in a link may have, unpacked.
const mostRules = 16 << 10

// PackRules writes a definition as one word that may stand in a link: deflated, in
// base64 for addresses.
func PackRules(form string) string {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		return "" // the level is one that exists
	}
	_, _ = w.Write([]byte(form)) // a buffer takes everything
	_ = w.Close()
	return base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// UnpackRules returns the definition of a word that [PackRules] wrote, or one that
// stands in a link as it is. It never makes more of a word than a definition may
// have.
func UnpackRules(word string) (string, error) {
	word = strings.TrimSpace(word)
	if strings.HasPrefix(word, "{") {
		return word, nil
	}
	if len(word) > 2*mostRules {
		return "", errPacked
	}
	data, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(word, "="))
	if err != nil {
		return "", errPacked
	}
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data)), mostRules+1))
	if err != nil || len(text) > mostRules || len(text) == 0 {
		return "", errPacked
	}
	return string(text), nil
}

// errPacked says that a word of a link holds no definition.
var errPacked = errors.New("the link's rules cannot be read: part of it may be missing")
