package definition_test

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/variant/definition"
)

// TestMisleadingTitle checks that Parse rejects titles with characters that could affect the surrounding
// text.
func TestMisleadingTitle(t *testing.T) {
	for _, title := range []string{"a\nb", "a\u202eb", "\u2067a", "a\u2028b", "a\u0085b", "a\u007fb"} {
		if _, _, err := definition.Parse(`{"name":"x","title":"` + strings.ReplaceAll(title, "\n", `\n`) + `"}`); err == nil {
			t.Errorf("Parse accepted the title %q", title)
		}
	}
	for _, title := range []string{"Échecs à l'envers", "棋", "שחמט"} {
		if _, _, err := definition.Parse(`{"name":"x","title":"` + title + `"}`); err != nil {
			t.Errorf("Parse with the title %q: %v", title, err)
		}
	}
}

// TestDifferences checks the descriptions of the differences from chess, which have at most three lines.
func TestDifferences(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`{"name":"x"}`, ""},
		{`{"name":"x","boards":3,"title":"Three"}`, ""},
		{`{"name":"x","seam":{"crossing":"hop","kinds":"brq"}}`, "Bishops, rooks and queens cross from one edge to the other, sliding pieces on the same rank."},
		{`{"name":"x","seam":{"crossing":"wrap","kinds":"pnbrqk","en_passant":"home"}}`,
			"Pieces cross the edge as if files a and h were neighbours; en passant over the edge lands on the square that the captured pawn came from."},
		{`{"name":"x","seam":{"crossing":"wrap","kinds":"pnbrqk"},"pieces":{"p":"mfFcfWimfF2"}}`,
			"Knights, bishops, rooks, queens and kings cross the edge as if files a and h were neighbours.\nThe Betza notation for the pawn (P) is mfFcfWimfF2."},
		{`{"name":"x","seam":{"crossing":"wrap","kinds":"p"},"pieces":{"p":"mfFcfW"}}`, "The Betza notation for the pawn (P) is mfFcfW."},
		{`{"name":"x","reflection":{"makes":{"p":"n","n":"b"},"promotions":false}}`,
			"A quiet move of a pawn spawns a knight, of a knight a bishop, in the opponent's colour, on the square rotated 180° about the centre; a promotion spawns nothing."},
		{`{"name":"x","reflection":{"makes":{"p":"p"},"map":"ranks","colour":"own","captures":true}}`,
			"A move of a pawn spawns another, in the mover's colour, on the square mirrored top to bottom."},
		{`{"name":"x","reflection":{"makes":{"p":"p","r":"q"},"goes_on":"k"}}`,
			"A quiet move of a pawn spawns a pawn, of a rook a queen, in the opponent's colour, on the square rotated 180° about the centre; kings go on there themselves."},
		{`{"name":"x","reflection":{"makes":{"p":"p","n":"b"},"goes_on":"nqk"}}`,
			"A quiet move of a pawn spawns another, in the opponent's colour, on the square rotated 180° about the centre; a quiet promotion to a knight spawns a bishop there; knights, queens and kings go on there themselves."},
		{`{"name":"x","reflection":{"makes":{"n":"b","r":"q"},"goes_on":"nr","captures":true,"map":"files"}}`,
			"A promotion to a knight spawns a bishop, to a rook a queen, in the opponent's colour, on the square mirrored left to right; knights and rooks go on there themselves."},
		{`{"name":"x","reflection":{"goes_on":"r","captures":true,"map":"files"}}`, "After a move, rooks go on to the square mirrored left to right."},
		{`{"name":"x","seam":{"crossing":"hop","kinds":"k"},"reflection":{"goes_on":"q"},"castling":false,"double_push":false,"promotes":"n","stalemate":"win","start":"4k3/p7/8/8/8/8/8/4K2Q w - - 0 1"}`,
			"Kings cross from one edge to the other.\nAfter a quiet move, queens go on to the square rotated 180° about the centre.\n" +
				"There is no castling; pawns advance one square at a time; pawns promote only to a knight; a stalemated side wins; the game has its own starting position."},
	} {
		var lines []string
		for _, m := range read(t, test.text).Differences() {
			lines = append(lines, m.String())
		}
		if got := strings.Join(lines, "\n"); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

// TestPawnsAtTheEnds checks that the differences do not list pawns among the kinds that cross the ends.
func TestPawnsAtTheEnds(t *testing.T) {
	d, _, err := definition.Parse(`{"name":"x","ends":{"crossing":"wrap","kinds":"pn"},"start":"4k3/8/8/pppppppp/8/8/8/N3K3 w - - 0 1"}`)
	if err != nil {
		t.Fatalf("Parse: %v", err)
	}
	if got, want := d.Differences()[0].String(), "Knights cross from the last rank to the first, and back."; got != want {
		t.Errorf("Differences()[0] = %q, want %q", got, want)
	}
}
