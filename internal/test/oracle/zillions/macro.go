package zillions

import "strings"

// macros holds the definitions of a file by name.
type macros struct {
	body  map[string][]*node
	nodes int // created so far
}

// define reads (define NAME ...). The remaining elements replace lists that start with the
// name.
func (m *macros) define(n *node) error {
	args := n.args()
	if len(args) < 1 || args[0].kind != word {
		return n.errorf("define requires a name and its replacement")
	}
	name := args[0].text
	if _, ok := m.body[name]; ok {
		return n.errorf("%s is defined twice", name)
	}
	m.body[name] = args[1:]
	return nil
}

// expand expands the macros in nodes, including those produced by other macros.
func (m *macros) expand(nodes []*node, depth int) ([]*node, error) {
	var out []*node
	for _, n := range nodes {
		if m.nodes++; m.nodes > maxNodes {
			return nil, n.errorf("the macros expand to more than %d words", maxNodes)
		}
		if n.kind != list {
			out = append(out, n)
			continue
		}
		if body, ok := m.body[n.head()]; ok {
			if depth >= maxMacro {
				return nil, n.errorf("more than %d nested macros: does %s use itself?", maxMacro, n.head())
			}
			with, err := m.fill(body, n)
			if err != nil {
				return nil, err
			}
			if with, err = m.expand(with, depth+1); err != nil {
				return nil, err
			}
			out = append(out, with...)
			continue
		}
		inner, err := m.expand(n.list, depth)
		if err != nil {
			return nil, err
		}
		out = append(out, &node{kind: list, list: inner, line: n.line, col: n.col})
	}
	return out, nil
}

// fill replaces $1 and so on in a macro's body with the arguments of its use.
func (m *macros) fill(body []*node, use *node) ([]*node, error) {
	var out []*node
	for _, n := range body {
		if m.nodes++; m.nodes > maxNodes {
			return nil, use.errorf("the macros expand to more than %d words", maxNodes)
		}
		switch {
		case n.kind == list:
			inner, err := m.fill(n.list, use)
			if err != nil {
				return nil, err
			}
			out = append(out, &node{kind: list, list: inner, line: n.line, col: n.col})
		case !strings.Contains(n.text, "$"):
			out = append(out, n)
		default:
			with, err := m.fillWord(n, use)
			if err != nil {
				return nil, err
			}
			out = append(out, with)
		}
	}
	return out, nil
}

// fillWord replaces $1 and so on in a word or string. An argument that forms the whole word may
// be a list; inside a longer word, only words are allowed.
func (m *macros) fillWord(n, use *node) (*node, error) {
	var b strings.Builder
	rest := n.text
	for {
		i := strings.IndexByte(rest, '$')
		if i < 0 {
			b.WriteString(rest)
			break
		}
		k, end := 0, i+1
		for ; end < len(rest) && rest[end] >= '0' && rest[end] <= '9' && k < 1000; end++ {
			k = k*10 + int(rest[end]-'0')
		}
		if end == i+1 {
			b.WriteString(rest[:end])
			rest = rest[end:]
			continue
		}
		if k < 1 || k >= len(use.list) {
			return nil, use.errorf("%s is used with %d arguments, but its definition has %s", use.head(), len(use.list)-1, rest[i:end])
		}
		arg := use.list[k]
		if n.kind == word && i == 0 && end == len(rest) && b.Len() == 0 {
			return arg, nil
		}
		if arg.kind == list {
			return nil, use.errorf("%s: argument %d is a list, but the definition uses it inside %s", use.head(), k, n)
		}
		b.WriteString(rest[:i] + arg.text)
		rest = rest[end:]
		if b.Len() > maxText {
			return nil, use.errorf("the macros expand to a word that is too long")
		}
	}
	m.nodes += b.Len() / 8
	return &node{kind: n.kind, text: b.String(), line: n.line, col: n.col}, nil
}
