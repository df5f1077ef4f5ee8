package flat

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/ruledata"
	"github.com/tainchess/tain/variant/flat/topology"
)

// schemaID is the $id of the JSON Schema for [Data].
const schemaID = "urn:tain:flat-rules:1"

// Data is a flat rule set as data for other programs. It is derived from [Rules] and its tables.
type Data struct {
	ruledata.Common
	Files      []string          `json:"files" size:"8"`
	Ranks      [2]int            `json:"ranks" doc:"the first and the last"`
	Pieces     []ruledata.Piece  `json:"pieces" size:"6" doc:"how the roles move; pawns are described separately"`
	Pawns      PawnsData         `json:"pawns"`
	Seam       SeamData          `json:"seam" doc:"how the a-file and the h-file are joined"`
	EnPassant  []PushData        `json:"enPassant" doc:"every double push, and the en passant captures that may follow it"`
	Mirror     map[string]string `json:"mirror" size:"64" keys:"^[a-h][1-8]$" pattern:"^[a-h][1-8]$" doc:"the image of each square"`
	Reflection ReflectionData    `json:"reflection"`
	Castling   CastlingData      `json:"castling"`
	Promotion  PromotionData     `json:"promotion"`
	KingSafety KingSafetyData    `json:"kingSafety"`
	Dead       ruledata.Dead     `json:"dead" doc:"material with which neither side can mate, which ends the game"`
	Ways       WaysData          `json:"ways" doc:"how the path of a move crosses the boards in a row"`
}

// PawnsData describes how the pawns of each side move, in steps of files and ranks.
type PawnsData struct {
	White PawnData `json:"white"`
	Black PawnData `json:"black"`
}

// PawnData describes how the pawns of one side move.
type PawnData struct {
	Push       [2]int   `json:"push" doc:"onto an empty square"`
	DoubleFrom int      `json:"doubleFrom,omitempty" min:"1" doc:"the rank from which a pawn may make a double push over an empty square; absent if there are no double pushes"`
	Captures   [][2]int `json:"captures" doc:"onto an enemy piece, or en passant"`
}

// SeamData describes moves over the seam.
type SeamData struct {
	Crossing  string              `json:"crossing" enum:"none|wrap|hop" doc:"wrap: the a-file and the h-file are adjacent; hop: a rider continues on the same rank at the opposite edge, once per line"`
	Roles     []string            `json:"roles" enum:"pawn|knight|bishop|rook|queen|king" doc:"the roles that may cross; pawns only when capturing"`
	Pushes    bool                `json:"pushes" doc:"whether pawn pushes cross"`
	EnPassant string              `json:"enPassant" enum:"crossed|home" doc:"landing square of en passant over the seam: the square that the pawn crossed, or the square from which it was pushed"`
	Steps     []SeamStepData      `json:"steps" doc:"every first step over the seam"`
	Joins     map[string][]string `json:"joins" doc:"the files that are adjacent over the seam"`
}

// SeamStepData lists the steps of a role from one square over the seam.
type SeamStepData struct {
	Role string   `json:"role" enum:"white pawn|black pawn|knight|bishop|rook|queen|king"`
	From string   `json:"from" pattern:"^[a-h][1-8]$"`
	To   []string `json:"to" pattern:"^[a-h][1-8]$"`
}

// PushData is a double push and the en passant captures that may follow it.
type PushData struct {
	Side     string        `json:"side" enum:"white|black" doc:"of the pawn that pushed"`
	From     string        `json:"from" pattern:"^[a-h][1-8]$"`
	To       string        `json:"to" pattern:"^[a-h][1-8]$"`
	Crossed  string        `json:"crossed" pattern:"^[a-h][1-8]$" doc:"the square named in the position text"`
	Captures []LandingData `json:"captures"`
}

// LandingData is an en passant capture.
type LandingData struct {
	From string `json:"from" pattern:"^[a-h][1-8]$" doc:"square of the capturing pawn"`
	To   string `json:"to" pattern:"^[a-h][1-8]$" doc:"landing square"`
	Seam bool   `json:"seam" doc:"over the seam"`
	UCI  string `json:"uci"`
}

// ReflectionData describes the effect of a move on the image of its landing square if the image is empty.
type ReflectionData struct {
	Applies    bool              `json:"applies"`
	Map        string            `json:"map" enum:"rotate|files|ranks" doc:"rotate: by 180 degrees; files: left and right; ranks: top and bottom"`
	Makes      map[string]string `json:"makes" doc:"role spawned, by the role that moved; a missing role spawns nothing"`
	GoesOn     []string          `json:"goesOn" doc:"roles that go on to the image themselves; the landing square ends up empty"`
	Colour     string            `json:"colour" enum:"opponent|own" doc:"of the spawned piece"`
	Captures   bool              `json:"captures" doc:"whether captures, including en passant, reflect"`
	Castling   bool              `json:"castling" doc:"whether castling reflects"`
	Promotions bool              `json:"promotions" doc:"whether a quiet promotion reflects, according to the new role; a promoted piece never goes on"`
	Landing    bool              `json:"landingOnly" doc:"the squares crossed on the way do not reflect"`
	NoPawnsOn  []int             `json:"noPawnsOn" doc:"ranks on which no pawn is spawned"`
	Origin     string            `json:"origin" enum:"empty" doc:"the square just left counts as empty"`
	Judged     string            `json:"judged" enum:"after" doc:"kings are checked after pieces have been spawned or have gone on"`
}

// CastlingData lists the castling moves and their conditions.
type CastlingData struct {
	Applies bool         `json:"applies"`
	Moves   []CastleData `json:"moves"`
	Needs   []rules.Code `json:"refusals" doc:"the conditions, as codes of illegal moves, in the order of the checks"`
}

// CastleData is one castling move.
type CastleData struct {
	Side    string    `json:"side" enum:"white|black"`
	Wing    string    `json:"wing" enum:"king|queen"`
	Letter  string    `json:"letter" doc:"in the position text"`
	King    [2]string `json:"king" pattern:"^[a-h][1-8]$" doc:"origin and destination"`
	Rook    [2]string `json:"rook" pattern:"^[a-h][1-8]$"`
	Crossed string    `json:"crossed" pattern:"^[a-h][1-8]$" doc:"may not be attacked"`
	Empty   []string  `json:"empty" pattern:"^[a-h][1-8]$" doc:"must be empty"`
	UCI     string    `json:"uci"`
	SAN     string    `json:"san"`
}

// PromotionData lists the promotion roles and ranks.
type PromotionData struct {
	Roles []string `json:"roles"`
	White int      `json:"white" min:"1" doc:"the rank"`
	Black int      `json:"black" min:"1" doc:"the rank"`
}

// KingSafetyData describes when and how kings are checked for attacks.
type KingSafetyData struct {
	Royal    string `json:"royal" enum:"every king" doc:"a side may have several; a side without a king is never in check"`
	Whose    string `json:"whose" enum:"mover" doc:"no move may leave a king of the mover attacked"`
	Judged   string `json:"judged" enum:"after the whole move" doc:"after landing, promotion, removal of captured pieces, spawning and going on"`
	Attacked string `json:"attacked" enum:"where an enemy could capture" doc:"including over the seam; pins are ignored"`
}

// WaysData describes the boards in a row and which way of a move is preferred.
type WaysData struct {
	Boards []string          `json:"boards" enum:"left|centre|right" doc:"from left to right; the side boards are copies of the centre"`
	Joins  map[string]string `json:"joins" doc:"the file of the centre board that a side board adjoins"`
	Prefer []string          `json:"prefer" doc:"criteria for choosing among several ways to a square, in order"`
}

var _ ruledata.Source = (*Rules)(nil)

// RuleData returns the rule set as [Data].
func (v *Rules) RuleData() any {
	d := Data{
		Common: ruledata.NewCommon(v, schemaID),
		Ranks:  [2]int{1, 8},
		Mirror: map[string]string{},
		Pawns:  PawnsData{v.pawnData(board.White), v.pawnData(board.Black)},
		Seam:   v.seamData(), EnPassant: v.pushData(),
		Reflection: v.reflectionData(), Castling: v.castlingData(),
		Promotion: PromotionData{ruledata.Names(v.promotes...), 8, 1},
		KingSafety: KingSafetyData{
			Royal: "every king", Whose: "mover", Judged: "after the whole move", Attacked: "where an enemy could capture",
		},
		Dead: ruledata.Dead{Kings: 1, With: []ruledata.Remains{}},
		Ways: v.waysData(),
	}
	d.Repetition = ruledata.Repetition{
		Same:    []string{"pieces", "side to move", "castling rights", "legal en passant captures"},
		Ignored: []string{"halfmove clock", "full-move number", "en passant squares without a legal capture"},
	}
	d.Clock = ruledata.Clock{Resets: []string{"capture", "pawn move"}, Counts: []string{"castling"}}
	if v.Reflection != nil {
		d.Clock.Counts = append(d.Clock.Counts, "a piece that appears", "a piece that goes on")
	}
	for file := range 8 {
		d.Files = append(d.Files, string(rune('a'+file)))
	}
	for _, k := range ruledata.Roles {
		d.Pieces = append(d.Pieces, v.pieceData(k))
	}
	for s := range board.Square(64) {
		d.Mirror[s.String()] = v.mirror().Image(s).String()
	}
	for _, m := range v.NoMate {
		r := ruledata.Remains{Role: "none", Most: m.Most, OneColour: m.OneColour}
		if m.Role != board.NoRole {
			if r.Role = m.Role.String(); m.Most == 0 {
				r.Most = -1
			}
		}
		d.Dead.With = append(d.Dead.With, r)
	}
	d.Text = v.textData()
	d.Examples = ruledata.Work(v, workedCases)
	d.Refusals = ruledata.Refusals(v, refusedCases)
	return d
}

// middle is a square from which no step crosses an edge.
const middle = board.Square(27) // d4

const everything = ^board.Bitboard(0)

// pieceData derives a role's steps from its attacks on a full board, where every piece attacks only one step
// away.
func (v *Rules) pieceData(k board.Role) ruledata.Piece {
	d := ruledata.NewPiece(k)
	if k == board.Pawn {
		return d
	}
	one := v.Topology.Attacks(k, middle, everything)
	d.Rides = v.Topology.Attacks(k, middle, 0) != one
	d.Steps = ruledata.Steps(middle, one)
	return d
}

func (v *Rules) pawnData(side board.Colour) PawnData {
	d := PawnData{
		Push:     ruledata.Steps(middle, topology.Ahead(side, middle).Bit())[0],
		Captures: ruledata.Steps(middle, v.Topology.Pawn[side&1][middle]),
	}
	for s := range board.Square(64) {
		if _, two := topology.Pushes(side, s.Bit(), 0); two&v.double != 0 {
			d.DoubleFrom = s.Rank() + 1
		}
	}
	return d
}

// seamData returns the steps that exist on this board but not on the plane.
func (v *Rules) seamData() SeamData {
	d := SeamData{Crossing: "none", Roles: []string{}, EnPassant: "crossed", Steps: []SeamStepData{}, Joins: map[string][]string{}}
	if v.SeamHome {
		d.EnPassant = "home"
	}
	if !v.Topology.Seam {
		return d
	}
	c, _ := v.Topology.Crossing()
	d.Crossing = [...]string{topology.NoCrossing: "none", topology.Wrap: "wrap", topology.Hop: "hop"}[c]
	add := func(role string, s board.Square, over board.Bitboard) {
		if over == 0 {
			return
		}
		d.Steps = append(d.Steps, SeamStepData{role, s.String(), names(over)})
	}
	plane := topology.Plane
	for _, k := range ruledata.Roles {
		before := len(d.Steps)
		for s := range board.Square(64) {
			if k == board.Pawn && lastRows.Has(s) {
				continue // pawns cannot be on these ranks
			}
			if k == board.Pawn {
				for _, side := range [...]board.Colour{board.White, board.Black} {
					add(side.String()+" pawn", s, v.Topology.Pawn[side][s]&^plane.Pawn[side][s])
				}
				continue
			}
			over := v.Topology.Attacks(k, s, everything) &^ plane.Attacks(k, s, everything)
			add(k.String(), s, over)
			if k == board.King {
				for over != 0 {
					a, b := string(s.String()[0]), string(over.Pop().String()[0])
					if !slices.Contains(d.Joins[a], b) {
						d.Joins[a] = append(d.Joins[a], b)
					}
				}
			}
		}
		if len(d.Steps) > before {
			d.Roles = append(d.Roles, k.String())
		}
	}
	return d
}

// pushData returns every double push on an empty board with the en passant captures that may follow it.
func (v *Rules) pushData() (all []PushData) {
	for _, side := range [...]board.Colour{board.White, board.Black} {
		for from := range board.Square(64) {
			_, two := topology.Pushes(side, from.Bit(), 0)
			if two&v.double == 0 {
				continue
			}
			to := two.First()
			crossed := topology.Crossed(from, to)
			d := PushData{Side: side.String(), From: from.String(), To: to.String(), Crossed: crossed.String(), Captures: []LandingData{}}
			p := board.Empty()
			if side == board.White {
				p.Pass()
			}
			p.Put(to, board.NewPiece(side, board.Pawn))
			p.SetEnPassant(crossed)
			for pawns := v.Topology.PawnFrom[p.Side&1][crossed&63]; pawns != 0; {
				m := v.enPassant(pawns.Pop(), &p)
				d.Captures = append(d.Captures, LandingData{
					From: m.From().String(), To: m.To().String(), Seam: v.Topology.OverSeam(m.From(), crossed), UCI: v.Guide().FormatUCI(&p, m),
				})
			}
			all = append(all, d)
		}
	}
	return all
}

// mirror returns the reflection map, or a rotation if moves have no reflection.
func (v *Rules) mirror() topology.Map {
	if v.Reflection == nil {
		return topology.Rotate
	}
	return v.Reflection.Map
}

// reflectionData describes the effects that the methods play and reflect implement. A test plays games with
// this description.
func (v *Rules) reflectionData() ReflectionData {
	d := ReflectionData{
		Map: map[topology.Map]string{topology.Rotate: "rotate", topology.Files: "files", topology.Ranks: "ranks"}[v.mirror()], NoPawnsOn: []int{}, Makes: map[string]string{}, GoesOn: []string{}, Colour: "opponent",
		Landing: true, Origin: "empty", Judged: "after",
	}
	r := v.Reflection
	if r == nil {
		return d
	}
	d.Applies, d.Promotions, d.Captures = true, r.Promotions, r.Captures
	if r.Own {
		d.Colour = "own"
	}
	for rank := range 8 {
		if !v.room[board.Pawn].Has(board.At(0, rank)) {
			d.NoPawnsOn = append(d.NoPawnsOn, rank+1)
		}
	}
	for _, k := range ruledata.Roles {
		switch {
		case r.GoesOn[k]:
			d.GoesOn = append(d.GoesOn, k.String())
		case r.Made[k] != board.NoRole:
			d.Makes[k.String()] = r.Made[k].String()
		}
	}
	return d
}

func (v *Rules) castlingData() CastlingData {
	d := CastlingData{Applies: v.Details.Castling, Moves: []CastleData{}, Needs: []rules.Code{}}
	if !d.Applies {
		return d
	}
	d.Needs = []rules.Code{rules.CodeCastlingHome, rules.CodeCastlingRight, rules.CodeCastlingBlocked,
		rules.CodeCastlingCheck, rules.CodeCastlingCrossed, rules.CodeCastlingLanding}
	for side := range castles {
		for wing, c := range castles[side] {
			d.Moves = append(d.Moves, CastleData{
				Side: board.Colour(side).String(), Wing: [...]string{"king", "queen"}[wing], Letter: c.right.String(),
				King: [2]string{c.king.String(), c.landing.String()}, Rook: [2]string{c.rook.String(), c.rookLanding.String()},
				Crossed: c.crossed.String(), Empty: names(c.empty),
				UCI: v.Guide().FormatUCI(nil, board.NewMove(c.king, c.landing, board.NoRole)), SAN: [...]string{"O-O", "O-O-O"}[wing],
			})
		}
	}
	return d
}

// waysData describes the boards in a row and the order that preferred implements.
func (v *Rules) waysData() WaysData {
	d := WaysData{Boards: []string{rules.Centre.String()}, Joins: map[string]string{}, Prefer: []string{}}
	if left, right := rules.Centre-1, rules.Centre+1; v.Details.Boards == 3 {
		d.Boards = []string{left.String(), rules.Centre.String(), right.String()}
		d.Joins = map[string]string{left.String(): "a", right.String(): "h"}
		d.Prefer = []string{"stays on the centre", "has fewer squares", "leads over the left board"}
	}
	return d
}

// textData returns the grammar of FEN and of moves.
func (v *Rules) textData() ruledata.Text {
	rank := `[1-8pnbrqkPNBRQK]{1,8}`
	castling, rights, step := `-`, "the remaining rights, in any order on input", "castling is the king's step"
	switch {
	case v.Details.Castling && v.Details.Chess960:
		castling = `-|[KA-H]?[QA-H]?[ka-h]?[qa-h]?`
		rights += "; a right for a rook that KQkq would not name is the letter of its file"
		step += ", or onto its rook if they start on other squares than in chess"
	case v.Details.Castling:
		castling = `-|K?Q?k?q?`
	}
	fields := []ruledata.Field{
		{Name: "board", Pattern: `^` + rank + `(/` + rank + `){7}$`, Says: "the ranks from 8 to 1, each from file a to h: letters are pieces, white ones capital, digits empty squares"},
		{Name: "side", Pattern: `^[wb]$`, Says: "the side to move"},
		{Name: "castling", Pattern: `^(` + castling + `)$`, Says: rights},
		{Name: "enPassant", Pattern: `^(-|[a-h][36])$`, Says: "the square that a pawn has just passed over, written only if a legal en passant capture exists"},
		{Name: "halfmoveClock", Pattern: `^[0-9]+$`, Says: "half-moves since the last capture or pawn move"},
		{Name: "fullmoveNumber", Pattern: `^[0-9]+$`, Says: "the move number, incremented after Black's move"},
	}
	mark, says := ``, "standard algebraic notation; @ names the square gone on to"
	if v.Details.SeamMark {
		mark, says = `\*?`, says+", and * marks a move that must cross the seam"
	}
	san := `^(O-O(-O)?|[NBRQK]?[a-h]?[1-8]?x?[a-h][1-8]` + mark + `(=[QRBN])?(@[a-h][1-8])?( e\.p\.)?)[+#]?$`
	return ruledata.Text{
		Fields: ruledata.StartFields(v.Details.Start, fields),
		Moves: []ruledata.Field{
			{Name: "uci", Pattern: `^([a-h][1-8]){2}[qrbn]?$`, Says: "from, to and the promotion role; " + step + "; a move that goes on names the square it first lands on", Example: "g1f3"},
			{Name: "san", Pattern: san, Says: says, Example: "Nf3"},
		},
	}
}

// names returns the names of the squares in a set.
func names(set board.Bitboard) []string {
	all := []string{}
	for set != 0 {
		all = append(all, set.Pop().String())
	}
	return all
}
