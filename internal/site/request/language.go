package request

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
)

// LanguageField is the name of the query field and the cookie that select a language. The page sets the
// cookie when the user switches languages.
const LanguageField = "lang"

// MaxWish is the maximum length of a language preference. Longer ones are truncated. Browsers send far
// shorter ones.
const MaxWish = 256

// Catalogue returns the catalogue for the client's language, which comes from the query's lang field, the
// cookie, or the browser's preferences, in this order. It defaults to English.
func Catalogue(r *http.Request) *locale.Catalogue {
	var wishes []string
	if wish := field(r.URL.RawQuery, LanguageField); wish != "" {
		wishes = append(wishes, wish)
	}
	if cookie, err := r.Cookie(LanguageField); err == nil {
		wishes = append(wishes, cookie.Value)
	}
	wishes = append(wishes, r.Header.Get("Accept-Language"))
	for i := range wishes {
		wishes[i] = wishes[i][:min(len(wishes[i]), MaxWish)]
	}
	language, _ := locale.Choose(wishes...)
	c, ok := locale.For(language)
	if !ok {
		return locale.English()
	}
	return c
}

// field returns the value of a query field. It does not use url.ParseQuery, which drops fields that contain a
// semicolon, as in links.
func field(query, name string) string {
	for one := range strings.SplitSeq(query, "&") {
		if key, value, _ := strings.Cut(one, "="); key == name {
			if text, err := url.QueryUnescape(value); err == nil {
				return text
			}
		}
	}
	return ""
}

// encodeFailure returns a failure as JSON in the client's language, and sets the language headers.
func encodeFailure(w http.ResponseWriter, r *http.Request, f *wire.Failure) []byte {
	c := Catalogue(r)
	SetLanguage(w, c)
	return wire.EncodeFailure(c, f)
}

// SetLanguage sets the headers that state the language of a response and the request headers that it depends
// on.
func SetLanguage(w http.ResponseWriter, c *locale.Catalogue) {
	h := w.Header()
	h.Set("Content-Language", c.Language())
	h.Add("Vary", "Accept-Language, Cookie")
}
