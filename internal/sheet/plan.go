package sheet

import (
	"strings"

	"github.com/tainchess/tain/internal/rulebook"
)

// detail is how much of a book a sheet tells.
type detail struct {
	size     float64 // of the type, in points
	pictures int     // at most
	// others is how much is told of the rules that another book has too, own of
	// the others: every block, the first, or a sentence of it.
	own, others measure
}

type measure int

const (
	whole measure = iota
	first
	sentence
)

// details are tried in order: pictures go before words, and what another game
// has too goes before what is this game's own.
var details = func() (all []detail) {
	for _, words := range [][2]measure{{whole, whole}, {whole, first}, {whole, sentence}, {first, sentence}, {sentence, sentence}} {
		for _, pictures := range []int{9, 6, 4} {
			for _, size := range []float64{9.5, 9, 8.5, 8} {
				all = append(all, detail{size, pictures, words[0], words[1]})
			}
		}
	}
	// A book that is still too long is told in small type.
	return append(all, detail{7, 3, sentence, sentence}, detail{6, 2, sentence, sentence}, detail{5, 0, sentence, sentence})
}()

// choose returns the diagrams that are shown: those of the game's own rules
// before those of rules that another has too.
func (d detail) choose(book rulebook.Book) map[*rulebook.Diagram]bool {
	shown := map[*rulebook.Diagram]bool{}
	take := func(blocks []rulebook.Block) {
		for _, b := range blocks {
			if b.Diagram != nil && len(shown) < d.pictures {
				shown[b.Diagram] = true
			}
		}
	}
	take(book.Intro)
	for _, others := range []bool{false, true} {
		for _, s := range book.Sections {
			if !others {
				take(s.Intro)
			}
			for _, r := range s.Rules {
				if (r.From != "") == others {
					take(r.Body)
				}
			}
		}
	}
	return shown
}

// abridge returns as much of a rule as is told.
func (d detail) abridge(r rulebook.Rule) []rulebook.Block {
	m := d.own
	if r.From != "" {
		m = d.others
	}
	return m.of(r.Body)
}

func (m measure) of(body []rulebook.Block) (kept []rulebook.Block) {
	if m == whole {
		return body
	}
	for _, b := range body {
		switch {
		case b.Diagram != nil: // pictures are counted, not abridged
			kept = append(kept, b)
			continue
		case told(kept):
			continue
		case m == sentence && b.Text != "":
			b.Text = firstSentence(b.Text)
		}
		kept = append(kept, b)
	}
	return kept
}

// told reports whether there are words among blocks.
func told(blocks []rulebook.Block) bool {
	for _, b := range blocks {
		if b.Diagram == nil {
			return true
		}
	}
	return false
}

// firstSentence cuts a text after its first sentence; a full stop inside an
// abbreviation or a number ends none.
func firstSentence(text string) string {
	for i := 0; i+2 < len(text); i++ {
		if strings.IndexByte(".!?", text[i]) < 0 || text[i+1] != ' ' {
			continue
		}
		word := text[strings.LastIndexByte(text[:i], ' ')+1 : i]
		if len(word) > 1 && !strings.Contains(word, ".") && strings.Trim(word, "0123456789") != "" {
			return text[:i+1]
		}
	}
	return text
}
