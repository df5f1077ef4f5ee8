package schedule

import (
	"container/heap"
	"sync"
	"time"
)

// Alarms calls a function for each game when its alarm is due. All alarms share one timer, and
// the calls may run concurrently.
type Alarms struct {
	ring func(id string)
	now  func() int64

	mu    sync.Mutex
	queue alarmQueue
	wake  chan struct{}
	stop  chan struct{}
	slots chan struct{} // limits the number of concurrent calls
}

// NewAlarms returns alarms that read the time, in milliseconds, from now and call ring with a game's
// ID. They ring only while [Alarms.Run] is running.
func NewAlarms(now func() int64, ring func(id string)) *Alarms {
	return &Alarms{
		ring: ring, now: now, queue: alarmQueue{place: map[string]int{}},
		wake: make(chan struct{}, 1), stop: make(chan struct{}), slots: make(chan struct{}, 64),
	}
}

// Set sets a game's alarm to a time in milliseconds, replacing the previous one; 0 removes it.
func (a *Alarms) Set(id string, at int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	i, ok := a.queue.place[id]
	switch {
	case ok && at == 0:
		heap.Remove(&a.queue, i)
		return
	case ok:
		a.queue.list[i].at = at
		heap.Fix(&a.queue, i)
	case at != 0:
		heap.Push(&a.queue, alarm{id, at})
	}
	if len(a.queue.list) > 0 && a.queue.list[0].id == id {
		a.Poke()
	}
}

// Poke makes [Alarms.Run] check the time again after the time or an alarm has been changed.
func (a *Alarms) Poke() {
	select {
	case a.wake <- struct{}{}:
	default:
	}
}

// Len returns the number of alarms.
func (a *Alarms) Len() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.queue.list)
}

// Close stops [Alarms.Run].
func (a *Alarms) Close() { close(a.stop) }

// longest is the longest time that Run sleeps before it checks the clock again.
const longest = time.Minute

// Run rings the alarms until Close is called.
func (a *Alarms) Run() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-a.stop:
			return
		case <-a.wake:
		case <-timer.C:
		}
		for {
			id, wait := a.next()
			if id == "" {
				timer.Reset(wait)
				break
			}
			a.slots <- struct{}{}
			go func() {
				defer func() { <-a.slots }()
				a.ring(id)
			}()
		}
	}
}

// next removes and returns an alarm that is due, or returns how long to wait for the next one.
func (a *Alarms) next() (id string, wait time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.queue.list) == 0 {
		return "", longest
	}
	first := a.queue.list[0]
	if wait := time.Duration(first.at-a.now()) * time.Millisecond; wait > 0 {
		return "", min(wait, longest)
	}
	heap.Pop(&a.queue)
	return first.id, 0
}

type alarm struct {
	id string
	at int64
}

// alarmQueue is a heap of alarms, earliest first, with an index by game.
type alarmQueue struct {
	list  []alarm
	place map[string]int
}

func (q *alarmQueue) Len() int           { return len(q.list) }
func (q *alarmQueue) Less(i, j int) bool { return q.list[i].at < q.list[j].at }

func (q *alarmQueue) Swap(i, j int) {
	q.list[i], q.list[j] = q.list[j], q.list[i]
	q.place[q.list[i].id], q.place[q.list[j].id] = i, j
}

func (q *alarmQueue) Push(x any) {
	a := x.(alarm)
	q.place[a.id] = len(q.list)
	q.list = append(q.list, a)
}

func (q *alarmQueue) Pop() any {
	last := q.list[len(q.list)-1]
	q.list = q.list[:len(q.list)-1]
	delete(q.place, last.id)
	return last
}
