package player

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/notation"
)

// Kind is a kind of player.
type Kind string

// The kinds: our own engine in this process, and programs that speak UCI or the XBoard protocol.
const (
	Self   Kind = "self"
	UCI    Kind = "uci"
	XBoard Kind = "xboard"
)

// Setting is a program option and its value, empty for a button.
type Setting struct{ Name, Value string }

// Spec describes a player.
type Spec struct {
	Kind    Kind
	Command []string  // program name and arguments
	Options []Setting // program options
	// Variant is the program's name for the rule set. If it is empty, our name is used; "-" sets no variant.
	Variant string
	Name    string // display name; empty means the player's own name
	HashMB  int    // 0 means the player's default
	Threads int    // 0 means the player's default
	Mode    eval.Mode
	Weights string // weights file that replaces the mode's weights
	Net     string // net file that replaces the mode and the weights
	Book    string // opening book file; empty means none
	Level   int
	// Limit is the player's own limit. If it is zero, the limit of the match applies.
	Limit Limit

	given map[string]string // our engine's settings as written
}

// ParseSpec parses a player: "self", "self:mode=blind,level=12,hash=16", "uci:COMMAND ARGUMENTS" or
// "xboard:COMMAND ARGUMENTS". The words of a command may be quoted as in a shell.
func ParseSpec(text string) (Spec, error) {
	kind, rest, _ := strings.Cut(strings.TrimSpace(text), ":")
	s := Spec{Kind: Kind(strings.ToLower(kind))}
	switch s.Kind {
	case Self:
		return s, s.settings(rest)
	case UCI, XBoard:
		var err error
		if s.Command, err = splitWords(rest); err == nil && len(s.Command) == 0 {
			err = errors.New("player: no command")
		}
		if err != nil {
			return s, fmt.Errorf("player: player %q: %w", notation.Clip(text), err)
		}
		return s, nil
	}
	return s, fmt.Errorf("player: unknown player %q; a player is self, self:mode=blind,..., uci:COMMAND or "+
		"xboard:COMMAND", notation.Clip(text))
}

// settings parses the settings of our own engine.
func (s *Spec) settings(text string) (err error) {
	s.given = map[string]string{}
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		key, value, _ := strings.Cut(part, "=")
		key, value = strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)
		if _, twice := s.given[key]; twice {
			return fmt.Errorf("player: duplicate setting %v", key)
		}
		s.given[key] = value
		known, err := s.Limit.set(key, value)
		if err != nil {
			return err
		}
		if known {
			continue
		}
		switch key {
		case "mode":
			if s.Mode = eval.Mode(value); !slices.Contains(eval.Modes, s.Mode) {
				return fmt.Errorf("player: unknown mode %s; modes are %s", notation.Clip(value),
					strings.Join(eval.ModeNames(), ", "))
			}
		case "weights", "net", "book":
			*map[string]*string{"weights": &s.Weights, "net": &s.Net, "book": &s.Book}[key] = value
			if value == "" {
				err = fmt.Errorf("player: %s= needs a file name", key)
			}
		case "level":
			s.Level, err = number(key, value, 1, engine.MaxLevel)
		case "hash":
			s.HashMB, err = number(key, value, 1, 1<<16)
		case "threads":
			s.Threads, err = number(key, value, 1, 1024)
		case "name":
			s.Name = value
		default:
			err = fmt.Errorf("player: unknown setting %q; settings are mode, weights, net, book, level, hash, "+
				"threads, name, tc, movetime, nodes and depth", notation.Clip(key))
		}
		if err != nil {
			return err
		}
	}
	return s.contradiction()
}

// contradiction returns an error if settings exclude each other. The player would ignore one of them, but its
// name would show both.
func (s *Spec) contradiction() error {
	switch {
	case s.Net != "" && s.Weights != "":
		return fmt.Errorf("player: net=%s and weights=%s cannot be combined", notation.Clip(s.Net), notation.Clip(s.Weights))
	case s.Net != "" && !s.Mode.PlaysNet():
		return fmt.Errorf("player: mode=%s uses no net, but net=%s is given; remove one, or use mode=learnt",
			string(s.Mode), notation.Clip(s.Net))
	case s.Weights != "" && !s.Mode.PlaysLearnt():
		return fmt.Errorf("player: mode=%s uses no learnt weights, but weights=%s is given; remove one, or use "+
			"mode=learnt", string(s.Mode), notation.Clip(s.Weights))
	}
	return nil
}

func number(key, value string, least, most int) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("player: %v=%s must be a whole number from %d to %d", key, notation.Clip(value), least, most)
	}
	return n, nil
}

// splitWords splits a command as a shell does: quotes keep words together, and
// a backslash escapes the next character.
func splitWords(text string) (words []string, err error) {
	var word []rune
	var quote rune
	begun, escaped := false, false
	for _, c := range text {
		switch {
		case escaped:
			word, escaped = append(word, c), false
		case c == '\\' && quote != '\'':
			begun, escaped = true, true
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word = append(word, c)
		case c == '"' || c == '\'':
			begun, quote = true, c
		case c == ' ' || c == '\t' || c == '\n':
			if begun {
				words = append(words, string(word))
			}
			word, begun = nil, false
		default:
			word, begun = append(word, c), true
		}
	}
	if quote != 0 || escaped {
		return nil, errors.New("player: unclosed quote")
	}
	if begun {
		words = append(words, string(word))
	}
	return words, nil
}

// String describes the player in one canonical line, with all settings that affect its play.
func (s Spec) String() string {
	var parts []string
	for _, key := range slices.Sorted(maps.Keys(s.given)) {
		if _, limit := map[string]bool{"tc": true, "movetime": true, "nodes": true, "depth": true, "hash": true,
			"threads": true, "name": true, "book": true}[key]; !limit {
			parts = append(parts, key+"="+s.given[key])
		}
	}
	if s.Variant != "" {
		parts = append(parts, "variant="+s.Variant)
	}
	for _, o := range s.Options {
		parts = append(parts, o.Name+"="+o.Value)
	}
	if s.Book != "" {
		parts = append(parts, "book="+filepath.Base(s.Book))
	}
	if s.HashMB > 0 {
		parts = append(parts, fmt.Sprintf("hash=%d", s.HashMB))
	}
	if s.Threads > 0 {
		parts = append(parts, fmt.Sprintf("threads=%d", s.Threads))
	}
	if !s.Limit.None() {
		parts = append(parts, s.Limit.String())
	}
	text := string(s.Kind)
	if len(s.Command) > 0 {
		text += ":" + strings.Join(s.Command, " ")
	}
	if len(parts) > 0 {
		text += " [" + strings.Join(parts, " ") + "]"
	}
	return text
}

// Checksums lists a player's files with their checksums. A player with a replaced file is a different player,
// whose games must not be mixed with earlier ones. Net and weights files set by the learning loop are not
// listed, because the loop continues a match after replacing its net.
func (s *Spec) Checksums(player string) (text string) {
	for _, file := range [][2]string{{"net", s.given["net"]}, {"weights", s.given["weights"]}, {"book", s.Book}} {
		if sum := FileSum(file[1]); sum != "" {
			text += fmt.Sprintf(" %s.%s=%s", player, file[0], sum)
		}
	}
	return text
}

// FileSum returns the first digits of a file's SHA-256 in hexadecimal. It returns "" if the file cannot be
// read, because the error is reported when the file is used, or if it is not a regular file, because reading
// might never end.
func FileSum(name string) string {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	file, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))[:12]
}

// Label returns the display name of a player: its name in the spec or, if it is empty, title followed by the
// settings.
func (s Spec) Label(title string) string {
	if s.Name != "" {
		return s.Name
	}
	for _, key := range slices.Sorted(maps.Keys(s.given)) {
		title += " " + key + "=" + s.given[key]
	}
	return title
}

// ParseControl parses a time control in seconds: 5+0.05 is five seconds plus a twentieth of a second per
// move, and 40/60 is a minute for every forty moves. It returns an error for unlimited time, days per move
// and delays, which engine protocols do not support.
func ParseControl(text string) (clock.Control, error) {
	c, err := clock.Parse(text, time.Second)
	switch {
	case err != nil:
		return c, fmt.Errorf("player: %w", err)
	case c.None() || c.Days > 0 || c.Delay > 0:
		return c, fmt.Errorf("player: time control %q is not supported by engine protocols, which need a clock in "+
			"seconds without days or a delay, for example 5+0.05", notation.Clip(text))
	}
	return c, nil
}

// Limit limits a player's search. Limits can be combined. With only Nodes or Depth, a move may take as long as
// the match's patience.
type Limit struct {
	Control  clock.Control // zero means no clock
	MoveTime time.Duration // time per move
	Nodes    uint64
	Depth    int
}

// None reports whether no limit is set.
func (l Limit) None() bool { return l == Limit{} }

// String lists the limits in the form of a spec, such as tc=5+0.05.
func (l Limit) String() string {
	var parts []string
	if !l.Control.None() {
		parts = append(parts, "tc="+l.Control.String())
	}
	if l.MoveTime > 0 {
		parts = append(parts, "movetime="+clock.FormatDuration(l.MoveTime))
	}
	if l.Nodes > 0 {
		parts = append(parts, fmt.Sprintf("nodes=%d", l.Nodes))
	}
	if l.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth=%d", l.Depth))
	}
	return strings.Join(parts, ",")
}

// set sets the limit with the given name, as in String, and reports whether the name is a limit.
func (l *Limit) set(key, value string) (known bool, err error) {
	ok := true
	switch key {
	case "tc":
		l.Control, err = ParseControl(value)
		return true, err
	case "movetime":
		if l.MoveTime, err = clock.ParseDuration(value); err != nil {
			return true, fmt.Errorf("player: movetime=%w", err)
		}
		ok = l.MoveTime > 0
	case "nodes":
		l.Nodes, err = strconv.ParseUint(value, 10, 64)
		ok = err == nil && l.Nodes > 0
	case "depth":
		l.Depth, err = strconv.Atoi(value)
		ok = err == nil && l.Depth > 0 && l.Depth <= 1000
	default:
		return false, nil
	}
	if !ok {
		return true, fmt.Errorf("player: %v=%s must be a number above 0", key, notation.Clip(value))
	}
	return true, nil
}
