package match

import (
	"testing"

	"github.com/tainchess/tain/internal/test/fileorder"
)

// Data runs one way through the package.
func TestFileOrder(t *testing.T) { fileorder.Check(t) }
