package space

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant/space/geometry"
)

// TestBoard checks the names and locations of squares (1).
func TestBoard(t *testing.T) {
	t.Run("1.4 sixty-four squares", func(t *testing.T) {
		names := geometry.AllNames()
		if len(names) != 96 {
			t.Fatalf("AllNames() has %d names, want 96", len(names))
		}
		// For boards on every pair of pins, there must be 64 squares, and each must be found by its name.
		for a := range geometry.Pin(geometry.PinCount) {
			for b := a + 1; b < geometry.PinCount; b++ {
				c, d := (b+1)%geometry.PinCount, (b+2)%geometry.PinCount
				if c == a || d == a {
					continue
				}
				p := positions.From(t, Trid, set(geometry.PinName(a)+"w "+geometry.PinName(b)+"w "+geometry.PinName(c)+"b "+geometry.PinName(d)+"b", "", "w - - - 0 1"))
				exist := 0
				for _, n := range names {
					s := geometry.SquareOf(&p, n)
					if s == board.NoSquare {
						continue
					}
					exist++
					if back := geometry.NameOf(&p, s); back != n {
						t.Fatalf("%v is square %d, whose name is %v", n, s, back)
					}
				}
				if exist != 64 {
					t.Fatalf("%d squares exist in %s", exist, Trid.Guide().FormatPosition(&p))
				}
			}
		}
		if !geometry.At(0, 0).Dark() || geometry.At(1, 0).Dark() || !geometry.At(5, 1).Dark() {
			t.Error("want z0 and e1 dark, a0 light")
		}
	})
	t.Run("1.1 files, ranks and levels name a square", func(t *testing.T) {
		for _, text := range []string{"b3N", "z0QL1", "e9KL6", "a1W", "d8B"} {
			if n, length := geometry.ParseName(text); length != len(text) || n.String() != text {
				t.Errorf("%s was read as %v", text, n)
			}
		}
		for _, text := range []string{"f7N", "h5N", "b3", "b3X", "b10N"} {
			if n, length := geometry.ParseName(text); length == len(text) {
				t.Errorf("%s was read as %v", text, n)
			}
		}
	})
	t.Run("1.2 the main boards", func(t *testing.T) {
		for l, want := range map[geometry.Level]string{geometry.LevelW: "a1 d4", geometry.LevelN: "a3 d6", geometry.LevelB: "a5 d8"} {
			first, width := l.Extent()
			last := first + geometry.Column((width-1)*geometry.Files+width-1)
			if got := first.Name() + " " + last.Name(); got != want {
				t.Errorf("origin of level %s = %s, want %s", l.String(), got, want)
			}
		}
	})
	t.Run("1.3 the pins, their corners and columns", func(t *testing.T) {
		for text, want := range map[string]string{
			"QL1": "a1W z0 a1", "QL2": "a4W z4 a5", "QL3": "a3N z2 a3", "QL4": "a6N z6 a7", "QL5": "a5B z4 a5", "QL6": "a8B z8 a9",
			"KL1": "d1W d0 e1", "KL2": "d4W d4 e5", "KL3": "d3N d2 e3", "KL4": "d6N d6 e7", "KL5": "d5B d4 e5", "KL6": "d8B d8 e9",
		} {
			n, _ := geometry.ParsePin(text)
			got := geometry.Corner(n).String() + " " + geometry.PinBase(n).Name() + " " + (geometry.PinBase(n) + geometry.Files + 1).Name()
			if got != want || !geometry.PinColumns(n).Has(geometry.Corner(n).Column) {
				t.Errorf("%s is on %s, want %s", text, got, want)
			}
		}
	})
}

// TestBoardControl checks which side may move a board, by the owner of the board and the pieces on it.
func TestBoardControl(t *testing.T) {
	for _, c := range []struct {
		rule, owner, aboard string
		white, black        rules.Code // code of the error for each side; empty if the side may move the board
	}{
		{"4.2 White's empty board", "w", "", "", CodeNotYourBoard},
		{"4.2 Black's empty board", "b", "", CodeNotYourBoard, ""},
		{"4.2 White's board with White's piece", "w", "Nz2QL3", "", CodeNotYourBoard},
		{"4.2 White's board with Black's piece", "w", "nz2QL3", CodeNotYourBoard, ""},
		{"4.2 Black's board with White's piece", "b", "Nz2QL3", "", CodeNotYourBoard},
		{"4.2 Black's board with Black's piece", "b", "nz2QL3", CodeNotYourBoard, ""},
		{"4.2 two pieces aboard", "w", "Nz2QL3 Na2QL3", CodeCrowded, CodeCrowded},
		{"4.2 a piece of each side aboard", "b", "Nz2QL3 na2QL3", CodeCrowded, CodeCrowded},
	} {
		t.Run(c.rule, func(t *testing.T) {
			others := "KL1w KL6b QL6b"
			if c.owner == "b" {
				others = "KL1w KL6b QL6w"
			}
			both(t, func(t *testing.T, v *Rules) {
				for side, want := range map[string]rules.Code{"w": c.white, "b": c.black} {
					p := positions.From(t, v, set("QL3"+c.owner+" "+others, c.aboard, side+" - - - 0 9"))
					_, err := v.Guide().ParseMove(&p, "QL3-KL3")
					if got := codeOf(err); got != want {
						t.Errorf("%s to move: %q (%v), want %q", side, got, err, want)
					}
				}
			})
		})
	}
}

// codeOf returns the code of an illegal move, or "" if there is no error.
func codeOf(err error) rules.Code {
	var illegal *rules.IllegalMove
	if errors.As(err, &illegal) {
		return illegal.Code
	}
	if err != nil {
		return rules.Code("no illegal move: " + err.Error())
	}
	return ""
}

// TestWorkedExamples covers rules that differ from the published ones.
func TestWorkedExamples(t *testing.T) {
	neighbours := func(v *Rules, from string) string {
		n, _ := geometry.ParsePin(from)
		var names []string
		for _, name := range pinNames(v.goals.empty[n]) {
			names = append(names, name.(string))
		}
		return strings.Join(names, ", ")
	}
	t.Run("pins 2 and 5 have five neighbours in trid and four in meder", func(t *testing.T) {
		for from, want := range map[string]string{
			"QL2": "QL1, QL3, KL1, KL2, KL3", "KL5": "QL4, QL5, QL6, KL4, KL6",
		} {
			if got := neighbours(Trid, from); got != want {
				t.Errorf("trid, %s: %s, want %s", from, got, want)
			}
		}
		for from, want := range map[string]string{
			"QL2": "QL1, QL3, QL4, KL2", "KL5": "QL5, KL3, KL4, KL6",
			"QL3": "QL1, QL2, QL4, QL5, KL3", "KL6": "QL6, KL4, KL5",
		} {
			if got := neighbours(Meder, from); got != want {
				t.Errorf("meder, %s: %s, want %s", from, got, want)
			}
		}
	})
	for _, c := range []struct {
		about, boards, aboard string
		moves                 string
		trid, meder           rules.Code
	}{
		{"two pins up", home, "Nz0QL1 Nd0KL1", "QL1-QL3 KL1-KL3", CodeNotAdjacent, ""},
		{"two pins up and across", home, "Nz0QL1", "QL1-KL3", CodeNotAdjacent, CodeNotAdjacent},
		{"a lower pin is backward, even on the other side", "QL2w KL3w QL6b KL6b", "Nz4QL2", "QL2-QL1", CodeBackward, CodeBackward},
		{"KL1 from QL2", "QL2w KL3w QL6b KL6b", "Nz4QL2", "QL2-KL1", CodeBackward, CodeNotAdjacent},
		{"a white piece on Black's board moves in White's direction", "QL1w KL1w QL5b KL4b", "Nz4QL5", "QL5-QL6 QL5-KL5", "", ""},
		{"a white piece on Black's board crosses in White's direction", "QL1w KL1w QL5b KL4b", "Nz4QL5", "QL5-KL6", "", CodeNotAdjacent},
		{"a white piece on Black's board crosses in Black's direction", "QL1w KL1w QL5b KL6b", "Nz4QL5", "QL5-KL4", CodeBackward, CodeNotAdjacent},
		{"a white piece on Black's board moves in Black's direction", "QL1w KL1w QL5b KL6b", "Nz4QL5", "QL5-QL4", CodeBackward, ""}, // forward in meder: from ranks 4-5 to 6-7
	} {
		for v, want := range map[*Rules]rules.Code{Trid: c.trid, Meder: c.meder} {
			for _, text := range strings.Fields(c.moves) {
				p := positions.From(t, v, set(c.boards, c.aboard, "w - - - 0 9"))
				if _, err := v.Guide().ParseMove(&p, text); codeOf(err) != want {
					t.Errorf("%s, %s: %s gives %v, want %q", v.Info().Name, c.about, text, err, want)
				}
			}
		}
	}
	t.Run("squares that do not exist", func(t *testing.T) {
		p := positions.From(t, Trid, "")
		for _, text := range []string{"Nf7N", "Nh5N", "Nb1QL1", "a1Wf7N", "b2QL1", "c3QL3"} {
			if _, err := Trid.Guide().ParseMove(&p, text); codeOf(err) != rules.CodeNoSquare || !strings.Contains(err.Error(), "does not exist") {
				t.Errorf("%s gives %v", text, err)
			}
		}
	})
	t.Run("giving check with a board is legal", func(t *testing.T) {
		p := positions.From(t, Trid, set(home, "Kd1W Ra0QL1 kz9QL6", "w - - - 0 9"))
		if _, err := rules.Play(Trid, &p, "QL1-QL2^180"); err != nil {
			t.Errorf(`rules.Play("QL1-QL2^180"): %v`, err)
		}
	})
}

// TestInvalid checks the six illegal moves that every description of the game mentions.
func TestInvalid(t *testing.T) {
	for _, c := range []struct{ about, text, moves, last string }{
		{"7 boards rotate only by 180 degrees", set("QL3w KL1w QL6b KL6b", "Nz2QL3", "w - - - 0 9"), "QL3^90", "rotation"},
		{"7 pins not adjacent", set(home, "Nz0QL1", "w - - - 0 9"), "QL1-QL5", "not-adjacent"},
		{"7 pins not adjacent at the start", "", "QL1-QL5", "not-adjacent"},
		{"7 backward while occupied", set("QL3w KL1w QL6b KL6b", "Nz2QL3", "w - - - 0 9"), "QL3-QL2", "backward"},
		{"7 boards cannot capture", set("QL1w KL1w QL2b KL6b", "Nz0QL1", "w - - - 0 9"), "QL1xQL2", "board-capture"},
		{"7 no double step after transport", set("QL1w KL1w QL4b KL6b", "Pz1QL1 nc8B", "w - - * 0 9"), "QL1-QL2 c8Bd6N z5QL2z7QL4", "double-step"},
		{"7 blocked by the shadow of a bishop", set("QL3w KL1w QL6b KL6b", "Nz2QL3 Bd3N", "w - - - 0 9"), "QL3-KL3", "shadow"},
	} {
		t.Run(c.about, func(t *testing.T) {
			p := positions.From(t, Trid, c.text)
			moves := strings.Fields(c.moves)
			last := len(moves) - 1
			p = positions.Play(t, Trid, p, moves[:last]...)
			_, err := rules.Play(Trid, &p, moves[last])
			if got := codeOf(err); got != rules.Code(c.last) {
				t.Errorf("%s gives %v", moves[last], err)
			}
		})
	}
	p := positions.From(t, Trid, set("QL3w KL1w QL6b KL6b", "Nz2QL3 Bd3N", "w - - - 0 9"))
	_, err := rules.Play(Trid, &p, "QL3-KL3")
	if want := "your bishop on d3N casts its shadow on column d3"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("shadow: %v, want %q", err, want)
	}
}

// TestCanonicalForm checks that equal positions are identical, regardless of the order in which boards have
// moved.
func TestCanonicalForm(t *testing.T) {
	guide := Trid.Guide()
	read := func(text string) board.Position { return positions.From(t, Trid, text) }
	// White's boards change their order, because QL1 overtakes QL2.
	start := read(set("QL1w QL2w QL6b KL6b", "Nz0QL1 Pa5QL2 Nb8B", "w - - - 0 9"))
	moved := positions.Play(t, Trid, start, "QL1-KL2", "QL6^180")
	back := read(guide.FormatPosition(&moved))
	if back != moved {
		t.Errorf("%s changed in a round trip", guide.FormatPosition(&moved))
	}
	// Two positions that differ only in rotation have the same hash (trid 6.4).
	turnedOne := positions.Play(t, Trid, read(set(home, "", "w - - - 0 9")), "QL1^180", "QL6^180", "QL1^0", "QL6^0")
	plain := read(set(home, "", "w - - - 4 11"))
	if turnedOne != plain {
		t.Error("turning twice does not restore the position")
	}
	marked := read(set("QL1w^ KL1w QL6b KL6b", "", "w - - - 4 11"))
	if marked.Hash != plain.Hash || marked == plain {
		t.Error("a rotation must change the text but not the hash")
	}
	other := read(set("QL1b KL1w QL6w KL6b", "", "w - - - 4 11"))
	if other.Hash == plain.Hash {
		t.Error("owners must change the hash")
	}
	fresh := read(set(home, "Pb2W", "w - - * 0 9"))
	stale := read(set(home, "Pb2W", "w - - - 0 9"))
	if fresh.Hash == stale.Hash {
		t.Error("double steps must change the hash")
	}
	hashes := []uint64{plain.Hash, other.Hash, fresh.Hash, stale.Hash}
	slices.Sort(hashes)
	if len(slices.Compact(hashes)) != 4 {
		t.Error("different positions have equal hashes")
	}
}

// TestDescribeBoards checks the descriptions of board moves with and without a passenger.
func TestDescribeBoards(t *testing.T) {
	const text = "W:4/4/4/1K2|N:4/4/4/4|B:4/1k2/4/4|QL1w:2/1N|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9"
	for move, want := range map[string]string{
		"KL1-KL2":     "White moves the board on KL1 to KL2",
		"KL1-KL2^180": "White moves the board on KL1 to KL2 and rotates it by 180°",
		"KL1^180":     "White rotates the board on KL1 by 180°",
		"QL1^180":     "White rotates the board on QL1 by 180°; the white knight is carried from a0QL1 to z1QL1",
		"QL1-QL2^180": "White moves the board on QL1 to QL2 and rotates it by 180°; the white knight is carried from a0QL1 to z5QL2",
	} {
		p := positions.From(t, Trid, text)
		played, err := rules.Play(Trid, &p, move)
		if err != nil {
			t.Fatalf("rules.Play(%q): %v", move, err)
		}
		if got := describe.Sentence(Trid, &p, played.Move).String(); got != want {
			t.Errorf("%s: %q, want %q", move, got, want)
		}
	}
}
