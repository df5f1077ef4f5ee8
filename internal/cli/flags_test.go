package cli_test

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/cli"
)

// TestParseNumbersQuote checks that a message shortens a long value without splitting a character, which %q
// would show as an escape.
func TestParseNumbersQuote(t *testing.T) {
	var n int
	for shift := range 4 {
		text := strings.Repeat("x", shift) + strings.Repeat("♔", 100)
		err := cli.ParseNumbers("--flag", text, &n)
		if err == nil || strings.Contains(err.Error(), `\`) || !strings.Contains(err.Error(), `♔..."`) {
			t.Errorf("ParseNumbers(%q): %v", text, err)
		}
	}
}
