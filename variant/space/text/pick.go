package text

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space/geometry"
)

// ParseMove parses a move in UCI notation or in Meder's notation. The origin and destination may be joined by
// a hyphen, and quadrants may name cells (5). Pins may be in lower case. Check signs and annotations such as
// !? are ignored. All other parts of the text must match the move: a capture sign requires a capture, e.p.
// requires an en passant capture, and a quadrant must match the cell in the same text.
//
// If the text cannot be parsed, the error is a *notation.SyntaxError. If the move is illegal, the error is a
// *rules.IllegalMove. If the text determines the illegal move, ParseMove returns the move with the error. The
// error for an ambiguous text lists all moves that the text could mean.
func (x Space) ParseMove(p *board.Position, text string) (board.Move, error) {
	m, several, err := x.read(p, text)
	if len(several) > 0 {
		why := rules.Illegal("illegal.ambiguous",
			"{text} could be {moves, or}", message.Args{"text": strings.TrimSpace(text), "moves": x.candidates(p, several)})
		why.Means = several
		return board.NoMove, why
	}
	return m, err
}

// ParseMoveLenient is like ParseMove, but accepts ambiguous moves, which occur in old game records. It picks
// the move of the piece on the first level in the order of the position text, or of the board on the first
// pin, and returns a warning.
func (x Space) ParseMoveLenient(p *board.Position, text string) (board.Move, message.Message, error) {
	m, several, err := x.read(p, text)
	if len(several) == 0 {
		return m, message.Message{}, err
	}
	slices.SortStableFunc(several, func(a, b board.Move) int {
		if a.Type() >= board.BoardShift {
			return cmp.Compare(a.From(), b.From())
		}
		x, y := geometry.NameOf(p, a.From()), geometry.NameOf(p, b.From())
		return cmp.Or(cmp.Compare(x.Level, y.Level), cmp.Compare(x.Column, y.Column))
	})
	return several[0], message.New("notice.pgn.ambiguous", "{text} could be {moves, or}: {taken} was used", message.Args{
		"text": strings.TrimSpace(text), "moves": x.candidates(p, several), "taken": x.FormatSAN(p, several[0]),
	}), nil
}

// candidates returns the first few moves that an ambiguous text could mean.
func (x Space) candidates(p *board.Position, moves []board.Move) (all message.List) {
	const most = 8
	for _, m := range moves {
		if len(all) == most {
			all[most-1] = message.New("part.others", "others", nil)
			break
		}
		all = append(all, x.FormatSAN(p, m))
	}
	return all
}

// read returns the only legal move that the text can mean, several moves if it is ambiguous, or an error.
func (x Space) read(p *board.Position, text string) (m board.Move, several []board.Move, err error) {
	t, err := flatten(text)
	if err != nil {
		return board.NoMove, nil, err
	}
	m, several, err = x.understand(p, t)
	syntax := (*notation.SyntaxError)(nil)
	if !errors.As(err, &syntax) {
		return m, several, err
	}
	other := t.capitals()
	if _, _, still := x.understand(p, other); !errors.As(still, new(*notation.SyntaxError)) {
		syntax.Message = message.New("syntax.move.capitals",
			"{what}; write levels and pieces in capitals: {text}", message.Args{"what": syntax.Message, "text": other.Chars})
		return m, several, err
	}
	if t.namesBoard() || len(syntax.Means) > 0 {
		return m, several, err
	}
	if r, bad := t.readPiece(); bad == nil {
		if _, refused, why := x.onAnyLevel(p, &r); why != nil {
			return refused, nil, why
		}
	}
	return m, several, err
}

// understand is like read, for flattened text.
func (x Space) understand(p *board.Position, t *plain) (m board.Move, several []board.Move, err error) {
	form, castles := castlingForm(t.Chars)
	if t.EnPassant && (castles || t.namesBoard()) {
		return board.NoMove, nil, rules.Illegal("illegal.en-passant.piece", "only a pawn captures en passant", nil)
	}
	if castles {
		c := &geometry.Of(p).Castle[p.Side&1]
		m = c.Short()
		if form == board.CastleLong {
			m = c.Long()
		}
		return x.checked(p, m)
	}
	if t.namesBoard() {
		r, err := t.readBoard()
		if err != nil {
			return board.NoMove, nil, err
		}
		return x.pickBoard(p, r)
	}
	r, syntax := t.readPiece()
	if syntax != nil {
		return board.NoMove, nil, syntax
	}
	to, err := t.square(p, &r.to)
	if missing := (*notation.SyntaxError)(nil); errors.As(err, &missing) {
		missing.Means, _, _ = x.onAnyLevel(p, &r)
	}
	if err != nil {
		return board.NoMove, nil, err
	}
	return x.pick(p, &r, to)
}

// onAnyLevel returns the legal moves that match input that names the column of the landing square but not
// the level. If there are none, it returns the reason, and the illegal move if the column has only one
// square.
func (x Space) onAnyLevel(p *board.Position, r *reading) (meant []board.Move, refused board.Move, why *rules.IllegalMove) {
	if r.to.file < 0 || r.to.rank < 0 || r.to.level != geometry.NoLevel {
		return nil, board.NoMove, nil
	}
	var reasons []*rules.IllegalMove
	for stack := geometry.Of(p).Stack[geometry.At(r.to.file, r.to.rank)]; stack != 0; {
		m, several, err := x.pick(p, r, stack.Pop())
		if err == nil && len(several) == 0 {
			several = []board.Move{m}
		}
		meant = append(meant, several...)
		if errors.As(err, &why) {
			refused, reasons = m, append(reasons, why)
		}
	}
	switch {
	case len(meant) > 0 || len(reasons) == 0:
		return meant, board.NoMove, nil
	case len(reasons) == 1:
		return nil, refused, why
	}
	return nil, board.NoMove, together(reasons)
}

// together combines several reasons into one. It keeps their code if all have the same code.
func together(reasons []*rules.IllegalMove) *rules.IllegalMove {
	code := reasons[0].Code
	var words []string
	var each message.List
	for _, why := range reasons {
		if why.Code != code {
			code = rules.CodeUnreachable
		}
		if text := why.Error(); !slices.Contains(words, text) {
			words, each = append(words, text), append(each, why.Message)
		}
	}
	return &rules.IllegalMove{Code: code, Message: message.New("illegal.several", "{reasons, each}", message.Args{"reasons": each})}
}

// pick finds the move to a square that matches the text, or several moves if it is ambiguous.
func (x Space) pick(p *board.Position, r *reading, to board.Square) (m board.Move, several []board.Move, err error) {
	t := r.text
	if r.from.full() {
		return x.pickExact(p, r, to)
	}
	if r.from.letter != 0 && r.from.file < 0 {
		return board.NoMove, nil, t.Fail(r.from.start, "syntax.move.file",
			"{letter, sign} is not a file: the files are z, a, b, c, d and e", message.Args{"letter": string(rune(r.from.letter))})
	}
	if r.from.quadrant != 0 {
		return board.NoMove, nil, t.Fail(r.from.start, "syntax.move.quadrant-place", "a quadrant follows a pin, as in QL3@q2", nil)
	}
	return x.pickPiece(p, r, to)
}

// checked returns the move with the reason if it is illegal.
func (x Space) checked(p *board.Position, m board.Move) (board.Move, []board.Move, error) {
	if why := x.Rules.Guide().WhyIllegal(p, m); why != nil {
		return m, nil, why
	}
	return m, nil, nil
}

// pickExact finds the move of the piece on a fully named square.
func (x Space) pickExact(p *board.Position, r *reading, to board.Square) (board.Move, []board.Move, error) {
	from, err := r.text.square(p, &r.from)
	if err != nil {
		return board.NoMove, nil, err
	}
	m := board.NewMove(from, to, r.promotion)
	if pc := p.Piece(from); r.role != board.NoRole && pc.Role() != r.role && pc != board.NoPiece {
		return m, nil, rules.Illegal("illegal.no-such-piece.other",
			"the piece on {square} is a {piece}, not a {role}", message.Args{"role": r.role, "square": geometry.NameOf(p, from).Square(), "piece": pc})
	}
	if why := x.Rules.Guide().WhyIllegal(p, m); why != nil {
		return m, nil, why
	}
	return m, nil, x.dispute(p, r, m)
}

// dispute checks that a fitting move matches the claims in the text, such as a capture sign.
func (x Space) dispute(p *board.Position, r *reading, m board.Move) error {
	class := x.Rules.Guide().Class(p, m)
	if r.takes && class&rules.Capture == 0 {
		return rules.Illegal("illegal.nothing-to-capture", "there is nothing on {square} to capture", message.Args{"square": geometry.NameOf(p, m.To()).Square()})
	}
	if r.text.EnPassant && class&rules.EnPassant == 0 {
		return rules.Illegal("illegal.en-passant.none", "{move} is not an en passant capture", message.Args{"move": x.FormatUCI(p, m)})
	}
	return nil
}

// pickPiece finds the moves that match a partly named origin.
func (x Space) pickPiece(p *board.Position, r *reading, to board.Square) (board.Move, []board.Move, error) {
	var fit []board.Move
	for _, m := range rules.LegalMoves(x.Rules, p) {
		if m.Type() == board.Step && m.To() == to && p.Piece(m.From()).Role() == r.role && r.starts(p, m.From(), to) &&
			(r.promotion == board.NoRole || m.Promotion() == r.promotion) {
			fit = append(fit, m)
		}
	}
	switch {
	case len(fit) == 0:
		m, err := x.unfit(p, r, to)
		return m, nil, err
	case len(fit) == 1:
		return fit[0], nil, x.dispute(p, r, fit[0])
	case !slices.ContainsFunc(fit, func(m board.Move) bool { return m.From() != fit[0].From() }):
		return x.checked(p, board.NewMove(fit[0].From(), to, board.NoRole)) // only the promotion is missing
	}
	if err := x.dispute(p, r, fit[0]); err != nil {
		return board.NoMove, nil, err
	}
	return board.NoMove, fit, nil
}

// starts reports whether a square matches the origin in the text. A pawn move without a file is a step
// straight ahead unless the text has a capture sign.
func (r *reading) starts(p *board.Position, from, to board.Square) bool {
	n := geometry.NameOf(p, from)
	if r.role == board.Pawn && r.from.file < 0 && (n.Column.File() == geometry.NameOf(p, to).Column.File()) == r.takes {
		return false
	}
	return (r.from.file < 0 || n.Column.File() == r.from.file) &&
		(r.from.rank < 0 || n.Column.Rank() == r.from.rank) &&
		(r.from.level == geometry.NoLevel || n.Level == r.from.level)
}

// unfit returns the reason why no piece with the role can make the move. If the text can mean only one piece
// (the only piece with the role, or the only one whose movement allows the move), unfit returns that piece's
// move and the reason why it is illegal.
func (x Space) unfit(p *board.Position, r *reading, to board.Square) (board.Move, error) {
	var meant []board.Square
	for rest := p.Pieces(p.Side, r.role); rest != 0; {
		if s := rest.Pop(); r.starts(p, s, to) {
			meant = append(meant, s)
		}
	}
	which := message.New("part.piece", "{role}", message.Args{"role": r.role})
	if r.from.start < r.from.end {
		which = message.New("part.piece.from", "{role} from {origin}", message.Args{"role": r.role, "origin": r.text.Chars[r.from.start:r.from.end]})
	}
	if len(meant) == 0 && p.Pieces(p.Side, r.role) == 0 {
		return board.NoMove, rules.Illegal("illegal.no-such-piece",
			"{side} has no {which}", message.Args{"side": p.Side, "which": message.New("part.piece",
				"{role}", message.Args{"role": r.role})})
	}
	var found board.Move
	var reason *rules.IllegalMove
	others := 0
	for _, from := range meant {
		m := board.NewMove(from, to, r.promotion)
		switch why := x.Rules.Guide().WhyIllegal(p, m); {
		case why == nil:
		case len(meant) > 1 && why.Code == rules.CodeUnreachable:
		case reason == nil:
			found, reason = m, why
		case why.Code != reason.Code:
			others++
		}
	}
	if reason != nil && others == 0 {
		return found, reason
	}
	return board.NoMove, rules.Illegal("illegal.unreachable.any",
		"no {which} can {takes, select, true {capture on} other {go to}} {square}", message.Args{"which": which, "takes": false, "square": geometry.NameOf(p, to).Square()})
}

// pickBoard finds the board move that matches the text. If the text names only the destination, pickBoard
// returns the moves of all boards that can move there.
func (x Space) pickBoard(p *board.Position, r boardReading) (board.Move, []board.Move, error) {
	if r.from != geometry.NoPin {
		return x.checked(p, board.NewMoveOfType(r.form, r.from, r.to, r.promotion))
	}
	var fit []board.Move
	for _, m := range rules.LegalMoves(x.Rules, p) {
		if m.Type() == board.BoardShift && m.To() == r.to && (r.promotion == board.NoRole || m.Promotion() == r.promotion) {
			if len(fit) == 0 || fit[len(fit)-1].From() != m.From() {
				fit = append(fit, m)
			}
		}
	}
	switch len(fit) {
	case 0:
		m, why := x.Rules.WhyNoBoard(p, r.to, r.promotion)
		return m, nil, why
	case 1:
		return x.checked(p, board.NewMoveOfType(board.BoardShift, fit[0].From(), r.to, r.promotion))
	}
	return board.NoMove, fit, nil
}
