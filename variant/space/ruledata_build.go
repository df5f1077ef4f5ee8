package space

import (
	"errors"
	"slices"
	"strconv"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/ruledata"
	"github.com/tainchess/tain/variant/space/geometry"
)

// common returns the part of the data that all rule sets share.
func (v *Rules) common() ruledata.Common {
	c := ruledata.NewCommon(v, schemaID)
	c.Repetition = ruledata.Repetition{
		Same: []string{"pieces", "boards with their owners on the same pins", "side to move", "castling rights",
			"double-step rights", "legal en passant captures"},
		Ignored: []string{"halfmove clock", "full-move number", "rotation of the boards"},
	}
	c.Clock = ruledata.Clock{
		Resets: []string{"capture", "pawn move", "promotion"},
		Counts: []string{"castling", "board move without promotion"},
	}
	c.Text = v.textData()
	c.Examples = ruledata.Work(v, workedCases)
	c.Refusals = ruledata.Refusals(v, refusedCases)
	return c
}

// middle is a column from which no step of a king, knight or pawn leaves the map.
var middle = geometry.At(2, 4)

// steps returns the steps, as files and ranks, from middle to the given columns.
func steps(to geometry.Columns) [][2]int {
	all := [][2]int{}
	for c := range geometry.Column(geometry.ColumnCount) {
		if to.Has(c) {
			all = append(all, [2]int{c.File() - middle.File(), c.Rank() - middle.Rank()})
		}
	}
	return all
}

// pieceData derives a role's steps from its attacks with every column occupied, where every piece attacks
// only one step away.
func pieceData(k board.Role) ruledata.Piece {
	d := ruledata.NewPiece(k)
	if k == board.Pawn {
		return d
	}
	one := geometry.Attacks(k, middle, geometry.OnBoard)
	d.Rides, d.Steps = geometry.Attacks(k, middle, 0) != one, steps(one)
	return d
}

func pawnData(side board.Colour) PawnData {
	return PawnData{
		Push: steps(geometry.PawnStep[side][middle])[0], DoubleStep: "never moved, never carried", Captures: steps(geometry.PawnAttacks[side][middle]),
	}
}

// pushData returns a side's double steps with the columns that they cross and the columns from which the pawn
// may be captured en passant.
func pushData(side board.Colour) (all []PushData) {
	for _, home := range geometry.HomeNames(side) {
		for c := range geometry.Column(geometry.ColumnCount) {
			if !geometry.TwoAhead(side, home.Column).Has(c) {
				continue
			}
			over := geometry.Crossed(c, side)
			d := PushData{Side: side.String(), From: home.String(), Column: c.Name(), Crossed: over.Name(), By: []string{}}
			for by := range geometry.Column(geometry.ColumnCount) {
				if geometry.PawnAttacks[side.Other()][by].Has(over) {
					d.By = append(d.By, by.Name())
				}
			}
			all = append(all, d)
		}
	}
	return all
}

// castlingData returns the castling moves with the squares of the starting position.
func (v *Rules) castlingData() (d CastlingData) {
	p, err := v.Guide().ParsePosition(v.details.Start, rules.ParseOptions{})
	if err != nil {
		return d // cannot happen, because the starting position is valid
	}
	t := geometry.Of(&p)
	named := func(s board.Square) string { return geometry.NameOf(&p, s).String() }
	for i, home := range geometry.CastlingHomes {
		side := board.Colour(i / 2)
		c := t.Castle[side]
		m := CastleData{Side: side.String(), Letter: string(rune(home.Letter)), Empty: []string{}}
		if i%2 == 0 {
			m.Wing, m.Text = "king", "O-O"
			m.King, m.Rook = [2]string{named(c.King), named(c.ShortRook)}, [2]string{named(c.ShortRook), named(c.King)}
		} else {
			m.Wing, m.Text, m.Empty = "queen", "O-O-O", []string{named(c.LongKing)}
			m.King, m.Rook = [2]string{named(c.King), named(c.LongKing)}, [2]string{named(c.LongRook), named(c.King)}
		}
		d.Moves = append(d.Moves, m)
	}
	return d
}

// halfTurns maps each quadrant to the opposite quadrant.
func halfTurns() map[string]string {
	all := map[string]string{}
	for q := 1; q <= 4; q++ {
		for to := 1; to <= 4; to++ {
			if geometry.QuadrantCell(board.White, to) == 3-geometry.QuadrantCell(board.White, q) {
				all["q"+strconv.Itoa(q)] = "q" + strconv.Itoa(to)
			}
		}
	}
	return all
}

// carriedData describes what happens to passengers and to pawns on corners.
func carriedData() CarriedData {
	d := CarriedData{
		Rides: ruledata.Names(ruledata.Roles[:]...), Keeps: "cell", Promotes: "furthest rank after the move",
		Loses:  map[string]string{"pawn": "double step", "king": "castling rights", "rook": "its castling right"},
		Corner: map[string]string{},
	}
	for n := range geometry.Pin(geometry.PinCount) {
		for _, side := range [...]board.Colour{board.White, board.Black} {
			p := board.Empty()
			square := geometry.MainSquare(geometry.LevelB, geometry.At(1+3*geometry.PinSide(n), 8))
			if side == board.Black {
				square = geometry.MainSquare(geometry.LevelW, geometry.At(1+3*geometry.PinSide(n), 1))
			}
			p.Put(square, board.NewPiece(side, board.Pawn))
			if s := cornerPawn(&p, n, n^1); s != board.NoSquare {
				d.Corner[geometry.PinName(n)] = side.String() + " pawn on " + geometry.Corner(n).String()
			}
		}
	}
	return d
}

// turnsData returns, for each sort of turn, the effects in the order in which they happen and the order of the
// checks. It includes only codes that the rule set can return.
func turnsData(given []ruledata.Refusal) []TurnData {
	order := func(looks []look) (all [][]rules.Code) {
		for _, l := range looks {
			codes := slices.DeleteFunc(slices.Clone(l.codes), func(c rules.Code) bool {
				return !slices.ContainsFunc(given, func(r ruledata.Refusal) bool { return r.Code == c })
			})
			if len(codes) > 0 {
				all = append(all, codes)
			}
		}
		return all
	}
	return []TurnData{
		{
			Sort: "piece", Read: []rules.Code{rules.CodeNoSquare, CodeQuadrant}, Order: order(pieceLooks),
			Steps: []string{"the captured piece is removed, including en passant", "the piece lands", "a pawn on its furthest rank promotes", "the kings are checked"},
		},
		{
			Sort: "castling", Read: []rules.Code{}, Order: order(castlingLooks),
			Steps: []string{"king and rook move", "the kings are checked"},
		},
		{
			Sort: "board", Read: []rules.Code{rules.CodeNoSquare, CodeBoardCapture, CodeRotation}, Order: order(boardLooks),
			Steps: []string{"a pawn on the corner that the board leaves promotes", "the passenger moves to its cell", "a passenger on its furthest rank promotes",
				"the board moves to its pin and turns", "the kings are checked"},
		},
	}
}

// faults returns all reasons why a board move is illegal, except reasons that an earlier one makes
// meaningless.
func (v *Rules) faults(p *board.Position, m board.Move) (all []rules.Code) {
	t := geometry.Of(p)
	a := &candidate{v, p, t, m, t.Columns(p.Occupied())}
	for _, l := range boardLooks {
		if slices.Contains(l.codes, rules.CodeKingAttacked) && slices.ContainsFunc(all, func(c rules.Code) bool {
			return c == CodeCrowded || c == CodePinHeld || c == rules.CodeNowhere || c == CodeRotated
		}) {
			break // the move cannot be played, not even to test it
		}
		if no := l.look(a); no != nil {
			if all = append(all, no.Code); no.Code == CodeNoBoard || no.Code == rules.CodeMalformed {
				break
			}
		}
	}
	return all
}

// twoFaults returns board moves that are illegal for several reasons.
func (v *Rules) twoFaults() []TwoFaultsData {
	found := []TwoFaultsData{}
	for _, c := range twoFaults {
		p, err := v.Guide().ParsePosition(c.Position, rules.ParseOptions{})
		if err != nil {
			continue
		}
		m, err := v.Guide().ParseMove(&p, c.Move)
		no := (*rules.IllegalMove)(nil)
		if !errors.As(err, &no) {
			continue
		}
		d := TwoFaultsData{Position: c.Position, Move: c.Move, Faults: v.faults(&p, m), Told: no.Code, Sentence: no.Error()}
		if len(d.Faults) > 1 {
			found = append(found, d)
		}
	}
	return found
}

// textData returns the grammar of positions and moves.
func (v *Rules) textData() ruledata.Text {
	const (
		square = `[za-e][0-9](W|N|B|[QK]L[1-6])`
		pin    = `[QK]L[1-6]`
		rows   = `[1-4pnbrqkPNBRQK]{1,4}(/[1-4pnbrqkPNBRQK]{1,4})`
		small  = `[12pnbrqkPNBRQK]{1,2}/[12pnbrqkPNBRQK]{1,2}`
	)
	mark, turn := "", ""
	if v.policy.Turns {
		mark, turn = `\^?`, `(\^(0|180))?`
	}
	fields := []ruledata.Field{
		{Name: "boards", Pattern: `^W:` + rows + `{3}\|N:` + rows + `{3}\|B:` + rows + `{3}(\|` + pin + `[wb]` + mark + `:` + small + `){4}$`,
			Says: "the levels W, N, B, then the attack boards in the order of levelOrder: pin, owner, ^ if turned by 180; ranks from high to low, files from low to high"},
		{Name: "side", Pattern: `^[wb]$`, Says: "the side to move"},
		{Name: "castling", Pattern: `^(-|K?Q?k?q?)$`, Says: "the remaining rights"},
		{Name: "enPassant", Pattern: `^(-|` + square + `)$`, Says: "the square of the pawn that has just made a double step, written only if a legal en passant capture exists"},
		{Name: "doubleSteps", Pattern: `^(-|\*|` + square + `(,` + square + `)*)$`, Says: "the pawns that may still make a double step: none, every pawn on a home square, or these"},
		{Name: "halfmoveClock", Pattern: `^[0-9]+$`, Says: "half-moves since the last capture, pawn move or promotion"},
		{Name: "fullmoveNumber", Pattern: `^[0-9]+$`, Says: "the move number, incremented after Black's move"},
	}
	return ruledata.Text{
		Fields: ruledata.StartFields(v.details.Start, fields),
		Moves: []ruledata.Field{
			{Name: "piece", Pattern: `^` + square + square + `[qrbn]?$`, Says: "from, to and the promotion role", Example: "b2Wb4N"},
			{Name: "castling", Pattern: `^O-O(-O)?$`, Says: "castling on the king's side and on the queen's", Example: "O-O"},
			{Name: "board", Pattern: `^` + pin + `(-` + pin + `)?` + turn + `(=[qrbn])?$`, Says: "from pin to pin, the resulting rotation, and the promotion role", Example: "QL1-QL2"},
		},
	}
}

// RuleData returns a rule set of this package as data. It returns false for any other rule set.
func RuleData(r rules.Rules) (Data, bool) {
	v, ok := r.(*Rules)
	if !ok {
		return Data{}, false
	}
	return v.data(), true
}

// RuleData returns the rule set as [Data].
func (v *Rules) RuleData() any { return v.data() }

func (v *Rules) data() Data {
	d := Data{
		Common: v.common(),
		Ranks:  [2]int{0, geometry.Ranks - 1},
		Policy: PolicyData{
			MostAboard: 1, Controls: "passenger", EmptyOf: "owner",
			Passengers: v.policy.passengers(), Occupied: []rules.Direction{rules.Forward, rules.Sideways}, Empty: []rules.Direction{rules.Forward, rules.Sideways, rules.Backward},
		},
		Rotation: RotationData{Allowed: v.policy.Turns, Angles: []int{0}, Cells: []Cell{}},
		Shadow:   ShadowData{Applies: v.policy.Shadow, Exempt: []string{}},
		Carried:  carriedData(),
		PawnHomes: SidesData{
			White: texts(geometry.HomeNames(board.White)), Black: texts(geometry.HomeNames(board.Black)),
		},
		Movement:  MovementData{Over: "columns", Landing: "any level", BlockedBy: "any piece in a column passed"},
		Pawns:     PawnsData{pawnData(board.White), pawnData(board.Black)},
		EnPassant: append(pushData(board.White), pushData(board.Black)...),
		Castling:  v.castlingData(),
		Promotion: PromotionData{ruledata.Names(promotions[:]...), furthestData(board.White), furthestData(board.Black)},
		Quadrants: QuadrantsData{White: quadrantData(board.White), Black: quadrantData(board.Black), HalfTurn: halfTurns()},
		KingSafety: KingSafetyData{
			Whose: "mover", Judged: "after the whole move", Attacks: "by column", BoardMoves: true,
			Castling: []string{"the king's square before", "the king's square after"},
		},
		TwoFaults: v.twoFaults(),
		Dead:      ruledata.Dead{Kings: 1, With: []ruledata.Remains{{Role: "none"}}},
	}
	d.Turns = turnsData(d.Refusals)
	if p, err := v.Guide().ParsePosition(v.details.Start, rules.ParseOptions{}); err == nil {
		for _, b := range v.Boards(&p) {
			one := BoardData{Pin: b.Mount, Owner: b.Owner.String()}
			if b.Turned {
				one.Rotation = 180
			}
			d.Attack = append(d.Attack, one)
		}
	}
	for _, k := range ruledata.Roles {
		d.Pieces = append(d.Pieces, pieceData(k))
	}
	for _, letter := range geometry.FileNames {
		d.Files = append(d.Files, string(letter))
	}
	for l := geometry.Level(0); l < geometry.LevelCount; l++ {
		d.LevelOrder = append(d.LevelOrder, l.String())
		if l < geometry.FirstPin {
			f, r := spans(l)
			d.Levels = append(d.Levels, LevelData{Name: l.String(), Height: int(l), Files: f, Ranks: r})
		}
	}
	for n := range geometry.Pin(geometry.PinCount) {
		d.Pins = append(d.Pins, pinData(n))
		for to := v.goals.empty[n]; to != 0; {
			d.Adjacency = append(d.Adjacency, v.adjacencyData(n, to.Pop()))
		}
	}
	if v.policy.Turns {
		d.Rotation.Angles, d.Rotation.Alone, d.Rotation.With = []int{0, 180}, true, true
		for cell := range 4 {
			d.Rotation.Cells = append(d.Rotation.Cells, Cell{From: offset(cell), To: offset(3 - cell)})
		}
	}
	if v.policy.Anyone {
		d.Policy.EmptyOf = "anyone"
	}
	if v.policy.Shadow {
		d.Shadow.Exempt = []string{board.Knight.String()}
	}
	return d
}

// passengers returns the names of the roles that boards may carry.
func (o *Policy) passengers() (all []string) {
	for _, k := range ruledata.Roles {
		if !o.Stays[k] {
			all = append(all, k.String())
		}
	}
	return all
}

// offset returns the file and rank of a cell relative to the board's low corner.
func offset(cell int) [2]int { return [2]int{cell & 1, cell >> 1} }

func texts(all []geometry.Name) (t []string) {
	for _, n := range all {
		t = append(t, n.String())
	}
	return t
}

// spans returns the first and last files and ranks of a level.
func spans(l geometry.Level) (f [2]string, r [2]int) {
	first, width := l.Extent()
	last := first + geometry.Column(width-1)*(geometry.Files+1)
	return [2]string{first.Name()[:1], last.Name()[:1]}, [2]int{first.Rank(), last.Rank()}
}

func pinData(n geometry.Pin) PinData {
	d := PinData{Name: geometry.PinName(n), Level: geometry.PinLevel(n), Side: [...]string{"queen", "king"}[geometry.PinSide(n)], Corner: geometry.Corner(n).String()}
	d.Files, d.Ranks = spans(geometry.OnPin(n))
	for cell := range 4 {
		d.Squares = append(d.Squares, geometry.Name{Column: geometry.CellColumn(n, cell), Level: geometry.OnPin(n)}.String())
	}
	named := func(owner board.Colour) map[string]string {
		all := map[string]string{}
		for q := 1; q <= 4; q++ {
			all["q"+strconv.Itoa(q)] = d.Squares[geometry.QuadrantCell(owner, q)]
		}
		return all
	}
	d.Quadrants = PinQuadrantsData{named(board.White), named(board.Black)}
	return d
}

func (v *Rules) adjacencyData(from, to geometry.Pin) AdjacencyData {
	return AdjacencyData{
		From: geometry.PinName(from), To: geometry.PinName(to),
		LevelChange: geometry.PinLevel(to) - geometry.PinLevel(from), Across: geometry.PinSide(from) != geometry.PinSide(to),
		White: v.policy.direction(board.White, from, to), Black: v.policy.direction(board.Black, from, to),
	}
}

func furthestData(side board.Colour) (all []FurthestData) {
	for file, letter := range geometry.FileNames {
		f := FurthestData{File: string(letter), Rank: geometry.FurthestRank(side, file, 0)}
		f.WithBoard = f.Rank
		if n := geometry.AddsRank(side, file); n != geometry.NoPin {
			f.Pin, f.WithBoard = geometry.PinName(n), geometry.FurthestRank(side, file, 1<<n)
		}
		all = append(all, f)
	}
	return all
}

func quadrantData(owner board.Colour) map[string][2]int {
	all := map[string][2]int{}
	for q := 1; q <= 4; q++ {
		all["q"+string(rune('0'+q))] = offset(geometry.QuadrantCell(owner, q))
	}
	return all
}
