package flat

import "github.com/tainchess/tain/board"

// sieve finds the legal moves of a position without playing most of them.
//
// It looks at the mover's kings once: who checks them, which own pieces stand
// between a king and a rider (the suspects), which targets answer a check.
// From that it splits each piece's targets into those that are certainly legal
// and those that are in doubt, and plays only the doubtful. On the plane with
// one king and no reflection only castling and en passant are ever in doubt.
type sieve struct {
	v    *Rules
	p    *board.Position
	list *board.MoveList // nil when the moves are only counted
	n    int

	own, enemy, occupied board.Bitboard
	kings                board.Bitboard
	straight, diagonal   board.Bitboard // what rooks and bishops on the kings' squares would see
	suspects             board.Bitboard // own pieces that may shield a king
	answers              board.Bitboard // targets that may end a check
	checked              bool
	exact                bool // pins and answers are final: nothing else decides
}

// Legal adds the legal moves to the list.
func (v *Rules) Legal(p *board.Position, list *board.MoveList) {
	s := sieve{v: v, p: p, list: list}
	s.run()
}

// Count returns how many legal moves there are.
func (v *Rules) Count(p *board.Position) int {
	s := sieve{v: v, p: p}
	s.run()
	return s.n
}

func (s *sieve) run() {
	p := s.p
	s.own, s.enemy = p.ByColour(p.Side), p.ByColour(p.Side.Other())
	s.occupied = s.own | s.enemy
	s.kings = p.Pieces(p.Side, board.King)
	s.exact = s.v.Reflection == nil && s.v.Topology.Single && !s.kings.Many()
	s.inspect()
	s.kingMoves()
	if s.exact && s.checked && s.answers == 0 { // double check
		return
	}
	s.pawnMoves()
	s.riders()
}

// inspect looks out from each king for checks and shields. Where the sieve is
// exact it also settles the shields, since a pinned piece has only its line.
func (s *sieve) inspect() {
	p, g := s.p, s.v.Topology
	queens := p.ByRole(board.Queen)
	rooks := (p.ByRole(board.Rook) | queens) & s.enemy
	bishops := (p.ByRole(board.Bishop) | queens) & s.enemy
	for kings := s.kings; kings != 0; {
		k := kings.Pop() & 63
		straight, diagonal := g.Rook(k, s.occupied), g.Bishop(k, s.occupied)
		s.straight |= straight
		s.diagonal |= diagonal
		near := (g.Knight[k]&p.ByRole(board.Knight) |
			g.King[k]&p.ByRole(board.King) |
			g.PawnFrom[p.Side.Other()&1][k]&p.ByRole(board.Pawn)) & s.enemy
		far := straight&rooks | diagonal&bishops
		if near|far != 0 {
			s.check(k, near, far)
		}
		if shields := straight & s.own; g.Straight[k]&rooks != 0 && shields != 0 {
			for snipers := g.Rook(k, s.occupied^shields) & rooks &^ straight; snipers != 0; {
				sniper := snipers.Pop()
				s.shield(shields, g.Rook(k, sniper.Bit())&g.Rook(sniper, k.Bit()), sniper)
			}
		}
		if shields := diagonal & s.own; g.Diagonal[k]&bishops != 0 && shields != 0 {
			for snipers := g.Bishop(k, s.occupied^shields) & bishops &^ diagonal; snipers != 0; {
				sniper := snipers.Pop()
				s.shield(shields, g.Bishop(k, sniper.Bit())&g.Bishop(sniper, k.Bit()), sniper)
			}
		}
	}
}

// check notes what may answer a check on a king: taking the checker, or
// stepping between.
func (s *sieve) check(k board.Square, near, far board.Bitboard) {
	g := s.v.Topology
	s.checked = true
	if s.exact && (near | far).Many() {
		return // only the king can answer
	}
	s.answers |= near | far
	for far != 0 {
		checker := far.Pop()
		if g.Straight[k&63].Has(checker) {
			s.answers |= g.Rook(k, checker.Bit()) & g.Rook(checker, k.Bit())
		}
		if g.Diagonal[k&63].Has(checker) { // on some boards a queen may check both ways
			s.answers |= g.Bishop(k, checker.Bit()) & g.Bishop(checker, k.Bit())
		}
	}
}

// shield notes the own pieces between a king and a rider.
func (s *sieve) shield(shields, between board.Bitboard, sniper board.Square) {
	shields &= between
	s.suspects |= shields
	if !s.exact || s.checked { // a pinned piece cannot answer another check
		return
	}
	line := between | sniper.Bit()
	from := shields.First()
	if k := s.p.Piece(from).Role(); k != board.Pawn {
		s.certain(from, s.v.Topology.Attacks(k, from, s.occupied)&line)
		return
	}
	one, two := s.v.Topology.Pushes(s.p.Side, shields, s.occupied)
	s.certain(from, (one|two)&line)
	if hit := s.v.Topology.Pawn[s.p.Side&1][from&63] & sniper.Bit(); hit != 0 {
		s.certainStrike(from, hit)
	}
}

func (s *sieve) kingMoves() {
	p := s.p
	plain := s.v.Reflection == nil && !s.kings.Many()
	for kings := s.kings; kings != 0; {
		k := kings.Pop()
		targets := s.v.Topology.King[k&63] &^ s.own
		if !plain {
			s.doubt(k, targets)
			continue
		}
		for targets != 0 {
			to := targets.Pop()
			if s.v.Attackers(p, to, p.Side.Other(), s.occupied&^k.Bit()) == 0 {
				s.add(board.NewMove(k, to, board.NoRole))
			}
		}
	}
	if p.Castling() == 0 || s.checked {
		return
	}
	for i := range castles[p.Side&1] {
		if c := &castles[p.Side&1][i]; p.Castling()&c.right != 0 && s.occupied&c.empty == 0 &&
			s.v.Attackers(p, c.crossed, p.Side.Other(), s.occupied) == 0 {
			s.try(board.NewMove(c.king, c.landing, board.NoRole))
		}
	}
}

func (s *sieve) pawnMoves() {
	p := s.p
	pawns := p.Pieces(p.Side, board.Pawn)
	for takers := s.v.capturers(p, p.EnPassant()); takers != 0; {
		s.try(s.v.enPassant(takers.Pop(), p))
	}
	if !s.exact {
		for pinned := pawns & s.suspects; pinned != 0; {
			from := pinned.Pop()
			one, two := s.v.Topology.Pushes(p.Side, from.Bit(), s.occupied)
			s.doubtPawn(from, one|two|s.v.Topology.Pawn[p.Side&1][from&63]&s.enemy)
		}
	}
	pawns &^= s.suspects
	one, two := s.v.Topology.Pushes(p.Side, pawns, s.occupied)
	left, right := s.v.Topology.PawnAttacks(p.Side, pawns)
	left, right = left&s.enemy, right&s.enemy
	if s.checked {
		wanted := s.wanted()
		one, two, left, right = one&wanted, two&wanted, left&wanted, right&wanted
		if !s.exact {
			s.doubtPushes(one, two)
			for hit := left | right; hit != 0; {
				to := hit.Pop()
				for from := s.v.Topology.PawnFrom[p.Side&1][to&63] & pawns; from != 0; {
					s.doubtPawn(from.Pop(), to.Bit())
				}
			}
			return
		}
	}
	if r := s.v.Reflection; r != nil {
		risk := s.risk(r.Made[board.Pawn], 0)
		if r.Promotions {
			risk |= lastRows
		}
		s.doubtPushes(one&risk, two&risk)
		one, two = one&^risk, two&^risk
	}
	if s.list == nil {
		s.n += one.Count() + two.Count() + left.Count() + right.Count()
		if last := (one | left | right) & lastRows; last != 0 {
			s.n += 3 * ((one & lastRows).Count() + (left & lastRows).Count() + (right & lastRows).Count())
		}
		return
	}
	s.v.addPushes(s.list, p.Side, one, two)
	for hit := left | right; hit != 0; {
		to := hit.Pop()
		for from := s.v.Topology.PawnFrom[p.Side&1][to&63] & pawns; from != 0; {
			addPawn(s.list, from.Pop(), to)
		}
	}
}

// riders moves the pieces that are neither pawns nor kings.
func (s *sieve) riders() {
	p, g := s.p, s.v.Topology
	pieces := s.own
	if s.exact {
		pieces &^= s.suspects // inspect has settled them
	}
	for knights := pieces & p.ByRole(board.Knight); knights != 0; {
		from := knights.Pop()
		s.settle(board.Knight, from, g.Knight[from&63])
	}
	for bishops := pieces & p.ByRole(board.Bishop); bishops != 0; {
		from := bishops.Pop()
		s.settle(board.Bishop, from, g.Bishop(from, s.occupied))
	}
	for rooks := pieces & p.ByRole(board.Rook); rooks != 0; {
		from := rooks.Pop()
		s.settle(board.Rook, from, g.Rook(from, s.occupied))
	}
	for queens := pieces & p.ByRole(board.Queen); queens != 0; {
		from := queens.Pop()
		s.settle(board.Queen, from, g.Queen(from, s.occupied))
	}
}

// settle splits what a piece sees into certain moves and doubtful ones.
func (s *sieve) settle(k board.Role, from board.Square, seen board.Bitboard) {
	targets := seen &^ s.own
	switch {
	case targets == 0:
	case s.checked:
		if targets &= s.wanted(); s.exact {
			s.certain(from, targets)
		} else {
			s.doubt(from, targets)
		}
	case !s.exact && s.suspects.Has(from):
		s.doubt(from, targets)
	case s.v.Reflection == nil || s.v.Reflection.GoesOn[k&7]:
		s.certain(from, targets)
	case targets&^s.enemy == 0:
		s.certain(from, targets)
	default:
		risk := s.risk(s.v.Reflection.Made[k&7], from.Bit()) &^ s.enemy & targets
		s.certain(from, targets&^risk)
		s.doubt(from, risk)
	}
}

// wanted returns the targets that may end a check: a reflection may step in
// between as well as the piece itself.
func (s *sieve) wanted() board.Bitboard {
	if s.v.Reflection != nil {
		return s.answers | s.v.Topology.MirrorAll(s.answers)
	}
	return s.answers
}

// risk returns the landing squares from which a made piece might attack a king
// of the mover.
func (s *sieve) risk(made board.Role, from board.Bitboard) (danger board.Bitboard) {
	g := s.v.Topology
	if (s.straight|s.diagonal)&from != 0 && made >= board.Bishop { // leaving opens a line
		for kings := s.kings; kings != 0; {
			danger |= s.v.Topology.Attacks(made, kings.Pop(), s.occupied&^from)
		}
		return g.MirrorAll(danger &^ (s.occupied &^ from))
	}
	switch made {
	case board.NoRole:
		return 0
	case board.Bishop:
		danger = s.diagonal
	case board.Rook:
		danger = s.straight
	case board.Queen:
		danger = s.diagonal | s.straight
	default:
		for kings := s.kings; kings != 0; {
			k := kings.Pop()
			switch made {
			case board.Pawn:
				danger |= g.PawnFrom[s.p.Side.Other()&1][k&63]
			case board.Knight:
				danger |= g.Knight[k&63]
			default:
				danger |= g.King[k&63]
			}
		}
	}
	return g.MirrorAll(danger &^ (s.occupied &^ from))
}

func (s *sieve) add(m board.Move) {
	if s.list != nil {
		s.list.Add(m)
	}
	s.n++
}

// certain adds moves, of a pawn that does not promote included.
func (s *sieve) certain(from board.Square, targets board.Bitboard) {
	if s.list != nil {
		addAll(s.list, from, targets)
	}
	s.n += targets.Count()
}

// certainStrike adds a pawn's capture.
func (s *sieve) certainStrike(from board.Square, hit board.Bitboard) {
	if hit&lastRows != 0 {
		for _, k := range promotions {
			s.add(board.NewMove(from, hit.First(), k))
		}
		return
	}
	s.certain(from, hit)
}

// try plays a doubtful move and adds it if no own king is attacked after it.
func (s *sieve) try(m board.Move) {
	var next board.Position
	s.v.play(s.p, m, &next)
	if !s.v.inCheck(&next, s.p.Side) {
		s.add(m)
	}
}

func (s *sieve) doubt(from board.Square, targets board.Bitboard) {
	for targets != 0 {
		s.try(board.NewMove(from, targets.Pop(), board.NoRole))
	}
}

func (s *sieve) doubtPawn(from board.Square, targets board.Bitboard) {
	for targets != 0 {
		to := targets.Pop()
		if !lastRows.Has(to) {
			s.try(board.NewMove(from, to, board.NoRole))
			continue
		}
		for _, k := range promotions {
			s.try(board.NewMove(from, to, k))
		}
	}
}

func (s *sieve) doubtPushes(one, two board.Bitboard) {
	g, side := s.v.Topology, s.p.Side
	for one != 0 {
		to := one.Pop()
		s.doubtPawn(g.Behind(side, to), to.Bit())
	}
	for two != 0 {
		to := two.Pop()
		s.doubtPawn(g.Behind(side, g.Behind(side, to)), to.Bit())
	}
}
