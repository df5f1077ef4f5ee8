package limit

import (
	"encoding/binary"
	"testing"
)

// FuzzFrames splits frames at arbitrary points and checks that each is counted once.
func FuzzFrames(f *testing.F) {
	f.Add(uint16(3), uint16(200), byte(2))
	f.Add(uint16(1), uint16(0), byte(1))
	f.Add(uint16(0), uint16(65535), byte(255))
	f.Fuzz(func(t *testing.T, short, long uint16, cut byte) {
		var all []byte
		want := 0
		for i, n := range []int{int(short % 126), int(long), 70_000, 0} {
			head := []byte{byte(i), 0x80 | byte(n)}
			switch {
			case n > 65535:
				head = binary.BigEndian.AppendUint64([]byte{2, 0x80 | 127}, uint64(n))
			case n > 125:
				head = binary.BigEndian.AppendUint16([]byte{2, 0x80 | 126}, uint16(n))
			}
			all = append(append(all, head...), 1, 2, 3, 4)
			all = append(all, make([]byte, n)...)
			want++
		}
		var pieces [][]byte
		for size := int(cut) + 1; len(all) > 0; {
			n := min(size, len(all))
			pieces, all = append(pieces, all[:n]), all[n:]
		}
		got := 0
		counter := &Frames{allow: func() bool { got++; return true }}
		for _, p := range pieces {
			counter.take(p)
		}
		if got != want {
			t.Errorf("counted %d frames, want %d", got, want)
		}
	})
}
