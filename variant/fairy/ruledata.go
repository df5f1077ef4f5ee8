package fairy

import (
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/ruledata"
	"github.com/tainchess/tain/variant/betza"
	"github.com/tainchess/tain/variant/grid"
)

// dataID is the $id of the JSON Schema for [Data].
const dataID = "urn:tain:fairy-rules:1"

// Data is a rule set as data for other programs. The moves are tables of lines, so that a program needs neither
// Betza notation nor the shape of the board.
type Data struct {
	ruledata.Common
	Board      BoardData         `json:"board"`
	Pieces     []KindData        `json:"pieces" size:"1+" doc:"the kinds of pieces and their moves"`
	EnPassant  []PushData        `json:"enPassant" doc:"every first push of two squares, and the captures that may follow it"`
	Promotion  PromotionData     `json:"promotion"`
	Castling   []CastleData      `json:"castling" doc:"every castling move from the starting position"`
	Passing    bool              `json:"passing" doc:"every move ends with the piece going to the same square of the other plane, which must be empty; castling moves both pieces. No royal piece of the mover may be attacked before that on its plane, or after it. En passant squares are those on the plane where the pawn arrives"`
	Rebirth    []RebirthData     `json:"rebirth" doc:"where captured pieces come back if the square is empty after the move"`
	Mirror     map[string]string `json:"mirror" pattern:"^[a-p][0-9]+[AB]?$" doc:"the image of each square that has one"`
	Reflection ReflectionData    `json:"reflection"`
	Goals      GoalsData         `json:"goals" doc:"wins other than by checkmate, judged before it"`
	Dead       []string          `json:"dead" doc:"letters of royal kinds: two lone royal pieces of one of them are a draw"`
}

// BoardData describes the board.
type BoardData struct {
	Files  int        `json:"files" min:"1"`
	Ranks  int        `json:"ranks" min:"1"`
	Planes int        `json:"planes" min:"1" doc:"number of boards of this size; with two, the names of squares end in A or B"`
	Holes  []string   `json:"holes" pattern:"^[a-p][0-9]+[AB]?$" doc:"squares that do not exist"`
	Seam   EdgeData   `json:"seam" doc:"how the left and right edges are joined"`
	Ends   EdgeData   `json:"ends" doc:"how the top and bottom edges are joined"`
	Links  []LinkData `json:"links" doc:"steps to other squares than the next; each also holds backward"`
}

// EdgeData describes two opposite edges.
type EdgeData struct {
	Join  string   `json:"join" enum:"none|wrap|twist|hop|pole"`
	Kinds []string `json:"kinds" doc:"letters of the kinds that cross"`
}

// LinkData describes a link.
type LinkData struct {
	From    string `json:"from" pattern:"^[a-p][0-9]+[AB]?$"`
	Step    [2]int `json:"step" doc:"files and ranks of the step"`
	To      string `json:"to" pattern:"^[a-p][0-9]+[AB]?$"`
	Heading [2]int `json:"heading" doc:"of the line beyond the link"`
}

// KindData describes a kind of piece.
type KindData struct {
	Letter string      `json:"letter" pattern:"^[A-Z]$" doc:"in notation; small for Black in positions"`
	Name   string      `json:"name"`
	Betza  string      `json:"betza" doc:"the moves in Betza notation"`
	Royal  bool        `json:"royal" doc:"an attack on the piece is check, and no move may leave it attacked"`
	White  []MovesData `json:"white" doc:"the moves of White's pieces"`
	Black  []MovesData `json:"black" doc:"the moves of Black's pieces"`
}

// MovesData describes the lines of an atom of Betza notation.
type MovesData struct {
	Mode      string              `json:"mode" enum:"both|move|capture" doc:"move: only to an empty square; capture: only onto an enemy piece"`
	Hurdle    string              `json:"hurdle" enum:"none|one|next" doc:"one: the piece jumps over exactly one piece on the line; next: over the first piece, to the next square of the line"`
	EnPassant bool                `json:"enPassant" doc:"captures en passant too"`
	Lines     map[string][]string `json:"lines" keys:"^[a-p][0-9]+[AB]?$" pattern:"^([a-pAB0-9,]+:)?[a-p][0-9]+[AB]?( ([a-pAB0-9,]+:)?[a-p][0-9]+[AB]?)*$" doc:"the lines from each square: landing squares in order, which end the line when they are occupied; squares before a colon must be empty"`
}

// PushData is a first push of two squares.
type PushData struct {
	Side     string        `json:"side" enum:"white|black" doc:"of the pawn that pushed"`
	From     string        `json:"from" pattern:"^[a-p][0-9]+[AB]?$"`
	To       string        `json:"to" pattern:"^[a-p][0-9]+[AB]?$" doc:"where the pawn is after the move, with passing on the other plane"`
	Crossed  string        `json:"crossed" pattern:"^[a-p][0-9]+[AB]?$" doc:"must be empty too, with passing on the plane of the move; a capture may land here"`
	Text     string        `json:"text" doc:"the en passant field of the position"`
	Captures []LandingData `json:"captures"`
}

// LandingData is a possible en passant capture on an empty board.
type LandingData struct {
	From string `json:"from" pattern:"^[a-p][0-9]+[AB]?$"`
	To   string `json:"to" pattern:"^[a-p][0-9]+[AB]?$" doc:"landing square"`
}

// PromotionData describes promotions.
type PromotionData struct {
	Kinds []string `json:"kinds" doc:"letters, in order"`
	White []string `json:"white" pattern:"^[a-p][0-9]+[AB]?$" doc:"squares on which White's pawns promote"`
	Black []string `json:"black" pattern:"^[a-p][0-9]+[AB]?$" doc:"squares on which Black's pawns promote"`
	May   []string `json:"may" pattern:"^[a-p][0-9]+[AB]?$" doc:"squares on which a pawn may also stay a pawn"`
}

// CastleData is a castling move.
type CastleData struct {
	Side  string    `json:"side" enum:"white|black"`
	Wing  string    `json:"wing" enum:"king|queen"`
	King  [2]string `json:"king" pattern:"^[a-p][0-9]+[AB]?$" doc:"origin and destination"`
	Rook  [2]string `json:"rook" pattern:"^[a-p][0-9]+[AB]?$"`
	To    string    `json:"to" pattern:"^[a-p][0-9]+[AB]?$" doc:"second square of the UCI move"`
	Empty []string  `json:"empty" pattern:"^[a-p][0-9]+[AB]?$" doc:"must be empty"`
	Safe  []string  `json:"safe" pattern:"^[a-p][0-9]+[AB]?$" doc:"must not be attacked, with the king and the rook removed"`
}

// RebirthData lists the squares on which pieces of one kind and side come back.
type RebirthData struct {
	Piece string            `json:"piece" pattern:"^[A-Za-z]$" doc:"letter in positions"`
	To    map[string]string `json:"to" keys:"^[a-p][0-9]+[AB]?$" pattern:"^[a-p][0-9]+[AB]?$" doc:"by the square of the capture; a missing square brings nothing back"`
}

// ReflectionData describes the effect of a move on the image of its landing square if the image is empty.
type ReflectionData struct {
	Makes      map[string]string `json:"makes" doc:"letter of the spawned kind, by the letter of the kind on the landing square"`
	GoesOn     []string          `json:"goesOn" doc:"letters of the kinds that go on to the image"`
	Colour     string            `json:"colour" enum:"opponent|own" doc:"of the spawned piece"`
	Captures   bool              `json:"captures" doc:"whether captures reflect"`
	Promotions bool              `json:"promotions" doc:"whether promotions reflect; a promoted piece never goes on"`
	NoPawnsOn  []string          `json:"noPawnsOn" pattern:"^[a-p][0-9]+[AB]?$" doc:"squares on which no pawn is spawned and to which none goes on"`
}

// GoalsData lists the goals.
type GoalsData struct {
	Checks int         `json:"checks" doc:"number of checks that win; 0 if checks do not win"`
	Reach  []ReachData `json:"reach"`
}

// ReachData describes a goal of one kind.
type ReachData struct {
	Kind    string   `json:"kind" pattern:"^[A-Z]$"`
	Squares []string `json:"squares" pattern:"^[a-p][0-9]+[AB]?$" doc:"a piece on one of them after its side's move wins"`
}

var _ ruledata.Source = (*Rules)(nil)

// RuleData returns the rule set as [Data].
func (r *Rules) RuleData() any {
	d := Data{Common: ruledata.NewCommon(r, dataID), Pieces: []KindData{}, Castling: []CastleData{}, Rebirth: []RebirthData{}, Mirror: map[string]string{}, EnPassant: []PushData{}, Dead: []string{}}
	d.Board, d.Passing = r.boardData(), r.spec.Passing
	for i := range r.kinds {
		if r.kinds[i].letter != 0 {
			d.Pieces = append(d.Pieces, r.kindData(&r.kinds[i]))
		}
	}
	for side := range board.Colour(2) {
		for s, some := range r.passes[side] {
			for _, push := range some {
				d.EnPassant = append(d.EnPassant, r.pushData(side, board.Square(s), push))
			}
		}
	}
	d.Promotion = PromotionData{Kinds: r.roleLetters(r.promotes), White: r.names(r.zone[0]), Black: r.names(r.zone[1]), May: []string{}}
	if r.spec.May {
		d.Promotion.May = r.names(r.zone[0].Without(r.last[0]).Or(r.zone[1].Without(r.last[1])))
	}
	for _, c := range r.castles {
		if c.right == 0 || c.never {
			continue
		}
		wing := "king"
		if c.long {
			wing = "queen"
		}
		d.Castling = append(d.Castling, CastleData{c.side.String(), wing, [2]string{r.Name(c.king), r.Name(c.landing)}, [2]string{r.Name(c.rook), r.Name(c.rookLanding)},
			r.Name(c.to), r.names(c.empty), r.names(c.safe)})
	}
	r.effectData(&d)
	d.Repetition = ruledata.Repetition{
		Same:    []string{"pieces", "side to move", "castling rights", "legal en passant captures"},
		Ignored: []string{"halfmove clock", "full-move number", "en passant squares without a legal capture"},
	}
	if r.spec.Checks > 0 {
		d.Repetition.Same = append(d.Repetition.Same, "checks given")
	}
	d.Clock = ruledata.Clock{Resets: []string{"capture", "pawn move"}, Counts: []string{"castling"}}
	r.goalData(&d)
	d.Text.Fields = ruledata.StartFields(r.info.Start, []ruledata.Field{
		{Name: "board", Pattern: "^[A-Za-z0-9*/|]+$", Says: "ranks from the top, separated by /; a number stands for empty squares, * for a hole; | separates two planes"},
		{Name: "side", Pattern: "^[wb]$", Says: "the side to move"},
		{Name: "castling", Pattern: "^(-|[A-Za-z]+)$", Says: "the castling rights; capitals for White"},
		{Name: "en passant", Pattern: "^(-|([a-p][0-9]+[AB]?)+)$", Says: "the square that a pawn has just crossed, followed by the pawn's square if the pawn is not directly beyond it"},
		{Name: "halfmove clock", Pattern: "^[0-9]+$", Says: "half-moves since the last capture or pawn move"},
		{Name: "move number", Pattern: "^[0-9]+$", Says: "incremented after Black's move"},
	})
	if r.spec.Checks > 0 {
		d.Text.Fields = append(d.Text.Fields, ruledata.Field{Name: "checks", Pattern: `^\+[0-9]+\+[0-9]+$`, Says: "the checks given by White and by Black", Example: "+0+0"})
	}
	cases := r.cases()
	d.Text.Moves = []ruledata.Field{{Name: "UCI", Pattern: "^[a-p][0-9]+[AB]?[a-p][0-9]+[AB]?[a-z]?$", Says: "origin, destination and the letter of a promotion", Example: cases[0].Move}}
	d.Examples, d.Refusals = ruledata.Work(r, cases), ruledata.Refusals(r, r.refused())
	return d
}

// names lists the names of squares.
func (r *Rules) names(squares board.Set) []string {
	all := []string{}
	for s := range squares.All() {
		all = append(all, r.Name(s))
	}
	return all
}

// roleLetters returns the capital letters of roles.
func (r *Rules) roleLetters(roles []board.Role) []string {
	all := []string{}
	for _, k := range roles {
		all = append(all, string(r.kinds[indexOf(k)].letter&^0x20))
	}
	return all
}

func (r *Rules) boardData() BoardData {
	s := r.spec.Board
	d := BoardData{Files: s.Files, Ranks: s.Ranks, Planes: r.Grid.Planes, Holes: []string{}, Links: []LinkData{}, Seam: edgeData(s.Seam, r.spec.SeamKinds), Ends: edgeData(s.Ends, r.spec.EndsKinds)}
	for _, hole := range s.Holes {
		d.Holes = append(d.Holes, r.Grid.Name(hole))
	}
	for _, l := range s.Links {
		d.Links = append(d.Links, LinkData{r.Grid.Name(l.From), [2]int{l.Out.X, l.Out.Y}, r.Grid.Name(l.To), [2]int{l.In.X, l.In.Y}})
	}
	return d
}

func edgeData(e grid.Edge, kinds string) EdgeData {
	d := EdgeData{Join: map[grid.Edge]string{grid.None: "none", grid.Wrap: "wrap", grid.Twist: "twist", grid.Hop: "hop", grid.Pole: "pole"}[e], Kinds: []string{}}
	if e != grid.None && kinds != "" {
		d.Kinds = strings.Split(strings.ToUpper(kinds), "")
	}
	return d
}

func (r *Rules) kindData(k *kind) KindData {
	d := KindData{Letter: string(k.letter &^ 0x20), Name: k.name, Betza: k.betza, Royal: r.royal[indexOf(k.role)]}
	switch {
	case d.Betza == "" && k.role == board.Pawn && r.spec.Double == 2:
		d.Betza = "mfWcefFimfW2"
	case d.Betza == "" && k.role == board.Pawn:
		d.Betza = "mfWcefF"
	case d.Betza == "":
		d.Betza = orthodoxBetza[k.role]
	}
	for side, moves := range []*[]MovesData{&d.White, &d.Black} {
		*moves = []MovesData{}
		for i := range k.atoms {
			for _, mode := range []betza.Mode{betza.Move, betza.Capture} {
				if a := &k.atoms[i]; a.Mode == betza.Both || a.Mode == mode {
					*moves = append(*moves, r.movesData(k, a, board.Colour(side), mode))
				}
			}
		}
		*moves = slices.CompactFunc(*moves, func(a, b MovesData) bool {
			return a.Mode == "both" && b.Mode == "both" && a.Hurdle == b.Hurdle && same(a.Lines, b.Lines)
		})
	}
	return d
}

// movesData returns the lines of an atom. An atom without a mode has the same lines in both modes, unless the
// piece is a pawn.
func (r *Rules) movesData(k *kind, a *betza.Atom, side board.Colour, mode betza.Mode) MovesData {
	d := MovesData{Mode: [...]string{betza.Both: "both", betza.Move: "move", betza.Capture: "capture"}[mode],
		Hurdle: [...]string{betza.NoHurdle: "none", betza.Cannon: "one", betza.Hopper: "next"}[a.Hurdle], EnPassant: a.EnPassant && mode == betza.Capture, Lines: map[string][]string{}}
	crossing := r.crossing(k.letter)
	switch {
	case mode == betza.Capture:
		crossing = r.takeCrossing(k)
	case k.role == board.Pawn:
		crossing = grid.Crossing{}
	}
	if a.Mode == betza.Both && k.role != board.Pawn {
		d.Mode = "both"
	}
	for s := range r.All.All() {
		r.eachLine(k, side, s, func(o *betza.Atom) bool { return o == a }, crossing, func(l grid.Line, _ *betza.Atom) {
			var leaps []string
			for _, at := range l {
				text := r.Grid.Name(at.To)
				if len(at.Empty) > 0 {
					var empty []string
					for _, s := range at.Empty {
						empty = append(empty, r.Grid.Name(s))
					}
					text = strings.Join(empty, ",") + ":" + text
				}
				leaps = append(leaps, text)
			}
			d.Lines[r.Name(s)] = append(d.Lines[r.Name(s)], strings.Join(leaps, " "))
		})
	}
	return d
}

// same reports whether two tables of lines are equal.
func same(a, b map[string][]string) bool {
	if len(a) != len(b) {
		return false
	}
	for from, lines := range a {
		if !slices.Equal(lines, b[from]) {
			return false
		}
	}
	return true
}

func (r *Rules) pushData(side board.Colour, from board.Square, push pass) PushData {
	d := PushData{Side: side.String(), From: r.Name(from), To: r.Name(push.pusher), Crossed: r.Name(push.crossed), Captures: []LandingData{}}
	for taker := range r.All.All() {
		if taker == push.pusher || taker == push.crossed || r.last[side.Other()&1].Has(taker) {
			continue
		}
		p := r.Empty()
		if side == board.White {
			p.Pass()
		}
		p.Set(push.pusher, board.NewPiece(side, board.Pawn))
		p.Set(taker, board.NewPiece(side.Other(), board.Pawn))
		p.SetEnPassant(push.code)
		landings := r.enPassantOf(&p, taker)
		for to := range landings.All() {
			d.Captures = append(d.Captures, LandingData{r.Name(taker), r.Name(to)})
		}
	}
	d.Text = d.Crossed
	if push.code > board.NoSquare {
		d.Text += d.To
	}
	return d
}

// effectData adds the effects of moves.
func (r *Rules) effectData(d *Data) {
	for side := range board.Colour(2) {
		for i, k := range r.kinds {
			if k.letter == 0 || r.rebirth[side][i] == nil || r.royal[i] {
				continue
			}
			one := RebirthData{Piece: string(rune(r.info.Letter(board.NewPiece(side, k.role)))), To: map[string]string{}}
			for s := range r.All.All() {
				if to := r.rebirth[side][i][s]; to != board.NoSquare {
					one.To[r.Name(s)] = r.Name(to)
				}
			}
			d.Rebirth = append(d.Rebirth, one)
		}
	}
	d.Reflection = ReflectionData{Makes: map[string]string{}, GoesOn: []string{}, Colour: "opponent", NoPawnsOn: []string{}}
	f := r.spec.Reflection
	if f == nil {
		return
	}
	for s := range r.All.All() {
		if image := r.image[s]; image != board.NoSquare {
			d.Mirror[r.Name(s)] = r.Name(image)
		}
	}
	d.Reflection.Captures, d.Reflection.Promotions = f.Captures, f.Promotions
	d.Reflection.NoPawnsOn = r.names(r.last[0].Or(r.last[1]))
	if f.Own {
		d.Reflection.Colour = "own"
	}
	for from, to := range f.Makes {
		d.Reflection.Makes[strings.ToUpper(string(from))] = strings.ToUpper(string(to))
	}
	for _, c := range f.GoesOn {
		d.Reflection.GoesOn = append(d.Reflection.GoesOn, strings.ToUpper(string(c)))
	}
}

// goalData adds the goals, the reasons for which they end games, and the royal kinds with which neither side
// can win.
func (r *Rules) goalData(d *Data) {
	d.Goals = GoalsData{Checks: r.spec.Checks, Reach: []ReachData{}}
	var ends []ruledata.End
	if r.spec.Checks > 0 {
		ends = append(ends, ruledata.End{Reason: string(rules.ChecksGiven), Result: "loss", How: "automatic"})
	}
	for _, g := range r.goals[0] {
		d.Goals.Reach = append(d.Goals.Reach, ReachData{r.roleLetters([]board.Role{g.role})[0], r.names(g.squares)})
	}
	if len(d.Goals.Reach) > 0 {
		ends = append(ends, ruledata.End{Reason: string(rules.GoalReached), Result: "loss", How: "automatic"})
	}
	for i, k := range r.kinds {
		if r.dead.kinds[i] {
			d.Dead = append(d.Dead, string(k.letter&^0x20))
		}
	}
	for i := range d.Ends {
		if d.Ends[i].DrawIf == "" {
			continue
		}
		if d.Ends[i].DrawIf = ""; r.dead.possible {
			d.Ends[i].DrawIf = "the opponent has only one piece, of a kind listed in dead"
		}
	}
	d.Ends = append(ends, d.Ends...)
}

// playouts calls visit with the positions of a short random game, which is the same in every run.
func (r *Rules) playouts(visit func(p *board.Position)) {
	random := board.SeededRandom(1)
	p := r.start
	for range 24 {
		visit(&p)
		moves := rules.LegalMoves(r, &p)
		if len(moves) == 0 || r.over(&p) {
			return
		}
		var next board.Position
		r.Make(&p, moves[random()%uint64(len(moves))], &next)
		p = next
	}
}

// cases lists moves that illustrate the rules: the first move of each kind in the positions of a short game.
func (r *Rules) cases() (all []ruledata.Case) {
	seen := map[string]bool{}
	r.playouts(func(p *board.Position) {
		for _, m := range rules.LegalMoves(r, p) {
			k := &r.kinds[index(p.Piece(m.From()))]
			what := "a move of the " + k.name
			if class := r.Class(p, m); class != 0 {
				what += " (" + class.String() + ")"
			}
			if !seen[what] {
				seen[what] = true
				all = append(all, ruledata.Case{Shows: what, Position: r.Guide().FormatPosition(p), Move: r.Guide().FormatUCI(p, m), Study: r.info.Kingless})
			}
		}
	})
	return all
}

// refused lists illegal moves in the positions of a short game.
func (r *Rules) refused() (all []ruledata.Case) {
	seen := map[string]bool{}
	n := 0
	r.playouts(func(p *board.Position) {
		if n++; n%8 != 1 {
			return
		}
		text := r.Guide().FormatPosition(p)
		for from := range r.All.All() {
			for to := range r.All.All() {
				m := board.NewMove(from, to, board.NoRole)
				if no := r.Guide().WhyIllegal(p, m); no != nil && !seen[string(no.Message.Code)] {
					seen[string(no.Message.Code)] = true
					all = append(all, ruledata.Case{Position: text, Move: r.Guide().FormatUCI(p, m), Study: r.info.Kingless})
				}
			}
		}
	})
	return all
}
