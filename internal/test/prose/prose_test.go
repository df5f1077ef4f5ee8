package prose_test

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/prose"
)

func TestCheck(t *testing.T) {
	text := "Fine.\nIf not\ntold, it starts anew.\n```\nanew\n```\nRun `anew`.\n"
	found := prose.CheckMarkdown(text)
	if got := strings.Join(found, "\n"); len(found) != 2 || !strings.HasPrefix(found[0], "line 2: ") || !strings.HasPrefix(found[1], "line 3: ") {
		t.Errorf("Check found %s", got)
	}
}
