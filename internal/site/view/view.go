// Package view turns games into what clients read and back: the values of
// internal/play become JSON types of internal/protocol/wire in the language of a
// reader ([View]), and requests become commands ([Command], [NewGame]).
//
// Sentences are made here, when something is sent: a game knows the moves and
// results themselves, and no language.
package view

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/rules"
)

// View writes games in one language.
type View struct{ catalogue *locale.Catalogue }

// In returns the view in the language of a catalogue.
func In(c *locale.Catalogue) View { return View{c} }

// Catalogue returns the catalogue of the view's language.
func (v View) Catalogue() *locale.Catalogue { return v.catalogue }

// Game returns a game as somebody who watches it may see it.
func (v View) Game(s *room.Snapshot) wire.Snapshot {
	w := v.frame(s)
	w.Moves = v.Moves(s.Rules, &s.Start, s.Moves, s.From)
	return w
}

// GameWithout returns a game without its moves, which are most of it.
func (v View) GameWithout(s *room.Snapshot) wire.Snapshot {
	w := v.frame(s)
	w.Moves = []wire.PlayedMove{}
	return w
}

func (v View) frame(s *room.Snapshot) wire.Snapshot {
	guide, info := s.Rules.Guide(), s.Rules.Info()
	w := wire.Snapshot{
		ID: s.ID, Variant: info.Name, OwnRules: v.ownRules(info), Start: guide.FormatPosition(&s.Start), LastMove: s.LastMove,
		From: s.From, Position: guide.FormatPosition(&s.Position), Key: s.Key, Ply: s.Ply, Takebacks: s.Takebacks, Turn: wire.Side(s.Turn),
		Players: players(s.Players), Seat: wire.Side(s.Seat), Control: s.Control, Clocks: clocks(s.Clocks),
		Offers: wire.Offers{Draw: wire.Side(s.Offers.Draw), Takeback: wire.Side(s.Offers.Takeback), Rematch: wire.Side(s.Offers.Rematch)},
		Undo:   undo(s.Undo), Result: v.Result(s.Result), Claim: claims(s.Claim), Invite: s.Invite, Open: s.Open, Keep: s.Keep,
		Next: s.Next, Spectators: s.Spectators, Created: s.Created,
	}
	for _, what := range s.Barred {
		w.Barred = append(w.Barred, wire.Subject(what))
	}
	for _, o := range s.Ended {
		w.Ended = append(w.Ended, wire.EndedOffer{What: wire.Subject(o.What), Of: wire.Side(o.Of), By: wire.Side(o.By)})
	}
	if s.Thinking != nil {
		w.Thinking = &wire.Thinking{Place: s.Thinking.Place}
	}
	if r := s.Refund; r != nil {
		w.Returned = &wire.Returned{Side: wire.Side(r.Side), Time: r.Time, Message: v.catalogue.Text(r.Message())}
	}
	return w
}

// Moves returns the moves of a game but for the first ones.
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
		Move: m.UCI, SAN: m.SAN, Text: v.catalogue.Text(rules.TellMessage(r, before, m.Move)), Key: game.KeyText(m.Hash), At: m.At, Clock: m.Clock,
	}
}

// Step returns the last move of a game.
func (v View) Step(s *game.Step) wire.MoveMessage {
	return wire.MoveMessage{
		Type: "move", Game: s.Game, Ply: s.Ply, Move: v.Move(s.Rules, &s.Before, &s.Move), Position: s.Rules.Guide().FormatPosition(&s.After),
		Clocks: clocks(s.Clocks), Undo: undo(s.Undo), Claim: claims(s.Claim),
	}
}

// Result returns how a game ended, nil if it has not.
func (v View) Result(r *game.Result) *wire.GameResult {
	if r == nil {
		return nil
	}
	return &wire.GameResult{Result: string(r.Result), Reason: string(r.Reason), Side: wire.Side(r.Side), Sentence: v.catalogue.Text(r.Message())}
}

// Update returns what a watcher is sent.
func (v View) Update(u room.Update) wire.ServerMessage {
	switch u := u.(type) {
	case room.GameUpdate:
		return wire.GameMessage{Type: "game", Game: v.Game(u.Game)}
	case room.MoveUpdate:
		return v.Step(u.Step)
	case room.PresenceUpdate:
		return wire.HereMessage{
			Type: "here", White: u.Here[board.White], Black: u.Here[board.Black], Spectators: u.Spectators,
			WhiteClaim: u.Claims[board.White], BlackClaim: u.Claims[board.Black],
		}
	case room.PhraseUpdate:
		return wire.SaidMessage{Type: "said", By: wire.Side(u.By), Phrase: wire.Phrase(u.Phrase), Message: v.catalogue.Text(phrase(u.Phrase))}
	case room.ThinkingUpdate:
		return wire.ThinkingMessage{Type: "thinking", Place: u.Place}
	case room.NoticeUpdate:
		return Notice(u.Notice)
	case room.ClosingUpdate:
		return wire.ByeMessage{Type: "bye", Message: v.catalogue.Text(locale.New("game.bye", nil))}
	}
	return nil
}

// Notice returns a notice of the operator as a message.
func Notice(n room.Notice) wire.NoticeMessage {
	return wire.NoticeMessage{Type: "notice", Notice: wire.Notice(n)}
}

// Challenges returns games that anybody may join.
func (v View) Challenges(list []room.Challenge) []wire.Challenge {
	all := make([]wire.Challenge, len(list))
	for i, c := range list {
		all[i] = wire.Challenge{
			ID: c.ID, Variant: c.Info.Name, OwnRules: v.ownRules(c.Info), Colour: wire.Side(c.Colour), Control: c.Control, Name: c.Name, Created: c.Created,
		}
	}
	return all
}

// Summaries returns the games of a session.
func (v View) Summaries(list []room.Summary) []wire.Summary {
	all := make([]wire.Summary, len(list))
	for i, s := range list {
		all[i] = wire.Summary{
			ID: s.ID, Variant: s.Info.Name, OwnRules: v.ownRules(s.Info), Players: players(s.Players), Seat: wire.Side(s.Seat), Turn: wire.Side(s.Turn),
			Ply: s.Ply, Result: v.Result(s.Result), Position: s.Position, Created: s.Created, Updated: s.Updated,
		}
	}
	return all
}

// Playing returns a game in the list of those that are being played, without its
// board.
func (v View) Playing(o *room.OnBoard) wire.PlayingGame {
	r, p := o.Line.Rules(), o.Line.Position()
	return wire.PlayingGame{
		ID: o.ID, Variant: r.Info().Name, OwnRules: v.ownRules(r.Info()), Players: players(o.Players), Control: o.Control, Clocks: clocks(o.Clocks),
		Turn: wire.SideOf(p.Side), Ply: o.Ply, Position: r.Guide().FormatPosition(&p), Spectators: o.Spectators,
	}
}

// Seeks returns how many people wait for which game and clock.
func Seeks(list []room.SeekCount) []wire.SeekCount {
	all := make([]wire.SeekCount, len(list))
	for i, s := range list {
		all[i] = wire.SeekCount(s)
	}
	return all
}

// Ahead returns the conditional moves of a player.
func Ahead(a game.Ahead) wire.Ahead {
	return wire.Ahead{Ply: a.Ply, Takebacks: a.Takebacks, Lines: append([][]string{}, a.Lines...)}
}

// ownRules describes a rule set that somebody has written; of one that comes with
// the program the name is enough.
func (v View) ownRules(info *rules.Info) wire.OwnRules {
	if info.Definition == "" {
		return wire.OwnRules{}
	}
	own := wire.OwnRules{Definition: info.Definition, Hash: info.Hash, Title: info.Title, Differences: info.Differences}
	if len(info.DifferenceMessages) > 0 {
		own.Differences = make([]string, len(info.DifferenceMessages))
		for i, m := range info.DifferenceMessages {
			own.Differences[i] = v.catalogue.Text(m)
		}
	}
	return own
}

func players(p game.Players) wire.Players {
	return wire.Players{White: (*wire.PlayerInfo)(p.White), Black: (*wire.PlayerInfo)(p.Black)}
}

func clocks(c *game.Clocks) *wire.Clocks {
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

// phrase returns the words of a phrase.
func phrase(p game.Phrase) locale.Message {
	switch p {
	case game.Hello:
		return locale.New("phrase.hello", nil)
	case game.GoodLuck:
		return locale.New("phrase.good-luck", nil)
	case game.HaveFun:
		return locale.New("phrase.have-fun", nil)
	case game.WellPlayed:
		return locale.New("phrase.well-played", nil)
	case game.GoodGame:
		return locale.New("phrase.good-game", nil)
	case game.Thanks:
		return locale.New("phrase.thanks", nil)
	case game.Oops:
		return locale.New("phrase.oops", nil)
	case game.Sorry:
		return locale.New("phrase.sorry", nil)
	case game.OneMoment:
		return locale.New("phrase.one-moment", nil)
	case game.TakeTime:
		return locale.New("phrase.take-your-time", nil)
	case game.Goodbye:
		return locale.New("phrase.goodbye", nil)
	}
	return locale.Message{}
}
