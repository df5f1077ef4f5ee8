package api_test

import (
	"errors"
	"testing"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
)

// FuzzParsePicture checks that any diagram query is parsed or rejected with an explanation.
func FuzzParsePicture(f *testing.F) {
	for _, query := range []string{
		"variant=chess&width=300&flip=1", "variant=triboard&chosen=a5&lastMove=h7h5", "width=-1&width=2", "%zz", ";;&=&&", "coords=yes",
		"board=w:Ke1;b:Ke8&turn=white&lastMove=h7→h5", "position=?board=w:Ke1;b:Ke8&castling=-", "turn=w", "lastMove=e2->e4&lastMove=e2e4",
	} {
		f.Add(query)
	}
	f.Fuzz(func(t *testing.T, query string) {
		_, err := api.ParsePicture(query)
		var why *wire.Failure
		if err != nil && (!errors.As(err, &why) || why.Error() == "") {
			t.Errorf("%q: %v", query, err)
		}
	})
}
