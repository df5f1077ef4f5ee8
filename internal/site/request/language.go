package request

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
)

// LanguageField is the field of a query and the cookie that choose a language. The
// page sets the cookie where somebody switches to another.
const LanguageField = "lang"

// MaxWish bounds what is read of a wish for a language; browsers send far less.
const MaxWish = 256

// Catalogue returns the catalogue in which somebody is answered: that of the
// query's lang, of the cookie, or of what their browser prefers.
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

// field returns the value of a field of a query. Those of links hold semicolons,
// for which url.ParseQuery leaves them out.
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

// encodeFailure writes a failure as JSON in the client's language, which it sets
// in the headers.
func encodeFailure(w http.ResponseWriter, r *http.Request, f *wire.Failure) []byte {
	c := Catalogue(r)
	SetLanguage(w, c)
	return wire.EncodeFailure(c, f)
}

// SetLanguage says in the headers what language an answer is in, and by what it
// was chosen.
func SetLanguage(w http.ResponseWriter, c *locale.Catalogue) {
	h := w.Header()
	h.Set("Content-Language", c.Language())
	h.Add("Vary", "Accept-Language, Cookie")
}
