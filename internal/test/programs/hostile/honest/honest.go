//go:build linux

// Package honest plays and browses like ordinary visitors, and records how well they are
// served.
package honest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/load"
	"github.com/tainchess/tain/internal/test/programs/hostile/client"
	"github.com/tainchess/tain/internal/test/programs/hostile/process"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// Activities of honest people. The server responds immediately to moves, questions and challenges. An
// analysis or a computer move takes time.
const (
	Moves      = "move"
	Questions  = "question"
	Challenges = "challenge"
	Analyses   = "analysis"
	Computers  = "computer"
)

// Diary records how well honest people were served.
type Diary struct {
	machine *process.Standstill
	mu      sync.Mutex
	Took    map[string][]time.Duration
	Refused map[string]int
	Why     map[string]string // the last error of each kind
	Created []string          // games whose creation was acknowledged
	Acked   map[string][]string
	Lost    int // moves acknowledged but not delivered exactly once
}

func NewDiary() *Diary {
	return &Diary{Took: map[string][]time.Duration{}, Refused: map[string]int{}, Why: map[string]string{}, Acked: map[string][]string{}}
}

// Note records the result of an action.
func (d *Diary) Note(ctx context.Context, kind string, began time.Time, err error) {
	took := d.machine.Took(began, time.Now())
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case err == nil:
		d.Took[kind] = append(d.Took[kind], took)
	case ctx.Err() == nil: // otherwise the activity was cancelled because time is up
		d.Refused[kind]++
		d.Why[kind] = err.Error()
	}
}

func (d *Diary) made(id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.Created = append(d.Created, id)
}

// Add adds the entries of another diary.
func (d *Diary) Add(other *Diary) {
	for kind, took := range other.Took {
		d.Took[kind] = append(d.Took[kind], took...)
	}
	for kind, n := range other.Refused {
		d.Refused[kind] += n
		d.Why[kind] = other.Why[kind]
	}
	d.Created = append(d.Created, other.Created...)
	maps.Copy(d.Acked, other.Acked)
	d.Lost += other.Lost
}

// Percentile returns a percentile of the latencies of an activity, in milliseconds, or 0 if there are
// none. share is between 0 and 1.
func (d *Diary) Percentile(kind string, share float64) float64 {
	all := slices.Sorted(slices.Values(d.Took[kind]))
	if len(all) == 0 {
		return 0
	}
	return float64(all[min(len(all)-1, int(share*float64(len(all))))].Microseconds()) / 1000
}

// Crowd describes the activities of honest people.
type Crowd struct {
	URL    string
	Games  int           // between two people
	Rate   float64       // total moves per second
	Askers int           // number of people who ask questions
	Asking time.Duration // interval between the questions of one person
	// Offering is the pause between two challenges.
	Offering time.Duration
	Time     time.Duration
	// Patience is how long an analysis may take after Time has passed.
	Patience time.Duration
	// Machine measures pauses of the machine, which are subtracted.
	Machine *process.Standstill
}

// Usual returns the crowd used in measurements of the given duration.
func Usual(url string, d time.Duration) Crowd {
	return Crowd{URL: url, Games: 12, Rate: 60, Askers: 4, Asking: 100 * time.Millisecond, Offering: time.Second, Time: d}
}

// honestAddresses is the number of addresses that players use. Other honest people use the addresses
// after these.
const honestAddresses = 6

// Live has the crowd play and browse for c.Time, and returns the diary.
func (c Crowd) Live(ctx context.Context) *Diary {
	d := NewDiary()
	d.machine = c.Machine
	var all sync.WaitGroup
	// Games start first and end a little later than the other activities, which stop on time.
	ending, stop := context.WithTimeout(ctx, c.Time)
	defer stop()
	all.Go(func() { c.Play(ctx, d) })
	for i := range c.Askers {
		all.Go(func() { c.question(ending, d, i) })
	}
	all.Go(func() { c.challenge(ending, d) })
	all.Go(func() { c.analyse(ctx, d) })
	all.Go(func() { c.Computer(ending, d) })
	all.Wait()
	return d
}

// Play plays games between two people.
func (c Crowd) Play(ctx context.Context, d *Diary) {
	plan := load.Plan{URL: c.URL, Rules: variant.Builtin().All(), Games: c.Games, MovesPerSecond: c.Rate, Time: c.Time, Took: c.Machine.Took}
	for i := range honestAddresses {
		plan.From = append(plan.From, client.HonestAddress(i))
	}
	d.NoteGames(load.Run(ctx, plan))
}

// NoteGames adds the results of games between two people.
func (d *Diary) NoteGames(report load.Report, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err != nil {
		d.Refused[Moves]++
		d.Why[Moves] = err.Error()
	}
	d.Took[Moves] = append(d.Took[Moves], report.Told...)
	d.Acked = report.Acked
	d.Lost += report.Lost + report.Duplicated
	if n := report.Refused + report.Cut; n > 0 {
		d.Refused[Moves] += n
		d.Why[Moves] = report.Why
	}
}

// question requests positions, games, lists and small pictures.
func (c Crowd) question(ctx context.Context, d *Diary, asker int) {
	who := client.New(c.URL, client.HonestAddress(20+asker))
	defer who.Leave()
	g, err := who.Create(ctx, `{"variant":"triboard","opponent":"friend","colour":"white","name":"Ada"}`)
	if err != nil {
		d.Note(ctx, Questions, time.Now(), err)
		return
	}
	d.made(g.ID)
	asks := []func() error{
		func() error {
			return who.Must(ctx, "POST", "/api/v1/position", `{"variant":"triboard"}`, nil)
		},
		func() error { return who.Must(ctx, "GET", "/api/v1/games/"+g.ID, "", nil) },
		func() error { return who.Must(ctx, "GET", "/api/v1/games?open=1", "", nil) },
		func() error {
			return who.Must(ctx, "GET", fmt.Sprintf("/api/v1/diagram.svg?variant=chess&width=%d", 200+rand.IntN(200)), "", nil)
		},
		func() error {
			return who.Must(ctx, "POST", "/api/v1/line", `{"variant":"mirrorsquare","moves":["e4","e5"]}`, nil)
		},
		func() error { return who.Must(ctx, "GET", "/", "", nil) },
	}
	for i := 0; ctx.Err() == nil; i++ {
		began := time.Now()
		d.Note(ctx, Questions, began, asks[i%len(asks)]())
		client.Pause(ctx, c.Asking-time.Since(began))
	}
}

// challenge creates open challenges, which another person finds in the list and accepts.
func (c Crowd) challenge(ctx context.Context, d *Diary) {
	ada, grace := client.New(c.URL, client.HonestAddress(honestAddresses+1)), client.New(c.URL, client.HonestAddress(honestAddresses+2))
	defer ada.Leave()
	defer grace.Leave()
	for ctx.Err() == nil {
		if err := c.oneChallenge(ctx, d, ada, grace); err != nil {
			d.Note(ctx, Challenges, time.Now(), err)
		}
		client.Pause(ctx, c.Offering)
	}
}

// oneChallenge runs a challenge from its creation to the end of its game. Each step is recorded
// separately.
func (c Crowd) oneChallenge(ctx context.Context, d *Diary, ada, grace *client.Client) error {
	began := time.Now()
	step := func(err error) error {
		if err == nil {
			d.Note(ctx, Challenges, began, nil)
		}
		began = time.Now()
		return err
	}
	g, err := ada.Create(ctx, `{"variant":"chess","opponent":"open","colour":"white","name":"Ada"}`)
	if step(err) != nil {
		return err
	}
	d.made(g.ID)
	l, err := ada.Connect(ctx, g.ID)
	if step(err) != nil {
		return err
	}
	defer l.Close()
	if _, err := l.Await(ctx, func(h *client.Message) bool { return h.Type == "game" }); step(err) != nil {
		return err
	}
	var list wire.Challenges
	if err := step(grace.Must(ctx, "GET", "/api/v1/games?open=1", "", &list)); err != nil {
		return err
	}
	if !slices.ContainsFunc(list.Games, func(o wire.Challenge) bool { return o.ID == g.ID }) {
		return fmt.Errorf("the challenge is not among the %d listed", len(list.Games))
	}
	if err := step(grace.Join(ctx, g)); err != nil {
		return err
	}
	n, err := l.Command(ctx, "resign", "")
	if err == nil {
		err = l.Done(ctx, n)
	}
	return step(err)
}

// Challenge is an open challenge created before the attack. Its creator waits for an opponent.
type Challenge struct {
	*client.Socket
	maker *client.Client
}

// Offer creates a challenge and keeps it open.
func Offer(ctx context.Context, url string) (*Challenge, error) {
	maker := client.New(url, client.HonestAddress(honestAddresses+5))
	g, err := maker.Create(ctx, `{"variant":"triboard","opponent":"open","colour":"white","name":"Hypatia"}`)
	if err != nil {
		return nil, err
	}
	l, err := maker.Connect(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	go func() { // keep reading to stay connected
		for {
			if _, err := l.Next(context.Background()); err != nil {
				return
			}
		}
	}()
	return &Challenge{l, maker}, nil
}

// Shown returns an error text if another person does not see the challenge in the list.
func (s *Challenge) Shown(ctx context.Context) (trouble []string) {
	other := client.New(s.maker.Base, client.HonestAddress(honestAddresses+6))
	defer other.Leave()
	var list wire.Challenges
	if err := other.Must(ctx, "GET", "/api/v1/games?open=1", "", &list); err != nil {
		return []string{err.Error()}
	}
	if !slices.ContainsFunc(list.Games, func(o wire.Challenge) bool { return o.ID == s.Game }) {
		return []string{fmt.Sprintf("an honest challenge is hidden behind %d others", len(list.Games))}
	}
	return nil
}

// analyse requests short analyses.
func (c Crowd) analyse(ctx context.Context, d *Diary) {
	who := client.New(c.URL, client.HonestAddress(honestAddresses+3))
	defer who.Leave()
	end := time.Now().Add(c.Time)
	ctx, stop := context.WithDeadline(ctx, end.Add(c.Patience))
	defer stop()
	for time.Now().Before(end) && ctx.Err() == nil {
		began := time.Now()
		err := who.Must(ctx, "POST", "/api/v1/analyse", `{"variant":"chess","moves":["e4"],"depth":3}`, nil)
		d.Note(ctx, Analyses, began, err)
		client.Pause(ctx, 700*time.Millisecond)
	}
}

// Computer plays against the computer at its lowest level.
func (c Crowd) Computer(ctx context.Context, d *Diary) {
	who := client.New(c.URL, client.HonestAddress(honestAddresses+4))
	defer who.Leave()
	for ctx.Err() == nil {
		began := time.Now()
		if err := c.computerGame(ctx, who, d); err != nil {
			d.Note(ctx, Computers, began, err)
		}
		client.Pause(ctx, 500*time.Millisecond)
	}
}

// computerGame plays one game to its end, or for thirty moves.
func (c Crowd) computerGame(ctx context.Context, who *client.Client, d *Diary) error {
	g, err := who.Create(ctx, `{"variant":"chess","opponent":"computer","level":1,"colour":"white"}`)
	if err != nil {
		return err
	}
	d.made(g.ID)
	l, err := who.Connect(ctx, g.ID)
	if err != nil {
		return err
	}
	defer l.Close()
	for g.Ply < 60 && g.Result == nil {
		move, err := anyMove(g.Variant, g.Position)
		if err != nil {
			return err
		}
		began := time.Now()
		if _, err := l.Move(ctx, g.Ply, g.Key, move); err != nil {
			return err
		}
		for answered := false; !answered; {
			h, err := l.Next(ctx)
			if err != nil {
				return err
			}
			whole, ok := h.Snapshot()
			answered = h.Type == "move" && h.Ply == g.Ply+2 || ok && (whole.Result != nil || whole.Ply >= g.Ply+2)
			if h.Type == "error" {
				return fmt.Errorf("a move was rejected with %s: %s", h.Code, h.Message)
			}
		}
		d.Note(ctx, Computers, began, nil)
		if !client.Pause(ctx, 200*time.Millisecond) {
			return nil
		}
		var now wire.OneGame
		if err := who.Must(ctx, "GET", "/api/v1/games/"+g.ID, "", &now); err != nil {
			return err
		}
		g = now.Game
	}
	if g.Result == nil {
		n, err := l.Command(ctx, "resign", "")
		return cmp.Or(err, l.Done(ctx, n))
	}
	return nil
}

// anyMove returns a legal move in a position.
func anyMove(name, position string) (string, error) {
	r, ok := variant.Builtin().Find(name)
	if !ok {
		return "", fmt.Errorf("unknown rule set %s", name)
	}
	p, err := r.Guide().ParsePosition(position, rules.ParseOptions{})
	if err != nil {
		return "", err
	}
	legal := rules.LegalMoves(r, &p)
	if len(legal) == 0 {
		return "", fmt.Errorf("no legal move in %s", position)
	}
	return r.Guide().FormatUCI(&p, legal[rand.IntN(len(legal))]), nil
}
