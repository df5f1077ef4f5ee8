package session

import (
	"fmt"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// Session is what both faces of the terminal share: the game, the engine, and
// the file the game is kept in.
type Session struct {
	Options Options
	Game    *game.Game
	Engine  *Opponent
	Level   int     // of an engine that takes a seat
	read    *source // what the game goes on from, nil if it was not read
	File    string  // where it was last saved
	Notice  string  // what is to be said at the beginning, if anything
}

// source is the record a game goes on from, and how it ended there.
type source struct {
	record *pgn.Game
	end    *game.Result
}

// ErrFlag means that the time was up before anything could be done.
var ErrFlag = locale.NewError("command.play.the-time-is-up", nil)

func New(o Options) (*Session, error) {
	if err := o.complete(); err != nil {
		return nil, err
	}
	s := &Session{Options: o, Level: o.Level}
	s.Engine = NewOpponent(o.Rules, Settings{Depth: o.Depth, MoveTime: o.MoveTime, Seed: o.Seed, Book: o.Book, NoBook: o.NoBook})
	if o.Game != nil {
		return s, s.Adopt(o.Game, o.People, o.Asked)
	}
	if err := s.Begin(pgn.NewGame(o.Rules, o.Start), game.Recovered{Control: o.control(), LastMove: o.LastMove}, o.People); err != nil {
		return s, err
	}
	if notice, possible := describe.EnPassant(o.Rules, &o.Start); possible && s.Notice == "" {
		s.Notice = Sentence(s.Format(notice))
	}
	return s, nil
}

// Begin starts the game of a record, with people at the sides given.
func (s *Session) Begin(from *pgn.Game, as game.Recovered, people [2]bool) error {
	as.At = s.Millis()
	g, _, err := game.FromRecord(from, as)
	if err != nil {
		return err
	}
	s.Game, s.read, s.File, s.Notice = g, nil, "", ""
	if s.Engine.rules != g.Rules() {
		s.Engine = NewOpponent(g.Rules(), s.Engine.Settings)
	}
	if err := s.Engine.Absent(); err != nil && people != [2]bool{true, true} {
		people = [2]bool{true, true}
		s.Notice = Sentence(s.Explain(err))
	}
	return s.Seat(people)
}

// Adopt goes on with a game that was read, in its own rule set. Sides, level
// and clock are as the record tells them, but for what was asked for; where it
// tells nothing of them they are those given and the session's.
func (s *Session) Adopt(from *pgn.Game, people [2]bool, asked Asked) error {
	as, told := game.Recovered{}, game.IsLocalRecord(from)
	if !told || asked.Control {
		as.Control = s.Options.control()
	}
	if told {
		g, _, err := game.FromRecord(from, game.Recovered{})
		if err != nil {
			return err
		}
		for side, seat := range g.Seats() {
			if !asked.People {
				people[side] = seat.Person
			}
			if seat.Computer > 0 && !asked.Level {
				s.Level = seat.Computer
			}
		}
	}
	if err := s.Begin(from, as, people); err != nil {
		return err
	}
	s.read = &source{from, s.Game.Result()}
	if s.Game.Control() != nil && !s.Game.Over() && s.Notice == "" {
		s.Notice = s.Text("command.play.clock-stands", nil)
	}
	return nil
}

// Restart begins a new game from a position.
func (s *Session) Restart(start board.Position) error {
	control := clock.Control{}
	if c := s.Game.Control(); c != nil {
		control = *c
	}
	return s.Begin(pgn.NewGame(s.Rules(), start), game.Recovered{Control: &control}, s.People())
}

// Fresh returns the position new games start from: that of the last game if it
// had one of its own, else the rule set's.
func (s *Session) Fresh() board.Position {
	p, _ := s.Game.PositionAt(0)
	return p
}

func (s *Session) Now() time.Time { return s.Options.Now() }

func (s *Session) Millis() int64 { return s.Now().UnixMilli() }

// Rules returns the rule set in play.
func (s *Session) Rules() rules.Rules { return s.Game.Rules() }

// People returns the sides that persons play.
func (s *Session) People() [2]bool {
	seats := s.Game.Seats()
	return [2]bool{seats[board.White].Person, seats[board.Black].Person}
}

// EngineToMove reports whether the engine has to move.
func (s *Session) EngineToMove() bool { return !s.People()[s.Game.Turn()] && !s.Game.Over() }

// Expire lets the flag fall if the time is up, and reports whether it has.
func (s *Session) Expire() bool {
	due, err := s.Game.Expire(s.Millis())
	return err == nil && len(due) > 0
}

// Do carries out a command of whoever is at the screen. If the time was up
// before, that ends the game and the error is errFlag.
func (s *Session) Do(c game.Command) ([]game.Event, error) { return s.doAs(s.Game.LocalSeat(), c) }

func (s *Session) doAs(seat game.Side, c game.Command) ([]game.Event, error) {
	if s.Expire() {
		return nil, ErrFlag
	}
	return s.Game.Do(seat, c, s.Millis())
}

// Play plays a move in any notation.
func (s *Session) Play(text string) ([]game.Event, error) {
	return s.Do(game.Move{Ply: s.Game.Ply(), Takebacks: s.Game.Takebacks(), Key: s.Game.Key(), Move: s.Typed(text)})
}

// Typed returns a move as the rules read it. Letters of pieces are those that are
// shown; where that is no move, but the English ones are, they are those.
func (s *Session) Typed(text string) string {
	own, p := locale.ParseSAN(s.Options.Letters, text), s.Game.Position()
	if own == text {
		return text
	}
	if _, err := rules.Play(s.Rules(), &p, own); err != nil {
		if _, err := rules.Play(s.Rules(), &p, text); err == nil {
			return text
		}
	}
	return own
}

// ClaimDraw claims a draw.
func (s *Session) ClaimDraw() ([]game.Event, error) {
	return s.Do(game.Claim{Ply: s.Game.Ply(), Takebacks: s.Game.Takebacks()})
}

// OfferDraw offers a draw. Two people at one screen agree by it.
func (s *Session) OfferDraw() ([]game.Event, error) {
	return s.Do(game.Draw{Ply: s.Game.Ply(), Takebacks: s.Game.Takebacks(), Do: game.Offer})
}

// Declines reports whether a draw was declined.
func Declines(events []game.Event) bool {
	for _, e := range events {
		if e.Type == game.Declined {
			return true
		}
	}
	return false
}

// TakeBack takes back what came last, until a person is to move. It says what,
// the last first.
func (s *Session) TakeBack() (told string, err error) {
	end, moves := s.Game.Result(), s.Game.Moves()
	if _, err := s.Do(game.Takeback{Ply: len(moves), Takebacks: s.Game.Takebacks(), Do: game.Offer}); err != nil {
		return "", err
	}
	var what []string
	if end != nil && !end.OfPosition() {
		what = append(what, s.Text("command.play.the-end", nil))
	}
	for n := len(moves) - 1; n >= s.Game.Ply(); n-- {
		what = append(what, s.SAN(moves[n].SAN))
	}
	told = s.Text("command.play.took-back", message.Args{"moves": message.Strings(what)})
	if c := s.Game.Clocks(s.Millis()); c != nil && c.Running == game.Nobody && s.Game.Ply() >= game.FreePlies {
		told = s.Text("command.play.took-back.clock", message.Args{"moves": message.Strings(what)})
	}
	return told, nil
}

// personName is what a person at the screen is called in a record.
const personName = "Person"

// Seat lets people play the sides given and the engine the others. It fails if
// there is no engine for the rule set.
func (s *Session) Seat(people [2]bool) error {
	if people != [2]bool{true, true} {
		if err := s.Engine.Absent(); err != nil {
			return err
		}
	}
	for side, seat := range s.Game.Seats() {
		switch {
		case !people[side]:
			seat = game.Seat{Computer: s.Level}
		case !seat.Person || seat.Name == "":
			seat = game.Seat{Name: personName, Person: true}
		}
		if _, err := s.Do(game.Reseat{Side: SideOf(board.Colour(side)), Player: seat}); err != nil {
			return err
		}
	}
	return nil
}

// SetLevel changes how well the engine plays.
func (s *Session) SetLevel(n int) error {
	if n < 1 || n > engine.MaxLevel {
		return levelError(n)
	}
	s.Level = n
	if s.People() == [2]bool{true, true} {
		return nil
	}
	return s.Seat(s.People())
}

func SideOf(c board.Colour) game.Side {
	if c == board.Black {
		return game.Black
	}
	return game.White
}

// Seats says who plays.
func (s *Session) Seats() string {
	switch s.People() {
	case [2]bool{true, true}:
		return s.Text("command.play.two-people", nil)
	case [2]bool{}:
		return s.Text("command.play.the-engine-plays-itself-at", message.Args{"level": s.Level})
	case [2]bool{true, false}:
		return s.Text("command.play.you-play-white-against-level", message.Args{"level": s.Level})
	}
	return s.Text("command.play.you-play-black-against-level", message.Args{"level": s.Level})
}

// Standing tells how the game stands in a sentence.
func (s *Session) Standing() string {
	if end := s.Game.Result(); end != nil {
		return Sentence(s.Format(end.Message()))
	}
	p := s.Game.Position()
	text := s.Text("command.play.to-move", message.Args{"side": p.Side, "check": rules.InCheck(s.Rules(), &p)})
	if claim := s.Format(s.Game.ClaimMessage()); claim != "" {
		text += "; " + claim
	}
	return text
}

// Over tells that the game has ended and how, for one who wants to go on.
func (s *Session) Over() string {
	return s.Text("command.play.over", message.Args{"how": s.Game.Result().Message()})
}

// PlayedMove is a move in the words in which it is shown.
type PlayedMove struct {
	Number   string // "3." or "3..."
	San      string
	Sentence string
}

// Moves returns the moves that were played, in words.
func (s *Session) Moves() []PlayedMove {
	var all []PlayedMove
	for i, m := range s.Game.Moves() {
		p, _ := s.Game.PositionAt(i)
		all = append(all, PlayedMove{moveNumber(&p), s.SAN(m.SAN), s.Format(describe.Sentence(s.Rules(), &p, m.Move))})
	}
	return all
}

// LastChanges returns what the last move did, nothing if there is none. Of a
// move before the game only its squares are known.
func (s *Session) LastChanges() []describe.Change {
	last := s.Game.LastMove()
	if last == nil {
		return s.changesBefore()
	}
	p, _ := s.Game.PositionAt(s.Game.Ply() - 1)
	return s.Describe(&p, last.Move).Changes
}

// changesBefore returns what is known of the move that led to the start.
func (s *Session) changesBefore() []describe.Change {
	p, _ := s.Game.PositionAt(0)
	g, text := s.Rules().Guide(), s.Game.Start().LastMove
	m, _ := g.ParseMove(&p, text) // it cannot be played again, but it can be read
	if text == "" || m == board.NoMove || m.Type() >= board.BoardShift {
		return nil
	}
	return []describe.Change{{Effect: describe.Moved, Piece: p.Piece(m.To()), From: g.SquareName(&p, m.From()), To: g.SquareName(&p, m.To())}}
}

// moveNumber writes the number of the move that is due in a position.
func moveNumber(p *board.Position) string {
	number := fmt.Sprintf("%d.", p.FullmoveNumber)
	if p.Side == board.Black {
		number += ".."
	}
	return number
}

// job is something the engine has to do, apart from the game, which may go
// on meanwhile.
type job struct {
	Engine *Opponent
	Task   game.Task
	Line   *rules.Line
	Limits engine.Limits
}

// Job returns what the engine has to do now, false if there is nothing.
func (s *Session) Job() (job, bool) {
	t, ok := s.Game.Task()
	if !ok {
		return job{}, false
	}
	return job{s.Engine, t, s.Game.CopyLine(), s.Game.Limits(t, s.Millis())}, true
}

// Settle carries out what the engine does, unless the game has gone on without
// it.
func (s *Session) Settle(t game.Task, c game.Command) ([]game.Event, error) {
	if s.Expire() {
		return nil, ErrFlag
	}
	if now, ok := s.Game.Task(); !ok || now != t {
		return nil, nil
	}
	return s.doAs(t.Side, c)
}

// ClockText writes milliseconds left as a clock shows them.
func ClockText(ms int64) string { return clock.Text(time.Duration(ms) * time.Millisecond) }
