package tablebase_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/tablebase"
	"github.com/tainchess/tain/internal/test/long"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/cylinder"
	"github.com/tainchess/tain/variant/mirrorsquare"
	"github.com/tainchess/tain/variant/nachfolger"
	"github.com/tainchess/tain/variant/triboard"
)

// longest holds the longest mates in chess, in moves, from the literature.
var longest = map[tablebase.Material]int{
	"KQK": 10, "KRK": 16, "KBK": 0, "KNK": 0, "KPK": 28,
	"KBNK": 33, "KBBK": 19, "KNNK": 1, "KPPK": 32, "KQKR": 35, "KQKQ": 13, "KRKR": 19, "KQKB": 17, "KQKN": 21, "KRKB": 29, "KRKN": 40,
	"KBPK": 31, "KNPK": 27, "KQKP": 29, "KPKP": 33, // KQKP: 29 if the pawn's side mates, 28 if the queen's side does
}

// TestFourPieces builds four-piece tables and compares random positions with their successors. In make
// test-long it builds all tables, otherwise a few for cylinder.
func TestFourPieces(t *testing.T) {
	all := map[rules.Rules][]tablebase.Material{cylinder.Rules: {"KQKR", "KBNK", "KQRK", "KQQK", "KQBK", "KQNK", "KQPK"}}
	switch {
	case testing.Short():
		all[cylinder.Rules] = all[cylinder.Rules][:2]
	case long.Enabled():
		four := tablebase.Materials(4)[len(tablebase.Materials(3)):]
		all = map[rules.Rules][]tablebase.Material{chess.Rules: four, cylinder.Rules: four, triboard.Rules: four}
	}
	for r, named := range all {
		t.Run(r.Info().Name, func(t *testing.T) {
			folder := t.TempDir()
			if !long.Enabled() {
				s := build(t, r, 3, named...)
				for _, m := range named {
					compare(t, r, s, m)
				}
				return
			}
			made := 0
			m := tablebase.Maker{Rules: r, Folder: folder, Pieces: 4, Workers: 2, Made: func(h tablebase.Header, before bool) {
				made++
				if want, known := longest[h.Material]; known && r == rules.Rules(chess.Rules) && (h.Plies+1)/2 != want {
					t.Errorf("the longest mate of %s takes %d moves; want %d", h.Material, (h.Plies+1)/2, want)
				}
			}}
			if err := m.Make(t.Context()); err != nil {
				t.Fatalf("m.Make: %v", err)
			}
			if made != 35 {
				t.Errorf("built %d tables; want 35", made)
			}
			s, err := tablebase.Open(r, folder, func(err error) { t.Errorf("a table could not be read: %v", err) })
			if err != nil {
				t.Fatalf("tablebase.Open(%q): %v", folder, err)
			}
			for _, m := range named {
				compare(t, r, s, m)
			}
		})
	}
}

// compare compares random positions of a material with their successors, including en passant captures.
// Either side may have the pieces named first.
func compare(t *testing.T, r rules.Rules, s *tablebase.Set, m tablebase.Material) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, uint64(len(m))))
	kinds := map[string]int{}
	for range 20_000 {
		p, ok := place(r, m, random)
		if !ok {
			continue
		}
		v, known := s.Probe(&p)
		if !known {
			t.Fatalf("Probe(%s) is unknown", r.Guide().FormatPosition(&p))
		}
		kinds[kind(v)]++
		if p.EnPassant() != board.NoSquare {
			kinds["en passant"]++
		}
		best, moves := -1000, rules.LegalMoves(r, &p)
		for _, move := range moves {
			var next board.Position
			r.Apply(&p, move, &next)
			after, known := s.Probe(&next)
			if !known {
				t.Fatalf("Probe(%s) is unknown", r.Guide().FormatPosition(&next))
			}
			best = max(best, -score(after, 1))
		}
		if len(moves) == 0 {
			best = end(r, &p)
		}
		if best != score(v, 0) || r.Dead(&p) && v != tablebase.Draw {
			t.Errorf("%s: the table has %d, the successors give %d", r.Guide().FormatPosition(&p), score(v, 0), best)
		}
	}
	if len(kinds) == 0 || m == "KPKP" && kinds["en passant"] < 5 {
		t.Errorf("%s: compared %v; want more", m, kinds)
	}
}

func kind(v tablebase.Value) string {
	switch {
	case v.Wins():
		return "won"
	case v.Loses():
		return "lost"
	}
	return "drawn"
}

// end returns the score of a position without legal moves. A win by stalemate counts as one ply.
func end(r rules.Rules, p *board.Position) int {
	switch rules.OutcomeOf(r, p).Result {
	case rules.Wins(p.Side):
		return 899
	case rules.Wins(p.Side.Other()):
		return -900
	}
	return 0
}

// score converts v, the value of a position that is reached after on plies, to a number; higher is better.
func score(v tablebase.Value, on int) int {
	switch {
	case v.Wins():
		return 900 - v.Plies() - on
	case v.Loses():
		return v.Plies() + on - 900
	}
	return 0
}

// place puts the pieces of a material on random squares. Either side may have the pieces named first. Half of
// the time, it then plays a move, preferably a double push.
func place(r rules.Rules, m tablebase.Material, random *rand.Rand) (p board.Position, ok bool) {
	p = board.Empty()
	side := board.Colour(random.IntN(2)) // the side with the pieces named first
	for i, letter := range []byte(m) {
		if letter == 'K' && i > 0 {
			side = side.Other()
		}
		role, _ := board.ParseRole(letter)
		s := board.Square(random.IntN(64))
		if role == board.Pawn && random.IntN(2) == 0 { // ranks involved in en passant
			s = board.At(random.IntN(8), []int{1, 3, 4, 6}[random.IntN(4)])
		}
		if p.Piece(s) != board.NoPiece || role == board.Pawn && (s.Rank() == 0 || s.Rank() == 7) {
			return p, false
		}
		p.Put(s, board.NewPiece(side, role))
	}
	if random.IntN(2) == 0 {
		p.Pass()
	}
	if _, attacked := r.Kings(&p, p.Side.Other()); !attacked.Empty() {
		return p, false
	}
	if moves := rules.LegalMoves(r, &p); len(moves) > 0 && random.IntN(2) == 0 {
		chosen := moves[random.IntN(len(moves))]
		for _, m := range moves {
			if d := int(m.To()) - int(m.From()); p.Piece(m.From()).Role() == board.Pawn && (d == 16 || d == -16) {
				chosen = m
			}
		}
		var next board.Position
		r.Apply(&p, chosen, &next)
		p = next
	}
	return p, true
}

// TestStalemates compares random positions of a game on the board of chess in which stalemate is not a draw with their
// successors.
func TestStalemates(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the three-piece tables of two games")
	}
	for _, text := range []string{`{"name":"lost","stalemate":"loss"}`, `{"name":"gained","stalemate":"win","castling":false,"seam":{"crossing":"wrap","kinds":"rq"}}`} {
		r := positions.Rules(t, variant.Builtin(), text)
		s := build(t, r, 3)
		for _, m := range []tablebase.Material{"KK", "KQK", "KPK"} {
			compare(t, r, s, m)
		}
	}
}

// TestLine plays out one of the longest mates to the end.
func TestLine(t *testing.T) {
	s := build(t, cylinder.Rules, 3)
	p, err := cylinder.Rules.Guide().ParsePosition("Q7/8/8/4k3/8/8/8/K7 w - - 0 1", rules.ParseOptions{})
	if err != nil {
		t.Fatalf(`cylinder.Rules.Guide().ParsePosition("Q7/8/8/4k3/8/8/8/K7 w - - 0 1"): %v`, err)
	}
	line := s.Line(&p, 100)
	if len(line) != 19 {
		t.Fatalf("s.Line returned %d plies; want 19", len(line))
	}
	for _, m := range line {
		var next board.Position
		cylinder.Rules.Apply(&p, m, &next)
		p = next
	}
	if o := rules.OutcomeOf(cylinder.Rules, &p); o.Reason != rules.Checkmate {
		t.Errorf("the line ends in %+v; want checkmate", o)
	}
}

// TestMake checks that an interrupted build resumes without building a table
// twice.
func TestMake(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "cylinder")
	ctx, cancel := context.WithCancel(t.Context())
	made := map[tablebase.Material]bool{}
	m := tablebase.Maker{Rules: cylinder.Rules, Folder: folder, Pieces: 3, Workers: 2, Made: func(h tablebase.Header, before bool) {
		made[h.Material] = before
		cancel()
	}}
	if err := m.Make(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted m.Make: %v; want context.Canceled", err)
	}
	first := len(made)
	if first == 0 || first == 5 {
		t.Fatalf("built %d tables before the interruption; want 1 to 4", first)
	}
	if err := m.Make(t.Context()); err != nil {
		t.Fatalf("m.Make: %v", err)
	}
	before := 0
	for _, was := range made {
		if was {
			before++
		}
	}
	if len(made) != 5 || before != first {
		t.Errorf("%d tables, %d of them existing; want 5, %d of them existing", len(made), before, first)
	}
	files, err := os.ReadDir(folder)
	if err != nil || len(files) != 5 {
		t.Errorf("os.ReadDir(%q) = %v, %v; want 5 files", folder, files, err)
	}
	s, err := tablebase.Open(cylinder.Rules, folder, func(err error) { t.Errorf("a table could not be read: %v", err) })
	if err != nil || s.MaxPieces() != 3 {
		t.Fatalf("tablebase.Open = %v, %v; want a set with up to 3 pieces", s, err)
	}
	compare(t, cylinder.Rules, s, "KQK")
}

// TestMakeDamaged checks that a damaged table is rebuilt and other files are
// not touched.
func TestMakeDamaged(t *testing.T) {
	folder := t.TempDir()
	made := map[tablebase.Material]bool{}
	m := tablebase.Maker{Rules: cylinder.Rules, Folder: folder, Pieces: 3, Made: func(h tablebase.Header, before bool) { made[h.Material] = before }}
	if err := m.Make(t.Context()); err != nil {
		t.Fatalf("m.Make: %v", err)
	}
	name := tablebase.FileName(folder, "KQK")
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatalf("os.ReadFile(%q): %v", name, err)
	}
	for _, bad := range [][]byte{good[:len(good)/2], append(bytes.Clone(good[:len(good)-50]), make([]byte, 50)...)} {
		if err := os.WriteFile(name, bad, 0o600); err != nil {
			t.Fatalf("os.WriteFile(%q): %v", name, err)
		}
		if err := m.Make(t.Context()); err != nil {
			t.Fatalf("m.Make: %v", err)
		}
		if again, err := os.ReadFile(name); err != nil || !bytes.Equal(again, good) || made["KQK"] || !made["KRK"] {
			t.Errorf("damaged table was not rebuilt: %v, %v", err, made)
		}
	}
	for _, other := range []string{"", "dear diary\n"} {
		if err := os.WriteFile(name, []byte(other), 0o600); err != nil {
			t.Fatalf("os.WriteFile(%q): %v", name, err)
		}
		if err := m.Make(t.Context()); err == nil || !strings.Contains(err.Error(), "remove the file to build the table") {
			t.Errorf("%q: m.Make: %v; want an error that contains \"remove the file to build the table\"", other, err)
		}
		if content, err := os.ReadFile(name); err != nil || string(content) != other {
			t.Errorf("file changed from %q to %.40q, error %v", other, content, err)
		}
	}
}

// TestDamaged checks that Read rejects damaged files.
func TestDamaged(t *testing.T) {
	r := cylinder.Rules
	table, err := tablebase.Build(t.Context(), r, "KQK", build(t, r, 0).Probe, nil)
	if err != nil {
		t.Fatalf(`tablebase.Build("KQK"): %v`, err)
	}
	var file bytes.Buffer
	if err := table.Write(&file); err != nil {
		t.Fatalf("table.Write: %v", err)
	}
	good := file.Bytes()
	if _, err := tablebase.Read(r, "KQK", bytes.NewReader(good)); err != nil {
		t.Fatalf(`tablebase.Read("KQK"): %v`, err)
	}
	seen := 0
	for i := len(good) / 2; i < len(good); i += 41 { // after the header
		changed := bytes.Clone(good)
		changed[i] ^= 1
		read, err := tablebase.Read(r, "KQK", bytes.NewReader(changed))
		if err != nil {
			seen++
			continue
		}
		// A change of unused bits in the Zstandard data has no effect.
		var again bytes.Buffer
		if err := read.Write(&again); err != nil || !bytes.Equal(again.Bytes(), good) {
			t.Errorf("Read accepted a change of byte %d", i)
		}
	}
	if seen < 10 {
		t.Errorf("Read rejected only %d changes; want at least 10", seen)
	}
	for name, c := range map[string]struct {
		of   rules.Rules
		data []byte
		want string
	}{
		"empty":         {r, nil, "truncated"},
		"another file":  {r, []byte("<html>\n"), "not a table"},
		"no line break": {r, bytes.Repeat([]byte("x"), 10_000), "not a table"},
		"header":        {r, []byte("TAIN TABLEBASE 1\n{\n"), "header"},
		"as text":       {r, bytes.ReplaceAll(good, []byte("\n"), []byte("\r\n")), "is damaged: a text-mode transfer"},
		"truncated":     {r, good[:len(good)/2], "truncated"},
		"another game":  {chess.Rules, good, "not KQK for chess"},
		"trailing data": {r, append(bytes.Clone(good), good[bytes.LastIndexByte(good[:600], '}')+2:]...), "too many positions"},
	} {
		if _, err := tablebase.Read(c.of, "KQK", bytes.NewReader(c.data)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf(`%s: tablebase.Read("KQK"): %v; want %q`, name, err, c.want)
		}
	}
}

// FuzzRead checks that a table read from arbitrary data has the requested material.
func FuzzRead(f *testing.F) {
	f.Add([]byte("TAIN TABLEBASE 1\n{\"variant\":\"cylinder\",\"material\":\"KQK\"}\n\x28\xb5\x2f\xfd"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if table, err := tablebase.Read(cylinder.Rules, "KQK", bytes.NewReader(data)); err == nil && table.Header.Material != "KQK" {
			t.Errorf("Read of KQK returned a table with header %+v", table.Header)
		}
	})
}

// TestUnsupported checks that rule sets have no tables if material can grow, checks are counted, pawns are royal or more than four pieces are.
func TestUnsupported(t *testing.T) {
	unsupported := []rules.Rules{mirrorsquare.Rules, nachfolger.Rules}
	for _, text := range []string{
		`{"name":"spawning","reflection":{"makes":{"p":"p"}}}`, `{"name":"circe","capture":{"rebirth":"home"}}`,
		`{"name":"checks","goal":{"checks":3}}`, `{"name":"pawns","royal":"kp","promotes":"rbn"}`,
		`{"name":"wide","board":{"files":10},"castling":false,"start":"rnbqkqkbnr/10/10/10/10/10/10/RNBQK1KBNR w - - 0 1"}`,
		`{"name":"kings","start":"3kkk2/8/8/8/8/8/8/3KK3 w - - 0 1"}`, `{"name":"kingless","start":"r7/8/8/8/8/8/8/R7 w - - 0 1","study":true}`,
		`{"name":"spawned","reflection":{"makes":{"k":"k"}},"start":"3kk3/8/8/8/8/8/8/3KK3 w - - 0 1"}`,
	} {
		unsupported = append(unsupported, positions.Rules(t, variant.Builtin(), text))
	}
	for _, r := range unsupported {
		if tablebase.Supports(r) {
			t.Errorf("Supports(%s) = true", r.Info().Name)
		}
		if _, err := tablebase.NewSet(r); !errors.Is(err, tablebase.ErrRules) {
			t.Errorf("tablebase.NewSet(%s): %v; want ErrRules", r.Info().Name, err)
		}
	}
}
