package screen

import (
	"testing"

	"github.com/tainchess/tain/variant"
)

// TestLayouts checks that layouts for screens of many sizes fit on the screen.
func TestLayouts(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		for w := 20; w <= 200; w += 9 {
			for h := 10; h <= 70; h += 5 {
				for _, drawn := range []bool{false, true} {
					l := arrange(r.Info(), w, h, false, drawn)
					if l == nil {
						continue
					}
					screen := rect{0, 0, w, h}
					for name, part := range map[string]rect{"board": l.board, "panel": l.panel} {
						if part.w < 1 || part.h < 1 || !screen.has(part.x, part.y) || !screen.has(part.x+part.w-1, part.y+part.h-1) {
							t.Errorf("%s on %dx%d: the %s %v is outside the screen", r.Info().Name, w, h, name, part)
						}
					}
					if l.board.has(l.panel.x, l.panel.y) {
						t.Errorf("%s on %dx%d: the panel %v overlaps the board %v", r.Info().Name, w, h, l.panel, l.board)
					}
					for i := range l.plan.Places {
						c := l.cell(&l.plan.Places[i])
						if !l.board.has(c.x, c.y) || !l.board.has(c.x+c.w-1, c.y+c.h-1) {
							t.Fatalf("%s on %dx%d: %s is outside the board", r.Info().Name, w, h, l.plan.Places[i].Name)
						}
						if x, y := l.centre(&l.plan.Places[i]); l.hit(x, y) != &l.plan.Places[i] {
							t.Fatalf("%s on %dx%d: hit does not find %s at its centre", r.Info().Name, w, h, l.plan.Places[i].Name)
						}
					}
				}
			}
		}
	}
}
