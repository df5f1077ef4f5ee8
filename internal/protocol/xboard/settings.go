package xboard

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/protocol"
)

// features announces the engine's features and options.
func (s *server) features() {
	choices := eval.ModeNames()
	for i, name := range choices {
		if name == string(s.settings.evalMode) {
			choices[i] = "*" + name
		}
	}
	s.out.Linef("feature done=0")
	s.out.Linef("feature myname=%q", s.conf.Name)
	s.out.Linef("feature variants=%q", strings.Join(s.offered(), ","))
	s.out.Linef("feature ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=1 analyze=1 memory=1 smp=1 reuse=1 debug=1")
	s.out.Linef("feature sigint=0 sigterm=0 colors=0 ics=0 name=0 pause=0 nps=0 exclude=0")
	s.out.Linef("feature option=\"Level -spin %d 1 %d\"", s.settings.level, engine.MaxLevel)
	s.out.Linef("feature option=\"MultiPV -spin %d 1 %d\"", s.settings.multiPV, protocol.MaxMultiPV)
	s.out.Linef("feature option=\"OwnBook -check %d\"", bit(s.settings.ownBook))
	if s.conf.BookFile != nil {
		s.out.Linef("feature option=\"BookFile -file \"")
	}
	if s.conf.RulesFile != nil {
		s.out.Linef("feature option=\"RulesFile -file \"")
	}
	s.out.Linef("feature option=\"EvalMode -combo %s\"", strings.Join(choices, " /// "))
	s.out.Linef("feature option=\"Clear Hash -button\"")
	s.out.Linef("feature done=1")
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// settingCommand handles a command that changes a setting. It returns false if the command is not one of
// these.
func (s *server) settingCommand(word, rest string) bool {
	var err error
	v := &s.settings
	switch word {
	case "protover":
		s.features()
	case "post":
		s.post.Store(true)
	case "nopost":
		s.post.Store(false)
	case "hard":
		v.ponder = true
	case "easy":
		v.ponder = false
		if s.job != nil && s.job.purpose == ponder {
			s.cancel()
		}
	case "memory":
		err = setNumber(&v.hash, rest, 1, s.conf.MaxHashMB)
	case "cores":
		err = setNumber(&v.threads, rest, 1, s.conf.MaxThreads)
	case "option":
		err = s.setOption(rest)
	default:
		var known bool
		if known, err = s.timing.set(word, rest); !known {
			return false
		}
	}
	if err != nil {
		s.fault(err.Error(), strings.TrimSpace(word+" "+rest))
	}
	return true
}

// setNumber parses a number and clamps it to a range, because the client does not know the limits.
func setNumber(to *int, text string, low, high int) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return errors.New("not a number")
	}
	*to = max(low, min(n, high))
	return nil
}

// setOption handles "NAME=VALUE", or "NAME" for a button.
func (s *server) setOption(text string) error {
	name, value, _ := strings.Cut(text, "=")
	v := &s.settings
	value = strings.TrimSpace(value)
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "level":
		return within(&v.level, value, 1, engine.MaxLevel)
	case "multipv":
		return within(&v.multiPV, value, 1, protocol.MaxMultiPV)
	case "ownbook":
		if value != "0" && value != "1" {
			return errors.New("OwnBook is 0 or 1")
		}
		v.ownBook = value == "1"
	case "bookfile":
		return s.setBookFile(value)
	case "rulesfile":
		return s.setRulesFile(value)
	case "evalmode":
		for _, m := range eval.Modes {
			if strings.EqualFold(string(m), value) {
				v.evalMode = m
				return nil
			}
		}
		return fmt.Errorf("EvalMode is one of %s", strings.Join(eval.ModeNames(), ", "))
	case "clear hash":
		s.engines.Forget()
	default:
		return errors.New("unknown option")
	}
	return nil
}

// setBookFile replaces the book with the book in a file, or with the default if the name is empty. It does
// not affect a running search.
func (s *server) setBookFile(name string) error {
	if s.conf.BookFile == nil {
		return errors.New("unknown option")
	}
	books, err := s.conf.Books(name)
	if err != nil {
		return err
	}
	s.engines.Books = books
	s.engines.Drop()
	return nil
}

// setRulesFile adds the rule set in a file and announces the variants again. It returns an error if XBoard
// cannot display the rule set.
func (s *server) setRulesFile(name string) error {
	switch {
	case s.conf.RulesFile == nil:
		return errors.New("unknown option")
	case name == "":
		return nil
	}
	r, notes, err := s.conf.Read(name)
	for _, n := range notes {
		s.out.Linef("# %s", n)
	}
	switch {
	case err != nil:
		return err
	case !s.conf.All && !shown(r):
		return fmt.Errorf("XBoard cannot display %s", r.Info().Name)
	}
	s.out.Linef("feature variants=%q", strings.Join(s.offered(), ","))
	return nil
}

func within(to *int, text string, low, high int) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		return fmt.Errorf("not a number from %d to %d", low, high)
	}
	*to = n
	return nil
}
