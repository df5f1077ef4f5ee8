package session

import (
	"fmt"
	"slices"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/translation"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// Session is a game at one terminal, with an engine and a file.
type Session struct {
	Options Options
	Game    *game.Game
	Engine  *Opponent
	Level   int     // level at which the engine plays
	read    *source // saved game that this game continues, or nil
	File    string  // name of the last file saved, or empty
	Notice  string  // shown at the start; may be empty
}

// source is a saved game, and its result when it was resumed.
type source struct {
	record *pgn.Game
	end    *game.Result
}

// ErrFlag means that the time ran out before a command could take effect.
var ErrFlag = locale.NewError("command.play.time-up", nil)

// New starts a session.
func New(o Options) (*Session, error) {
	if err := o.complete(); err != nil {
		return nil, err
	}
	s := &Session{Options: o, Level: o.Level}
	s.Engine = NewOpponent(o.Rules, Settings{Depth: o.Depth, MoveTime: o.MoveTime, Seed: o.Seed, Book: o.Book, NoBook: o.NoBook})
	if o.Game != nil {
		return s, s.Resume(o.Game, o.People, o.Override)
	}
	if err := s.Begin(pgn.NewGame(o.Rules, o.Start), game.Recovered{Control: o.control(), LastMove: o.LastMove}, o.People); err != nil {
		return s, err
	}
	if notice, possible := describe.EnPassant(o.Rules, &o.Start); possible && s.Notice == "" {
		s.Notice = Capitalise(s.Format(notice))
	}
	return s, nil
}

// Begin starts a game from a record, with people playing the given sides.
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
	if err := s.Engine.Err(); err != nil && people != [2]bool{true, true} {
		people = [2]bool{true, true}
		s.Notice = Capitalise(s.Explain(err))
	}
	return s.Seat(people)
}

// Resume continues a saved game in its own rule set. Sides, level and clock come from the
// record unless overridden. If the record lacks them, Resume uses people and the session's
// options.
func (s *Session) Resume(from *pgn.Game, people [2]bool, override Overrides) error {
	as, local := game.Recovered{}, game.IsLocalRecord(from)
	if !local || override.Control {
		as.Control = s.Options.control()
	}
	if local {
		g, _, err := game.FromRecord(from, game.Recovered{})
		if err != nil {
			return err
		}
		for side, seat := range g.Seats() {
			if !override.People {
				people[side] = seat.Person
			}
			if seat.Computer > 0 && !override.Level {
				s.Level = seat.Computer
			}
		}
	}
	if err := s.Begin(from, as, people); err != nil {
		return err
	}
	s.read = &source{from, s.Game.Result()}
	if s.Game.Control() != nil && !s.Game.Over() && s.Notice == "" {
		s.Notice = s.Text("command.play.clock.stopped", nil)
	}
	return nil
}

// Restart starts a new game from a position, with the same players and time control.
func (s *Session) Restart(start board.Position) error {
	control := clock.Control{}
	if c := s.Game.Control(); c != nil {
		control = *c
	}
	return s.Begin(pgn.NewGame(s.Rules(), start), game.Recovered{Control: &control}, s.People())
}

// StartPosition returns the starting position of the current game.
func (s *Session) StartPosition() board.Position {
	p, _ := s.Game.PositionAt(0)
	return p
}

// Now returns the current time.
func (s *Session) Now() time.Time { return s.Options.Now() }

// Millis returns the current time in milliseconds.
func (s *Session) Millis() int64 { return s.Now().UnixMilli() }

// Rules returns the game's rule set.
func (s *Session) Rules() rules.Rules { return s.Game.Rules() }

// People reports for each side whether a person plays it.
func (s *Session) People() [2]bool {
	seats := s.Game.Seats()
	return [2]bool{seats[board.White].Person, seats[board.Black].Person}
}

// EngineToMove reports whether it is the engine's turn.
func (s *Session) EngineToMove() bool { return !s.People()[s.Game.Turn()] && !s.Game.Over() }

// Expire ends the game if the side to move has run out of time, and reports whether it did.
func (s *Session) Expire() bool {
	due, err := s.Game.Expire(s.Millis())
	return err == nil && len(due) > 0
}

// Do executes a command of the person at the terminal. If the time has already run out, Do ends
// the game and returns ErrFlag.
func (s *Session) Do(c game.Command) ([]game.Event, error) { return s.doAs(s.Game.LocalSeat(), c) }

func (s *Session) doAs(seat game.Side, c game.Command) ([]game.Event, error) {
	if s.Expire() {
		return nil, ErrFlag
	}
	return s.Game.Do(seat, c, s.Millis())
}

// Play plays a move in any notation.
func (s *Session) Play(text string) ([]game.Event, error) {
	return s.Do(game.Move{Ply: s.Game.Ply(), Takebacks: s.Game.Takebacks(), Key: s.Game.Key(), Move: s.EnglishMove(text)})
}

// EnglishMove converts a typed move to English piece letters.
func (s *Session) EnglishMove(text string) string {
	p := s.Game.Position()
	return locale.EnglishSAN(s.Options.Letters, text, func(text string) bool {
		_, err := rules.Play(s.Rules(), &p, text)
		return err == nil
	})
}

// ClaimDraw claims a draw.
func (s *Session) ClaimDraw() ([]game.Event, error) {
	return s.Do(game.Claim{Ply: s.Game.Ply(), Takebacks: s.Game.Takebacks()})
}

// OfferDraw offers a draw. With two people at one terminal, the offer counts as an agreement.
func (s *Session) OfferDraw() ([]game.Event, error) {
	return s.Do(game.Draw{Ply: s.Game.Ply(), Takebacks: s.Game.Takebacks(), Do: game.Offer})
}

// DrawDeclined reports whether a draw offer was declined.
func DrawDeclined(events []game.Event) bool {
	return slices.ContainsFunc(events, func(e game.Event) bool { return e.Type == game.Declined })
}

// TakeBack takes back the end of the game, if it has ended, and moves until a person is to move. It returns a
// sentence that lists the end and the moves that it took back, last move first.
func (s *Session) TakeBack() (sentence string, err error) {
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
	sentence = s.Text("command.play.took-back", message.Args{"moves": message.Strings(what)})
	if c := s.Game.Clocks(s.Millis()); c != nil && c.Running == game.Nobody && s.Game.Ply() >= game.FreePlies {
		sentence = s.Text("command.play.took-back.clock", message.Args{"moves": message.Strings(what)})
	}
	return sentence, nil
}

// personName is the name of human players in records.
const personName = "Person"

// Seat assigns the given sides to people and the others to the engine. It returns an error if the
// engine cannot play this rule set.
func (s *Session) Seat(people [2]bool) error {
	if people != [2]bool{true, true} {
		if err := s.Engine.Err(); err != nil {
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

// SetLevel sets the engine level.
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

// SideOf converts a colour to a side.
func SideOf(c board.Colour) game.Side {
	if c == board.Black {
		return game.Black
	}
	return game.White
}

// Seats returns a phrase that describes the players.
func (s *Session) Seats() string {
	switch s.People() {
	case [2]bool{true, true}:
		return s.Text("command.play.seats.people", nil)
	case [2]bool{}:
		return s.Text("command.play.seats.engine", message.Args{"level": s.Level})
	case [2]bool{true, false}:
		return s.Text("command.play.seats.white", message.Args{"level": s.Level})
	}
	return s.Text("command.play.seats.black", message.Args{"level": s.Level})
}

// StatusText returns a sentence with the side to move, or the result.
func (s *Session) StatusText() string {
	if end := s.Game.Result(); end != nil {
		return Capitalise(s.Format(end.Message()))
	}
	p := s.Game.Position()
	text := s.Text("command.play.to-move", message.Args{"side": p.Side, "check": rules.InCheck(s.Rules(), &p)})
	if claim := s.Format(s.Game.ClaimMessage()); claim != "" {
		text += "; " + claim
	}
	return text
}

// OverText returns a sentence with the result of a finished game.
func (s *Session) OverText() string {
	return s.Text("command.play.over", message.Args{"how": s.Game.Result().Message()})
}

// PlayedMove is a played move as displayed.
type PlayedMove struct {
	Number   int
	Black    bool   // whether Black played the move
	SAN      string // with the session's piece letters
	Sentence string
}

// NumberText returns the move number with dots: "3." or "3..."
func (m PlayedMove) NumberText() string {
	if m.Black {
		return fmt.Sprintf("%d...", m.Number)
	}
	return fmt.Sprintf("%d.", m.Number)
}

// Moves returns the played moves.
func (s *Session) Moves() []PlayedMove {
	var all []PlayedMove
	for i, m := range s.Game.Moves() {
		p, _ := s.Game.PositionAt(i)
		sentence := s.Format(describe.Sentence(s.Rules(), &p, m.Move))
		all = append(all, PlayedMove{int(p.FullmoveNumber), p.Side == board.Black, s.SAN(m.SAN), sentence})
	}
	return all
}

// LastChanges returns the effects of the last move, or nil if there is none. Before the first move, it
// returns the squares of the move that led to the starting position, if known.
func (s *Session) LastChanges() []describe.Change {
	last := s.Game.LastMove()
	if last == nil {
		return s.changesBefore()
	}
	p, _ := s.Game.PositionAt(s.Game.Ply() - 1)
	return s.Describe(&p, last.Move).Changes
}

// changesBefore returns the change made by the move that led to the starting position, or nil if it is
// unknown.
func (s *Session) changesBefore() []describe.Change {
	p, _ := s.Game.PositionAt(0)
	g, text := s.Rules().Guide(), s.Game.Start().LastMove
	m, _ := g.ParseMove(&p, text) // the move is no longer legal, but can be parsed
	if text == "" || m == board.NoMove || m.Type() >= board.BoardShift {
		return nil
	}
	return []describe.Change{{Effect: describe.Moved, Piece: p.Piece(m.To()), From: g.SquareName(&p, m.From()), To: g.SquareName(&p, m.To())}}
}

// Job is an engine task with a copy of the game's moves, so that the game may continue during the
// search.
type Job struct {
	Engine *Opponent
	Task   game.Task
	Line   *rules.Line
	Limits engine.Limits
}

// Job returns the pending engine task, if any.
func (s *Session) Job() (Job, bool) {
	t, ok := s.Game.Task()
	if !ok {
		return Job{}, false
	}
	return Job{s.Engine, t, s.Game.CopyLine(), s.Game.Limits(t, s.Millis())}, true
}

// FinishJob executes the engine's command for a task, unless the task is out of date.
func (s *Session) FinishJob(t game.Task, c game.Command) ([]game.Event, error) {
	if s.Expire() {
		return nil, ErrFlag
	}
	if now, ok := s.Game.Task(); !ok || now != t {
		return nil, nil
	}
	return s.doAs(t.Side, c)
}

// ClockText formats milliseconds as a clock time.
func ClockText(ms int64) string { return clock.Text(time.Duration(ms) * time.Millisecond) }

// Text formats a message from the catalogue in the session's language.
func (s *Session) Text(code message.Code, args message.Args) string {
	return s.Format(locale.New(code, args))
}

// Format formats a message in the session's language.
func (s *Session) Format(m message.Message) string { return s.Options.Language.Text(m) }

// Explain explains an error in the session's language, on one line.
func (s *Session) Explain(err error) string { return OneLine(s.Options.Language.Explain(err)) }

// Title returns a rule set's title in the session's language.
func (s *Session) Title(r rules.Rules) string { return translation.Title(s.Options.Language, r) }

// Describe describes a legal move.
func (s *Session) Describe(p *board.Position, m board.Move) describe.MoveInfo {
	return describe.Move(s.Rules(), p, m)
}

// SAN converts a move in SAN to the session's piece letters.
func (s *Session) SAN(san string) string { return locale.SAN(s.Options.Letters, san) }

// ScoreText formats a score in pawns or as a distance to mate. For a nil score it returns a note that
// the position was not searched.
func (s *Session) ScoreText(score *int) string {
	if score == nil {
		return s.Text("command.play.unsearched", nil)
	}
	switch n, mate := search.MateIn(*score); {
	case mate && n > 0:
		return s.Text("command.play.mate-in", message.Args{"moves": n})
	case mate:
		return s.Text("command.play.mated-in", message.Args{"moves": -n})
	}
	return fmt.Sprintf("%+.2f", float64(*score)/100)
}
