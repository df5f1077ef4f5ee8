package space

import (
	_ "embed"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// RuleSchema is the JSON Schema that every [Data] fits; the document names it
// by its $id.
//
//go:embed ruledata.schema.json
var RuleSchema []byte

// schemaID is the $id of RuleSchema.
const schemaID = "urn:tain:trid-rules:1"

// Data is a rule set of tri-dimensional chess as data for other programs.
type Data struct {
	Schema     string             `json:"$schema"`
	Name       string             `json:"name"`
	Title      string             `json:"title"`
	Start      string             `json:"start"`
	Files      []string           `json:"files"`
	Ranks      [2]int             `json:"ranks"` // the first and the last
	Levels     []LevelData        `json:"levels"`
	Pins       []PinData          `json:"pins"`
	Squares    []rules.SquareInfo `json:"squares"`
	Adjacency  []AdjacencyData    `json:"adjacency"`
	Policy     PolicyData         `json:"policy"`
	Rotation   RotationData       `json:"rotation"`
	Shadow     ShadowData         `json:"shadow"`
	PawnHomes  SidesData          `json:"pawnHomes"`
	Promotion  PromotionData      `json:"promotion"`
	Quadrants  QuadrantsData      `json:"quadrants"`
	LevelOrder []string           `json:"levelOrder"` // of the position text
}

// LevelData is a main board.
type LevelData struct {
	Name   string    `json:"name"`
	Height int       `json:"height"` // 0 for the lowest
	Files  [2]string `json:"files"`
	Ranks  [2]int    `json:"ranks"`
}

// PinData is where an attack board may stand.
type PinData struct {
	Name    string    `json:"name"`
	Level   int       `json:"level"`
	Side    string    `json:"side"`   // "queen" or "king"
	Corner  string    `json:"corner"` // the square of a main board that the pin is on
	Files   [2]string `json:"files"`
	Ranks   [2]int    `json:"ranks"`
	Squares []string  `json:"squares"` // by rank, then file
}

// AdjacencyData is a way from one pin to a neighbour.
type AdjacencyData struct {
	From        string `json:"from"`
	To          string `json:"to"`
	LevelChange int    `json:"levelChange"`
	Across      bool   `json:"across"` // from the queen's side to the king's, or back
	// White and Black tell which way it leads for the side that controls the
	// board: "forward", "side" or "backward".
	White string `json:"white"`
	Black string `json:"black"`
}

// PolicyData is who may move a board and which way.
type PolicyData struct {
	MostAboard int      `json:"mostAboard"` // pieces on a board that may move
	Controls   string   `json:"controls"`   // of a board with a piece: "passenger"
	EmptyOf    string   `json:"controlsEmpty"`
	Occupied   []string `json:"occupied"` // ways open to a board with a piece
	Empty      []string `json:"empty"`    // ways open to an empty board
	Captures   bool     `json:"captures"`
}

// RotationData is what turns there are and where they take a passenger.
type RotationData struct {
	Allowed bool   `json:"allowed"`
	Angles  []int  `json:"angles"`
	Alone   bool   `json:"onTheSpot"`
	With    bool   `json:"withTranslation"`
	Marks   bool   `json:"distinguishesPositions"`
	Cells   []Cell `json:"cells"`
}

// Cell is where a half turn takes a passenger: files and ranks are counted
// from the board's low corner.
type Cell struct {
	From [2]int `json:"from"`
	To   [2]int `json:"to"`
}

// ShadowData is which pieces keep a board from ending above or below them.
type ShadowData struct {
	Applies bool     `json:"applies"`
	Exempt  []string `json:"exempt"`
}

// SidesData lists squares for each side.
type SidesData struct {
	White []string `json:"white"`
	Black []string `json:"black"`
}

// PromotionData is the furthest rank of each file, without a board on the pin
// that adds ranks and with one.
type PromotionData struct {
	White []FurthestData `json:"white"`
	Black []FurthestData `json:"black"`
}

// FurthestData is where pawns of a side promote on a file.
type FurthestData struct {
	File string `json:"file"`
	Rank int    `json:"rank"`
	// Pin is the pin on which a board makes WithBoard the furthest rank.
	Pin       string `json:"pin,omitempty"`
	WithBoard int    `json:"withBoard"`
}

// QuadrantsData gives the cell of each quadrant by the board's owner, as file
// and rank counted from the board's low corner.
type QuadrantsData struct {
	White map[string][2]int `json:"white"`
	Black map[string][2]int `json:"black"`
}

// RuleData returns a rule set of this package as data; false if it is none.
func RuleData(r rules.Rules) (Data, bool) {
	v, ok := r.(*Rules)
	if !ok {
		return Data{}, false
	}
	d := Data{
		Schema: schemaID,
		Name:   v.details.Name, Title: v.details.Title, Start: v.details.Start,
		Ranks:   [2]int{0, ranks - 1},
		Squares: v.details.Squares,
		Policy: PolicyData{
			MostAboard: 1, Controls: "passenger", EmptyOf: "owner",
			Occupied: []string{"forward", "side"}, Empty: []string{"forward", "side", "backward"},
		},
		Rotation: RotationData{Allowed: v.policy.Turns, Angles: []int{0}, Cells: []Cell{}},
		Shadow:   ShadowData{Applies: v.policy.Shadow, Exempt: []string{}},
		PawnHomes: SidesData{
			White: texts(homeNames(board.White)), Black: texts(homeNames(board.Black)),
		},
		Promotion: PromotionData{White: furthestData(board.White), Black: furthestData(board.Black)},
		Quadrants: QuadrantsData{White: quadrantData(board.White), Black: quadrantData(board.Black)},
	}
	for _, letter := range fileNames {
		d.Files = append(d.Files, string(letter))
	}
	for l := level(0); l < allLevels; l++ {
		d.LevelOrder = append(d.LevelOrder, levelName(l))
		if l < firstPin {
			f, r := spans(l)
			d.Levels = append(d.Levels, LevelData{Name: levelName(l), Height: int(l), Files: f, Ranks: r})
		}
	}
	for n := range pin(pins) {
		d.Pins = append(d.Pins, pinData(n))
		for to := v.goals.empty[n]; to != 0; {
			d.Adjacency = append(d.Adjacency, v.adjacencyData(n, to.pop()))
		}
	}
	if v.policy.Turns {
		d.Rotation.Angles, d.Rotation.Alone, d.Rotation.With = []int{0, 180}, true, true
		for cell := range 4 {
			d.Rotation.Cells = append(d.Rotation.Cells, Cell{From: offset(cell), To: offset(3 - cell)})
		}
	}
	if v.policy.Shadow {
		d.Shadow.Exempt = []string{board.Knight.String()}
	}
	return d, true
}

// offset returns file and rank of a cell from the board's low corner.
func offset(cell int) [2]int { return [2]int{cell & 1, cell >> 1} }

func texts(all []name) (t []string) {
	for _, n := range all {
		t = append(t, n.String())
	}
	return t
}

// spans returns the first and last file and rank of a level.
func spans(l level) (f [2]string, r [2]int) {
	first, width := l.extent()
	last := first + column(width-1)*(files+1)
	return [2]string{first.name()[:1], last.name()[:1]}, [2]int{first.rank(), last.rank()}
}

func pinData(n pin) PinData {
	d := PinData{Name: pinName(n), Level: pinLevel(n), Side: [...]string{"queen", "king"}[pinSide(n)], Corner: corner(n).String()}
	d.Files, d.Ranks = spans(firstPin + level(n))
	for cell := range 4 {
		d.Squares = append(d.Squares, name{pinBase(n) + column(cell&1+cell>>1*files), firstPin + level(n)}.String())
	}
	return d
}

// corner returns the square of a main board that a pin is on: the odd levels
// are on the low corners, the even ones on the high.
func corner(n pin) name {
	main := level((pinLevel(n) - 1) / 2)
	rank := 1 + 2*int(main) + 3*((pinLevel(n)-1)%2)
	return name{at(1+3*pinSide(n), rank), main}
}

func (v *Rules) adjacencyData(from, to pin) AdjacencyData {
	way := func(side board.Colour) string {
		switch n := v.policy.advance(side, from, to); {
		case n > 0:
			return "forward"
		case n < 0:
			return "backward"
		}
		return "side"
	}
	return AdjacencyData{
		From: pinName(from), To: pinName(to),
		LevelChange: pinLevel(to) - pinLevel(from), Across: pinSide(from) != pinSide(to),
		White: way(board.White), Black: way(board.Black),
	}
}

func furthestData(side board.Colour) (all []FurthestData) {
	for file, letter := range fileNames {
		f := FurthestData{File: string(letter), Rank: furthestRank(side, file, 0)}
		f.WithBoard = f.Rank
		if n := addsRank(side, file); n != noPin {
			f.Pin, f.WithBoard = pinName(n), furthestRank(side, file, 1<<n)
		}
		all = append(all, f)
	}
	return all
}

func quadrantData(owner board.Colour) map[string][2]int {
	all := map[string][2]int{}
	for q := 1; q <= 4; q++ {
		all["q"+string(rune('0'+q))] = offset(quadrantCell(owner, q))
	}
	return all
}
