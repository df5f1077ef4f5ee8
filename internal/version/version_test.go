package version_test

import (
	"regexp"
	"testing"

	"github.com/tainchess/tain/internal/version"
)

// TestNumber keeps the version one that packages and tags can have.
func TestNumber(t *testing.T) {
	number := version.Number()
	if !regexp.MustCompile(`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.]+)?$`).MatchString(number) {
		t.Errorf("%q is not a version of Semantic Versioning", number)
	}
}
