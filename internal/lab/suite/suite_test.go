package suite_test

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/lab/suite"
	"github.com/tainchess/tain/variant/chess"
)

// TestSolve searches a mate in one with a correct expectation, with a wrong one, and with none.
func TestSolve(t *testing.T) {
	const file = "# mates\n" +
		`6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; dm 1; id "back rank";` + "\n\n" +
		`6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra8#;` + "\n" +
		`6k1/5ppp/8/8/8/8/8/R5K1 w - - id "free";` + "\n"
	all, _, err := suite.Read(chess.Rules, strings.NewReader(file), "mates.epd")
	if err != nil || len(all) != 3 || all[1].Line != 4 {
		t.Fatalf("suite.Read = %+v, %v", all, err)
	}
	e, err := engine.New(chess.Rules, engine.Options{HashMB: 1})
	if err != nil {
		t.Fatalf("engine.New: %v", err)
	}
	for i, want := range []string{"+ back rank: Ra8# ", "- line 4: Ra8# ", "  free: Ra8# "} {
		got, err := suite.Solve(t.Context(), e, chess.Rules, engine.Limits{Depth: 4}, &all[i].EPD)
		got.Line = all[i].Line
		if err != nil || !strings.HasPrefix(got.String(), want) {
			t.Errorf("position %d: Solve = %q; want %q: %v", i, got, want, err)
		}
		if text := all[i].EPD.Text("pm"); text != "Ra8#" {
			t.Errorf("position %d: EPD %q", i, text)
		}
	}
}

// TestBadLines checks that bad lines are reported and the others are read.
func TestBadLines(t *testing.T) {
	const file = "\n8/8 w - -\n6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#;\n6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Rb8;\n"
	all, bad, err := suite.Read(chess.Rules, strings.NewReader(file), "bad.epd")
	if err != nil || len(all) != 1 || all[0].Line != 3 || len(bad) != 2 {
		t.Fatalf("suite.Read = %+v, %v, %v", all, bad, err)
	}
	for i, want := range []string{"bad.epd: line 2: ", "bad.epd: line 4: "} {
		if !strings.HasPrefix(bad[i].Error(), want) {
			t.Errorf("error %d is %q; want %q", i, bad[i], want)
		}
	}
	if _, _, err := suite.Read(chess.Rules, strings.NewReader("# nothing\n"), "empty.epd"); err == nil {
		t.Error("suite.Read of a file without positions returned no error")
	}
}

// TestUTF16 reads a file in UTF-16, as PowerShell writes it.
func TestUTF16(t *testing.T) {
	file := []byte{0xff, 0xfe}
	for _, ch := range utf16.Encode([]rune("6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"größte\";\r\n# end\r\n")) {
		file = binary.LittleEndian.AppendUint16(file, ch)
	}
	all, bad, err := suite.Read(chess.Rules, bytes.NewReader(file), "wide.epd")
	if err != nil || len(bad) > 0 || len(all) != 1 || all[0].EPD.Text("id") != "größte" {
		t.Errorf("suite.Read = %+v, %v, %v", all, bad, err)
	}
}
