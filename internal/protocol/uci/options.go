package uci

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/protocol"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// option is a UCI option. Its type determines which fields are used.
type option struct {
	name, typ string // typ is combo, spin, check, button or string
	value     string // default
	min, max  int
	choices   []string
	set       func(value string) error // called with a valid value
}

// options lists the options in declaration order.
func (s *server) options() []option {
	v := &s.settings
	spin := func(name string, def, low, high int, to *int) option {
		return option{name: name, typ: "spin", value: strconv.Itoa(def), min: low, max: high, set: func(value string) (err error) {
			*to, err = strconv.Atoi(value)
			return err
		}}
	}
	check := func(name string, on bool, to *bool) option {
		return option{name: name, typ: "check", value: strconv.FormatBool(on), set: func(value string) error {
			*to = value == "true"
			return nil
		}}
	}
	first := defaults(s.conf.Rules.All()[0])
	var ponder bool // not read; the option only informs the client that the engine can ponder
	all := []option{
		s.variantOption(),
		spin("Hash", first.hash, 1, s.conf.MaxHashMB, &v.hash),
		spin("Threads", first.threads, 1, s.conf.MaxThreads, &v.threads),
		spin("MultiPV", first.multiPV, 1, protocol.MaxMultiPV, &v.multiPV),
		check("Ponder", false, &ponder),
		spin("Move Overhead", first.overhead, 0, maxOverhead, &v.overhead),
		check("UCI_ShowWDL", false, &v.showWDL),
		check("UCI_Chess960", false, &v.chess960),
		check("UCI_AnalyseMode", false, &v.analyseMode),
		check("UCI_LimitStrength", false, &v.limitStrength),
		spin("UCI_Elo", first.elo, engine.MinElo, engine.MaxElo, &v.elo),
		spin("Skill Level", first.skill, 1, engine.MaxLevel, &v.skill),
		check("OwnBook", s.conf.OwnBook, &v.ownBook),
		{name: "Clear Hash", typ: "button", set: func(string) error { s.engines.Forget(); return nil }},
		{name: "EvalMode", typ: "combo", value: string(first.evalMode), choices: eval.ModeNames(), set: s.setEvalMode},
	}
	if s.conf.BookFile != nil {
		all = append(all, option{name: "BookFile", typ: "string", value: none, set: s.setBookFile})
	}
	if s.conf.NetFile != nil {
		all = append(all, option{name: "EvalFile", typ: "string", value: none, set: s.setEvalFile})
	}
	if s.conf.TablesFolder != nil {
		all = append(all, option{name: "EndingTables", typ: "string", value: none, set: s.setTables})
	}
	if s.conf.RulesFile != nil {
		all = append(all, option{name: "RulesFile", typ: "string", value: none, set: s.setRulesFile})
	}
	return all
}

// setRulesFile adds the rule set in a file. UCI has no way to announce a changed option, so setRulesFile
// prints the UCI_Variant option again.
func (s *server) setRulesFile(name string) error {
	if name == "" {
		return nil
	}
	_, notes, err := s.conf.Read(name)
	for _, n := range notes {
		s.complain("%s", n)
	}
	if err != nil {
		return err
	}
	s.out.Linef("%s", s.variantOption().declare())
	return nil
}

// none represents the empty string in UCI.
const none = "<empty>"

// setBookFile replaces the book with the book in a file, or with the default if the name is empty. It does
// not affect a running search.
func (s *server) setBookFile(name string) error {
	books, err := s.conf.Books(name)
	if err != nil {
		return err
	}
	s.engines.Books = books
	s.engines.Drop()
	return nil
}

// setEvalFile makes the current rule set use the net in a file, or the default evaluation if the name is
// empty. It does not affect a running search.
func (s *server) setEvalFile(name string) error {
	var find func(rules.Rules) eval.Evaluator
	var of rules.Rules
	if name != "" {
		of = s.settings.rules
		e, err := s.conf.NetFile(of, name)
		if err != nil {
			return err
		}
		find = func(r rules.Rules) eval.Evaluator {
			if r == of {
				return e
			}
			return nil
		}
	}
	s.engines.Evaluators, s.netOf = find, of
	s.engines.Drop()
	s.warnUnusedNet()
	return nil
}

// setEvalMode selects the evaluation mode.
func (s *server) setEvalMode(name string) error {
	s.settings.evalMode = eval.Mode(name)
	s.warnUnusedNet()
	return nil
}

// warnUnusedNet warns if the net in EvalFile has no effect. The net stays selected, because options may be
// set in any order.
func (s *server) warnUnusedNet() {
	mode, of := s.settings.evalMode, s.settings.rules
	switch {
	case s.netOf == nil:
	case s.netOf != of:
		s.complain("EvalFile is a net for %s and has no effect in %s: set it again after UCI_Variant", s.netOf.Info().Name, of.Info().Name)
	case !mode.PlaysNet():
		s.complain("EvalMode %s does not use a net, so EvalFile has no effect: set EvalMode to %s for the net, or EvalFile to %s", mode, eval.Learnt, none)
	}
}

// setTables uses the endgame tables in a folder, or the default tables if the name is empty. It does not
// affect a running search.
func (s *server) setTables(folder string) error {
	tables := s.conf.Tables
	if folder != "" {
		var err error
		if tables, err = s.conf.TablesFolder(folder); err != nil {
			return err
		}
	}
	s.engines.Options.Tables = tables
	s.engines.Drop()
	return nil
}

func (s *server) variantOption() option {
	o := option{name: "UCI_Variant", typ: "combo", value: s.conf.first().Info().Name, set: func(value string) error {
		for _, r := range s.conf.Rules.All() {
			if r.Info().Name == value && r != s.settings.rules {
				s.settings.rules = r
				s.warnUnusedNet()
				return s.newGame(r)
			}
		}
		return nil
	}}
	for _, r := range s.conf.Rules.All() {
		o.choices = append(o.choices, r.Info().Name)
	}
	return o
}

func (o option) declare() string {
	text := fmt.Sprintf("option name %s type %s", o.name, o.typ)
	switch o.typ {
	case "spin":
		text += fmt.Sprintf(" default %s min %d max %d", o.value, o.min, o.max)
	case "combo":
		text += " default " + o.value
		for _, c := range o.choices {
			text += " var " + c
		}
	case "check", "string":
		text += " default " + o.value
	}
	return text
}

// settle validates a value and returns its canonical form.
func (o option) settle(value string) (string, error) {
	switch o.typ {
	case "spin":
		if n, err := strconv.Atoi(value); err != nil || n < o.min || n > o.max {
			return "", fmt.Errorf("%s is a number from %d to %d, not %q", o.name, o.min, o.max, notation.Clip(value))
		}
	case "string":
		if value == none {
			return "", nil
		}
	case "check":
		if value = strings.ToLower(value); value != "true" && value != "false" {
			return "", fmt.Errorf("%s is true or false, not %q", o.name, notation.Clip(value))
		}
	case "combo":
		for _, c := range o.choices {
			if strings.EqualFold(c, value) {
				return c, nil
			}
		}
		return "", fmt.Errorf("%s is one of %s, not %q", o.name, strings.Join(o.choices, ", "), notation.Clip(value))
	}
	return value, nil
}

// setOption handles "name NAME value VALUE". NAME and VALUE may contain spaces.
func (s *server) setOption(text string) {
	words := strings.Fields(text)
	if len(words) < 2 || words[0] != "name" {
		s.complain("setoption needs name NAME value VALUE; ignored")
		return
	}
	name, value := words[1:], []string(nil)
	for i, w := range name {
		if w == "value" && i > 0 {
			name, value = name[:i], name[i+1:]
			break
		}
	}
	wanted := strings.Join(name, " ")
	for _, o := range s.options() {
		if !strings.EqualFold(o.name, wanted) {
			continue
		}
		settled, err := o.settle(strings.Join(value, " "))
		if err == nil {
			err = o.set(settled)
		}
		switch {
		case err != nil:
			s.complain("%v; ignored", err)
		case s.busy() && o.name != "Ponder":
			s.complain("%s takes effect with the next search", o.name)
		}
		return
	}
	s.complain("unknown option %q; ignored", notation.Clip(wanted))
}
