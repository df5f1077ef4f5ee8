package anyboard

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/tainchess/tain/internal/test/long"
)

// invented calls check for random definitions, in parallel. The dice are for the check's own random choices.
func invented(t *testing.T, check func(t *testing.T, text string, g *Game, dice *rand.Rand)) {
	definitions := 100
	if testing.Short() {
		definitions = 20
	} else if long.Enabled() {
		definitions = 1000
	}
	const parts = 10
	for part := range parts {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			for seed := part; seed < definitions && !t.Failed(); seed += parts {
				dice := rand.New(rand.NewPCG(uint64(seed), 34))
				text, g := Invent(dice, []Limits{{64, 1}, {64, 2}, {120, 2}, {256, 2}}[seed/parts%4])
				check(t, text, g, dice)
				if t.Failed() {
					t.Logf("seed %d: %s", seed, text)
				}
			}
		})
	}
}

// TestWalk plays random definitions. Formatting and parsing must preserve positions, no legal move may leave
// the mover's royal piece attacked, and no two moves may have the same text.
func TestWalk(t *testing.T) {
	invented(t, func(t *testing.T, text string, g *Game, dice *rand.Rand) {
		Walk(g, dice, 20, func(p *Pos, replies []Reply) bool {
			fen := p.FEN()
			back, err := g.Parse(fen)
			if err != nil || back.FEN() != fen {
				t.Errorf("Parse(%s): %v", fen, err)
				return false
			}
			if same := slices.EqualFunc(back.Replies(), replies, func(a, b Reply) bool { return a.UCI == b.UCI && a.After.FEN() == b.After.FEN() }); !same {
				t.Errorf("%s: the moves of the parsed position differ", fen)
			}
			for i, r := range replies {
				if r.After.WaitingInCheck() {
					t.Errorf("%s: %s leaves a royal piece attacked", fen, r.UCI)
				}
				if i > 0 && replies[i-1].UCI == r.UCI {
					t.Errorf("%s: %s occurs twice", fen, r.UCI)
				}
			}
			if outcome := p.Outcome(); (outcome == "") != (len(replies) > 0) {
				t.Errorf("%s: outcome %q with %d moves", fen, outcome, len(replies))
			}
			return !t.Failed()
		})
	})
}

// TestMirror compares every definition with its mirror image: the ranks are reversed and the sides exchanged.
// Left and right are exchanged too, because they are relative to the mover.
func TestMirror(t *testing.T) {
	invented(t, func(t *testing.T, text string, g *Game, dice *rand.Rand) {
		m := mirror{g.ranks}
		image, err := New(m.definition(t, text))
		if err != nil {
			t.Fatalf("New of the mirror image: %v", err)
		}
		if want := m.fen(g.Start()); image.Start() != want {
			t.Errorf("start %s, want %s", image.Start(), want)
		}
		var seen string // the FEN to which p and replies belong
		var p *Pos
		replies := map[string]*Pos{} // keyed by the mirrored move
		at := func(fen string) *Pos {
			if fen == seen {
				return p
			}
			var err error
			if p, err = image.Parse(m.fen(fen)); err != nil {
				t.Fatalf("Parse(%s): %v", m.fen(fen), err)
			}
			clear(replies)
			for _, r := range p.Replies() {
				replies[m.squares(r.UCI)] = r.After
			}
			seen = fen
			return p
		}
		Compare(t, g, Other{
			Moves: func(fen string) (moves []string, err error) {
				at(fen)
				return slices.Collect(maps.Keys(replies)), nil
			},
			Play: func(fen, uci string) (string, error) {
				p, after := at(fen), replies[uci]
				after.full = p.full // the move number grows after the other side's move
				if p.white {
					after.full++
				}
				return m.fen(after.FEN()), nil
			},
			InCheck: func(fen string) (bool, error) { return at(fen).InCheck(), nil },
			Outcome: func(fen string) (string, error) {
				return strings.NewReplacer("1-0", "0-1", "0-1", "1-0").Replace(at(fen).Outcome()), nil
			},
		}, dice, 6)
	})
}

// mirror converts texts to those of the vertically mirrored board.
type mirror struct{ ranks int }

var square = regexp.MustCompile(`[a-p][0-9]+`)

// squares mirrors the squares in a text.
func (m mirror) squares(text string) string {
	return square.ReplaceAllStringFunc(text, func(name string) string {
		var rank int
		fmt.Sscan(name[1:], &rank)
		return fmt.Sprintf("%c%d", name[0], m.ranks+1-rank)
	})
}

// swap exchanges upper and lower case.
func swap(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsUpper(c) {
			return unicode.ToLower(c)
		}
		return unicode.ToUpper(c)
	}, text)
}

// fen mirrors a position.
func (m mirror) fen(text string) string {
	fields := strings.Fields(text)
	planes := strings.Split(fields[0], "|")
	for i := range planes {
		ranks := strings.Split(swap(planes[i]), "/")
		slices.Reverse(ranks)
		planes[i] = strings.Join(ranks, "/")
	}
	fields[0] = strings.Join(planes, "|")
	fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	isSmall := func(c rune) bool { return unicode.IsLower(c) }
	rights := strings.TrimFunc(fields[2], isSmall) // White's
	fields[2] = swap(strings.TrimPrefix(fields[2], rights)) + swap(rights)
	fields[3] = m.squares(fields[3])
	if len(fields) == 7 {
		var white, black int
		fmt.Sscanf(fields[6], "+%d+%d", &white, &black)
		fields[6] = fmt.Sprintf("+%d+%d", black, white)
	}
	return strings.Join(fields, " ")
}

// definition mirrors the JSON form of a definition.
func (m mirror) definition(t *testing.T, text string) string {
	var d map[string]any
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatalf("json.Unmarshal: %v", err)
	}
	if start, ok := d["start"].(string); ok {
		d["start"] = m.fen(start)
	} else { // the array is its own mirror image, except for the side to move
		d["start"] = m.fen((&defaulted{d}).start(t))
	}
	if board, ok := d["board"].(map[string]any); ok && board["holes"] != nil {
		board["holes"] = m.squares(board["holes"].(string))
	}
	if links, ok := d["links"].([]any); ok {
		upDown := strings.NewReplacer(" n", " s", " s", " n")
		for i, link := range links {
			links[i] = upDown.Replace(m.squares(link.(string)))
		}
	}
	if goal, ok := d["goal"].(map[string]any); ok && goal["reach"] != nil {
		reach := goal["reach"].(map[string]any)
		for kind, squares := range reach {
			reach[kind] = m.squares(squares.(string))
		}
	}
	if pieces, ok := d["pieces"].(map[string]any); ok {
		sides := strings.NewReplacer("l", "r", "r", "l")
		for kind, p := range pieces {
			if table, ok := p.(map[string]any); ok {
				table["move"] = sides.Replace(table["move"].(string))
				continue
			}
			pieces[kind] = sides.Replace(p.(string))
		}
	}
	mirrored, err := json.Marshal(d)
	if err != nil {
		t.Fatalf("json.Marshal: %v", err)
	}
	return string(mirrored)
}

// defaulted is a definition without a start.
type defaulted struct{ d map[string]any }

// start returns the default start of the definition.
func (d *defaulted) start(t *testing.T) string {
	text, err := json.Marshal(d.d)
	if err != nil {
		t.Fatalf("json.Marshal: %v", err)
	}
	g, err := New(string(text))
	if err != nil {
		t.Fatalf("New: %v", err)
	}
	return g.Start()
}

// TestInvent checks that random definitions use every field and nearly every value of each field, and that
// the same dice give the same definition.
func TestInvent(t *testing.T) {
	var all strings.Builder
	for seed := range uint64(100) {
		text, _ := Invent(rand.New(rand.NewPCG(seed, 1)), Limits{256, 2})
		again, _ := Invent(rand.New(rand.NewPCG(seed, 1)), Limits{256, 2})
		if text != again {
			t.Fatalf("seed %d gives\n%s and\n%s", seed, text, again)
		}
		all.WriteString(text)
	}
	for _, word := range []string{
		"start", "royal", "castling", "double_push", "promotes", "stalemate", "links", "board", "files", "ranks", "planes", "holes",
		"seam", "ends", "crossing", "wrap", "twist", "hop", "pole", "kinds", "en_passant", "home", "crossed", "pieces", "move", "pawn", "double",
		"zone", "must", "capture", "rebirth", "mirror", "passing", "reflection", "map", "rotate", "makes", "colour", "own", "goes_on", "captures",
		"promotions", "goal", "checks", "reach", "960", "loss", "win",
	} {
		if !strings.Contains(all.String(), `"`+word+`"`) {
			t.Errorf("no definition contains %q", word)
		}
	}
}

// TestAgrees checks that agrees finds every kind of difference.
func TestAgrees(t *testing.T) {
	g, err := New(`{"name":"x","goal":{"checks":3}}`)
	if err != nil {
		t.Fatalf("New: %v", err)
	}
	p := g.start
	for name, other := range map[string]Other{
		"a missing move": {Moves: func(string) ([]string, error) { return p.Moves()[1:], nil }},
		"another move":   {Moves: func(string) ([]string, error) { return append(p.Moves(), "e2e5"), nil }},
		"a move twice":   {Moves: func(string) ([]string, error) { return append(p.Moves(), "e2e4"), nil }},
		"another result": {Play: func(fen, _ string) (string, error) { return fen, nil }},
		"a check":        {InCheck: func(string) (bool, error) { return true, nil }},
		"an outcome":     {Outcome: func(string) (string, error) { return "1-0 checks", nil }},
	} {
		if other.agrees(p, p.Replies()) == nil {
			t.Errorf("%s: no difference found", name)
		}
	}
	same := Other{
		Moves:   func(string) ([]string, error) { return p.Moves(), nil },
		Play:    func(_, uci string) (string, error) { return p.Play(uci).FEN(), nil },
		InCheck: func(string) (bool, error) { return p.InCheck(), nil },
		Outcome: func(string) (string, error) { return p.Outcome(), nil },
	}
	if err := same.agrees(p, p.Replies()); err != nil {
		t.Errorf("difference from itself: %v", err)
	}
}
