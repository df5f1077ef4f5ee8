package handle

import "github.com/tainchess/tain/internal/site/api"

// methods are the methods of a table by name.
var methods = map[string]func(*Table, []byte) []byte{
	"openLine":   api.Method((*Table).openLine),
	"push":       api.Method((*Table).push),
	"pop":        api.Method((*Table).pop),
	"lineState":  api.Method((*Table).lineState),
	"newGame":    api.Method((*Table).newGame),
	"openGame":   api.Method((*Table).openGame),
	"doInGame":   api.Method((*Table).do),
	"taskDone":   api.Method((*Table).taskDone),
	"gameAt":     api.Method((*Table).gameAt),
	"gameRecord": api.Method((*Table).record),
	"again":      api.Method((*Table).again),
	"close":      api.Method((*Table).close),
	"language":   api.Method((*Table).setLanguage),
}

// Call answers a JSON request with JSON: the answer, or the failure as
// {"error": ...}. It never panics.
func (t *Table) Call(method string, request []byte) (answer []byte) {
	defer api.Recover(t, &answer)
	if ask := methods[method]; ask != nil {
		return ask(t, request)
	}
	return t.service.Call(method, request)
}
