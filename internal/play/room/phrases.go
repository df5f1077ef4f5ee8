package room

import "time"

// A player may say so many phrases within a while.
const (
	mostSaid   = 4
	saidWithin = 20 * time.Second
)

// pauses are when a player said the last few phrases.
type pauses struct {
	at   [mostSaid]time.Time
	next int
}

// speak notes that something is said now, and reports whether it may be.
func (p *pauses) speak() bool {
	now := time.Now()
	if first := p.at[p.next]; !first.IsZero() && now.Sub(first) < saidWithin {
		return false
	}
	p.at[p.next] = now
	p.next = (p.next + 1) % mostSaid
	return true
}
