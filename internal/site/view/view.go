// Package view converts between games and client messages. Values of internal/play become JSON types of
// internal/protocol/wire in the client's language ([View]), and requests become commands ([Frame.Command],
// [NewGame]).
//
// Texts are formatted here, when a message is sent, because a game has moves and results but no language.
package view

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// View formats games in one language.
type View struct{ catalogue *locale.Catalogue }

// In returns the view in the language of a catalogue.
func In(c *locale.Catalogue) View { return View{c} }

// Catalogue returns the catalogue of the view's language.
func (v View) Catalogue() *locale.Catalogue { return v.catalogue }

// Game returns a game with its moves starting at a ply.
func (v View) Game(s *game.Snapshot, from int) wire.Snapshot {
	w := v.GameWithout(s)
	w.From, w.Moves = from, v.Moves(s.Rules, &s.Start, s.Moves, from)
	return w
}

// GameWithout returns a game without its moves, which are the largest part.
func (v View) GameWithout(s *game.Snapshot) wire.Snapshot {
	guide, info := s.Rules.Guide(), s.Rules.Info()
	w := wire.Snapshot{
		ID: s.ID, Variant: info.Name, OwnRules: v.OwnRules(info), Start: guide.FormatPosition(&s.Start), LastMove: s.LastMove,
		Moves: []wire.PlayedMove{}, Position: guide.FormatPosition(&s.Position), Key: s.Key, Ply: s.Ply, Takebacks: s.Takebacks, Turn: wire.Side(s.Turn),
		Players: Players(s.Players), Seat: wire.Side(s.Seat), Control: s.Control, Clocks: Clocks(s.Clocks),
		Offers: wire.Offers{Draw: wire.Side(s.Offers.Draw), Takeback: wire.Side(s.Offers.Takeback), Rematch: wire.Side(s.Offers.Rematch)},
		Undo:   undo(s.Undo), Result: v.Result(s.Result), Claim: claims(s.Claim), Barred: s.Barred, Open: s.Open, Keep: s.Keep, Rated: s.Rated,
		Next: s.Next, Created: s.Created,
	}
	w.StartNumber = StartNumber(s.Rules, &s.Start)
	for _, o := range s.Ended {
		w.Ended = append(w.Ended, wire.EndedOffer{What: o.What, Of: wire.Side(o.Of), By: wire.Side(o.By)})
	}
	if r := s.Refund; r != nil {
		w.Returned = &wire.Returned{Side: wire.Side(r.Side), Time: r.Time, Message: v.catalogue.Text(r.Message())}
	}
	return w
}

// Moves returns the moves of a game starting at a ply.
func (v View) Moves(r rules.Rules, start *board.Position, moves []game.PlayedMove, from int) []wire.PlayedMove {
	list := make([]wire.PlayedMove, 0, len(moves)-from)
	p := *start
	for i := range moves {
		if i >= from {
			list = append(list, v.Move(r, &p, &moves[i]))
		}
		var next board.Position
		r.Apply(&p, moves[i].Move, &next)
		p = next
	}
	return list
}

// Move returns a move that was played in a position.
func (v View) Move(r rules.Rules, before *board.Position, m *game.PlayedMove) wire.PlayedMove {
	return wire.PlayedMove{
		Move: m.UCI, SAN: m.SAN, Text: v.catalogue.Text(describe.Sentence(r, before, m.Move)), Key: game.KeyText(m.Hash), At: m.At, Clock: m.Clock,
	}
}

// Step returns the message about the last move of a game.
func (v View) Step(s *game.Step) wire.MoveMessage {
	return wire.MoveMessage{
		Type: "move", Game: s.Game, Ply: s.Ply, Move: v.Move(s.Rules, &s.Before, &s.Move), Position: s.Rules.Guide().FormatPosition(&s.After),
		Clocks: Clocks(s.Clocks), Undo: undo(s.Undo), Claim: claims(s.Claim),
	}
}

// Result returns the result of a game, or nil if the game has not ended.
func (v View) Result(r *game.Result) *wire.GameResult {
	if r == nil {
		return nil
	}
	return &wire.GameResult{Result: string(r.Result), Reason: string(r.Reason), Side: wire.Side(r.Side), Sentence: v.catalogue.Text(r.Message())}
}

// Ahead returns the conditional moves of a player.
func Ahead(a game.Ahead) wire.Ahead {
	return wire.Ahead{Ply: a.Ply, Takebacks: a.Takebacks, Lines: append([][]string{}, a.Lines...)}
}

// OwnRules describes a custom rule set. It is empty for a built-in rule set, which is identified by its name.
func (v View) OwnRules(info *rules.Info) wire.OwnRules {
	if info.Definition == "" {
		return wire.OwnRules{}
	}
	return wire.OwnRules{
		Definition: info.Definition, Hash: info.Hash, Title: info.Title, Differences: v.catalogue.Texts(info.Differences),
	}
}

// StartNumber returns the number of a shuffled starting position, or nil for any other position.
func StartNumber(r rules.Rules, p *board.Position) *uint64 {
	if n, ok := rules.StartNumber(r, p); ok {
		return &n
	}
	return nil
}

// Players returns both players.
func Players(p game.Players) wire.Players {
	return wire.Players{White: player(p.White), Black: player(p.Black)}
}

func player(p *game.Player) *wire.PlayerInfo {
	if p == nil {
		return nil
	}
	return &wire.PlayerInfo{Name: p.Name, Computer: p.Computer, Bot: p.Bot, Here: p.Here, Claim: p.Claim, Rating: Rating(p.Rating)}
}

// Rating returns the rating of a player, or nil if there is none.
func Rating(r *game.Rating) *wire.PlayerRating {
	if r == nil {
		return nil
	}
	return &wire.PlayerRating{Rating: r.Points, Provisional: r.Provisional, Change: r.Change}
}

// Clocks returns the clocks of a game, or nil if it has none.
func Clocks(c *game.Clocks) *wire.Clocks {
	if c == nil {
		return nil
	}
	return &wire.Clocks{White: c.White, Black: c.Black, Running: wire.Side(c.Running), At: c.At}
}

func undo(u game.Undo) (w wire.Undo) {
	if ply := u[board.White]; ply >= 0 {
		w.White = &ply
	}
	if ply := u[board.Black]; ply >= 0 {
		w.Black = &ply
	}
	return w
}

func claims(reasons []rules.Reason) (list []string) {
	for _, reason := range reasons {
		list = append(list, string(reason))
	}
	return list
}
