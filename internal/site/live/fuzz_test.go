package live

import (
	"errors"
	"testing"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/view"
)

// FuzzMessage checks that any client message has a known type or is rejected with an explanation.
func FuzzMessage(f *testing.F) {
	for _, text := range []string{
		`{"type":"move","n":1,"game":"abc","ply":0,"key":"0","move":"e2e4"}`, `{"type":"draw","do":"offer","ply":-1}`,
		`{"type":"ping","n":9007199254740993}`, `{"type":"sync","n":1}{}`, `{"TYPE":"abort"}`, `null`, `[[[`, "\xff",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := view.ReadFrame(text)
		var why *wire.Failure
		switch {
		case err != nil && (!errors.As(err, &why) || why.Error() == "" || why.Code == wire.CodeInternal):
			t.Errorf("ReadFrame(%q): got error %v", text, err)
		case err == nil && (wire.NewClientMessage(m.Type) == nil):
			t.Errorf("ReadFrame(%q) = %+v, want a known type", text, m)
		}
	})
}
