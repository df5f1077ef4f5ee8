package handle

import "github.com/tainchess/tain/internal/site/api"

// methods maps the names of a table's methods to functions that decode a request and encode the response.
var methods = map[string]func(*Table, []byte) []byte{
	"openLine": func(t *Table, q []byte) []byte { return api.Reply(t, q, t.openLine) },
	"push":     func(t *Table, q []byte) []byte { return api.Reply(t, q, t.push) },
	"pop":      func(t *Table, q []byte) []byte { return api.Reply(t, q, t.pop) },
	"newGame":  func(t *Table, q []byte) []byte { return api.Reply(t, q, t.newGame) },
	"openGame": func(t *Table, q []byte) []byte { return api.Reply(t, q, t.openGame) },
	"doInGame": func(t *Table, q []byte) []byte { return api.Reply(t, q, t.do) },
	"taskDone": func(t *Table, q []byte) []byte { return api.Reply(t, q, t.taskDone) },
	"gameAt":   func(t *Table, q []byte) []byte { return api.Reply(t, q, t.gameAt) },
	"again":    func(t *Table, q []byte) []byte { return api.Reply(t, q, t.again) },
	"close":    func(t *Table, q []byte) []byte { return api.Reply(t, q, t.close) },
	"language": func(t *Table, q []byte) []byte { return api.Reply(t, q, t.setLanguage) },
}

// Call responds to a JSON request with JSON: the response, or a failure as {"error": ...}. It never panics.
func (t *Table) Call(method string, request []byte) (answer []byte) {
	defer api.Recover(t, &answer)
	if ask := methods[method]; ask != nil {
		return ask(t, request)
	}
	return t.service.Call(method, request)
}
