package definition_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/definition"
	"github.com/tainchess/tain/variant/flat/text"
)

// TestLinkContainsRules formats links and parses them with a registry that does not contain the definition.
func TestLinkContainsRules(t *testing.T) {
	for _, form := range []string{portal, marked, leftRight} {
		d := read(t, form)
		r := d.Compile()
		p, err := r.Guide().ParsePosition("4k3/8/8/P6p/8/8/8/4K2R w K h6 0 1", rules.ParseOptions{})
		if err != nil {
			t.Fatalf(`r.Guide().ParsePosition("4k3/8/8/P6p/8/8/8/4K2R w K h6 0 1"): %v`, err)
		}
		link := text.FormatLink(r, &p)
		if want := "?rules=" + d.Pack() + "&board="; !strings.HasPrefix(link, want) || !strings.HasSuffix(link, "&variant="+d.Name) {
			t.Errorf("link = %s", link)
		}
		l, err := text.ParseLink(link, variant.Builtin().Find)
		if err != nil || l.Rules.Info().Definition != d.JSON() || l.Position != p || l.Notices != nil {
			t.Errorf("%s was read as %+v, %v", link, l, err)
		}
		l, err = text.ParseLink("?rules="+d.Pack()+"&hash="+d.Hash(), variant.Builtin().Find)
		if err != nil || r.Guide().FormatPosition(&l.Position) != r.Info().Start {
			t.Errorf("ParseLink without a board: %+v, %v", l, err)
		}
	}
}

// TestOldLinks parses links whose rules or names differ from those of the built-in game.
func TestOldLinks(t *testing.T) {
	triboard, _ := variant.Builtin().Find("triboard")
	old, _ := definition.Of(triboard)
	const rest = "&board=w:Ke1,Pa5;b:Ke8,Ph5&turn=white&lastMove=h7h5"

	// This is the same game under a different name.
	other := *old
	other.Name = "my-boards"
	l, err := text.ParseLink("?rules="+other.Pack()+rest, variant.Builtin().Find)
	if err != nil || l.Rules == triboard {
		t.Fatalf("ParseLink of a definition with another name: rules %v, %v; want rules that are not triboard", l.Rules, err)
	}
	if _, err := l.Rules.Guide().ParseMove(&l.Position, "a5h7"); err != nil {
		t.Errorf("en passant over the seam does not land on the home square: %v", err)
	}

	// These rules have the name of a built-in game with different rules.
	other = *old
	other.Seam.Home = false
	l, err = text.ParseLink("?rules="+other.Pack()+rest+"&variant=triboard", variant.Builtin().Find)
	if err != nil || l.Rules == triboard {
		t.Fatalf("ParseLink of another definition and variant=triboard: rules %v, %v; want rules that are not triboard", l.Rules, err)
	}
	if _, err := l.Rules.Guide().ParseMove(&l.Position, "a5h6"); err != nil {
		t.Errorf("the link has the rules of the built-in game: %v", err)
	}
	if again, ok := variant.Builtin().Find(l.Rules.Info().Ref()); !ok || again.Info().Hash != other.Hash() {
		t.Error("Find cannot find the rule set by its reference")
	}

	// This link identifies the game only by name and hash.
	if l, err := text.ParseLink("?variant=triboard&hash="+old.Hash()+rest, variant.Builtin().Find); err != nil || l.Rules != triboard {
		t.Errorf("ParseLink of a name and a hash: rules %v, %v; want triboard", l.Rules, err)
	}
	_, err = text.ParseLink("?variant=triboard&hash="+other.Hash()+rest, variant.Builtin().Find)
	if want := `the link needs the rules "triboard" with the hash ` + other.Hash() + ", but the rules of that name here are different"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestInvalidLinks checks the errors for links with malformed rules, including a decompression bomb.
func TestInvalidLinks(t *testing.T) {
	var bomb bytes.Buffer
	w, _ := flate.NewWriter(&bomb, flate.BestCompression)
	for range 1 << 10 {
		w.Write(bytes.Repeat([]byte(" "), 1<<14))
	}
	w.Close()
	good := read(t, portal)
	const rest = "&board=w:Ke1;b:Ke8"
	for query, want := range map[string]string{
		"?rules=" + good.Pack()[:20] + rest: "the rules in the link cannot be read",
		"?rules=!!!" + rest:                 "the rules in the link cannot be read",
		"?rules=" + base64.RawURLEncoding.EncodeToString(bomb.Bytes()) + rest:       "the rules in the link cannot be read",
		"?rules=" + text.PackRules(`{"name":"X"}`) + rest:                           "the rules in the link are not a valid definition",
		"?rules=" + text.PackRules(`name = "x"`) + "&hash=1" + rest:                 "the rules in the link are not a valid definition",
		"?rules=" + good.Pack() + "&hash=12" + rest:                                 "the rules in the link do not have the hash 12",
		"?rules=" + good.Pack() + "&rules=" + good.Pack() + rest:                    "rules",
		"?rules=" + strings.Repeat("A", 70_000) + rest:                              "the link has 70",
		"?rules=" + strings.Repeat("A", 60_000) + rest:                              "the rules in the link cannot be read",
		"?variant=trid&hash=" + good.Hash() + rest:                                  `the link needs the rules "trid"`,
		"?rules=" + good.Pack() + "&turn=green&board=w:Ke1;b:Ke8&variant=elsewhere": "turn",
	} {
		_, err := text.ParseLink(query, variant.Builtin().Find)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v, want %s", query, err, want)
		}
	}
	l, err := text.ParseLink("?rules="+good.Pack()+rest+"&variant=elsewhere", variant.Builtin().Find)
	if err != nil || len(l.Notices) != 1 || l.Notices[0].String() != `the link calls its rules "elsewhere", but they are named doors` {
		t.Errorf("ParseLink: notices %v, %v; want one notice that the rules have another name", l.Notices, err)
	}
	l, err = text.ParseLink("?rules=%7B%22name%22:%22plain%22,%22title%22:%22A+b%22%7D"+rest, variant.Builtin().Find)
	if err != nil || l.Rules.Info().Title != "A b" {
		t.Errorf("ParseLink with a plain definition: %v, %v", l.Rules, err)
	}
}

// TestLastMoveReflection checks that a link may have a piece on the origin of its last move if a reflection
// can have spawned the piece there.
func TestLastMoveReflection(t *testing.T) {
	for _, c := range []struct{ of, board, move string }{
		{"files", "w:Ke1,Rh4;b:Ke8,Ra4", "a4h4"},
		{"ranks", "w:Ke2,Rb8;b:Ka8,Rb1", "b1b8"},
		{"rotate", "w:Ke1,Bh8;b:Kd7,Ba1", "a1h8"},
	} {
		d := read(t, strings.Replace(leftRight, "files", c.of, 1))
		query := "?rules=" + d.Pack() + "&turn=black&board=" + c.board + "&lastMove="
		if _, err := text.ParseLink(query+c.move, variant.Builtin().Find); err != nil {
			t.Errorf("%s: ParseLink with the last move %s: %v", c.of, c.move, err)
		}
	}
	d := read(t, leftRight)
	if _, err := text.ParseLink("?rules="+d.Pack()+"&turn=black&board=w:Ke1,Bh8;b:Kd7,Ba1&lastMove=a1h8", variant.Builtin().Find); err == nil {
		t.Error("ParseLink accepted a piece on the origin that no reflection can have spawned")
	}
}

// FuzzUnpack unpacks rules from links. Unpack must not panic or return more than the maximum size of a
// definition.
func FuzzUnpack(f *testing.F) {
	for _, form := range []string{portal, marked, leftRight} {
		d, _, err := definition.Parse(form)
		if err != nil {
			f.Fatalf("definition.Parse(%q): %v", form, err)
		}
		f.Add(d.Pack())
	}
	f.Add("{")
	f.Add("AAAA")
	f.Fuzz(func(t *testing.T, word string) {
		form, err := definition.Unpack(word)
		if err != nil {
			return
		}
		if len(form) > max(16<<10, len(word)) {
			t.Fatalf("Unpack returned %d bytes for %d", len(form), len(word))
		}
		if d, _, err := definition.Parse(form); err == nil {
			if again, err := definition.Unpack(d.Pack()); err != nil || again != d.JSON() {
				t.Fatalf("Unpack(Pack(%s)) = %s, %v", d.JSON(), again, err)
			}
		}
	})
}
