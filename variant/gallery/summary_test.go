package gallery_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/gallery"
)

// TestSummaryKinds checks that the differences from chess name only kinds that can appear in the game, in the
// summary and in the lines.
func TestSummaryKinds(t *testing.T) {
	named := regexp.MustCompile(`(?i)\b(pawn|knight|bishop|rook|queen|king)s?\b`)
	found := 0
	check := func(t *testing.T, r rules.Rules) {
		there := appearing(t, r.Info())
		for _, m := range append(r.Info().Differences, r.Info().Summary) {
			for _, words := range named.FindAllStringSubmatch(m.String(), -1) {
				found++
				if !slices.Contains(there, strings.ToLower(words[1])) {
					t.Errorf("%s: %q mentions a %s, which the game lacks", r.Info().Name, m, words[1])
				}
			}
		}
	}
	for _, e := range gallery.All() {
		check(t, choose(t, e.Definition))
	}
	for _, text := range []string{
		`"start":"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1","promotes":"r","seam":{"crossing":"hop","kinds":"pnbrq"}`,
		`"start":"nbrqkrbn/8/8/8/8/8/8/NBRQKRBN w - - 0 1","promotes":"q","double_push":false`,
		`"start":"nbrqkrbn/8/8/8/8/8/8/NBRQKRBN w - - 0 1","pawn":{"zone":2},"seam":{"crossing":"wrap","kinds":"pk","en_passant":"home"}`,
		`"start":"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1","ends":{"crossing":"pole","kinds":"nb"},"seam":{"crossing":"wrap","kinds":"rk"}`,
		`"start":"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1","reflection":{"makes":{"r":"n","p":"b","q":"q"},"goes_on":"bk"}`,
		`"start":"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1","goal":{"reach":{"q":"e4","k":"e5"}}`,
	} {
		check(t, choose(t, `{"name":"x",`+text+`}`))
	}
	if found < 50 {
		t.Errorf("%d kinds are mentioned in all games, want more", found)
	}
}

func choose(t *testing.T, definition string) rules.Rules {
	t.Helper()
	r, err := variant.Builtin().Choose(definition)
	if err != nil {
		t.Fatalf("Choose(%s): %v", definition, err)
	}
	return r
}

// appearing returns the words for all kinds of chess that can appear in a game.
func appearing(t *testing.T, info *rules.Info) (words []string) {
	t.Helper()
	d := struct {
		Promotes   string
		Reflection struct {
			Makes      map[string]string
			GoesOn     string `json:"goes_on"`
			Promotions *bool
		}
	}{Promotes: "qrbn"}
	if err := json.Unmarshal([]byte(info.Definition), &d); err != nil {
		t.Fatalf("json.Unmarshal: %v", err)
	}
	array, _, _ := strings.Cut(info.Start, " ")
	letters := map[string]bool{}
	for _, c := range strings.ToLower(array) {
		letters[string(c)] = c >= 'a' && c <= 'z'
	}
	for range 16 {
		for _, k := range d.Promotes {
			letters[string(k)] = letters[string(k)] || letters["p"]
		}
		for k, made := range d.Reflection.Makes {
			after := letters["p"] && strings.Contains(d.Promotes, k) && (d.Reflection.Promotions == nil || *d.Reflection.Promotions)
			letters[made] = letters[made] || letters[k] && (after || !strings.Contains(d.Reflection.GoesOn, k))
		}
	}
	for letter, word := range map[string]string{"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"} {
		if letters[letter] {
			words = append(words, word)
		}
	}
	return words
}
