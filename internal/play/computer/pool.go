package computer

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/message"
)

// Job is a task for the computer in a game.
type Job struct {
	Owner    Owner
	Task     game.Task
	Reported int       // the place last reported, or -1 if none
	Since    time.Time // creation time
	Events   int       // number of events in the game, if lent

	ctx    context.Context
	cancel context.CancelFunc

	// The fields below are guarded by the pool's lock.
	who     fair.Party
	watched bool
	item    *fair.Item[*Job]
	from    *fair.Queue[*Job] // queue in which the job waits or has waited; nil if lent
	began   time.Time
	place   int // place in the workers' queue as last reported, if lent
}

// NewJob returns a job that is not queued yet.
func NewJob(owner Owner, task game.Task) *Job {
	j := &Job{Owner: owner, Task: task, Reported: -1, Since: time.Now()}
	j.ctx, j.cancel = context.WithCancel(context.Background())
	return j
}

// Context returns a context that is cancelled when the job is no longer needed.
func (j *Job) Context() context.Context { return j.ctx }

// Cancel cancels the job's context.
func (j *Job) Cancel() { j.cancel() }

// Owner is the game that a job belongs to.
type Owner interface {
	// ID returns the game's ID.
	ID() string
	// Think runs the job.
	Think(j *Job, p Player) error
	// ReportPlace reports the job's place in the queue to the game's watchers. It is called
	// periodically while the job of a watched game waits.
	ReportPlace(j *Job)
}

// Limits limits the computer's work.
type Limits struct {
	Players int // number of concurrent searches
	// PerPerson and PerAddress limit how many games per person and per address may wait for the
	// computer.
	PerPerson, PerAddress int
	// Turn limits the search time while watched games wait. Unwatched limits the search time for a game that
	// nobody is watching.
	Turn, Unwatched time.Duration
	UnwatchedGames  int // maximum number of unwatched games in the queue
}

// Default values of Limits.Turn and Limits.Unwatched.
const (
	DefaultTurn      = 1500 * time.Millisecond
	DefaultUnwatched = 200 * time.Millisecond
)

// One turn in unwatchedTurn goes to an unwatched game, even if watched games are waiting.
const unwatchedTurn = 8

// Pool is the queue of jobs for the computer. Addresses take turns, and so do the people at each address;
// watched games usually come first. Its lock may be taken while a room's lock is held, but not vice versa.
//
// Only a few unwatched games are queued. The others are parked: their rooms need not stay in memory
// until somebody watches or the queue has room.
type Pool struct {
	limits Limits
	nodes  *cluster.Nodes

	mu                 sync.Mutex
	ready              *sync.Cond
	watched, unwatched *fair.Queue[*Job]
	parked             *fair.Queue[string]
	parking            map[string]parking
	active             map[*Job]bool
	lent               map[*Job]bool // jobs assigned to workers
	admitted           []fair.Party  // games being created
	turns              int
	closed             bool
}

// parking is a parked game, with its deadline in milliseconds or 0 if unknown.
type parking struct {
	item     *fair.Item[string]
	deadline int64
}

// NewPool returns an empty pool. Games that wait at other nodes count towards the
// limits.
func NewPool(l Limits, n *cluster.Nodes) *Pool {
	p := &Pool{
		limits: l, nodes: n, watched: fair.New[*Job](l.Turn), unwatched: fair.New[*Job](l.Unwatched),
		parked: fair.New[string](l.Unwatched), parking: map[string]parking{}, active: map[*Job]bool{}, lent: map[*Job]bool{},
	}
	p.ready = sync.NewCond(&p.mu)
	return p
}

// Admit reserves a place for a game that is about to wait for the computer, or refuses it if its person
// or address has too many games waiting. The caller calls release once the game is queued.
func (p *Pool) Admit(who fair.Party) (release func(), err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	ofAddress, ofPerson := p.held(who)
	thereAddress, therePerson := p.nodes.Thinking(who)
	ofAddress, ofPerson = ofAddress+thereAddress, ofPerson+therePerson
	switch {
	case ofPerson >= p.limits.PerPerson:
		return nil, game.Refuse("game.limit.computer", "{count} of your games are waiting for the computer: start another when it has moved", message.Args{"count": ofPerson})
	case who.Address.IsValid() && ofAddress >= p.limits.PerAddress:
		return nil, game.Refuse("game.limit.computers", "{count} games from this address are waiting for the computer: start another when it has moved", message.Args{"count": ofAddress})
	}
	p.admitted = append(p.admitted, who)
	return sync.OnceFunc(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		i := slices.Index(p.admitted, who)
		p.admitted = slices.Delete(p.admitted, i, i+1)
	}), nil
}

// held returns how many games wait for the computer, are being served or are being created: those from a
// party's address, and those of its person.
func (p *Pool) held(who fair.Party) (ofAddress, ofPerson int) {
	count := func(address, person int) {
		ofAddress += address
		ofPerson += person
	}
	count(p.watched.Waiting(who))
	count(p.unwatched.Waiting(who))
	count(p.parked.Waiting(who))
	account := fair.Account(who.Address)
	one := func(other fair.Party) {
		if fair.Account(other.Address) == account {
			ofAddress++
			if other.Person == who.Person {
				ofPerson++
			}
		}
	}
	for j := range p.active {
		one(j.who)
	}
	for j := range p.lent {
		one(j.who)
	}
	for _, other := range p.admitted {
		one(other)
	}
	return ofAddress, ofPerson
}

// Notes lists the parties with games at this node that wait for the computer, are being served or are being
// created. Other nodes count them towards their limits.
func (p *Pool) Notes() (list []cluster.ThinkNote) {
	p.mu.Lock()
	defer p.mu.Unlock()
	have := map[fair.Party]bool{}
	one := func(who fair.Party) {
		if have[who] || !who.Address.IsValid() || len(list) >= cluster.MaxNotes {
			return
		}
		have[who] = true
		ofAddress, ofPerson := p.held(who)
		list = append(list, cluster.ThinkNote{Person: who.Person, Address: who.Address, OfPerson: ofPerson, OfAddress: ofAddress})
	}
	for j := range p.active {
		one(j.who)
	}
	for j := range p.lent {
		one(j.who)
	}
	for _, who := range p.admitted {
		one(who)
	}
	for _, i := range append(p.watched.All(), p.unwatched.All()...) {
		one(i.Party())
	}
	for _, i := range p.parked.All() {
		one(i.Party())
	}
	return list
}

// MostPerAddress returns the number of games at this node that wait for the computer, are being served or are
// being created, from the address with the most.
func (p *Pool) MostPerAddress() (most int) {
	for _, one := range p.Notes() {
		most = max(most, one.OfAddress)
	}
	return most
}

// Add queues a job and reports whether there was room. There is always room for a watched game.
func (p *Pool) Add(j *Job, who fair.Party, watched bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !watched && p.unwatched.Len() >= p.limits.UnwatchedGames {
		return false
	}
	j.who, j.watched = who, watched
	p.push(j)
	p.ready.Signal()
	return true
}

func (p *Pool) push(j *Job) {
	j.from = p.queue(j.watched)
	j.item = j.from.Push(j.who, j)
}

// Shift changes the party of a job and whether it is watched. It reports whether
// workers must be notified.
func (p *Pool) Shift(j *Job, who fair.Party, watched bool) (changed bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if j.watched == watched && j.who == who {
		return false
	}
	if p.lent[j] {
		changed = j.watched != watched
		j.watched, j.who = watched, who
		return changed
	}
	waits := j.from.Remove(j.item)
	j.watched, j.who = watched, who
	switch {
	case waits:
		p.push(j)
	case p.active[j]: // the job's time is charged to the new queue
		j.from.Settle(j.item, 0)
		j.from = p.queue(watched)
		j.item = j.from.Start(who, j)
	}
	return false
}

func (p *Pool) queue(watched bool) *fair.Queue[*Job] {
	if watched {
		return p.watched
	}
	return p.unwatched
}

// Drop removes a job from the queue, or interrupts its search.
func (p *Pool) Drop(j *Job) {
	j.cancel()
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.lent, j)
	if j.from != nil {
		j.from.Remove(j.item)
	}
}

// Lend records a job that workers have been asked to run.
func (p *Pool) Lend(j *Job, who fair.Party, watched bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	j.who, j.watched = who, watched
	p.lent[j] = true
}

// SetPlace records the place of a lent job.
func (p *Pool) SetPlace(j *Job, place int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	j.place = place
}

// Lent returns the lent jobs that were created at least the given time ago.
func (p *Pool) Lent(since time.Duration) (jobs []*Job) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for j := range p.lent {
		if time.Since(j.Since) >= since {
			jobs = append(jobs, j)
		}
	}
	return jobs
}

// IsLent reports whether workers have been asked to run a job.
func (p *Pool) IsLent(j *Job) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lent[j]
}

// Park parks a game until the queue has room. If the game is already parked, Park updates its deadline.
func (p *Pool) Park(id string, who fair.Party, deadline int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if old, ok := p.parking[id]; ok {
		p.parking[id] = parking{old.item, deadline}
		return
	}
	p.parking[id] = parking{p.parked.Push(who, id), deadline}
}

// Unpark removes a parked game.
func (p *Pool) Unpark(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if old, ok := p.parking[id]; ok {
		p.parked.Remove(old.item)
		delete(p.parking, id)
	}
}

// ParkedUntil returns the deadline of a parked game, or false if the game is not parked or its deadline is
// unknown.
func (p *Pool) ParkedUntil(id string) (int64, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	old, ok := p.parking[id]
	return old.deadline, ok && old.deadline != 0
}

// TakeParked unparks games while the queue has room, and returns their IDs.
func (p *Pool) TakeParked() (ids []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for n := p.unwatched.Len(); n < p.limits.UnwatchedGames && p.parked.Len() > 0; n++ {
		next := p.parked.Pop()
		p.parked.Settle(next, p.limits.Unwatched)
		delete(p.parking, next.Value)
		ids = append(ids, next.Value)
	}
	return ids
}

// Next waits for a job and returns it, or nil if the pool is closed.
func (p *Pool) Next() *Job {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.watched.Len()+p.unwatched.Len() == 0 && !p.closed {
		p.ready.Wait()
	}
	if p.closed {
		return nil
	}
	p.turns++
	from := p.watched
	if p.watched.Len() == 0 || p.unwatched.Len() > 0 && p.turns%unwatchedTurn == 0 {
		from = p.unwatched
	}
	j := from.Pop().Value
	j.began = time.Now()
	p.active[j] = true
	return j
}

// Done records that a job is finished and charges its time to its party.
func (p *Pool) Done(j *Job) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.active, j)
	j.from.Settle(j.item, time.Since(j.began))
}

// checkEvery is how often [Pool.Hasten] checks the time.
const checkEvery = 50 * time.Millisecond

// Hasten calls end once a job has used up its share of time, unless the context is cancelled first.
func (p *Pool) Hasten(ctx context.Context, j *Job, end func()) {
	tick := time.NewTicker(checkEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if p.spent(j) {
				end()
				return
			}
		}
	}
}

// spent reports whether a job has used up its share of time.
func (p *Pool) spent(j *Job) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	thought := time.Since(j.began)
	return !j.watched && thought >= p.limits.Unwatched || p.watched.Len() > 0 && thought >= p.limits.Turn
}

// Place returns how many running or queued jobs must end before a job starts, or 0 if it is already
// running or a player is free. For an unwatched job it returns the place that the job would have if
// somebody were watching, and for a lent job the place that the workers last reported.
func (p *Pool) Place(j *Job) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.active[j] {
		return 0
	}
	if p.lent[j] {
		return j.place
	}
	before, between, others := 0, 0, p.unwatched.Len()
	if j.watched {
		before = p.watched.Place(j.item)
	} else {
		before = p.watched.PlaceOf(j.who)
		others-- // the job itself does not count
	}
	for {
		n := min(others, (p.turns+before+between+1)/unwatchedTurn-p.turns/unwatchedTurn)
		if n == between {
			break
		}
		between = n
	}
	return max(0, before+between+1-(p.limits.Players-len(p.active)))
}

// Waiting returns the watched jobs in the queue.
func (p *Pool) Waiting() (jobs []*Job) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, i := range p.watched.All() {
		jobs = append(jobs, i.Value)
	}
	return jobs
}

// Counts reports how many jobs are running, how many are queued or lent, and how many games are parked.
func (p *Pool) Counts() (thinking, queued, parked int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.active), p.watched.Len() + p.unwatched.Len() + len(p.lent), p.parked.Len()
}

// Close closes the pool: it interrupts all searches and wakes all callers of Next.
func (p *Pool) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for j := range p.active {
		j.cancel()
	}
	p.ready.Broadcast()
}
