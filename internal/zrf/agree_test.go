package zrf_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/internal/test/zillions"
	"github.com/tainchess/tain/internal/zrf"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/flat"
)

// pair is a position of ours and the same position of the game that the file
// describes.
type pair struct {
	ours   board.Position
	theirs zillions.State
}

// both plays a rule set and the file written from it side by side. codes counts
// what came up of the cases that the file's comment names, by code.
type both struct {
	*flat.Rules
	codes map[string]int
	sorts map[string]int // and the sorts of moves
	moves int
}

// start loads the exported file with the reader, which shares nothing with the
// exporter.
func start(t *testing.T, r rules.Rules) (*both, pair) {
	t.Helper()
	g, err := zillions.Load(export(t, r).Text)
	if err != nil {
		t.Fatal(err)
	}
	g.KeepDuplicates = true // no move may be there twice
	return &both{Rules: r.(*flat.Rules), codes: map[string]int{}, sorts: map[string]int{}}, pair{positions.From(t, r, r.Info().Start), g.Start()}
}

// next lists what can be played, by the way of the piece, its kind after the
// move and the board after it, with the positions after each move. What differs
// fails the test.
func (b *both) next(t *testing.T, at pair) []pair {
	t.Helper()
	ours, theirs := map[string]board.Position{}, map[string]zillions.State{}
	legal := rules.LegalMoves(b, &at.ours)
	b.appeared(&at.ours, legal)
	for _, m := range legal {
		after := positions.After(t, b, &at.ours, m)
		ours[b.key(&at.ours, &after, m)] = after
	}
	moves, err := at.theirs.Moves()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		after := at.theirs.Play(m)
		key := fmt.Sprintf("%s-%s=%s %s", m.From, m.To, m.Type, theirBoard(after))
		if _, twice := theirs[key]; twice {
			t.Errorf("%s: the file gives %s twice", b.Guide().FormatPosition(&at.ours), key)
		}
		theirs[key] = after
	}
	var all []pair
	for _, key := range slices.Sorted(maps.Keys(ours)) {
		if s, ok := theirs[key]; ok {
			all = append(all, pair{ours[key], s})
			delete(theirs, key)
			continue
		}
		t.Errorf("%s: the file does not give %s", b.Guide().FormatPosition(&at.ours), key)
	}
	for key := range theirs {
		t.Errorf("%s: only the file gives %s", b.Guide().FormatPosition(&at.ours), key)
	}
	if t.Failed() {
		t.FailNow()
	}
	b.moves += len(all)
	return all
}

// key writes a move of ours as the file gives it, and counts where that is
// another way of writing it.
func (b *both) key(before, after *board.Position, m board.Move) string {
	end := m.To()
	kind := before.Piece(m.From()).Role()
	class := b.Guide().Class(before, m)
	switch {
	case class&rules.Promotion != 0:
		kind = m.Promotion()
	case b.Reflection == nil || class&rules.Capture != 0:
	case b.Reflection.GoesOn[kind] && after.Piece(end) == board.NoPiece:
		end = m.To().Mirror()
		b.codes[zrf.Final]++
		if end == m.From() {
			b.codes[zrf.Pass]++
		}
	}
	b.relied(before, after, m, class)
	return fmt.Sprintf("%s-%s=%s %s", m.From(), end, name(kind), ourBoard(after))
}

// relied counts what the file takes the program to do, and the sorts of moves
// that came up.
func (b *both) relied(before, after *board.Position, m board.Move, class rules.Class) {
	for _, c := range []struct {
		class rules.Class
		name  string
	}{{rules.Castling, "castling"}, {rules.EnPassant, "en passant"}, {rules.Promotion, "promotion"}} {
		if class&c.class != 0 {
			b.sorts[c.name]++
		}
	}
	if d := m.To().File() - m.From().File(); class&rules.EnPassant != 0 && (d > 1 || d < -1) {
		b.sorts["en passant over the seam"]++
	}
	if b.Reflection == nil {
		return
	}
	if after.Pieces(before.Side, board.King).Many() {
		b.codes[zrf.Kings]++
	}
	if at := m.To().Mirror(); b.Details.Castling && before.Piece(at) == board.NoPiece && home.Has(at) {
		if made := after.Piece(at); made.Role() == board.King || made.Role() == board.Rook {
			b.codes[zrf.Unmoved]++
		}
	}
}

// home are the squares where kings and rooks stand at the start.
const home board.Bitboard = 0x91 | 0x91<<56

// appeared counts the moves that can be played, or cannot, only because of
// what appears: plain chess judges them otherwise.
func (b *both) appeared(p *board.Position, legal []board.Move) {
	if b.Reflection == nil {
		return
	}
	makes := func(m board.Move) bool { return !b.Reflection.GoesOn[p.Piece(m.From()).Role()] }
	plain := rules.LegalMoves(b.Details.Parent, p)
	for _, m := range plain {
		if makes(m) && !slices.Contains(legal, m) {
			b.codes[zrf.Appeared]++
		}
	}
	for _, m := range legal {
		if makes(m) && !slices.Contains(plain, m) {
			b.codes[zrf.Appeared]++
		}
	}
}

func player(c board.Colour) string { return strings.ToUpper(c.String()[:1]) + c.String()[1:] }

func name(k board.Role) string { return strings.ToUpper(k.String()[:1]) + k.String()[1:] }

// ourBoard writes the pieces of a position.
func ourBoard(p *board.Position) string {
	var b strings.Builder
	for s := board.Square(0); s < 64; s++ {
		if pc := p.Piece(s); pc != board.NoPiece {
			fmt.Fprintf(&b, "%s%c%s ", s, pc.Colour().String()[0], pc.Role())
		}
	}
	return b.String()
}

// theirBoard writes the pieces of a position that the reader gives, alike.
func theirBoard(s zillions.State) string {
	all := s.Board()
	var b strings.Builder
	for at := board.Square(0); at < 64; at++ {
		if pc, ok := all[at.String()]; ok {
			fmt.Fprintf(&b, "%s%c%s ", at, strings.ToLower(pc.Owner)[0], strings.ToLower(pc.Type))
		}
	}
	return b.String()
}

// TestPerft walks every line of four plies from the start on both sides.
func TestPerft(t *testing.T) {
	depth := 4
	if testing.Short() {
		depth = 3
	}
	for _, r := range positions.Flat(variant.Builtin()) {
		t.Run(r.Info().Name, func(t *testing.T) {
			b, at := start(t, r)
			lines := b.lines(t, at, depth)
			if want := rules.Perft(r, &at.ours, depth); uint64(lines) != want {
				t.Fatalf("%d lines, counted %d", lines, want)
			}
			t.Logf("%d moves agree, %d lines of %d plies; %v", b.moves, lines, depth, b.codes)
		})
	}
}

// lines counts the lines of some plies, comparing every move on the way.
func (b *both) lines(t *testing.T, at pair, depth int) (n int) {
	t.Helper()
	next := b.next(t, at)
	if depth == 1 {
		return len(next)
	}
	for _, at := range next {
		n += b.lines(t, at, depth-1)
	}
	return n
}

// TestGames plays random games on both sides and compares what can be played in
// each position, and how the games end.
func TestGames(t *testing.T) {
	want := 2000
	if testing.Short() {
		want = 200
	}
	for _, r := range positions.Flat(variant.Builtin()) {
		t.Run(r.Info().Name, func(t *testing.T) {
			b, first := start(t, r)
			for seen, game := 0, 0; seen < want; game++ {
				seen += b.play(t, first, game, want-seen)
			}
			t.Logf("%d moves in %d positions agree; %v; %v", b.moves, want, b.codes, b.sorts)
			if testing.Short() {
				return
			}
			for _, code := range come[r.Info().Name] {
				if b.codes[code]+b.sorts[code] == 0 {
					t.Errorf("%s never came up", code)
				}
			}
		})
	}
}

// come are what the games of each rule set must meet, so that agreement means
// something.
var come = map[string][]string{
	"chess":        {"castling", "en passant", "promotion"},
	"cylinder":     {"castling", "en passant", "en passant over the seam", "promotion"},
	"triboard":     {"castling", "en passant", "en passant over the seam", "promotion"},
	"mirrorsquare": {"castling", "en passant", "promotion", zrf.Appeared, zrf.Kings, zrf.Unmoved},
	"nachfolger":   {"en passant", "promotion", zrf.Appeared, zrf.Final, zrf.Pass},
}

// play plays one game, at most so many positions, and returns how many there
// were. Moves that are rare are played as soon as they can be, half of the time.
func (b *both) play(t *testing.T, at pair, game, most int) (seen int) {
	t.Helper()
	dice := positions.Dice(12, game)
	for seen < most && seen < 150 {
		end, err := at.theirs.Outcome()
		if err != nil {
			t.Fatal(err)
		}
		legal := rules.LegalMoves(b, &at.ours)
		if end.Over && end.Reason == "repetition" && len(legal) > 0 {
			b.codes[zrf.Repetition]++ // here it may only be claimed
			return seen
		}
		seen++
		next := b.next(t, at)
		b.judge(t, &at.ours, len(next), end)
		if len(next) == 0 {
			return seen
		}
		choice := next[dice.IntN(len(next))]
		if dice.IntN(2) == 0 {
			for _, n := range next {
				if b.rare(&at.ours, &n.ours) {
					choice = n
				}
			}
		}
		at = choice
	}
	return seen
}

// rare tells castling, en passant and promotion by what they leave behind.
func (b *both) rare(before, after *board.Position) bool {
	for _, m := range rules.LegalMoves(b, before) {
		var next board.Position
		b.Apply(before, m, &next)
		if next == *after {
			return b.Guide().Class(before, m)&(rules.Castling|rules.EnPassant|rules.Promotion) != 0
		}
	}
	return false
}

// judge compares how a position stands.
func (b *both) judge(t *testing.T, p *board.Position, moves int, end zillions.Outcome) {
	t.Helper()
	_, attacked := b.Kings(p, p.Side)
	want := zillions.Outcome{}
	switch {
	case moves > 0 && b.Dead(p):
		b.codes[zrf.Dead]++
	case moves > 0 && p.HalfmoveClock >= 100:
		b.codes[zrf.Fifty]++
	case moves > 0:
	case attacked != 0:
		want = zillions.Outcome{Over: true, Winner: player(p.Side.Other()), Reason: "(checkmated King)"}
	default:
		want = zillions.Outcome{Over: true, Reason: "stalemated"}
	}
	if end != want {
		t.Fatalf("%s: the file says %+v, not %+v", b.Guide().FormatPosition(p), end, want)
	}
}
