package text

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// FormatLink formats a position as the query of a page URL, including the question mark. The link contains
// castling rights only if they differ from the default for the board, and the last move only if it allows an
// en passant capture. It contains the definition of a user's rule set, but not the clocks. For a rule set
// with pieces or a board of its own, the link contains the text of the position instead, including the
// clocks. For boards in space, FormatLink returns "".
func FormatLink(r rules.Rules, p *board.Position) string {
	info := r.Info()
	if !info.Chessboard() && len(info.Kinds) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteByte('?')
	if info.Definition != "" {
		fmt.Fprintf(&b, "rules=%s&", PackRules(info.Definition))
	}
	if len(info.Kinds) > 0 {
		position := strings.NewReplacer("+", "%2B", " ", "+").Replace(r.Guide().FormatPosition(p))
		fmt.Fprintf(&b, "position=%s&variant=%s", position, info.Name)
		return b.String()
	}
	b.WriteString("board=")
	study := false
	for _, side := range [...]board.Colour{board.White, board.Black} {
		b.WriteString([...]string{"w:", ";b:"}[side])
		comma := ""
		for role := board.King; role >= board.Pawn; role-- {
			for pieces := p.Pieces(side, role); pieces != 0; comma = "," {
				b.WriteString(comma)
				b.WriteByte(role.Letter())
				b.WriteString(pieces.Pop().String())
			}
		}
		study = study || p.Pieces(side, board.King) == 0
	}
	fmt.Fprintf(&b, "&turn=%v", p.Side)
	if crossed := p.EnPassant(); crossed != board.NoSquare {
		home, pushed := aroundCrossed(crossed, p.Side)
		fmt.Fprintf(&b, "&lastMove=%v%v", home, pushed)
	}
	if info.Castling && (p.Castling() != rightsAtHome(p) || !p.UsualHomes()) {
		fmt.Fprintf(&b, "&castling=%s", formatRights(p))
	}
	if study {
		b.WriteString("&study=1")
	}
	fmt.Fprintf(&b, "&variant=%s", info.Name)
	return b.String()
}

// mostRules is the maximum size of unpacked rules in a link, in bytes.
const mostRules = 16 << 10

// PackRules compresses a definition and encodes it in URL-safe base64, as one word for a link.
func PackRules(form string) string {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		return "" // cannot happen, because the level is valid
	}
	_, _ = w.Write([]byte(form)) // writing to a buffer never fails
	_ = w.Close()
	return base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// UnpackRules returns the definition in a word from [PackRules]. It returns a plain definition unchanged. It
// returns an error if the word is malformed or the definition is longer than mostRules bytes.
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

var errPacked = errors.New("the link's rules cannot be read: part of it may be missing")
