package canvas

import (
	"slices"
	"testing"

	"github.com/tainchess/tain/board"
)

// TestLetters checks that pieces that chess does not have are letters: in upper and lower case if the colour
// must be visible, else in upper case.
func TestLetters(t *testing.T) {
	const archbishop = board.King + 1
	letters := map[board.Role]byte{archbishop: 'A'}
	for _, onlyASCII := range []bool{true, false} {
		g := GlyphsFor(onlyASCII).WithLetters(letters)
		white, black := board.NewPiece(board.White, archbishop), board.NewPiece(board.Black, archbishop)
		if g.Piece(white) != "A" || g.Piece(black) != "a" {
			t.Errorf("ASCII %v: pieces are %q and %q", onlyASCII, g.Piece(white), g.Piece(black))
		}
		solid := "A"
		if onlyASCII {
			solid = "a"
		}
		if g.Solid(white) != "A" || g.Solid(black) != solid {
			t.Errorf("ASCII %v: solid pieces are %q and %q", onlyASCII, g.Solid(white), g.Solid(black))
		}
		if king := board.NewPiece(board.White, board.King); g.Piece(king) != GlyphsFor(onlyASCII).Piece(king) {
			t.Errorf("ASCII %v: the king is %q", onlyASCII, g.Piece(king))
		}
	}
	if LargeSprites.Of(archbishop) != nil || LargeSprites.Of(board.King) == nil {
		t.Error("an archbishop has a silhouette, or a king has none")
	}
}

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		text string
		most int
		want []string
	}{
		{"", 5, nil},
		{"a bb ccc", 4, []string{"a bb", "ccc"}},
		{"abcdefgh", 3, []string{"abc", "def", "gh"}},
		{"a bcdefgh i", 3, []string{"a", "bcd", "efg", "h i"}},
		{"a b", 0, []string{"a", "b"}},
	} {
		if got := Wrap(test.text, test.most); !slices.Equal(got, test.want) {
			t.Errorf("Wrap(%q, %d) = %q, want %q", test.text, test.most, got, test.want)
		}
	}
	if got := Shorten("abcdef", 4, "…"); got != "abc…" {
		t.Errorf("Shorten(abcdef, 4) = %q, want abc…", got)
	}
	if got := Shorten("abcdef", 0, "..."); Width(got) > 3 {
		t.Errorf("Shorten(abcdef, 0) = %q, want at most 3 columns", got)
	}
}
