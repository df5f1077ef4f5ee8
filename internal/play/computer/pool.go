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

// Job is something the computer is to think about in a game.
type Job struct {
	Owner Owner
	Task  game.Task
	Told  int       // the place last told, -1 for none
	Since time.Time // it is wanted

	ctx    context.Context
	cancel context.CancelFunc

	// The rest is used under the pool's lock.
	who     fair.Party
	watched bool
	item    *fair.Item[*Job]
	from    *fair.Queue[*Job] // where it waits or waited; nil for one that is lent
	began   time.Time

	Events int // of the game, if workers were asked
	place  int // among the questions, as it was last told
}

// NewJob returns a job, which is not queued yet.
func NewJob(owner Owner, task game.Task) *Job {
	j := &Job{Owner: owner, Task: task, Told: -1, Since: time.Now()}
	j.ctx, j.cancel = context.WithCancel(context.Background())
	return j
}

// Context returns a context that ends when nobody wants the job any more.
func (j *Job) Context() context.Context { return j.ctx }

// Cancel ends the context of a job.
func (j *Job) Cancel() { j.cancel() }

// Owner is whose a job is.
type Owner interface {
	// ID names the game it is about.
	ID() string
	// Think does the job.
	Think(j *Job, p Player) error
	// ReportPlace is called now and then while the job waits.
	ReportPlace(j *Job)
}

// Limits bound what the computer thinks about.
type Limits struct {
	Players int // how many think at the same time
	// PerPerson and PerAddress are how many games may wait for the computer before
	// no more are admitted.
	PerPerson, PerAddress int
	// Turn is how long a player may think while others wait, Unwatched how long
	// about a move that nobody watches for.
	Turn, Unwatched time.Duration
	UnwatchedGames  int // how many games that nobody watches are in the queue
}

// unwatchedTurn is which turn goes to a game that nobody watches although others
// wait: they come last, but they come.
const unwatchedTurn = 8

// Pool is the queue of what the computer has to think about. Addresses take
// turns, and at each the people there; games that somebody watches come first.
// Its lock may be taken while a room's is held, not the other way.
//
// Of games that nobody watches only few are in the queue. The others are parked:
// nothing but their names is kept in memory, until somebody comes to watch or
// they are taken up.
type Pool struct {
	limits Limits
	nodes  *cluster.Nodes

	mu                 sync.Mutex
	ready              *sync.Cond
	watched, unwatched *fair.Queue[*Job]
	parked             *fair.Queue[string]
	parking            map[string]parking
	active             map[*Job]bool
	lent               map[*Job]bool // what workers were asked
	admitted           []fair.Party  // whose games are just being created
	turns              int
	closed             bool
}

// parking is a game that is parked, and when time alone changes it; 0 if that is
// not known.
type parking struct {
	item     *fair.Item[string]
	deadline int64
}

// NewPool returns an empty pool. What waits at other nodes counts too.
func NewPool(l Limits, n *cluster.Nodes) *Pool {
	p := &Pool{
		limits: l, nodes: n, watched: fair.New[*Job](l.Turn), unwatched: fair.New[*Job](l.Unwatched),
		parked: fair.New[string](l.Unwatched), parking: map[string]parking{}, active: map[*Job]bool{}, lent: map[*Job]bool{},
	}
	p.ready = sync.NewCond(&p.mu)
	return p
}

// Admit counts a game that is about to wait for the computer, and refuses one too
// many of a person or an address. It counts until release, which is to be
// called when the game is in the queue.
func (p *Pool) Admit(who fair.Party) (release func(), err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	ofAddress, ofPerson := p.held(who)
	thereAddress, therePerson := p.nodes.Thinking(who)
	ofAddress, ofPerson = ofAddress+thereAddress, ofPerson+therePerson
	switch {
	case ofPerson >= p.limits.PerPerson:
		return nil, game.Refuse("game.limit.computer", "{count} of your games wait for the computer: begin another when it has moved there", message.Args{"count": ofPerson})
	case who.Address.IsValid() && ofAddress >= p.limits.PerAddress:
		return nil, game.Refuse("game.limit.computers", "{count} games from this address wait for the computer: begin another when it has moved there", message.Args{"count": ofAddress})
	}
	p.admitted = append(p.admitted, who)
	return sync.OnceFunc(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		i := slices.Index(p.admitted, who)
		p.admitted = slices.Delete(p.admitted, i, i+1)
	}), nil
}

// held counts what an address and a person have the computer think about.
func (p *Pool) held(who fair.Party) (ofAddress, ofPerson int) {
	count := func(address, person int) {
		ofAddress += address
		ofPerson += person
	}
	count(p.watched.Waiting(who))
	count(p.unwatched.Waiting(who))
	count(p.parked.Waiting(who))
	one := func(other fair.Party) {
		if other.Address == who.Address {
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

// Notes returns whose games the computer thinks about here, or is to, for other
// nodes.
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
	for _, who := range p.admitted {
		one(who)
	}
	for _, q := range []*fair.Queue[*Job]{p.watched, p.unwatched} {
		for _, i := range q.All() {
			one(i.Party())
		}
	}
	for _, i := range p.parked.All() {
		one(i.Party())
	}
	return list
}

// Add queues a job of a party. If nobody watches and there is no room for it, it
// is not queued, and add reports false.
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

// Shift notes whether a job is watched now, and whose it is. It reports whether
// workers are to be told.
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
	case p.active[j]: // what it takes is to be charged where it is now
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

// Drop takes a job out of the queue, or cuts the thinking about it short.
func (p *Pool) Drop(j *Job) {
	j.cancel()
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.lent, j)
	if j.from != nil {
		j.from.Remove(j.item)
	}
}

// Lend notes a job that workers are asked to do.
func (p *Pool) Lend(j *Job, who fair.Party, watched bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	j.who, j.watched = who, watched
	p.lent[j] = true
}

// SetPlace notes the place of a job that is lent.
func (p *Pool) SetPlace(j *Job, place int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	j.place = place
}

// Lent returns the jobs that have been lent for a while.
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

// IsLent reports whether workers were asked to do a job.
func (p *Pool) IsLent(j *Job) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lent[j]
}

// Park notes a game to be taken up when there is room.
func (p *Pool) Park(id string, who fair.Party, deadline int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if old, ok := p.parking[id]; ok {
		p.parking[id] = parking{old.item, deadline}
		return
	}
	p.parking[id] = parking{p.parked.Push(who, id), deadline}
}

// Unpark forgets a game that is parked.
func (p *Pool) Unpark(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if old, ok := p.parking[id]; ok {
		p.parked.Remove(old.item)
		delete(p.parking, id)
	}
}

// ParkedUntil tells when time alone changes a game that is parked, false if it is
// not or nobody knows.
func (p *Pool) ParkedUntil(id string) (int64, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	old, ok := p.parking[id]
	return old.deadline, ok && old.deadline != 0
}

// TakeParked returns the parked games there is room for.
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

// Next waits for a job; nil means that the pool is closed.
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

// Done notes that nobody thinks about a job any more.
func (p *Pool) Done(j *Job) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.active, j)
	j.from.Settle(j.item, time.Since(j.began))
}

// glance is how often a player that thinks looks whether it must come to an end.
const glance = 50 * time.Millisecond

// Hasten makes a player that thinks about a job come to an end as soon as it has
// had its share, until the context ends.
func (p *Pool) Hasten(ctx context.Context, j *Job, end func()) {
	tick := time.NewTicker(glance)
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

// spent reports whether enough has been thought about a job, as things are now.
func (p *Pool) spent(j *Job) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	thought := time.Since(j.began)
	return !j.watched && thought >= p.limits.Unwatched || p.watched.Len() > 0 && thought >= p.limits.Turn
}

// Place returns how many have to be done before a job: 0 if it is thought
// about or about to be. Of one that nobody watches it is the place it has as
// soon as somebody does.
func (p *Pool) Place(j *Job) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.active[j] {
		return 0
	}
	if p.lent[j] {
		return j.place
	}
	before := 0
	if j.watched {
		before = p.watched.Place(j.item)
	} else {
		before = p.watched.PlaceOf(j.who)
	}
	between, others := 0, p.unwatched.Len()
	if !j.watched {
		others-- // it is none of them then
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

// Waiting returns the jobs in the queue that somebody watches.
func (p *Pool) Waiting() (jobs []*Job) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, i := range p.watched.All() {
		jobs = append(jobs, i.Value)
	}
	return jobs
}

// Counts returns how many jobs are thought about, are queued and are parked.
func (p *Pool) Counts() (thinking, queued, parked int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.active), p.watched.Len() + p.unwatched.Len() + len(p.lent), p.parked.Len()
}

// Close cuts all thinking short.
func (p *Pool) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for j := range p.active {
		j.cancel()
	}
	p.ready.Broadcast()
}
