package admin

import (
	"encoding/hex"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
)

// banList indexes bans by person and by address range, and mutes by person. Looking up an address takes one lookup per prefix
// length in use.
type banList struct {
	persons map[game.Hash]store.Ban
	mutes   map[game.Hash]store.Ban
	ranges  map[netip.Prefix]store.Ban
	lengths map[int]int // number of ranges by prefix length
}

func newBanList(all []store.Ban) banList {
	l := banList{persons: map[game.Hash]store.Ban{}, mutes: map[game.Hash]store.Ban{}, ranges: map[netip.Prefix]store.Ban{}, lengths: map[int]int{}}
	for _, b := range all {
		l.add(b)
	}
	return l
}

func (l *banList) add(b store.Ban) {
	if p, err := netip.ParsePrefix(b.Subject); err == nil {
		if _, known := l.ranges[p]; !known {
			l.lengths[p.Bits()]++
		}
		l.ranges[p] = b
	} else if list, who, ok := l.ofSubject(b.Subject); ok {
		list[who] = b
	}
}

// ofSubject returns the person whom a subject bans or mutes, and the list of such people.
func (l *banList) ofSubject(subject string) (list map[game.Hash]store.Ban, who game.Hash, ok bool) {
	digits, muted := strings.CutPrefix(subject, store.MutePrefix)
	bits, err := hex.DecodeString(digits)
	if err != nil || len(bits) != len(who) {
		return nil, who, false
	}
	if muted {
		return l.mutes, game.Hash(bits), true
	}
	return l.persons, game.Hash(bits), true
}

func (l *banList) remove(subject string) (found bool) {
	if p, err := netip.ParsePrefix(subject); err == nil {
		if _, found = l.ranges[p]; found {
			delete(l.ranges, p)
			if l.lengths[p.Bits()]--; l.lengths[p.Bits()] == 0 {
				delete(l.lengths, p.Bits())
			}
		}
	} else if list, who, ok := l.ofSubject(subject); ok {
		_, found = list[who]
		delete(list, who)
	}
	return found
}

// forget removes the bans that have expired by a given time.
func (l *banList) forget(by int64) {
	for _, b := range l.all() {
		if !active(b, by) {
			l.remove(b.Subject)
		}
	}
}

// all returns all bans, in no particular order.
func (l *banList) all() []store.Ban {
	return slices.AppendSeq(slices.AppendSeq(slices.Collect(maps.Values(l.persons)), maps.Values(l.mutes)), maps.Values(l.ranges))
}

// countActive returns the number of bans in force.
func (l *banList) countActive(at int64) (n int) {
	for _, b := range l.all() {
		if active(b, at) {
			n++
		}
	}
	return n
}

func (l *banList) ofAddress(a netip.Addr, at int64) (store.Ban, bool) {
	for length := range l.lengths {
		if p, err := a.Prefix(length); err == nil {
			if b, ok := l.ranges[p]; ok && active(b, at) {
				return b, true
			}
		}
	}
	return store.Ban{}, false
}

func (l *banList) muteOf(who game.Hash, at int64) (store.Ban, bool) {
	b, ok := l.mutes[who]
	return b, ok && active(b, at) && who != game.Hash{}
}

func (l *banList) ofPerson(who game.Hash, at int64) (store.Ban, bool) {
	b, ok := l.persons[who]
	return b, ok && active(b, at) && who != game.Hash{}
}

// active reports whether a ban is in force.
func active(b store.Ban, at int64) bool { return b.Until == 0 || b.Until > at }

// The shortest prefix lengths that can be banned. They prevent a typo from locking everybody out.
const (
	widest4 = 8
	widest6 = 16
	// narrowest6 is the prefix length of one IPv6 client, as in package limit.
	narrowest6 = 64
)

// parseRange parses an address or range to ban. It widens IPv6 addresses and narrower ranges to /64.
func parseRange(text string) (netip.Prefix, error) {
	p, err := netip.ParsePrefix(text)
	if err != nil {
		a, err := netip.ParseAddr(text)
		if err != nil {
			return netip.Prefix{}, fmt.Errorf("%q is not an address such as 192.0.2.7 or a range such as 192.0.2.0/24", notation.Clip(text))
		}
		a = a.WithZone("").Unmap()
		p = netip.PrefixFrom(a, a.BitLen())
	}
	if p.Addr().Is4In6() {
		if p.Bits() < 96 {
			return netip.Prefix{}, fmt.Errorf("%q covers IPv4 and IPv6 addresses; ban each range separately", notation.Clip(text))
		}
		p = netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-96)
	}
	widest := widest4
	if p.Addr().Is6() {
		widest = widest6
		if p.Bits() > narrowest6 {
			p = netip.PrefixFrom(p.Addr(), narrowest6)
		}
	}
	if p.Bits() < widest {
		return netip.Prefix{}, fmt.Errorf("%v is too wide; the prefix length must be at least %v", p, widest)
	}
	return p.Masked(), nil
}

// isRange reports whether a subject is an address or a range rather than a person.
func isRange(text string) bool {
	if strings.Contains(text, "/") {
		return true
	}
	_, err := netip.ParseAddr(text)
	return err == nil
}

// reason returns the reason for a ban as a message argument.
func reason(b store.Ban) any {
	if b.Reason == noReason {
		return message.New("server.banned.decided", "decision of the operator", nil)
	}
	return b.Reason
}

// noReason is saved as the reason for a ban without one. Clients see it in their own language.
const noReason = "the operator decided so"
