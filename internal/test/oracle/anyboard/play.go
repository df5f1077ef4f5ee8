package anyboard

import (
	"slices"
	"strings"
)

// play carries out a pseudo-legal move (5.1). It reports whether the move is legal.
func (p *Pos) play(m move) (after *Pos, legal bool) {
	g := p.g
	n := *p
	n.board, n.rights = slices.Clone(p.board), slices.Clone(p.rights)
	moved := p.board[m.from]
	captured := byte(empty)
	var moving []int // squares from which pieces pass to the other plane

	// Move, remove the captured piece, promote.
	n.board[m.from] = empty
	if m.right != none {
		r := g.rights[m.right]
		n.board[r.rook] = empty
		n.board[r.kingTo], n.board[r.rookTo] = coloured('k', r.white), coloured('r', r.white)
		moving = []int{r.kingTo, r.rookTo}
	} else {
		if m.taken != none {
			captured = n.board[m.taken]
			n.board[m.taken] = empty
		}
		n.board[m.to] = moved
		if m.promo != 0 {
			n.board[m.to] = coloured(m.promo, p.white)
		}
		moving = []int{m.to}
	}
	n.ep, n.pusher = none, none
	if m.passed != none && m.promo == 0 {
		n.ep, n.pusher = m.passed, m.to
	}
	for i, r := range g.rights {
		for _, sq := range []int{m.from, m.to} {
			if m.right == none && (sq == r.king || sq == r.rook) || m.right != none && r.white == p.white {
				n.rights[i] = false
			}
		}
	}
	n.half++
	if captured != empty || kindOf(moved) == 'p' {
		n.half = 0
	}
	if !p.white {
		n.full++
	}
	n.white = !p.white

	if captured != empty && g.rebirth != "none" {
		n.revive(captured, m.taken)
	}
	if g.reflection != nil && m.right == none {
		n.reflect(m, captured != empty)
	}
	legal = true
	if g.passing {
		own := g.plane(m.from)
		legal = !n.royalAttacked(p.white, func(sq int) bool { return g.plane(sq) == own })
		for _, sq := range moving {
			n.board[g.twin(sq)] = n.board[sq]
			n.board[sq] = empty
		}
		if n.ep != none {
			n.ep, n.pusher = g.twin(n.ep), g.twin(n.pusher)
		}
	}
	legal = legal && !n.royalAttacked(p.white, everywhere)
	if g.checks > 0 && n.InCheck() {
		if p.white {
			n.checks[0]++
		} else {
			n.checks[1]++
		}
	}
	return &n, legal
}

// revive puts a captured piece back on a square of the start (5.2).
func (p *Pos) revive(captured byte, at int) {
	g := p.g
	white := isWhite(captured)
	model := captured
	if g.rebirth == "mirror" {
		model = coloured(kindOf(captured), !white)
	}
	var candidates []int
	for sq, piece := range g.start.board {
		if piece == model {
			candidates = append(candidates, sq)
		}
	}
	shade := func(sq int) int { return (g.file(sq) + g.rank(sq)) % 2 }
	if kindOf(captured) == 'p' {
		candidates = slices.DeleteFunc(candidates, func(sq int) bool { return g.file(sq) != g.file(at) })
	} else if len(candidates) > 1 {
		candidates = slices.DeleteFunc(candidates, func(sq int) bool { return shade(sq) != shade(at) })
	}
	if len(candidates) != 1 || p.board[candidates[0]] != empty {
		return
	}
	if kindOf(captured) == 'p' && g.rank(candidates[0]) == g.last(white) {
		return
	}
	p.board[candidates[0]] = captured
}

// image returns the image of a square under the reflection's map.
func (g *Game) image(sq int) int {
	file, rank := g.file(sq), g.rank(sq)
	if g.reflection.image != "ranks" {
		file = g.files - 1 - file
	}
	if g.reflection.image != "files" {
		rank = g.ranks - 1 - rank
	}
	return g.square(file, rank, 0)
}

// reflect lets the piece that moved spawn a piece or go on (5.1 and part one, 5).
func (p *Pos) reflect(m move, capture bool) {
	r := p.g.reflection
	image := p.g.image(m.to)
	if capture && !r.captures || m.promo != 0 && !r.promotions || image == m.to || p.board[image] != empty {
		return
	}
	piece := p.board[m.to]
	kind := kindOf(piece)
	edge := p.g.rank(image) == 0 || p.g.rank(image) == p.g.ranks-1
	if m.promo == 0 && strings.IndexByte(r.goesOn, kind) >= 0 {
		if kind != 'p' || !edge {
			p.board[image], p.board[m.to] = piece, empty
			p.ep, p.pusher = none, none
		}
		return
	}
	made := r.makes[string(kind)]
	if made == "" || made == "p" && edge {
		return
	}
	p.board[image] = coloured(made[0], isWhite(piece) == r.own)
}

// Reply is a legal move and its result.
type Reply struct {
	UCI   string
	After *Pos
}

// Replies returns the legal moves, sorted by UCI notation. After a win there are none (6.3).
func (p *Pos) Replies() []Reply {
	var all []Reply
	if p.won() != "" {
		return nil
	}
	for _, m := range p.pseudo() {
		if after, legal := p.play(m); legal {
			all = append(all, Reply{p.text(m), after})
		}
	}
	slices.SortFunc(all, func(a, b Reply) int { return strings.Compare(a.UCI, b.UCI) })
	return all
}

// Moves returns the legal moves in UCI notation, sorted.
func (p *Pos) Moves() []string {
	var texts []string
	for _, r := range p.Replies() {
		texts = append(texts, r.UCI)
	}
	return texts
}

// Play returns the position after a legal move in UCI notation, or nil if the move is illegal.
func (p *Pos) Play(uci string) *Pos {
	for _, r := range p.Replies() {
		if r.UCI == uci {
			return r.After
		}
	}
	return nil
}

// Perft counts the legal move sequences of a given length.
func (p *Pos) Perft(depth int) int {
	if depth == 0 {
		return 1
	}
	replies := p.Replies()
	if depth == 1 {
		return len(replies)
	}
	sum := 0
	for _, r := range replies {
		sum += r.After.Perft(depth - 1)
	}
	return sum
}

// won returns the goal that the side that is not to move has reached: checks, reach or "" (6.2, 6.3).
func (p *Pos) won() string {
	given := p.checks[0]
	if p.white {
		given = p.checks[1]
	}
	if p.g.checks > 0 && given >= p.g.checks {
		return "checks"
	}
	for kind, squares := range p.g.reach {
		for _, sq := range squares {
			if p.board[sq] == coloured(kind, !p.white) {
				return "reach"
			}
		}
	}
	return ""
}

// Outcome returns the result and its reason, such as "1-0 checkmate", if a goal, checkmate or stalemate ends
// the game, or "" if it continues. It ignores draws by move counts, repetition and insufficient material.
func (p *Pos) Outcome() string {
	toMove, other := "1-0", "0-1" // results if that side wins
	if !p.white {
		toMove, other = other, toMove
	}
	if goal := p.won(); goal != "" {
		return other + " " + goal
	}
	switch {
	case len(p.Replies()) > 0:
		return ""
	case p.InCheck():
		return other + " checkmate"
	case p.g.stalemate == "loss":
		return other + " stalemate"
	case p.g.stalemate == "win":
		return toMove + " stalemate"
	}
	return "1/2-1/2 stalemate"
}
