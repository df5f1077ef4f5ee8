package term

import (
	"fmt"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// session is what both faces of the terminal share: the game, the engine, and
// the file the game is kept in.
type session struct {
	options Options
	game    *game.Game
	engine  *opponent
	level   int     // of an engine that takes a seat
	read    *source // what the game goes on from, nil if it was not read
	file    string  // where it was last saved
	notice  string  // what is to be said at the beginning, if anything
}

// source is the record a game goes on from, and how it ended there.
type source struct {
	record *notation.Game
	end    *game.Result
}

// errFlag means that the time was up before anything could be done.
var errFlag = refuse("command.play.the-time-is-up", nil)

func newSession(o Options) (*session, error) {
	if err := o.complete(); err != nil {
		return nil, err
	}
	s := &session{options: o, level: o.Level}
	s.engine = newOpponent(o.Rules, settings{depth: o.Depth, moveTime: o.MoveTime, seed: o.Seed, book: o.Book, noBook: o.NoBook})
	if o.Game != nil {
		return s, s.adopt(o.Game, o.People, o.Asked)
	}
	if err := s.begin(notation.NewGame(o.Rules, o.Start), game.Recovered{Control: o.control(), LastMove: o.LastMove}, o.People); err != nil {
		return s, err
	}
	if notice, possible := rules.EnPassantNotice(o.Rules, &o.Start); possible && s.notice == "" {
		s.notice = sentence(notice.String())
	}
	return s, nil
}

// begin starts the game of a record, with people at the sides given.
func (s *session) begin(from *notation.Game, as game.Recovered, people [2]bool) error {
	as.At = s.millis()
	g, _, err := game.FromRecord(from, as)
	if err != nil {
		return err
	}
	s.game, s.read, s.file, s.notice = g, nil, "", ""
	if s.engine.rules != g.Rules() {
		s.engine = newOpponent(g.Rules(), s.engine.settings)
	}
	if err := s.engine.absent(); err != nil && people != [2]bool{true, true} {
		people = [2]bool{true, true}
		s.notice = sentence(err.Error())
	}
	return s.seat(people)
}

// adopt goes on with a game that was read, in its own rule set. Sides, level
// and clock are as the record tells them, but for what was asked for; where it
// tells nothing of them they are those given and the session's.
func (s *session) adopt(from *notation.Game, people [2]bool, asked Asked) error {
	as, told := game.Recovered{}, game.IsLocalRecord(from)
	if !told || asked.Control {
		as.Control = s.options.control()
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
				s.level = seat.Computer
			}
		}
	}
	if err := s.begin(from, as, people); err != nil {
		return err
	}
	s.read = &source{from, s.game.Result()}
	if s.game.Control() != nil && !s.game.Over() && s.notice == "" {
		s.notice = said("command.play.clock-stands", nil)
	}
	return nil
}

// restart begins a new game from a position.
func (s *session) restart(start board.Position) error {
	control := clock.Control{}
	if c := s.game.Control(); c != nil {
		control = *c
	}
	return s.begin(notation.NewGame(s.rules(), start), game.Recovered{Control: &control}, s.people())
}

// fresh returns the position new games start from: that of the last game if it
// had one of its own, else the rule set's.
func (s *session) fresh() board.Position {
	p, _ := s.game.PositionAt(0)
	return p
}

func (s *session) now() time.Time { return s.options.Now() }

func (s *session) millis() int64 { return s.now().UnixMilli() }

// rules returns the rule set in play.
func (s *session) rules() rules.Rules { return s.game.Rules() }

// people returns the sides that persons play.
func (s *session) people() [2]bool {
	seats := s.game.Seats()
	return [2]bool{seats[board.White].Person, seats[board.Black].Person}
}

// engineToMove reports whether the engine has to move.
func (s *session) engineToMove() bool { return !s.people()[s.game.Turn()] && !s.game.Over() }

// expire lets the flag fall if the time is up, and reports whether it has.
func (s *session) expire() bool {
	due, err := s.game.Expire(s.millis())
	return err == nil && len(due) > 0
}

// do carries out a command of whoever is at the screen. If the time was up
// before, that ends the game and the error is errFlag.
func (s *session) do(c game.Command) ([]game.Event, error) { return s.doAs(s.game.LocalSeat(), c) }

func (s *session) doAs(seat game.Side, c game.Command) ([]game.Event, error) {
	if s.expire() {
		return nil, errFlag
	}
	return s.game.Do(seat, c, s.millis())
}

// play plays a move in any notation.
func (s *session) play(text string) ([]game.Event, error) {
	return s.do(game.Move{Ply: s.game.Ply(), Takebacks: s.game.Takebacks(), Key: s.game.Key(), Move: s.typed(text)})
}

// typed returns a move as the rules read it. Letters of pieces are those that are
// shown; where that is no move, but the English ones are, they are those.
func (s *session) typed(text string) string {
	own, p := locale.Typed(text), s.game.Position()
	if own == text {
		return text
	}
	if _, err := rules.Play(s.rules(), &p, own); err != nil {
		if _, err := rules.Play(s.rules(), &p, text); err == nil {
			return text
		}
	}
	return own
}

// claimDraw claims a draw.
func (s *session) claimDraw() ([]game.Event, error) {
	return s.do(game.Claim{Ply: s.game.Ply(), Takebacks: s.game.Takebacks()})
}

// offerDraw offers a draw. Two people at one screen agree by it.
func (s *session) offerDraw() ([]game.Event, error) {
	return s.do(game.Draw{Ply: s.game.Ply(), Takebacks: s.game.Takebacks(), Do: game.Offer})
}

// declines reports whether a draw was declined.
func declines(events []game.Event) bool {
	for _, e := range events {
		if e.Type == game.Declined {
			return true
		}
	}
	return false
}

// takeBack takes back what came last, until a person is to move. It says what,
// the last first.
func (s *session) takeBack() (told string, err error) {
	end, moves := s.game.Result(), s.game.Moves()
	if _, err := s.do(game.Takeback{Ply: len(moves), Takebacks: s.game.Takebacks(), Do: game.Offer}); err != nil {
		return "", err
	}
	var what []string
	if end != nil && !end.OfPosition() {
		what = append(what, said("command.play.the-end", nil))
	}
	for n := len(moves) - 1; n >= s.game.Ply(); n-- {
		what = append(what, locale.Shown(moves[n].SAN))
	}
	told = said("command.play.took-back", locale.Args{"moves": locale.Strings(what)})
	if c := s.game.Clocks(s.millis()); c != nil && c.Running == game.Nobody && s.game.Ply() >= game.FreePlies {
		told = said("command.play.took-back.clock", locale.Args{"moves": locale.Strings(what)})
	}
	return told, nil
}

// personName is what a person at the screen is called in a record.
const personName = "Person"

// seat lets people play the sides given and the engine the others. It fails if
// there is no engine for the rule set.
func (s *session) seat(people [2]bool) error {
	if people != [2]bool{true, true} {
		if err := s.engine.absent(); err != nil {
			return err
		}
	}
	for side, seat := range s.game.Seats() {
		switch {
		case !people[side]:
			seat = game.Seat{Computer: s.level}
		case !seat.Person || seat.Name == "":
			seat = game.Seat{Name: personName, Person: true}
		}
		if _, err := s.do(game.Reseat{Side: sideOf(board.Colour(side)), Player: seat}); err != nil {
			return err
		}
	}
	return nil
}

// setLevel changes how well the engine plays.
func (s *session) setLevel(n int) error {
	if n < 1 || n > engine.MaxLevel {
		return levelError(n)
	}
	s.level = n
	if s.people() == [2]bool{true, true} {
		return nil
	}
	return s.seat(s.people())
}

func sideOf(c board.Colour) game.Side {
	if c == board.Black {
		return game.Black
	}
	return game.White
}

// seats says who plays.
func (s *session) seats() string {
	switch s.people() {
	case [2]bool{true, true}:
		return said("command.play.two-people", nil)
	case [2]bool{}:
		return said("command.play.the-engine-plays-itself-at", locale.Args{"level": s.level})
	case [2]bool{true, false}:
		return said("command.play.you-play-white-against-level", locale.Args{"level": s.level})
	}
	return said("command.play.you-play-black-against-level", locale.Args{"level": s.level})
}

// standing tells how the game stands in a sentence.
func (s *session) standing() string {
	if end := s.game.Result(); end != nil {
		return sentence(end.Sentence())
	}
	p := s.game.Position()
	text := said("command.play.to-move", locale.Args{"side": p.Side, "check": rules.InCheck(s.rules(), &p)})
	if claim := s.game.ClaimMessage().String(); claim != "" {
		text += "; " + claim
	}
	return text
}

// over tells that the game has ended and how, for one who wants to go on.
func (s *session) over() string {
	return said("command.play.over", locale.Args{"how": s.game.Result().Said()})
}

// playedMove is a move in the words in which it is shown.
type playedMove struct {
	number   string // "3." or "3..."
	san      string
	sentence string
}

// moves returns the moves that were played, in words.
func (s *session) moves() []playedMove {
	var all []playedMove
	for i, m := range s.game.Moves() {
		p, _ := s.game.PositionAt(i)
		all = append(all, playedMove{moveNumber(&p), locale.Shown(m.SAN), m.Text})
	}
	return all
}

// lastChanges returns what the last move did, nothing if there is none. Of a
// move before the game only its squares are known.
func (s *session) lastChanges() []rules.Change {
	last := s.game.LastMove()
	if last == nil {
		return s.changesBefore()
	}
	p, _ := s.game.PositionAt(s.game.Ply() - 1)
	m, err := s.rules().Guide().ParseMove(&p, last.Move)
	if err != nil {
		return nil // it was played, so it can be read
	}
	return rules.Describe(s.rules(), &p, m).Changes
}

// changesBefore returns what is known of the move that led to the start.
func (s *session) changesBefore() []rules.Change {
	p, _ := s.game.PositionAt(0)
	g, text := s.rules().Guide(), s.game.Start().LastMove
	m, _ := g.ParseMove(&p, text) // it cannot be played again, but it can be read
	if text == "" || m == board.NoMove || m.Type() >= board.BoardShift {
		return nil
	}
	return []rules.Change{{Effect: rules.Moved, Piece: p.Piece(m.To()), From: g.SquareName(&p, m.From()), To: g.SquareName(&p, m.To())}}
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
	engine *opponent
	task   game.Task
	line   *rules.Line
	limits engine.Limits
}

// job returns what the engine has to do now, false if there is nothing.
func (s *session) job() (job, bool) {
	t, ok := s.game.Task()
	if !ok {
		return job{}, false
	}
	return job{s.engine, t, s.game.CopyLine(), s.game.Limits(t, s.millis())}, true
}

// settle carries out what the engine does, unless the game has gone on without
// it.
func (s *session) settle(t game.Task, c game.Command) ([]game.Event, error) {
	if s.expire() {
		return nil, errFlag
	}
	if now, ok := s.game.Task(); !ok || now != t {
		return nil, nil
	}
	return s.doAs(t.Side, c)
}

// clockText writes milliseconds left as a clock shows them.
func clockText(ms int64) string { return clock.Text(time.Duration(ms) * time.Millisecond) }
