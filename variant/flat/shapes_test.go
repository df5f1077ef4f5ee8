package flat_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/perft"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
)

// The shapes of these tests are known to nothing but this file: boards can be
// added without a change to the generator, to notation or to evaluation.
var shapes = map[string]topology.Shape{
	// A Moebius strip: files a and h are neighbours, and whoever goes over the
	// seam finds the ranks reversed.
	"moebius": func(s board.Square, d topology.Direction) (board.Square, topology.Direction, bool) {
		file, rank := s.File()+int(d.Files), s.Rank()+int(d.Ranks)
		if rank < 0 || rank > 7 {
			return board.NoSquare, d, false
		}
		if file < 0 || file > 7 {
			return board.At(file&7, 7-rank), topology.Direction{Files: d.Files, Ranks: -d.Ranks}, true
		}
		return board.At(file, rank), d, true
	},
	// A plane whose four middle squares are missing.
	"hole": func(s board.Square, d topology.Direction) (board.Square, topology.Direction, bool) {
		file, rank := s.File()+int(d.Files), s.Rank()+int(d.Ranks)
		if file < 0 || file > 7 || rank < 0 || rank > 7 || middle(s.File(), s.Rank()) || middle(file, rank) {
			return board.NoSquare, d, false
		}
		return board.At(file, rank), d, true
	},
}

func middle(file, rank int) bool { return (file == 3 || file == 4) && (rank == 3 || rank == 4) }

// walker plays on a shape as plainly as can be: it goes square by square, tries
// every move and looks whether a king could then be taken.
type walker struct {
	shape   topology.Shape
	at      [64]board.Piece
	side    board.Colour
	crossed board.Square // by a pawn that has just gone two
}

// hop is a move of a walker.
type hop struct {
	from, to, victim board.Square
	becomes          board.Piece
	crossed          board.Square
}

func (w *walker) forward(c board.Colour) topology.Direction {
	return topology.Direction{Ranks: 1 - 2*int8(c)}
}

// hops lists what the pieces of the side to move can do.
func (w *walker) hops() (all []hop) {
	add := func(from, to board.Square, crossed, victim board.Square) {
		pc := w.at[from]
		if pc.Role() == board.Pawn && (to.Rank() == 0 || to.Rank() == 7) {
			for _, k := range []board.Role{board.Knight, board.Bishop, board.Rook, board.Queen} {
				all = append(all, hop{from, to, victim, board.NewPiece(w.side, k), crossed})
			}
			return
		}
		all = append(all, hop{from, to, victim, pc, crossed})
	}
	none := board.NoSquare
	for from := range board.Square(64) {
		pc := w.at[from]
		if pc == board.NoPiece || pc.Colour() != w.side {
			continue
		}
		if pc.Role() == board.Pawn {
			if one, d, ok := w.shape(from, w.forward(w.side)); ok && w.at[one] == board.NoPiece {
				add(from, one, none, none)
				home := 1 + 5*int(w.side)
				if two, _, ok := w.shape(one, d); ok && from.Rank() == home && w.at[two] == board.NoPiece {
					add(from, two, one, none)
				}
			}
		}
		for to := range w.reach(from) {
			switch target := w.at[to]; {
			case target != board.NoPiece && target.Colour() == w.side:
			case target != board.NoPiece:
				add(from, to, none, to)
			case pc.Role() != board.Pawn:
				add(from, to, none, none)
			case to == w.crossed:
				victim, _, _ := w.shape(to, w.forward(w.side.Other()))
				add(from, to, none, victim)
			}
		}
	}
	return all
}

// reach returns the squares a piece attacks.
func (w *walker) reach(from board.Square) map[board.Square]bool {
	found := map[board.Square]bool{}
	step := func(s board.Square, d topology.Direction) (board.Square, topology.Direction, bool) {
		return w.shape(s, d)
	}
	pc := w.at[from]
	for files := int8(-1); files <= 1; files++ {
		for ranks := int8(-1); ranks <= 1; ranks++ {
			d := topology.Direction{Files: files, Ranks: ranks}
			straight := files == 0 || ranks == 0
			if files == 0 && ranks == 0 {
				continue
			}
			switch k := pc.Role(); {
			case k == board.Pawn && (straight || ranks != w.forward(pc.Colour()).Ranks):
			case k == board.Knight && !straight:
			case k == board.Rook && !straight, k == board.Bishop && straight:
			case k == board.Knight:
				for _, sideways := range []int8{-1, 1} {
					for _, n := range [][2]int{{1, 2}, {2, 1}} {
						at, on, ok := from, d, true
						for i := 0; i < n[0] && ok; i++ {
							at, on, ok = step(at, on)
						}
						on = topology.Direction{Files: on.Ranks * sideways, Ranks: on.Files * sideways}
						for i := 0; i < n[1] && ok; i++ {
							at, on, ok = step(at, on)
						}
						if ok && at != from {
							found[at] = true
						}
					}
				}
			default:
				rides := k == board.Bishop || k == board.Rook || k == board.Queen
				for at, on, ok := step(from, d); ok && at != from; at, on, ok = step(at, on) {
					found[at] = true
					if !rides || w.at[at] != board.NoPiece {
						break
					}
				}
			}
		}
	}
	return found
}

// after plays a hop; false if a king of the mover could then be taken.
func (w walker) after(h hop) (walker, bool) {
	if h.victim != board.NoSquare {
		w.at[h.victim] = board.NoPiece
	}
	w.at[h.from], w.at[h.to], w.crossed = board.NoPiece, h.becomes, h.crossed
	w.side = w.side.Other()
	for from := range board.Square(64) {
		if w.at[from] == board.NoPiece || w.at[from].Colour() != w.side {
			continue
		}
		for to := range w.reach(from) {
			if w.at[to] == board.NewPiece(w.side.Other(), board.King) {
				return w, false
			}
		}
	}
	return w, true
}

func (w walker) perft(depth int) (n uint64) {
	if depth == 0 {
		return 1
	}
	for _, h := range w.hops() {
		if next, ok := w.after(h); ok {
			n += next.perft(depth - 1)
		}
	}
	return n
}

// pseudo hides that a rule set can tell legal moves without playing them.
type pseudo struct{ rules.Rules }

// TestShapes counts on boards that the program does not know, with the legal
// generator and by playing every move, and compares with a walker.
func TestShapes(t *testing.T) {
	for name, shape := range shapes {
		g, err := topology.New(shape)
		if err != nil {
			t.Fatalf("topology.New: %v", err)
		}
		r := flat.New(flat.Rules{Details: rules.Info{Name: name}, Topology: g, NoMate: flat.BareKings})
		for seed := range uint64(40) {
			p := scatter(name, seed)
			w := walker{shape: shape, side: p.Side, crossed: board.NoSquare}
			for s := range board.Square(64) {
				w.at[s] = p.Piece(s)
			}
			if _, attacked := r.Kings(&p, p.Side.Other()); attacked != 0 {
				continue
			}
			for depth := 1; depth <= 3; depth++ {
				if seed > 5 && depth == 3 {
					break
				}
				want := w.perft(depth)
				for what, v := range map[string]rules.Rules{"legal generator": r, "playing every move": pseudo{r}} {
					if got := perft.Count(v, &p, depth); got != want {
						t.Fatalf("%s, seed %d, depth %d, %s: %d lines, want %d in %s", name, seed, depth, what, got, want, r.Guide().FormatPosition(&p))
					}
				}
			}
			texts(t, r, &p)
		}
	}
}

// texts writes and reads every legal move, follows its ways and scores what
// comes of it.
func texts(t *testing.T, r *flat.Rules, p *board.Position) {
	t.Helper()
	e, err := eval.New(r, eval.Hand)
	if err != nil {
		t.Fatalf("eval.New: %v", err)
	}
	for _, m := range rules.LegalMoves(r, p) {
		guide := r.Guide()
		for _, text := range []string{guide.FormatUCI(p, m), guide.FormatSAN(p, m)} {
			if back, err := guide.ParseMove(p, text); err != nil || back != m {
				t.Errorf("%s: %s is read back as %s, %v", r.Info().Name, text, guide.FormatUCI(p, back), err)
			}
		}
		if ways := guide.Ways(p, m); len(ways) == 0 {
			t.Errorf("%s: %s takes no way", r.Info().Name, guide.FormatUCI(p, m))
		}
		var next board.Position
		r.Apply(p, m, &next)
		if score := e.Evaluate(&next); score > 20000 || score < -20000 {
			t.Errorf("%s: %s is worth %d", r.Info().Name, guide.FormatUCI(p, m), score)
		}
	}
}

// scatter puts kings and some pieces on squares that exist.
func scatter(name string, seed uint64) board.Position {
	dice := rand.New(rand.NewPCG(seed, 21))
	p := board.Empty()
	put := func(pc board.Piece) {
		for {
			s := board.Square(dice.IntN(64))
			if pc.Role() == board.Pawn && (s.Rank() == 0 || s.Rank() == 7) {
				continue
			}
			if p.Piece(s) == board.NoPiece && (name != "hole" || !middle(s.File(), s.Rank())) {
				p.Put(s, pc)
				return
			}
		}
	}
	for c := board.White; c <= board.Black; c++ {
		put(board.NewPiece(c, board.King))
		for _, k := range []board.Role{board.Queen, board.Rook, board.Bishop, board.Knight, board.Pawn, board.Pawn, board.Pawn, board.Pawn} {
			if dice.IntN(4) > 0 {
				put(board.NewPiece(c, k))
			}
		}
	}
	if dice.IntN(2) == 0 {
		p.Pass()
	}
	return p
}
