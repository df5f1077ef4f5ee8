package anyboard

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Limits bounds random definitions.
type Limits struct {
	Squares int // in all planes, 16 to 256
	Planes  int // 1 or 2
}

// Invent returns the JSON form of a random valid definition, and the definition. The same dice give the same
// definition.
func Invent(dice *rand.Rand, limits Limits) (string, *Game) {
	for {
		v := &inventor{dice: dice, d: map[string]any{}}
		if !v.invent(limits) {
			continue
		}
		text := v.text()
		g, err := New(text)
		if err != nil {
			panic(fmt.Sprintf("%s: %v", text, err))
		}
		if g.start.playable() && len(g.start.Replies()) > 0 {
			return text, g
		}
	}
}

// text returns the JSON form of the fields so far.
func (v *inventor) text() string {
	text, err := json.Marshal(v.d)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// playable reports whether a game can reach this position and continue: both sides have royal pieces, the
// side that is not to move is not in check, and nobody has won.
func (p *Pos) playable() bool {
	royals := map[bool]bool{}
	for _, piece := range p.board {
		if isPiece(piece) && p.g.isRoyal(piece) {
			royals[isWhite(piece)] = true
		}
	}
	return royals[true] && royals[false] && p.won() == "" && !p.WaitingInCheck()
}

// inventor collects the fields of a random definition.
type inventor struct {
	dice                 *rand.Rand
	d                    map[string]any
	files, ranks, planes int
	holes                map[string]bool // with the plane's letter if there are two
	kinds                string          // letters other than p
	passing              bool
	hop                  bool
}

func (v *inventor) chance(n int) bool            { return v.dice.IntN(n) == 0 }
func (v *inventor) pick(words ...string) string  { return words[v.dice.IntN(len(words))] }
func (v *inventor) letter(letters string) string { return string(letters[v.dice.IntN(len(letters))]) }

// some returns at least one of the letters: all of them in the given order, or a random selection in random
// order.
func (v *inventor) some(letters string) string {
	if v.chance(3) {
		return letters
	}
	all := []byte(letters)
	v.dice.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return string(all[:1+v.dice.IntN(len(all))])
}

// invent fills in all fields. It returns false if the starting position did not fit the board.
func (v *inventor) invent(limits Limits) bool {
	v.d["name"] = fmt.Sprintf("random-%d", v.dice.IntN(1000))
	v.board(limits)
	v.pieces()
	v.edges()
	v.links()
	royal := v.royal()
	v.pawn(royal)
	v.rest()
	if v.goals(); v.files == 8 && v.ranks == 8 && len(v.holes) == 0 && (v.planes == 1 || v.passing) && v.chance(3) {
		if v.chance(4) {
			v.d["castling"] = v.chance(2)
		} else if v.chance(4) {
			v.d["castling"] = "960"
		}
		return strings.Trim(royal, "pnbrqk") == ""
	}
	return v.start(royal)
}

// board chooses the size, the planes and the holes.
func (v *inventor) board(limits Limits) {
	v.files, v.ranks, v.planes = 8, 8, 1
	if limits.Planes == 2 && v.chance(4) {
		v.planes = 2
	}
	for v.files*v.ranks*v.planes > limits.Squares || v.chance(2) {
		v.files, v.ranks = 1+v.dice.IntN(16), 2+v.dice.IntN(15)
		if v.chance(2) { // realistic board sizes
			v.files, v.ranks = 5+v.dice.IntN(6), 5+v.dice.IntN(6)
		}
	}
	board := map[string]any{}
	if v.files != 8 || v.ranks != 8 || v.chance(8) {
		board["files"], board["ranks"] = v.files, v.ranks
	}
	if v.planes == 2 {
		board["planes"] = 2
	}
	v.hop = v.files == 8 && v.chance(6)
	v.holes = map[string]bool{}
	if !v.hop && v.chance(3) {
		var names []string
		for range 1 + v.dice.IntN(1+v.files*v.ranks/8) {
			name := fmt.Sprintf("%c%d", 'a'+v.dice.IntN(v.files), 1+v.dice.IntN(v.ranks))
			suffixes := v.suffixes()
			if v.planes == 2 && v.chance(2) {
				suffix := v.pick(suffixes...)
				name, suffixes = name+suffix, []string{""}
			}
			if slices.ContainsFunc(suffixes, func(suffix string) bool { return v.holes[name+suffix] }) {
				continue
			}
			names = append(names, name)
			for _, suffix := range suffixes {
				v.holes[name+suffix] = true
			}
		}
		board["holes"] = strings.Join(names, " ")
	}
	if len(board) > 0 {
		v.d["board"] = board
	}
}

// suffixes returns the letters of the planes, as appended to square names.
func (v *inventor) suffixes() []string {
	if v.planes == 2 {
		return []string{"A", "B"}
	}
	return []string{""}
}

// square returns the name of a random square that is not a hole, or "".
func (v *inventor) square() string {
	for range 50 {
		name := fmt.Sprintf("%c%d%s", 'a'+v.dice.IntN(v.files), 1+v.dice.IntN(v.ranks), v.pick(v.suffixes()...))
		if !v.holes[name] {
			return name
		}
	}
	return ""
}

// pieces chooses the piece types and their Betza texts.
func (v *inventor) pieces() {
	v.kinds = "nbrqk"
	pieces := map[string]any{}
	set := func(kind, text string) {
		pieces[kind] = text
		if v.chance(4) {
			pieces[kind] = map[string]string{"move": text, "name": "piece " + kind}
		}
	}
	if v.chance(3) {
		kind := v.letter(v.kinds)
		set(kind, v.betza(false))
	}
	if v.chance(8) {
		set("k", v.pick("N", "KN", "WD", "FAW", "KnD", "Q", "C"))
	}
	more := []byte("acdefghijlmostuvwxyz")
	v.dice.Shuffle(len(more), func(i, j int) { more[i], more[j] = more[j], more[i] })
	if !v.chance(4) {
		for _, kind := range more[:v.dice.IntN([]int{3, 5, 11}[v.dice.IntN(3)])] {
			set(string(kind), v.betza(false))
			v.kinds += string(kind)
		}
	}
	if v.chance(4) {
		set("p", v.betza(true))
	}
	if len(pieces) > 0 {
		v.d["pieces"] = pieces
	}
}

// betza returns the Betza text of a random piece or pawn.
func (v *inventor) betza(pawn bool) string {
	if pawn && v.chance(2) {
		return v.pick("mfFcefWimfF2", "mfWcefFimfW2", "fWcefF", "mfWceFimfW2imfF2", "mfKcefW", "mfWmfW2cefFimfW3", "mffNcefFimfW2", "mfWcefBimfW2", "ifmnDmfWcefF", "flFmfrFcefWimfrF2")
	}
	if !pawn && v.chance(5) {
		return v.pick("BN", "RN", "QN", "mRcpR", "gQ", "mBcpB", "NN", "nNN", "WF2", "FnA", "WnD", "nN", "DD", "AA", "fWsWbF", "C", "Z", "CZ", "GH", "mKcN", "mNcK", "W3F3", "K")
	}
	text := ""
	for n := 1 + v.dice.IntN(3); n > 0; {
		atom := v.atom(pawn)
		if text != "" && text[len(text)-1] == atom[0] {
			continue // would be parsed as a doubled letter
		}
		text += atom
		n--
	}
	if text == "" || pawn {
		text += v.pick("mfW", "mfF", "mfWimfW2") + v.pick("cefF", "cefW", "cfF", "ceK")
	}
	if _, err := readBetza(text); err != nil {
		return v.betza(pawn)
	}
	return text
}

// atom returns a random atom with modifiers, direction and range. A pawn's non-capturing moves lead forward.
func (v *inventor) atom(pawn bool) string {
	name := v.letter("WWFFDNNAHCZGKRBQ")
	length := ""
	if strings.Contains("WFDNA", name) && v.chance(2) {
		length = v.pick("0", name, "2", "3", "4", "7", "15")
	}
	modifiers := []string{}
	quiet := true
	if mode := v.dice.IntN(4); mode == 0 {
		modifiers = append(modifiers, "m")
	} else if mode == 1 || pawn && v.chance(2) {
		modifiers = append(modifiers, "c")
		quiet = false
	}
	if strings.Contains("DAHGN", name) && v.chance(3) {
		modifiers = append(modifiers, "n")
	}
	if (strings.Contains("RBQ", name) || strings.Contains("WF", name) && length != "") && v.chance(4) {
		modifiers = append(modifiers, v.pick("p", "g"))
	}
	if v.chance(12) {
		modifiers = append(modifiers, "i")
	}
	if pawn && v.chance(3) && (len(modifiers) == 0 || modifiers[0] != "m") {
		modifiers = append(modifiers, "e")
	}
	directions := []string{"f", "b", "l", "r"}
	forward := []string{"f"}
	switch {
	case strings.Contains("WDHR", name):
		directions = append(directions, "v", "s")
	case strings.Contains("FAGB", name):
		directions = append(directions, "fl", "fr", "bl", "br")
		forward = append(forward, "fl", "fr")
	case strings.Contains("NCZ", name):
		directions = append(directions, "ff", "bb", "fs", "bs", "v", "s")
		forward = append(forward, "ff", "fs")
	}
	v.dice.Shuffle(len(modifiers), func(i, j int) { modifiers[i], modifiers[j] = modifiers[j], modifiers[i] })
	if pawn && quiet {
		modifiers = append(modifiers, v.pick(forward...))
	} else if v.chance(3) {
		modifiers = append(modifiers, v.pick(directions...))
	}
	return strings.Join(modifiers, "") + name + length
}

// edges chooses the seam and the ends.
func (v *inventor) edges() {
	crossing := v.pick("none", "none", "wrap", "wrap", "twist")
	if v.hop {
		crossing = "hop"
	}
	if crossing != "none" {
		seam := map[string]any{"crossing": crossing, "kinds": v.some("p" + v.kinds)}
		if v.chance(3) {
			seam["en_passant"] = v.pick("home", "home", "crossed")
		}
		v.d["seam"] = seam
	}
	ends := v.pick("none", "none", "none", "wrap", "twist", "pole")
	if ends == "none" || v.hop || ends == "pole" && (crossing != "wrap" || v.files%2 != 0) {
		return
	}
	v.d["ends"] = map[string]any{"crossing": ends, "kinds": v.some(v.kinds)}
}

// links chooses single steps that lead to a square other than the adjacent one. No step has two links.
func (v *inventor) links() {
	if v.hop || !v.chance(4) {
		return
	}
	names := []string{"n", "ne", "e", "se", "s", "sw", "w", "nw"} // opposite directions are four apart
	taken := map[string]bool{}
	var links []string
	for range 1 + v.dice.IntN(6) {
		x, y := v.square(), v.square()
		d, h := v.dice.IntN(8), v.dice.IntN(8)
		there, back := x+names[d], y+names[(h+4)%8]
		if x == "" || y == "" || x == y || taken[there] || taken[back] || x[len(x)-1] != y[len(y)-1] && v.planes == 2 {
			continue
		}
		taken[there], taken[back] = true, true
		links = append(links, fmt.Sprintf("%s %s - %s %s", x, names[d], y, names[h]))
	}
	if links != nil {
		v.d["links"] = links
	}
}

// royal chooses the royal kinds.
func (v *inventor) royal() string {
	royal := "k"
	switch v.dice.IntN(16) {
	case 0:
		royal = v.letter(v.kinds)
	case 1, 2:
		if other := v.letter(v.kinds); other != "k" {
			royal += other
		}
	case 3:
		if v.chance(4) {
			royal += "p"
		}
	}
	if royal != "k" || v.chance(12) {
		v.d["royal"] = royal
	}
	return royal
}

// pawn chooses the pawn's table and promotions.
func (v *inventor) pawn(royal string) {
	pawn := map[string]any{}
	own := false
	if pieces, ok := v.d["pieces"].(map[string]any); ok {
		own = pieces["p"] != nil
	}
	if !own && v.chance(4) {
		if v.chance(2) {
			v.d["double_push"] = v.chance(2)
		} else {
			pawn["double"] = 1 + v.dice.IntN(2)
		}
	}
	if v.chance(4) {
		pawn["zone"] = 1 + v.dice.IntN(max(1, min(3, v.ranks/2)))
	}
	if v.chance(4) {
		pawn["must"] = v.chance(2)
	}
	promotes := strings.Map(func(c rune) rune {
		if strings.ContainsRune(royal, c) {
			return -1
		}
		return c
	}, v.kinds)
	if strings.ContainsAny(royal, "qrbn") || v.chance(3) {
		promotes = v.some(promotes)
		if v.chance(2) {
			pawn["promotes"] = promotes
		} else {
			v.d["promotes"] = promotes
		}
	}
	if len(pawn) > 0 {
		v.d["pawn"] = pawn
	}
}

// rest chooses passing, rebirth and reflection.
func (v *inventor) rest() {
	v.passing = v.planes == 2 && !v.chance(3)
	if v.passing {
		v.d["passing"] = map[string]any{"to": "other"}
		return
	}
	if v.chance(4) {
		v.d["capture"] = map[string]any{"rebirth": v.pick("home", "mirror", "home", "mirror", "none")}
	}
	if v.planes == 2 || !v.chance(4) {
		return
	}
	r := map[string]any{"map": v.pick("rotate", "files", "ranks")}
	makes := map[string]string{}
	for _, kind := range "p" + v.kinds {
		if !v.chance(3) {
			makes[string(kind)] = v.letter("pp" + v.kinds)
		}
	}
	if len(makes) > 0 {
		r["makes"] = makes
	}
	if v.chance(2) {
		r["colour"] = v.pick("own", "opponent")
	}
	if v.chance(2) {
		r["goes_on"] = v.some("p" + v.kinds)
	}
	for _, name := range []string{"captures", "promotions"} {
		if v.chance(2) {
			r[name] = v.chance(2)
		}
	}
	v.d["reflection"] = r
}

// goals chooses how games are won.
func (v *inventor) goals() {
	goal := map[string]any{}
	if v.chance(6) {
		goal["checks"] = 1 + v.dice.IntN(4)
	}
	if v.chance(6) {
		reach := map[string]string{}
		for range 1 + v.dice.IntN(2) {
			var names []string
			for range 1 + v.dice.IntN(4) {
				if name := v.square(); name != "" && !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
			if names != nil {
				reach[v.letter("p"+v.kinds)] = strings.Join(names, " ")
			}
		}
		if len(reach) > 0 {
			goal["reach"] = reach
		}
	}
	if v.chance(3) {
		if v.chance(2) {
			goal["stalemate"] = v.pick("draw", "loss", "win")
		} else {
			v.d["stalemate"] = v.pick("draw", "loss", "win")
		}
	}
	if len(goal) > 0 {
		v.d["goal"] = goal
	}
}
