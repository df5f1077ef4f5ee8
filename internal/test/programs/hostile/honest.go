//go:build linux

package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/load"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// What honest people do. Moves, questions and challenges are answered by the
// server at once; an analysis and a computer's move are work that has to be
// waited for.
const (
	moves      = "move"
	questions  = "question"
	challenges = "challenge"
	analyses   = "analysis"
	computers  = "computer"
)

// diary is what honest people noticed.
type diary struct {
	machine *standstill
	mu      sync.Mutex
	took    map[string][]time.Duration
	refused map[string]int
	why     map[string]string // the last trouble of each kind
	created []string          // games whose creation was acknowledged
	acked   map[string][]string
	lost    int // moves that were acknowledged and not told, or told twice
}

func newDiary() *diary {
	return &diary{took: map[string][]time.Duration{}, refused: map[string]int{}, why: map[string]string{}, acked: map[string][]string{}}
}

// note keeps how something went.
func (d *diary) note(ctx context.Context, kind string, began time.Time, err error) {
	took := d.machine.took(began, time.Now())
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case err == nil:
		d.took[kind] = append(d.took[kind], took)
	case ctx.Err() == nil: // otherwise it was given up because the time is over
		d.refused[kind]++
		d.why[kind] = err.Error()
	}
}

func (d *diary) made(id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.created = append(d.created, id)
}

// add takes over what another has.
func (d *diary) add(other *diary) {
	for kind, took := range other.took {
		d.took[kind] = append(d.took[kind], took...)
	}
	for kind, n := range other.refused {
		d.refused[kind] += n
		d.why[kind] = other.why[kind]
	}
	d.created = append(d.created, other.created...)
	maps.Copy(d.acked, other.acked)
	d.lost += other.lost
}

// share returns a percentile of how long a kind took, in milliseconds.
func (d *diary) share(kind string, share float64) float64 {
	all := slices.Sorted(slices.Values(d.took[kind]))
	if len(all) == 0 {
		return 0
	}
	return float64(all[min(len(all)-1, int(share*float64(len(all))))].Microseconds()) / 1000
}

// crowd is how many honest people do what.
type crowd struct {
	url    string
	games  int           // between two people
	rate   float64       // moves a second in all of them
	askers int           // of questions
	asking time.Duration // how often each does
	time   time.Duration
	// machine knows when the machine itself stood still, which is not waited for.
	machine *standstill
}

// usualCrowd is the honest people of a measurement.
func usualCrowd(url string, d time.Duration) crowd {
	return crowd{url: url, games: 12, rate: 60, askers: 4, asking: 100 * time.Millisecond, time: d}
}

// honestAddresses is how many addresses the players have; others have their
// own after those.
const honestAddresses = 6

// live lets the crowd do what it does for its time and returns what it noticed.
func (c crowd) live(ctx context.Context) *diary {
	d := newDiary()
	d.machine = c.machine
	var all sync.WaitGroup
	// The games are set up first and end a little later: the others stop with
	// the time.
	ending, stop := context.WithTimeout(ctx, c.time)
	defer stop()
	all.Go(func() { c.play(ctx, d) })
	for i := range c.askers {
		all.Go(func() { c.question(ending, d, i) })
	}
	all.Go(func() { c.challenge(ending, d) })
	all.Go(func() { c.analyse(ending, d) })
	all.Go(func() { c.computer(ending, d) })
	all.Wait()
	return d
}

// play plays games between two people.
func (c crowd) play(ctx context.Context, d *diary) {
	plan := load.Plan{URL: c.url, Rules: variant.Builtin().All(), Games: c.games, MovesPerSecond: c.rate, Time: c.time, Took: c.machine.took}
	for i := range honestAddresses {
		plan.From = append(plan.From, honestAddress(i))
	}
	d.noteGames(load.Run(ctx, plan))
}

// noteGames adds the result of games between two people.
func (d *diary) noteGames(report load.Report, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err != nil {
		d.refused[moves]++
		d.why[moves] = err.Error()
	}
	d.took[moves] = append(d.took[moves], report.Told...)
	d.acked = report.Acked
	d.lost += report.Lost + report.Duplicated
	if n := report.Refused + report.Cut; n > 0 {
		d.refused[moves] += n
		d.why[moves] = report.Why
	}
}

// question asks about positions, games, lists and small pictures.
func (c crowd) question(ctx context.Context, d *diary, asker int) {
	who := newCaller(c.url, honestAddress(20+asker))
	defer who.leave()
	g, err := who.create(ctx, `{"variant":"triboard","opponent":"friend","colour":"white","name":"Ada"}`)
	if err != nil {
		d.note(ctx, questions, time.Now(), err)
		return
	}
	d.made(g.ID)
	asks := []func() error{
		func() error {
			return who.want(ctx, "POST", "/api/v1/position", `{"variant":"triboard"}`, nil)
		},
		func() error { return who.want(ctx, "GET", "/api/v1/games/"+g.ID, "", nil) },
		func() error { return who.want(ctx, "GET", "/api/v1/games?open=1", "", nil) },
		func() error {
			return who.want(ctx, "GET", fmt.Sprintf("/api/v1/diagram.svg?variant=chess&width=%d", 200+rand.IntN(200)), "", nil)
		},
		func() error {
			return who.want(ctx, "POST", "/api/v1/line", `{"variant":"mirrorsquare","moves":["e4","e5"]}`, nil)
		},
		func() error { return who.want(ctx, "GET", "/", "", nil) },
	}
	for i := 0; ctx.Err() == nil; i++ {
		began := time.Now()
		d.note(ctx, questions, began, asks[i%len(asks)]())
		pause(ctx, c.asking-time.Since(began))
	}
}

// challenge offers a game to anybody; another sees it in the list and joins.
func (c crowd) challenge(ctx context.Context, d *diary) {
	ada, grace := newCaller(c.url, honestAddress(honestAddresses+1)), newCaller(c.url, honestAddress(honestAddresses+2))
	defer ada.leave()
	defer grace.leave()
	for ctx.Err() == nil {
		if err := c.oneChallenge(ctx, d, ada, grace); err != nil {
			d.note(ctx, challenges, time.Now(), err)
		}
		pause(ctx, time.Second)
	}
}

// oneChallenge is a challenge from its making to the end of its game. Every
// step is noted for itself.
func (c crowd) oneChallenge(ctx context.Context, d *diary, ada, grace *caller) error {
	began := time.Now()
	step := func(err error) error {
		if err == nil {
			d.note(ctx, challenges, began, nil)
		}
		began = time.Now()
		return err
	}
	g, err := ada.create(ctx, `{"variant":"chess","opponent":"open","colour":"white","name":"Ada"}`)
	if step(err) != nil {
		return err
	}
	d.made(g.ID)
	l, err := ada.connect(ctx, g.ID)
	if step(err) != nil {
		return err
	}
	defer l.close()
	if _, err := l.await(ctx, func(h *heard) bool { return h.Type == "game" }); step(err) != nil {
		return err
	}
	var list wire.Challenges
	if err := step(grace.want(ctx, "GET", "/api/v1/games?open=1", "", &list)); err != nil {
		return err
	}
	if !slices.ContainsFunc(list.Games, func(o wire.Challenge) bool { return o.ID == g.ID }) {
		return fmt.Errorf("the challenge is not among the %d that are shown", len(list.Games))
	}
	if err := step(grace.join(ctx, g)); err != nil {
		return err
	}
	n, err := l.command(ctx, "resign", "")
	if err == nil {
		err = l.done(ctx, n)
	}
	return step(err)
}

// standing is a challenge that was there before the attack, and its maker, who
// waits.
type standing struct {
	*line
	maker *caller
}

// offer makes a standing challenge.
func offer(ctx context.Context, url string) (*standing, error) {
	maker := newCaller(url, honestAddress(honestAddresses+5))
	g, err := maker.create(ctx, `{"variant":"triboard","opponent":"open","colour":"white","name":"Hypatia"}`)
	if err != nil {
		return nil, err
	}
	l, err := maker.connect(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	go func() { // whoever reads is here
		for {
			if _, err := l.next(context.Background()); err != nil {
				return
			}
		}
	}()
	return &standing{l, maker}, nil
}

// shown tells if another does not see the challenge among those that are open.
func (s *standing) shown(ctx context.Context) (trouble []string) {
	other := newCaller(s.maker.base, honestAddress(honestAddresses+6))
	defer other.leave()
	var list wire.Challenges
	if err := other.want(ctx, "GET", "/api/v1/games?open=1", "", &list); err != nil {
		return []string{err.Error()}
	}
	if !slices.ContainsFunc(list.Games, func(o wire.Challenge) bool { return o.ID == s.game }) {
		return []string{fmt.Sprintf("an honest challenge is hidden behind %d others", len(list.Games))}
	}
	return nil
}

// analyse asks for short analyses.
func (c crowd) analyse(ctx context.Context, d *diary) {
	who := newCaller(c.url, honestAddress(honestAddresses+3))
	defer who.leave()
	for ctx.Err() == nil {
		began := time.Now()
		err := who.want(ctx, "POST", "/api/v1/analyse", `{"variant":"chess","moves":["e4"],"depth":3}`, nil)
		d.note(ctx, analyses, began, err)
		pause(ctx, 700*time.Millisecond)
	}
}

// computer plays against the computer at its lowest level.
func (c crowd) computer(ctx context.Context, d *diary) {
	who := newCaller(c.url, honestAddress(honestAddresses+4))
	defer who.leave()
	for ctx.Err() == nil {
		began := time.Now()
		if err := c.computerGame(ctx, who, d); err != nil {
			d.note(ctx, computers, began, err)
		}
		pause(ctx, 500*time.Millisecond)
	}
}

// computerGame plays one game to its end or for thirty moves.
func (c crowd) computerGame(ctx context.Context, who *caller, d *diary) error {
	g, err := who.create(ctx, `{"variant":"chess","opponent":"computer","level":1,"colour":"white"}`)
	if err != nil {
		return err
	}
	d.made(g.ID)
	l, err := who.connect(ctx, g.ID)
	if err != nil {
		return err
	}
	defer l.close()
	for g.Ply < 60 && g.Result == nil {
		move, err := anyMove(g.Variant, g.Position)
		if err != nil {
			return err
		}
		began := time.Now()
		if _, err := l.move(ctx, g.Ply, g.Key, move); err != nil {
			return err
		}
		for answered := false; !answered; {
			h, err := l.next(ctx)
			if err != nil {
				return err
			}
			whole, ok := h.whole()
			answered = h.Type == "move" && h.Ply == g.Ply+2 || ok && (whole.Result != nil || whole.Ply >= g.Ply+2)
			if h.Type == "error" {
				return fmt.Errorf("a move was refused as %s: %s", h.Code, h.Message)
			}
		}
		d.note(ctx, computers, began, nil)
		if !pause(ctx, 200*time.Millisecond) {
			return nil
		}
		var now wire.OneGame
		if err := who.want(ctx, "GET", "/api/v1/games/"+g.ID, "", &now); err != nil {
			return err
		}
		g = now.Game
	}
	if g.Result == nil {
		n, err := l.command(ctx, "resign", "")
		return cmp.Or(err, l.done(ctx, n))
	}
	return nil
}

// anyMove returns a legal move of a position.
func anyMove(name, position string) (string, error) {
	r, ok := variant.Builtin().Find(name)
	if !ok {
		return "", fmt.Errorf("there is no rule set %s", name)
	}
	p, err := r.Guide().ParsePosition(position, rules.ParseOptions{})
	if err != nil {
		return "", err
	}
	legal := rules.LegalMoves(r, &p)
	if len(legal) == 0 {
		return "", fmt.Errorf("there is no move in %s", position)
	}
	return text(r, &p, legal[rand.IntN(len(legal))]), nil
}

func text(r rules.Rules, p *board.Position, m board.Move) string { return r.Guide().FormatUCI(p, m) }
