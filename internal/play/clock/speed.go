package clock

import "fmt"

// Speed is a class of time controls of similar length. Speeds are stored, so their values never change.
type Speed string

// The speeds, fastest first.
const (
	Bullet         Speed = "bullet"
	Blitz          Speed = "blitz"
	Rapid          Speed = "rapid"
	Classical      Speed = "classical"
	Correspondence Speed = "correspondence"
)

// Speeds lists all speeds, fastest first.
var Speeds = []Speed{Bullet, Blitz, Rapid, Classical, Correspondence}

// expectedMoves is the number of moves per side for which increments and delays count towards the speed.
const expectedMoves = 40

// Speed returns the speed of a control, by the time that each side has for forty moves: less than three minutes is
// bullet, eight blitz and 25 rapid. It returns "" if there is no clock.
func (c Control) Speed() Speed {
	const minute = 60_000
	switch expected := c.Initial + expectedMoves*(c.Increment+c.Delay); {
	case c.None():
		return ""
	case c.Days > 0:
		return Correspondence
	case expected < 3*minute:
		return Bullet
	case expected < 8*minute:
		return Blitz
	case expected < 25*minute:
		return Rapid
	}
	return Classical
}

// UnmarshalText parses a speed.
func (s *Speed) UnmarshalText(text []byte) error {
	for _, known := range Speeds {
		if string(text) == string(known) {
			*s = known
			return nil
		}
	}
	return fmt.Errorf("clock: unknown speed %.20q", text)
}
