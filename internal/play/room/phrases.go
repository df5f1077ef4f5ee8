package room

import (
	"time"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
)

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

// phrase returns the words of a phrase.
func phrase(p wire.Phrase) (said locale.Message, ok bool) {
	switch p {
	case wire.Hello:
		return locale.New("phrase.hello", nil), true
	case wire.GoodLuck:
		return locale.New("phrase.good-luck", nil), true
	case wire.HaveFun:
		return locale.New("phrase.have-fun", nil), true
	case wire.WellPlayed:
		return locale.New("phrase.well-played", nil), true
	case wire.GoodGame:
		return locale.New("phrase.good-game", nil), true
	case wire.Thanks:
		return locale.New("phrase.thanks", nil), true
	case wire.Oops:
		return locale.New("phrase.oops", nil), true
	case wire.Sorry:
		return locale.New("phrase.sorry", nil), true
	case wire.OneMoment:
		return locale.New("phrase.one-moment", nil), true
	case wire.TakeTime:
		return locale.New("phrase.take-your-time", nil), true
	case wire.Goodbye:
		return locale.New("phrase.goodbye", nil), true
	}
	return locale.Message{}, false
}
