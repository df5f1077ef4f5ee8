package xboard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/ini"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/definition"
)

// XBoard checks every move on its own board, and a player whose move it considers illegal forfeits the game.
// It therefore has to know how the pieces move. It supports only games on its own board whose moves have the
// same effects as chess moves.

// shown reports whether XBoard can display a game. XBoard does not support lines that hop over the edge, or
// games in which stalemate is not a draw.
func shown(r rules.Rules) bool {
	info := r.Info()
	d, ok := definition.Of(r)
	switch {
	case info.Reflects:
		return false
	case !ok:
		return info.Chessboard()
	case d.Base != "" || d.Stalemate != rules.StalemateDraws:
		return false
	case d.Plain():
		return d.Seam.Crossing != definition.Hop
	}
	_, _, ok = piecesOf(r, d)
	return ok && flatBoard(d) && (!info.Castling || orthodoxCastling(r, d))
}

// flatBoard reports whether XBoard supports everything in a definition except its pieces. Boards have at most
// nine ranks, because XBoard numbers the ranks of taller boards from 0.
func flatBoard(d *definition.Definition) bool {
	b := &d.Board
	return b.Files <= 12 && b.Ranks <= 9 && b.Planes == 1 && b.Holes == nil && d.Links == nil && d.Rebirth == definition.NoRebirth &&
		d.Seam.Crossing == definition.NoCrossing && d.Ends.Crossing == definition.NoCrossing && !d.Chess960 &&
		d.Royal == "k" && d.Pawn.Zone == 1 && d.Goal.Checks == 0 && d.Goal.Reach == nil
}

// orthodoxCastling reports whether kings move as in chess and all castling rights belong to kings and rooks
// on their orthodox squares. XBoard supports no other castling.
func orthodoxCastling(r rules.Rules, d *definition.Definition) bool {
	info := r.Info()
	start, err := r.Guide().ParsePosition(info.Start, rules.ParseOptions{AllowNoKing: true})
	if err != nil || !info.Chessboard() || slices.ContainsFunc(d.Pieces, func(p definition.Piece) bool { return p.Kind == 'k' }) {
		return false
	}
	for right, squares := range map[board.Castling][2]string{
		board.WhiteShort: {"e1", "h1"}, board.WhiteLong: {"e1", "a1"}, board.BlackShort: {"e8", "h8"}, board.BlackLong: {"e8", "a8"},
	} {
		king, _ := board.ParseSquare(squares[0])
		rook, _ := board.ParseSquare(squares[1])
		if start.Castling()&right != 0 && (start.Piece(king).Role() != board.King || start.Piece(rook).Role() != board.Rook) {
			return false
		}
	}
	return true
}

// pictures maps movements in XBoard's notation to the index, in XBoard's list of pieces, of a piece with a
// suitable picture.
var pictures = map[string]int{
	"F": 5, "A": 6, "BN": 7, "NB": 7, "RN": 8, "NR": 8, "W": 9, "WF": 10, "FW": 10, "mRcpR": 11, "N0": 12, "gRgB": 15,
}

// lastPlace is the index of the king in XBoard's list of pieces.
const lastPlace = 21

// piecesOf returns XBoard's list of pieces, and the commands that define how they move. It returns false if
// XBoard cannot play one of them.
func piecesOf(r rules.Rules, d *definition.Definition) (list string, commands []string, ok bool) {
	letters := []byte(strings.Repeat(".", lastPlace+1))
	var further []byte
	moves := map[byte]string{}
	for _, k := range r.Info().Kinds {
		if k.Role <= board.King {
			place := int(k.Role) - 1
			if k.Role == board.King {
				place = lastPlace
			}
			letters[place] = k.Letter
		} else {
			further = append(further, k.Letter)
		}
		text := k.Betza
		if k.Role == board.Pawn && text == "" {
			if text = "mfWcefF"; d.DoublePush {
				text += "imfW2"
			}
		}
		if text == "" {
			continue
		}
		move, err := ini.Betza(text)
		if err != nil {
			return "", nil, false
		}
		moves[k.Letter] = move
		commands = append(commands, fmt.Sprintf("piece %c& %s", k.Letter, move))
	}
	for _, letter := range further {
		place := pictures[moves[letter]]
		for at := lastPlace - 1; place == 0 || letters[place] != '.'; at-- {
			if at < int(board.King)-1 {
				return "", nil, false
			}
			place = at
		}
		letters[place] = letter
	}
	return string(letters) + strings.ToLower(string(letters)), commands, true
}

// offered lists the available rule sets by their XBoard names.
func (s *server) offered() (names []string) {
	for _, r := range s.conf.Rules.All() {
		switch info := r.Info(); {
		case r == s.conf.First() && info.Chess960:
			names = append([]string{"normal", fischerandom}, names...)
		case r == s.conf.First():
			names = append([]string{"normal"}, names...)
		case s.conf.All || shown(r):
			names = append(names, info.Name)
		}
	}
	return names
}

// fischerandom is XBoard's name for Chess960, in which castling is written as O-O or O-O-O.
const fischerandom = "fischerandom"

// find returns the rule set with the given XBoard name, or nil if there is none.
func (s *server) find(name string) rules.Rules {
	if first := s.conf.First(); name == "normal" || name == fischerandom && first.Info().Chess960 {
		return first
	}
	r, _ := s.conf.Rules.Find(name)
	return r
}

// variant starts a game of another rule set, or reports that the rule set is not supported.
func (s *server) variant(name string) {
	r := s.find(name)
	if r == nil || !s.conf.All && !shown(r) {
		if r != nil {
			name = r.Info().Name
			s.out.Linef("tellusererror XBoard cannot display %s: play it with tain play, in the browser with tain serve, or in a program that knows it over UCI", name)
		}
		s.rules = nil
		s.refuse(fmt.Errorf("unsupported variant %q", notation.Clip(name)))
		s.fault("unsupported variant", name)
		return
	}
	s.cancel()
	s.chess960 = name == fischerandom
	if err := s.newGame(r); err != nil {
		s.fault(err.Error(), "variant "+name)
		return
	}
	if r != s.conf.First() {
		s.describe(r)
	}
	if s.mode == analyse {
		s.startAnalysis()
	}
}

// describe sends XBoard a description of a rule set: the starting position, unless XBoard has a variant with
// that name, and the moves of each piece in Betza notation, in which o means a cylinder.
func (s *server) describe(r rules.Rules) {
	info := r.Info()
	if d, ok := definition.Of(r); ok && d.Base == "" && !d.Plain() {
		s.describePieces(r, d)
		return
	}
	if !info.Chessboard() {
		return
	}
	if info.Name != "cylinder" {
		s.out.Linef("setup (PNBRQ................Kpnbrq................k) 8x8+0_fairy %s", info.Start)
	}
	d, ok := definition.Of(r)
	if !ok || !d.Plain() || d.Seam.Crossing == definition.Hop {
		return
	}
	over := func(k board.Role) string {
		if d.Seam.Crossing == definition.Wrap && d.Seam.Kinds.Has(k.Letter()|0x20) {
			return "o"
		}
		return ""
	}
	if over(board.Pawn) != "" || !d.DoublePush {
		pawn := "fmWfce" + over(board.Pawn) + "F" // pushes, captures and en passant, over the seam
		if d.DoublePush {
			pawn += "ifmnD" // double push from the home square
		}
		s.out.Linef("piece P& %s", pawn)
	}
	for k := board.Knight; k <= board.King; k++ {
		if over(k) != "" {
			s.out.Linef("piece %c& o%c", k.Letter(), k.Letter())
		}
	}
}

// describePieces sends XBoard a description of a game with its own board or pieces.
func (s *server) describePieces(r rules.Rules, d *definition.Definition) {
	list, commands, ok := piecesOf(r, d)
	if !ok || d.Board.Planes > 1 {
		return
	}
	s.out.Linef("setup (%s) %dx%d+0_fairy %s", list, d.Board.Files, d.Board.Ranks, r.Info().Start)
	for _, c := range commands {
		s.out.Linef("%s", c)
	}
}
