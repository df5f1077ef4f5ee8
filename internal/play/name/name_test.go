package name_test

import (
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/name"
)

// TestClean checks that names contain no characters that are invisible, stack up or reverse the text.
func TestClean(t *testing.T) {
	for given, want := range map[string]string{
		"Anna":                            "Anna",
		"  Anna   Bell ":                  "Anna Bell",
		"Zoe\u0308":                       "Zoë",
		"नमस्ते":                          "नमस्ते",
		"Nguyễn":                          "Nguyễn",
		"李雷":                              "李雷",
		"♟":                               "♟",
		"An\u202ena":                      "Anna",
		"An\u200bna\u2060":                "Anna",
		"\u200b\u200d":                    "",
		"\u3164":                          "",
		"\u2800\u2800":                    "",
		"\u115f\u1160":                    "",
		"\u0301\u0301":                    "",
		" . ":                             "",
		"Z\u0335\u0336\u0337\u0338\u0339": "Z\u0335\u0336",
		"a\xffb":                          "ab",
		"\U000E0041":                      "",
		"Staffan":                         "Staffan",
		"Captain":                         "Captain",
		"Modesty":                         "Modesty",
	} {
		got, err := name.Clean(given)
		if err != nil || got != want {
			t.Errorf("Clean(%q) = %q, error %v; want %q", given, got, err, want)
		}
	}
	if got, err := name.Clean(strings.Repeat("x", 5000)); err != nil || utf8.RuneCountInString(got) != game.MaxName {
		t.Errorf("Clean of a long name = %q, error %v", got, err)
	}
}

// TestReservedNames checks that names that look like those of the computer or the operator are refused.
func TestReservedNames(t *testing.T) {
	for _, given := range []string{
		"Tain", "tain", "TAIN", "T a i n", "T.a.i.n", "Таіn", "Tа1n", "ＴＡＩＮ", "T\u0301ain", "Ta\u200bin", "𝐓𝐚𝐢𝐧", "Tа\u0131n",
		"Computer", "C0mputer", "Cornputer", "Сomputer", "Admin", "4dm1n", "Αdmin", "admіn", "The Admin", "admin-1", "Moderator", "SYSTEM",
	} {
		got, err := name.Clean(given)
		var refused *game.Error
		if !errors.As(err, &refused) || refused.Code != game.CodeInvalid {
			t.Errorf("Clean(%q) = %q, error %v; want it refused", given, got, err)
		}
	}
}

// FuzzClean checks the guarantees of Clean, and that it is idempotent.
func FuzzClean(f *testing.F) {
	for _, s := range []string{"Anna", "e\u0301\u0301\u0301", "\u202eanna", "Tain", "ﷺﷺﷺ", "가각"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, given string) {
		got, err := name.Clean(given)
		if err != nil {
			return
		}
		if !utf8.ValidString(got) || !norm.NFC.IsNormalString(got) || utf8.RuneCountInString(got) > game.MaxName || strings.TrimSpace(got) != got {
			t.Errorf("Clean(%q) = %q", given, got)
		}
		for _, r := range got {
			if !unicode.IsPrint(r) {
				t.Errorf("%q contains %U", got, r)
			}
		}
		if again, err := name.Clean(got); err != nil || again != got {
			t.Errorf("Clean(%q) = %q, and cleaned again %q, error %v", given, got, again, err)
		}
	})
}
