package vector

import (
	"encoding/binary"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/arch/arm64/arm64asm"
)

// TestWords disassembles the instructions that the arm64 assembly encodes as numbers, and compares them with
// the comments next to them.
func TestWords(t *testing.T) {
	source, err := os.ReadFile("wide_arm64.s")
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	form := regexp.MustCompile(`^WORD\s+\$0x([0-9a-f]{8})\s+// (.+)$`)
	words := 0
	for i, line := range strings.Split(string(source), "\n") {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "WORD") {
			continue
		}
		words++
		part := form.FindStringSubmatch(line)
		if part == nil {
			t.Errorf("line %d is not written WORD $0x01234567 // instruction: %s", i+1, line)
			continue
		}
		word, err := strconv.ParseUint(part[1], 16, 32)
		if err != nil {
			t.Fatalf("strconv.ParseUint: %v", err)
		}
		inst, err := arm64asm.Decode(binary.LittleEndian.AppendUint32(nil, uint32(word)))
		if err != nil {
			t.Errorf("line %d: 0x%s is not an instruction: %v", i+1, part[1], err)
			continue
		}
		if got := arm64asm.GNUSyntax(inst); got != part[2] {
			t.Errorf("line %d: 0x%s is %s; want %s", i+1, part[1], got, part[2])
		}
	}
	if words == 0 {
		t.Error("wide_arm64.s has no WORD instructions: remove this test")
	}
}
