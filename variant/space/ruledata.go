package space

import (
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/ruledata"
)

// schemaID is the $id of the JSON Schema for [Data].
const schemaID = "urn:tain:trid-rules:2"

// Data is a rule set of tri-dimensional chess as data for other programs. It is derived from the tables that
// are used in play.
type Data struct {
	ruledata.Common
	Files      []string         `json:"files" size:"6" enum:"z|a|b|c|d|e"`
	Ranks      [2]int           `json:"ranks" doc:"the first and the last"`
	Levels     []LevelData      `json:"levels" size:"3" doc:"the main boards, the lowest first"`
	Pins       []PinData        `json:"pins" size:"12"`
	Attack     []BoardData      `json:"attackBoards" size:"4" doc:"in the starting position"`
	Adjacency  []AdjacencyData  `json:"adjacency" doc:"every connection from a pin to an adjacent one, in both directions"`
	Policy     PolicyData       `json:"policy"`
	Rotation   RotationData     `json:"rotation"`
	Shadow     ShadowData       `json:"shadow"`
	Carried    CarriedData      `json:"carried" doc:"what happens to a piece on a board that moves"`
	PawnHomes  SidesData        `json:"pawnHomes"`
	Pieces     []ruledata.Piece `json:"pieces" size:"6" doc:"how the roles move over columns; pawns are described separately"`
	Movement   MovementData     `json:"movement"`
	Pawns      PawnsData        `json:"pawns"`
	EnPassant  []PushData       `json:"enPassant" doc:"every double step, and the columns from which it may be captured en passant"`
	Castling   CastlingData     `json:"castling"`
	Promotion  PromotionData    `json:"promotion"`
	Quadrants  QuadrantsData    `json:"quadrants"`
	Turns      []TurnData       `json:"turns" doc:"the kinds of turns, their effects, and the order of the checks"`
	KingSafety KingSafetyData   `json:"kingSafety"`
	TwoFaults  []TwoFaultsData  `json:"twoFaults" doc:"board moves that are illegal for several reasons, and the reason reported"`
	Dead       ruledata.Dead    `json:"dead" doc:"material with which neither side can mate, which ends the game"`
	LevelOrder []string         `json:"levelOrder" size:"15" doc:"of the position text"`
}

// LevelData is a main board.
type LevelData struct {
	Name   string    `json:"name"`
	Height int       `json:"height" doc:"0 for the lowest"`
	Files  [2]string `json:"files"`
	Ranks  [2]int    `json:"ranks"`
}

// PinData is a pin, a place for an attack board.
type PinData struct {
	Name    string    `json:"name" pattern:"^[QK]L[1-6]$"`
	Level   int       `json:"level" min:"1"`
	Side    string    `json:"side" enum:"queen|king"`
	Corner  string    `json:"corner" doc:"the main-board square to which the pin is attached"`
	Files   [2]string `json:"files"`
	Ranks   [2]int    `json:"ranks"`
	Squares []string  `json:"squares" size:"4" doc:"by rank, then file"`
	// Quadrants holds the squares of a board on the pin by quadrant.
	Quadrants PinQuadrantsData `json:"quadrants"`
}

// PinQuadrantsData holds the squares of a board on a pin by quadrant. The quadrants depend on the board's
// owner.
type PinQuadrantsData struct {
	White map[string]string `json:"white" size:"4" keys:"^q[1-4]$" doc:"of a white-owned board"`
	Black map[string]string `json:"black" size:"4" keys:"^q[1-4]$" doc:"of a black-owned board"`
}

// BoardData is an attack board in the starting position.
type BoardData struct {
	Pin      string `json:"pin" pattern:"^[QK]L[1-6]$"`
	Owner    string `json:"owner" enum:"white|black" doc:"never changes"`
	Rotation int    `json:"rotation" doc:"0 or 180"`
}

// AdjacencyData is a connection from a pin to an adjacent pin.
type AdjacencyData struct {
	From        string `json:"from" pattern:"^[QK]L[1-6]$"`
	To          string `json:"to" pattern:"^[QK]L[1-6]$"`
	LevelChange int    `json:"levelChange"`
	Across      bool   `json:"across" doc:"from the queen's side to the king's side or vice versa"`
	// White and Black are the directions if White or Black controls the board.
	White rules.Direction `json:"white" enum:"forward|side|backward"`
	Black rules.Direction `json:"black" enum:"forward|side|backward"`
}

// PolicyData describes who may move a board and in which directions.
type PolicyData struct {
	MostAboard int               `json:"mostAboard" doc:"maximum number of pieces on a board that may move"`
	Controls   string            `json:"controls" enum:"passenger" doc:"the side that moves a board with a piece"`
	EmptyOf    string            `json:"controlsEmpty" enum:"owner|anyone" doc:"the side that moves an empty board"`
	Passengers []string          `json:"passengers" doc:"roles that may be passengers; a board with any other role aboard cannot move"`
	Occupied   []rules.Direction `json:"occupied" enum:"forward|side|backward" doc:"directions open to a board with a piece"`
	Empty      []rules.Direction `json:"empty" enum:"forward|side|backward" doc:"directions open to an empty board"`
	Captures   bool              `json:"captures"`
}

// RotationData describes the possible rotations and their effect on a passenger.
type RotationData struct {
	Allowed bool   `json:"allowed"`
	Angles  []int  `json:"angles"`
	Alone   bool   `json:"onTheSpot"`
	With    bool   `json:"withTranslation"`
	Marks   bool   `json:"distinguishesPositions"`
	Cells   []Cell `json:"cells"`
}

// Cell is a cell and the cell to which a half turn moves its passenger. Both are in files and ranks from the
// board's low corner.
type Cell struct {
	From [2]int `json:"from"`
	To   [2]int `json:"to"`
}

// ShadowData describes which pieces prevent a board from ending its move above or below them.
type ShadowData struct {
	Applies bool     `json:"applies"`
	Exempt  []string `json:"exempt" doc:"roles that cast no shadow"`
}

// SidesData lists squares for each side.
type SidesData struct {
	White []string `json:"white" size:"8" pattern:"^[za-e][0-9](W|N|B|[QK]L[1-6])$"`
	Black []string `json:"black" size:"8" pattern:"^[za-e][0-9](W|N|B|[QK]L[1-6])$"`
}

// PromotionData lists the promotion roles and the furthest rank on each file, with and without a board on the
// pin that extends the file.
type PromotionData struct {
	Roles []string       `json:"roles"`
	White []FurthestData `json:"white"`
	Black []FurthestData `json:"black"`
}

// FurthestData is the promotion rank of a side on a file.
type FurthestData struct {
	File string `json:"file"`
	Rank int    `json:"rank"`
	// Pin is the pin on which a board extends the file, so that WithBoard is the furthest rank.
	Pin       string `json:"pin,omitempty"`
	WithBoard int    `json:"withBoard"`
}

// QuadrantsData holds the cell of each quadrant by the board's owner. A cell is a file and a rank from the
// board's low corner.
type QuadrantsData struct {
	White map[string][2]int `json:"white" size:"4" keys:"^q[1-4]$" doc:"file and rank from the board's low corner"`
	Black map[string][2]int `json:"black" size:"4" keys:"^q[1-4]$"`
	// HalfTurn maps a passenger's quadrant to its quadrant after a half turn. It is the same for both owners.
	HalfTurn map[string]string `json:"halfTurn" size:"4" keys:"^q[1-4]$" pattern:"^q[1-4]$" doc:"the quadrant of a passenger after a half turn"`
}

// CarriedData describes what happens to a passenger.
type CarriedData struct {
	Rides    []string          `json:"rides" doc:"the roles that may be carried"`
	Keeps    string            `json:"keeps" enum:"cell" doc:"a passenger stays on its cell of the board; a half turn moves it to the opposite cell"`
	Loses    map[string]string `json:"loses" doc:"the rights that a carried piece loses, by role, including by a half turn in place"`
	Promotes string            `json:"promotes" enum:"furthest rank after the move" doc:"when a carried pawn promotes"`
	Corner   map[string]string `json:"cornerPawns" keys:"^[QK]L[16]$" doc:"the pawn that promotes when the board leaves the pin: to a role chosen by the mover if it is the mover's pawn, otherwise to a queen"`
}

// MovementData describes the rules of movement that all pieces share.
type MovementData struct {
	Over      string `json:"over" enum:"columns" doc:"pieces step from column to column"`
	Landing   string `json:"landing" enum:"any level" doc:"of the destination column"`
	BlockedBy string `json:"blockedBy" enum:"any piece in a column passed" doc:"columns without squares do not block; a rider may still land in the first occupied column"`
	OwnColumn bool   `json:"ownColumn" doc:"whether a piece moves or attacks within its own column"`
}

// PawnsData describes how the pawns of each side move.
type PawnsData struct {
	White PawnData `json:"white"`
	Black PawnData `json:"black"`
}

// PawnData describes how the pawns of one side move over columns.
type PawnData struct {
	Push       [2]int   `json:"push" doc:"onto an empty square of any level"`
	DoubleStep string   `json:"doubleStep" enum:"never moved, never carried" doc:"which pawns may make a double step, over a column without a piece"`
	Captures   [][2]int `json:"captures" doc:"onto an enemy piece, or en passant"`
}

// PushData is a double step from a home square and the columns from which the pawn may be captured en
// passant.
type PushData struct {
	Side    string   `json:"side" enum:"white|black" doc:"of the pawn that made the double step"`
	From    string   `json:"from" doc:"its home square"`
	Column  string   `json:"column" doc:"destination column, on any level"`
	Crossed string   `json:"crossed" doc:"the column it crosses; the capture lands on any level of that column"`
	By      []string `json:"by" doc:"the columns from which a pawn may capture it"`
}

// CastlingData lists the castling moves.
type CastlingData struct {
	Moves []CastleData `json:"moves" size:"4"`
}

// CastleData is one castling move.
type CastleData struct {
	Side   string    `json:"side" enum:"white|black"`
	Wing   string    `json:"wing" enum:"king|queen"`
	Letter string    `json:"letter" doc:"in the position text"`
	King   [2]string `json:"king" doc:"origin and destination"`
	Rook   [2]string `json:"rook"`
	Empty  []string  `json:"empty" doc:"must be empty"`
	Text   string    `json:"text"`
}

// TurnData describes a sort of turn: a piece move, castling or a board move.
type TurnData struct {
	Sort  string         `json:"sort" enum:"piece|castling|board"`
	Steps []string       `json:"steps" doc:"effects, in this order; kings are checked after the last"`
	Read  []rules.Code   `json:"read" doc:"codes with which the text is rejected before the move is checked"`
	Order [][]rules.Code `json:"order" doc:"the codes in the order of the checks; at most one code of each inner list applies"`
}

// KingSafetyData describes when and how kings are checked for attacks.
type KingSafetyData struct {
	Whose      string   `json:"whose" enum:"mover" doc:"no move may leave a king of the mover attacked"`
	Judged     string   `json:"judged" enum:"after the whole move" doc:"after boards and passengers have moved and pawns have promoted, including the opponent's corner pawn"`
	Attacks    string   `json:"attacks" enum:"by column" doc:"levels do not matter; pins are ignored"`
	OwnColumn  bool     `json:"ownColumn" doc:"whether a piece attacks its own column: two kings may share one"`
	Castling   []string `json:"castling" doc:"other squares that may not be attacked when castling"`
	BoardMoves bool     `json:"boardMoves" doc:"the same applies to board moves"`
}

// TwoFaultsData is a board move that is illegal for several reasons.
type TwoFaultsData struct {
	Position string       `json:"position"`
	Move     string       `json:"move"`
	Faults   []rules.Code `json:"faults" doc:"all reasons, in the order of the checks"`
	Told     rules.Code   `json:"told" doc:"the reason reported"`
	Sentence string       `json:"sentence"`
}

var _ ruledata.Source = (*Rules)(nil)
