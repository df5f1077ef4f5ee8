package game

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Options are the settings of a Host. All but Rules may be left out.
type Options struct {
	Rules *rules.Registry // the rule sets that are played
	// Thinkers is how many computer opponents think at the same time; 0 means 1.
	Thinkers int
	// NewThinker makes each of them; nil means NewEngineThinker.
	NewThinker func() Thinker
	// GamesPerBrowser is how many running games a browser may have; 0 means 50.
	GamesPerBrowser int
	// Backlog is how many messages may wait for a watcher before it counts as
	// too slow; 0 means 64.
	Backlog int
	// Idle is how long a game that nobody uses stays in memory; 0 means five
	// minutes.
	Idle time.Duration
	// Log is told what goes wrong; nil means nobody is.
	Log *slog.Logger
}

// complete fills in what was left out.
func (o Options) complete() Options {
	o.Thinkers = max(1, o.Thinkers)
	if o.NewThinker == nil {
		o.NewThinker = NewEngineThinker
	}
	if o.GamesPerBrowser <= 0 {
		o.GamesPerBrowser = 50
	}
	if o.Backlog <= 0 {
		o.Backlog = 64
	}
	if o.Idle <= 0 {
		o.Idle = 5 * time.Minute
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// Host runs games. All its methods may be called at the same time; what they
// refuse is an *Error.
//
// Each game in memory is a table with a lock of its own. Whoever holds it may
// commit: nothing is seen by others before it is in the store. Nobody holds
// two tables, and whoever holds the host's own lock, the pool's or the alarms'
// takes no other.
type Host struct {
	store  Store
	find   notation.Finder
	plays  map[string]bool // whether the computer does, by rule set
	o      Options
	alarms *alarms
	pool   *pool

	mu      sync.Mutex
	live    map[string]*table
	pending map[Hash]int // games that are just being created or joined
	closing bool
	busy    sync.WaitGroup // whatever must end before the host is closed

	stop                       chan struct{}
	commits, dropped, watchers atomic.Int64
}

// Stats are what a Host is doing.
type Stats struct {
	Live     int // games in memory
	Watchers int
	Timers   int // games that time alone will change
	Thinking int // computer opponents that think
	Queued   int // and those that wait to
	Commits  int64
	Dropped  int64 // watchers that were too slow
}

// NewHost returns a host of the games in a store. It takes up the clocks of
// those that are running.
func NewHost(ctx context.Context, store Store, o Options) (*Host, error) {
	o = o.complete()
	h := &Host{
		store: store, find: o.Rules.Find, plays: map[string]bool{}, o: o,
		live: map[string]*table{}, pending: map[Hash]int{}, stop: make(chan struct{}),
	}
	running, err := store.Running(ctx)
	if err != nil {
		return nil, err
	}
	h.alarms = newAlarms(h.expire)
	h.pool = newPool(o.Thinkers)
	var thinkers []Thinker
	for range o.Thinkers {
		thinkers = append(thinkers, o.NewThinker())
	}
	for _, r := range o.Rules.All() {
		h.plays[r.Info().Name] = thinkers[0].Plays(r)
	}
	for _, t := range thinkers {
		go h.work(t)
	}
	go h.alarms.run()
	go h.keep()
	for _, e := range running {
		h.alarms.set(e.ID, e.Deadline)
		if e.Control != nil && e.computerToMove() {
			h.wake(e.ID)
		}
	}
	return h, nil
}

func (e *Entry) computerToMove() bool {
	return e.Turn == White && e.White.Computer > 0 || e.Turn == Black && e.Black.Computer > 0
}

// now returns the server's time in milliseconds.
func now() int64 { return time.Now().UnixMilli() }

// enter lets work begin unless the host is closing; leave ends it.
func (h *Host) enter() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closing {
		return refuse(CodeClosing, "the server is shutting down; try again in a moment")
	}
	h.busy.Add(1)
	return nil
}

// open returns the table of a game with its lock held, and the game loaded.
// The caller closes it.
func (h *Host) open(ctx context.Context, id string) (*table, error) {
	if !plausible(id) {
		return nil, notFound(id)
	}
	if err := h.enter(); err != nil {
		return nil, err
	}
	for {
		h.mu.Lock()
		t := h.live[id]
		if t == nil {
			t = &table{host: h, id: id, watchers: map[*Watcher]bool{}}
			h.live[id] = t
		}
		h.mu.Unlock()
		t.mu.Lock()
		if t.gone {
			t.mu.Unlock()
			continue
		}
		if err := t.load(ctx); err != nil {
			if len(t.watchers) == 0 {
				t.leave()
			}
			t.mu.Unlock()
			h.busy.Done()
			return nil, err
		}
		return t, nil
	}
}

// close gives the lock of a table back.
func (t *table) close() {
	t.mu.Unlock()
	t.host.busy.Done()
}

// plausible reports whether a text can be the name of a game.
func plausible(id string) bool {
	if len(id) != 12 {
		return false
	}
	for _, c := range id {
		if (c < 'a' || c > 'z') && (c < '2' || c > '7') {
			return false
		}
	}
	return true
}

func notFound(id string) error {
	return refuse(CodeNotFound, "there is no game %q", notation.Clip(id))
}

// Create starts a game.
func (h *Host) Create(ctx context.Context, by Browser, spec Spec) (Snapshot, error) {
	r, ok := h.find(spec.Variant)
	if !ok {
		return Snapshot{}, refuse(CodeInvalid, "there is no rule set called %q", notation.Clip(spec.Variant))
	}
	start, err := spec.begin(newID(), r, by, h.plays[r.Info().Name])
	if err != nil {
		return Snapshot{}, err
	}
	if err := h.enter(); err != nil {
		return Snapshot{}, err
	}
	defer h.busy.Done()
	release, err := h.reserve(ctx, by.hash)
	if err != nil {
		return Snapshot{}, err
	}
	defer release()
	if err := h.begin(ctx, start, now()); err != nil {
		return Snapshot{}, err
	}
	t, err := h.open(ctx, start.ID)
	if err != nil {
		return Snapshot{}, err
	}
	defer t.close()
	t.touch()
	return t.snapshot(by), nil
}

// reserve counts a game that is about to be a browser's, and refuses one too
// many.
func (h *Host) reserve(ctx context.Context, by Hash) (release func(), err error) {
	h.mu.Lock()
	h.pending[by]++
	mine := h.pending[by]
	h.mu.Unlock()
	release = func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.pending[by]--; h.pending[by] == 0 {
			delete(h.pending, by)
		}
	}
	running, err := h.store.CountRunning(ctx, by)
	if err == nil && running+mine > h.o.GamesPerBrowser {
		err = refuse(CodeLimit, "you have %d games that are not over, and no more are allowed: finish, resign or abort one", running)
	}
	if err != nil {
		release()
		return nil, h.failed("count the games of a browser", err)
	}
	return release, nil
}

// begin commits a new game.
func (h *Host) begin(ctx context.Context, start Start, at int64) error {
	events := []Event{{Type: Created, At: at, Start: &start}}
	g, err := Fold(h.find, events)
	if err != nil {
		return h.failed("begin a game", err)
	}
	entry := g.Entry()
	if err := h.store.Create(context.WithoutCancel(ctx), entry, events); err != nil {
		return h.failed("create a game", err)
	}
	h.commits.Add(1)
	h.alarms.set(start.ID, entry.Deadline)
	return nil
}

// failed turns what went wrong behind the scenes into an Error, and logs it.
// An Error stays what it is.
func (h *Host) failed(doing string, err error) error {
	var refused *Error
	if errors.As(err, &refused) {
		return refused
	}
	if !errors.Is(err, context.Canceled) {
		h.o.Log.Error("game: cannot "+doing, "error", err)
	}
	return &Error{Code: CodeStore, Message: "the server could not " + doing + "; try again in a moment", cause: err}
}

// Join takes the free seat of a game. One who has a seat already keeps it.
func (h *Host) Join(ctx context.Context, by Browser, id string, ticket Ticket) (Snapshot, error) {
	t, err := h.open(ctx, id)
	if err != nil {
		return Snapshot{}, err
	}
	defer t.close()
	err = t.carryOutCounted(ctx, by, func(at int64) ([]Event, error) { return t.game.join(by.hash, ticket, at) })
	if err != nil {
		return Snapshot{}, err
	}
	return t.snapshot(by), nil
}

// Do carries out a command. It returns after the commit; nil also means that
// the command had been carried out before.
func (h *Host) Do(ctx context.Context, by Browser, id string, c Command) error {
	t, err := h.open(ctx, id)
	if err != nil {
		return err
	}
	defer t.close()
	decide := func(at int64) ([]Event, error) { return t.game.decide(t.game.seat(by.hash), c, at) }
	if _, ok := c.(Rematch); ok {
		return t.carryOutCounted(ctx, by, decide)
	}
	return t.carryOut(ctx, decide)
}

// Snapshot returns a game as somebody may see it.
func (h *Host) Snapshot(ctx context.Context, by Browser, id string) (Snapshot, error) {
	t, err := h.open(ctx, id)
	if err != nil {
		return Snapshot{}, err
	}
	defer t.close()
	return t.snapshot(by), nil
}

// The most games a list shows.
const (
	mostOpen = 100
	mostMine = 200
)

// Open returns the games anybody may join, newest first.
func (h *Host) Open(ctx context.Context) ([]Challenge, error) {
	entries, err := h.store.Open(ctx, mostOpen)
	if err != nil {
		return nil, h.failed("list the open games", err)
	}
	list := make([]Challenge, len(entries))
	for i := range entries {
		list[i] = entries[i].challenge()
	}
	return list, nil
}

// Mine returns the games of a browser, the last changed first.
func (h *Host) Mine(ctx context.Context, by Browser) ([]Summary, error) {
	if by.hash == (Hash{}) {
		return []Summary{}, nil
	}
	entries, err := h.store.ByBrowser(ctx, by.hash, mostMine)
	if err != nil {
		return nil, h.failed("list your games", err)
	}
	list := make([]Summary, len(entries))
	for i := range entries {
		list[i] = entries[i].summary(by.hash, h.present(entries[i].ID))
	}
	return list, nil
}

// present tells which players of a game are watching it.
func (h *Host) present(id string) [2]bool {
	h.mu.Lock()
	t := h.live[id]
	h.mu.Unlock()
	if t == nil {
		return [2]bool{}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.present().seats
}

// Stats returns what the host is doing.
func (h *Host) Stats() Stats {
	h.mu.Lock()
	live := len(h.live)
	h.mu.Unlock()
	s := Stats{
		Live: live, Watchers: int(h.watchers.Load()), Timers: h.alarms.len(),
		Commits: h.commits.Load(), Dropped: h.dropped.Load(),
	}
	s.Thinking, s.Queued = h.pool.counts()
	return s
}

// Close tells all watchers that the server shuts down, carries out what has
// been begun, and refuses everything after. It does not close the store.
func (h *Host) Close(ctx context.Context) error {
	h.mu.Lock()
	if h.closing {
		h.mu.Unlock()
		return nil
	}
	h.closing = true
	h.mu.Unlock()
	close(h.stop)
	h.alarms.close()
	h.pool.close()
	quiet := make(chan struct{})
	go func() { h.busy.Wait(); close(quiet) }()
	var err error
	select {
	case <-quiet:
	case <-ctx.Done():
		err = ctx.Err()
	}
	for _, t := range h.tables() {
		t.mu.Lock()
		t.sayBye()
		t.mu.Unlock()
	}
	return err
}

// tables returns the games in memory.
func (h *Host) tables() []*table {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := make([]*table, 0, len(h.live))
	for _, t := range h.live {
		list = append(list, t)
	}
	return list
}
