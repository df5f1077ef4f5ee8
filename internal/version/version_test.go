package version_test

import (
	"regexp"
	"testing"

	"github.com/tainchess/tain/internal/version"
)

// TestNumber checks that the version is valid for packages and tags.
func TestNumber(t *testing.T) {
	number := version.Number()
	if !regexp.MustCompile(`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.]+)?$`).MatchString(number) {
		t.Errorf("version.Number() = %q; want a semantic version", number)
	}
}
