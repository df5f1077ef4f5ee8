package live

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/view"
	"github.com/tainchess/tain/message"
)

// roomView adds the data of a room to the view of a game: the watchers, who may join, and the place in the
// computer player's queue.
type roomView struct{ view.View }

// Room returns a game as visible to a watcher.
func (v roomView) Room(s *room.Snapshot) wire.Snapshot {
	return addRoom(v.Game(&s.Snapshot, s.From), s)
}

// RoomWithout returns a game without its moves, which are the largest part.
func (v roomView) RoomWithout(s *room.Snapshot) wire.Snapshot {
	w := v.GameWithout(&s.Snapshot)
	w.From = s.From
	return addRoom(w, s)
}

func addRoom(w wire.Snapshot, s *room.Snapshot) wire.Snapshot {
	w.Invite, w.Spectators = s.Invite, s.Spectators
	if s.Thinking != nil {
		w.Thinking = &wire.Thinking{Place: s.Thinking.Place}
	}
	return w
}

// Update returns the message to send to a client for an update.
func (v roomView) Update(u room.Update) wire.ServerMessage {
	switch u := u.(type) {
	case room.GameUpdate:
		return wire.GameMessage{Type: "game", Game: v.Room(u.Game)}
	case room.MoveUpdate:
		return v.Step(u.Step)
	case room.PresenceUpdate:
		return wire.HereMessage{
			Type: "here", White: u.Here[board.White], Black: u.Here[board.Black], Spectators: u.Spectators,
			WhiteClaim: u.Claims[board.White], BlackClaim: u.Claims[board.Black],
		}
	case room.PhraseUpdate:
		text := v.Catalogue().Text(phrases[u.Phrase])
		return wire.PhraseMessage{Type: "phrase", By: wire.Side(u.By), Phrase: u.Phrase, Message: text}
	case room.ThinkingUpdate:
		return wire.ThinkingMessage{Type: "thinking", Place: u.Place}
	case room.NoticeUpdate:
		return wire.NoticeMessage{Type: "notice", Notice: wire.Notice(u.Notice)}
	case room.ClosingUpdate:
		return wire.ByeMessage{Type: "bye", Message: v.Catalogue().Text(locale.New("game.bye", nil))}
	}
	return nil
}

// Challenges converts a list of games that anybody may join.
func (v roomView) Challenges(list []room.Challenge) []wire.Challenge {
	all := make([]wire.Challenge, len(list))
	for i, c := range list {
		all[i] = wire.Challenge{
			ID: c.ID, Variant: c.Info.Name, OwnRules: v.OwnRules(c.Info), StartNumber: c.StartNumber, Colour: wire.Side(c.Colour), Control: c.Control, Rated: c.Rated,
			Name: c.Name, Bot: c.Bot, Rating: view.Rating(c.Rating), Created: c.Created,
		}
	}
	return all
}

// Summaries converts a list of the games of a session.
func (v roomView) Summaries(list []room.Summary) []wire.Summary {
	all := make([]wire.Summary, len(list))
	for i, s := range list {
		all[i] = wire.Summary{
			ID: s.ID, Variant: s.Info.Name, OwnRules: v.OwnRules(s.Info), Players: view.Players(s.Players), Seat: wire.Side(s.Seat), Turn: wire.Side(s.Turn),
			Ply: s.Ply, Result: v.Result(s.Result), Position: s.Position, Created: s.Created, Updated: s.Updated,
		}
	}
	return all
}

// Playing returns an entry in the list of games in progress, without its board.
func (v roomView) Playing(o *room.OnBoard) wire.PlayingGame {
	r, p := o.Line.Rules(), o.Line.Position()
	return wire.PlayingGame{
		ID: o.ID, Variant: r.Info().Name, OwnRules: v.OwnRules(r.Info()), Players: view.Players(o.Players), Control: o.Control, Clocks: view.Clocks(o.Clocks),
		Turn: wire.SideOf(p.Side), Ply: o.Ply, Position: r.Guide().FormatPosition(&p), Spectators: o.Spectators,
	}
}

// seekCounts converts the counts of people waiting for each rule set and time control.
func seekCounts(list []room.SeekCount) []wire.SeekCount {
	all := make([]wire.SeekCount, len(list))
	for i, s := range list {
		all[i] = wire.SeekCount(s)
	}
	return all
}

// phrases maps phrases to their texts.
var phrases = map[game.Phrase]message.Message{
	game.Hello:      locale.New("phrase.hello", nil),
	game.GoodLuck:   locale.New("phrase.good-luck", nil),
	game.HaveFun:    locale.New("phrase.have-fun", nil),
	game.WellPlayed: locale.New("phrase.well-played", nil),
	game.GoodGame:   locale.New("phrase.good-game", nil),
	game.Thanks:     locale.New("phrase.thanks", nil),
	game.Oops:       locale.New("phrase.oops", nil),
	game.Sorry:      locale.New("phrase.sorry", nil),
	game.OneMoment:  locale.New("phrase.one-moment", nil),
	game.TakeTime:   locale.New("phrase.take-your-time", nil),
	game.Goodbye:    locale.New("phrase.goodbye", nil),
}
