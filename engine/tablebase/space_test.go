package tablebase

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/long"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/meder"
	"github.com/tainchess/tain/variant/space"
	"github.com/tainchess/tain/variant/trid"
)

// closed is a game whose boards can reach only a few placements, so that it can be solved naively. It has the
// rules of package space with a different policy.
type closed struct {
	name   string
	policy space.Policy
	role   board.Role
	from   placement
}

var closedGames = []closed{
	// Boards do not move.
	{"fixed", space.Policy{Order: space.ByLevel}, board.Queen, placement{0, 7, 4, 11}},
	// Boards cross and turn, with shadows. One board is above another.
	{"trid", space.Policy{Across: []int{0}, Order: space.ByLevel, Turns: true, Shadow: true}, board.Queen, placement{0, 6, 1, 4}},
	// Boards move from one home to the other, and a side's two boards pass each other.
	{"meder", space.Policy{Along: []int{5}, Order: space.ByRank}, board.Rook, placement{0, 1, 6, 10}},
	{"knight", space.Policy{Along: []int{5}, Order: space.ByLevel, Turns: true, Shadow: true}, board.Knight, placement{0, 10, 3, 6}},
}

// reached lists the placements that the boards can reach from a placement.
func reached(r *space.Rules, from placement) (all []placement) {
	all = append(all, from)
	for i := 0; i < len(all); i++ {
		for slot, n := range all[i] {
			empty, _ := r.Goals(n)
			each(uint64(empty), func(n int) {
				to := all[i]
				to[slot] = uint8(n)
				to, _ = to.normalise()
				if to.possible() && !slices.Contains(all, to) {
					all = append(all, to)
				}
			})
		}
	}
	return all
}

// naiveSpace solves a closed game in the simplest way. It numbers all positions, lists their successors by
// the ordinary rules, and iterates over all positions until nothing changes. It uses no symmetry and no
// reverse moves.
type naiveSpace struct {
	rules      *space.Rules
	role       board.Role
	placements []placement
	plies      []int16
	next       [][]int32
}

const (
	noPosition = -2
	notKnown   = -1
	noPiece    = -1 // number of every position without the piece
)

func (n *naiveSpace) position(i int) (p board.Position, ok bool) {
	king, piece, other := board.Square(i>>12&63), board.Square(i>>6&63), board.Square(i&63)
	p = n.rules.Empty(n.placements[i>>19])
	if king == piece || king == other || piece == other {
		return p, false
	}
	p.Put(king, board.NewPiece(board.White, board.King))
	p.Put(piece, board.NewPiece(board.White, n.role))
	p.Put(other, board.NewPiece(board.Black, board.King))
	if i>>18&1 != 0 {
		p.Pass()
	}
	_, attacked := n.rules.Kings(&p, p.Side.Other())
	return p, attacked.Empty()
}

func (n *naiveSpace) number(p *board.Position) int32 {
	piece := p.Occupied() &^ p.ByRole(board.King)
	if piece == 0 {
		return noPiece
	}
	i := slices.Index(n.placements, placementOf(n.rules, p))<<1 | int(p.Side)
	for _, s := range []board.Square{p.Pieces(board.White, board.King).First(), piece.First(), p.Pieces(board.Black, board.King).First()} {
		i = i<<6 | int(s)
	}
	return int32(i)
}

func (n *naiveSpace) solve() {
	count := len(n.placements) << 19
	n.plies, n.next = make([]int16, count), make([][]int32, count)
	var list board.MoveList
	for i := range count {
		p, ok := n.position(i)
		if !ok {
			n.plies[i] = noPosition
			continue
		}
		n.plies[i] = notKnown
		list.Reset()
		n.rules.PseudoLegal(&p, &list)
		for _, m := range list.All() {
			var after board.Position
			if n.rules.Apply(&p, m, &after) {
				n.next[i] = append(n.next[i], n.number(&after))
			}
		}
		if _, attacked := n.rules.Kings(&p, p.Side); len(n.next[i]) == 0 && !attacked.Empty() {
			n.plies[i] = 0
		}
	}
	for ply, changed := int16(1), true; changed; ply++ {
		changed = false
		for i := range n.plies {
			// White mates in an odd number of plies, and Black is mated in an even number.
			if n.plies[i] == notKnown && i>>18&1 != int(ply&1) && n.reaches(i, ply) {
				n.plies[i], changed = ply, true
			}
		}
	}
}

func (n *naiveSpace) reaches(i int, ply int16) bool {
	if ply%2 == 1 {
		return slices.ContainsFunc(n.next[i], func(to int32) bool { return to >= 0 && n.plies[to] == ply-1 })
	}
	for _, to := range n.next[i] {
		if to == noPiece || n.plies[to] == notKnown {
			return false
		}
	}
	return len(n.next[i]) > 0
}

// TestSpaceNaive compares every position of the closed games with the naive solver, with a white piece and,
// after exchanging colours, with a black piece. Unless TAIN_LONG is set, only the first game is compared in
// full; for the others, random positions are compared with their successors.
func TestSpaceNaive(t *testing.T) {
	for _, c := range closedGames {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && c.name != "trid" {
				t.Skip("one rule set is enough under -short")
			}
			r := space.New(rules.Info{Name: c.name}, c.policy)
			slow := &naiveSpace{rules: r, role: c.role, placements: reached(r, c.from)}
			of := numberPlacements(func(s placement) bool {
				m, _ := s.mirror()
				return slices.Contains(slow.placements, s) || slices.Contains(slow.placements, m)
			})
			b := newSpaceBuilder(r, c.role, of, 2)
			if err := b.solve(t.Context(), maxPlies, func(int) {}); err != nil {
				t.Fatalf("b.solve: %v", err)
			}
			set := setOf(t, b, r)
			consistent(t, r, set, c.role, slow.placements, 20_000)
			if !long.Enabled() && c.name != "fixed" {
				return
			}
			slow.solve()
			found := map[string]int{}
			for i, plies := range slow.plies {
				if plies == noPosition {
					continue
				}
				p, _ := slow.position(i)
				turned := flipPosition(t, &p)
				for _, q := range []*board.Position{&p, &turned} {
					v, known := set.Probe(q)
					if !known || v == Draw && plies != notKnown || v != Draw && v.Plies() != int(plies) {
						if found["wrong"]++; found["wrong"] < 5 {
							t.Errorf("%s: %d plies; the naive solver has %d", r.Guide().FormatPosition(q), v.Plies(), plies)
						}
					}
					found[[]string{"drawn", "decided"}[min(1, v)]]++
				}
			}
			t.Logf("%d placements, %v", len(slow.placements), found)
			if found["drawn"] < 1000 || found["decided"] < 100 {
				t.Errorf("compared %v; want more", found)
			}
		})
	}
}

// consistent compares random positions with their successors. With Black to move, the set derives values from
// successors itself, so that the comparison covers two plies.
func consistent(t *testing.T, r *space.Rules, s *Set, role board.Role, placements []placement, count int) {
	t.Helper()
	random := rand.New(rand.NewPCG(3, 4))
	seen, wrong := map[bool]int{}, 0
	for range count {
		p := r.Empty(placements[random.IntN(len(placements))])
		at := random.Perm(64)
		p.Put(board.Square(at[0]), board.NewPiece(board.White, board.King))
		p.Put(board.Square(at[1]), board.NewPiece(board.White, role))
		p.Put(board.Square(at[2]), board.NewPiece(board.Black, board.King))
		if _, attacked := r.Kings(&p, board.Black); !attacked.Empty() {
			continue
		}
		v, known := s.Probe(&p)
		best := Draw
		for _, m := range rules.LegalMoves(r, &p) {
			var next board.Position
			r.Apply(&p, m, &next)
			after, ok := s.Probe(&next)
			if known = known && ok; after.before().better(best) {
				best = after.before()
			}
		}
		seen[v == Draw]++
		if !known || v != best {
			if wrong++; wrong < 5 {
				t.Errorf("%s %s: the table has %d plies, the successors give %d", r.Info().Name, r.Guide().FormatPosition(&p), v.Plies(), best.Plies())
			}
		}
	}
	if seen[false] == 0 {
		t.Errorf("compared %v (drawn: count); want decided positions as well", seen)
	}
}

// TestSpaceBuild builds a meder table as the command does and compares random
// positions with their successors.
func TestSpaceBuild(t *testing.T) {
	if !long.Enabled() {
		t.Skip("needs a gigabyte and several seconds; TestSpaceNaive covers part of it")
	}
	folder := t.TempDir()
	m := Maker{Rules: meder.Rules, Folder: folder, Pieces: MaxPieces, Workers: 2, Only: "KNK"}
	if err := m.Make(t.Context()); err != nil {
		t.Fatalf("m.Make: %v", err)
	}
	s, err := Open(meder.Rules, folder, func(err error) { t.Errorf("a table could not be read: %v", err) })
	if err != nil || s.MaxPieces() != 3 {
		t.Fatalf("Open of a folder with KNK: %v, %v; want a set of 3 pieces", s, err)
	}
	var all []placement
	for place := range allPlacements().place {
		all = append(all, place)
	}
	slices.SortFunc(all, func(a, b placement) int { return a.number() - b.number() })
	consistent(t, meder.Rules, s, board.Knight, all, 2000)
}

// setOf compresses a builder's table and returns a set that contains it.
func setOf(t *testing.T, b *spaceBuilder, r *space.Rules) *Set {
	t.Helper()
	letter := map[board.Role]string{board.Queen: "Q", board.Rook: "R", board.Bishop: "B", board.Knight: "N"}[b.role]
	h := b.header(r, Material("K"+letter+"K"))
	packed, err := b.pack(t.Context(), func(float64) {})
	if err != nil {
		t.Fatalf("b.pack: %v", err)
	}
	set, err := NewSet(r)
	if err != nil {
		t.Fatalf("NewSet: %v", err)
	}
	set.Add(&Table{Header: h, packed: packed})
	return set
}

// flipPosition exchanges the colours of a position and reverses the names of its squares: rank r becomes 9 -
// r, level W becomes level B, and mount 1 becomes mount 6.
func flipPosition(t *testing.T, p *board.Position) board.Position {
	t.Helper()
	r := trid.Rules
	mount := func(n uint8) uint8 { return n/6*6 + 5 - n%6 }
	at := placementOf(r, p)
	turned := placement{mount(at[2]), mount(at[3]), mount(at[0]), mount(at[1])}
	slices.Sort(turned[:2])
	slices.Sort(turned[2:])
	q := r.Empty(turned)
	for s := range board.Square(64) {
		pc := p.Piece(s)
		if pc == board.NoPiece {
			continue
		}
		name := r.Guide().SquareName(p, s) // file, rank, level
		level := []byte(name[2:])
		switch last := &level[len(level)-1]; *last {
		case 'W', 'B':
			*last ^= 'W' ^ 'B'
		case 'N':
		default:
			*last = '7' - *last + '0'
		}
		to, err := r.Guide().ParseSquare(&q, string([]byte{name[0], '9' - name[1] + '0'})+string(level))
		if err != nil {
			t.Fatalf("flipped square of %s: %v", name, err)
		}
		q.Put(to, board.NewPiece(pc.Colour().Other(), pc.Role()))
	}
	if p.Side == board.White {
		q.Pass()
	}
	return q
}

// TestFixedBoards measures the effect of moving boards in king and rook against king, in a sample of
// placements. With fixed boards, White to move wins nearly every position. If boards may turn, which amounts
// to passing, White wins at most half of them.
func TestFixedBoards(t *testing.T) {
	one := 15
	if !long.Enabled() {
		one = 300
	}
	of := numberPlacements(func(s placement) bool {
		m, _ := s.mirror()
		return min(s.number(), m.number())%one == 0
	})
	for turns, c := range map[bool]struct{ least, most float64 }{false: {0.95, 1}, true: {0.05, 0.5}} {
		r := space.New(rules.Info{Name: "still"}, space.Policy{Order: space.ByLevel, Turns: turns, Shadow: turns})
		b := newSpaceBuilder(r, board.Rook, of, 2)
		if err := b.solve(t.Context(), maxPlies, func(int) {}); err != nil {
			t.Fatalf("b.solve: %v", err)
		}
		h := b.header(r, "KRK")
		won := float64(h.White.Won) / float64(h.White.Total())
		t.Logf("boards turn: %v; %d placements; White to move wins %.1f %%, in at most %d moves", turns, len(of.place), 100*won, (h.Plies+1)/2)
		if won < c.least || won > c.most {
			t.Errorf("boards turn: %v; White to move wins %.1f %%; want %.0f to %.0f", turns, 100*won, 100*c.least, 100*c.most)
		}
	}
}

// TestSpaceMates compares random positions of trid and meder, in any placement, with a search for short mates
// by the ordinary rules. It checks that each mate has exactly the stored length and that no other position is
// a short mate.
func TestSpaceMates(t *testing.T) {
	if !long.Enabled() {
		t.Skip("needs a gigabyte and several seconds; TestSpaceNaive covers part of it")
	}
	const deepest = 5
	for _, c := range []struct {
		rules *space.Rules
		role  board.Role
	}{{trid.Rules, board.Queen}, {meder.Rules, board.Bishop}} {
		b := newSpaceBuilder(c.rules, c.role, allPlacements(), 2)
		if err := b.solve(t.Context(), deepest, func(int) {}); err != nil {
			t.Fatalf("b.solve: %v", err)
		}
		random := rand.New(rand.NewPCG(1, 2))
		seen := map[int]int{}
		for range 2_000_000 {
			side := board.Colour(random.IntN(2))
			at := random.IntN(len(b.plies))
			legal := b.legalWhite
			if side == board.Black {
				legal = b.legalBlack
			}
			p := b.position(side, at)
			if at>>12&63 != at>>6&63 && at>>12&63 != at&63 && at>>6&63 != at&63 {
				_, attacked := c.rules.Kings(&p, side.Other())
				if (attacked.Empty()) != (legal[at>>6]>>(at&63)&1 != 0) {
					t.Fatalf("%s: the builder and the rules disagree about legality", c.rules.Guide().FormatPosition(&p))
				}
			}
			if legal[at>>6]>>(at&63)&1 == 0 {
				continue
			}
			// kind is the number of plies to White's mate, or one of these constants.
			const notWon, lost, notLost = -1, -2, -3
			v := Value(b.plies[at])
			plies, kind := v.Plies(), v.Plies()
			switch {
			case side == board.Black && b.lost[at>>6]>>(at&63)&1 != 0:
				plies, kind = deepest-1, lost
			case side == board.Black:
				plies, kind = deepest-1, notLost
			case v == Draw:
				plies, kind = deepest-2, notWon
			}
			if seen[kind] >= map[int]int{1: 4000, 3: 400, 5: 10, notWon: 200, lost: 20, notLost: 40}[kind] {
				continue
			}
			seen[kind]++
			if got := mated(c.rules, &p, plies); got != (kind > 0 || kind == lost) {
				t.Errorf("%s %s: the search finds a mate in %d plies: %v", c.rules.Info().Name, c.rules.Guide().FormatPosition(&p), plies, got)
			}
			if kind >= 2 && mated(c.rules, &p, plies-2) {
				t.Errorf("%s %s: the search finds a mate in fewer than %d plies", c.rules.Info().Name, c.rules.Guide().FormatPosition(&p), plies)
			}
		}
		t.Log(c.rules.Info().Name, seen)
		if len(seen) != 6 {
			t.Errorf("%s: compared %v; want more", c.rules.Info().Name, seen)
		}
	}
}

// mated reports whether there is a mate within the given number of plies. The side to move mates if the
// number is odd, and is mated if it is even.
func mated(r rules.Rules, p *board.Position, plies int) bool {
	moves := rules.LegalMoves(r, p)
	var next board.Position
	if plies%2 == 0 {
		if len(moves) == 0 {
			return rules.InCheck(r, p)
		}
		for _, m := range moves {
			r.Apply(p, m, &next)
			if plies == 0 || next.Occupied().Count() < 3 || !mated(r, &next, plies-1) {
				return false
			}
		}
		return true
	}
	for _, m := range moves {
		r.Apply(p, m, &next)
		if mated(r, &next, plies-1) {
			return true
		}
	}
	return false
}
