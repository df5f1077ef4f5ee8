package game_test

import (
	"testing"

	"github.com/tainchess/tain/internal/test/fileorder"
)

func TestFileOrder(t *testing.T) { fileorder.Check(t) }
