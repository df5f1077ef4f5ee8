package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/tainchess/tain/docs"
)

// chapter is a documentation page shown by the web page.
type chapter struct {
	Name     string    `json:"name"`
	Group    string    `json:"group"`
	Title    string    `json:"title"`
	Lede     string    `json:"lede"` // first paragraph
	Sections []section `json:"sections"`
}

// section is the text under one heading.
type section struct {
	ID    string `json:"id"` // ID of the heading; empty before the first heading
	Title string `json:"title,omitempty"`
	HTML  string `json:"html"`
}

// writeDocs writes the documentation to docs.json in a folder.
func writeDocs(folder string) error {
	texts, err := docFiles()
	if err != nil {
		return err
	}
	var all []chapter
	for _, part := range docs.Shelf {
		for _, name := range part.Names {
			source, ok := texts[name]
			if !ok {
				return fmt.Errorf("documentation page %s not found", name)
			}
			delete(texts, name)
			c, err := readChapter(source, folderOf(name))
			if err != nil {
				return fmt.Errorf("docs/%s.md: %w", name, err)
			}
			c.Name, c.Group = name, part.Group
			all = append(all, c)
		}
	}
	for name := range texts {
		return fmt.Errorf("docs/%s.md is missing from Shelf in docs/all.go", name)
	}
	out, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "docs.json"), append(out, '\n'), 0o644)
}

// decisions is the folder of decision records, which the page shows as one chapter.
const decisions = "decisions"

// folderOf returns the folder that links in a chapter are relative to.
func folderOf(name string) string {
	if name == decisions {
		return decisions
	}
	return "."
}

// docFiles returns the texts of the chapters by name. It omits the README, because the web page has its
// own index.
func docFiles() (map[string][]byte, error) {
	files, err := fs.Glob(docs.All, "*.md")
	if err != nil {
		return nil, err
	}
	texts := map[string][]byte{}
	for _, file := range files {
		if file == "README.md" {
			continue
		}
		if texts[strings.TrimSuffix(file, ".md")], err = docs.All.ReadFile(file); err != nil {
			return nil, err
		}
	}
	texts[decisions], err = joinRecords()
	return texts, err
}

// joinRecords returns the index of the decision records, followed by the records. Each record has a
// heading whose ID is its file name.
func joinRecords() ([]byte, error) {
	joined, err := docs.All.ReadFile(decisions + "/README.md")
	if err != nil {
		return nil, err
	}
	files, err := fs.Glob(docs.All, decisions+"/*.md")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		name := strings.TrimSuffix(path.Base(file), ".md")
		if name == "README" {
			continue
		}
		text, err := docs.All.ReadFile(file)
		if err != nil {
			return nil, err
		}
		title, rest, _ := bytes.Cut(text, []byte("\n"))
		joined = fmt.Appendf(joined, "\n#%s {#%s}\n%s", title, name, rest)
	}
	return joined, nil
}

// readChapter parses a chapter and splits it into sections. Links are relative to folder.
func readChapter(source []byte, folder string) (c chapter, err error) {
	markdown := goldmark.New(goldmark.WithExtensions(
		extension.Linkify, extension.Strikethrough,
		// The page's security policy forbids inline styles.
		extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))), goldmark.WithParserOptions(
		parser.WithAutoHeadingID(), parser.WithHeadingAttribute(), parser.WithASTTransformers(util.Prioritized(links{folder}, 100))))
	document := markdown.Parser().Parse(text.NewReader(source))
	now := section{}
	var html bytes.Buffer
	finish := func() {
		now.HTML = html.String()
		if now.HTML != "" || now.Title != "" {
			c.Sections = append(c.Sections, now)
		}
		html.Reset()
	}
	for n := document.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok && h.Level <= 3 {
			title := plain(h, source)
			if h.Level == 1 && c.Title == "" {
				c.Title = title
				continue
			}
			finish()
			id, _ := h.AttributeString("id")
			name, _ := id.([]byte)
			now = section{ID: string(name), Title: title}
			continue
		}
		if c.Lede == "" && n.Kind() == ast.KindParagraph {
			c.Lede = plain(n, source)
		}
		if err := markdown.Renderer().Render(&html, source, n); err != nil {
			return c, err
		}
	}
	finish()
	if c.Title == "" || len(c.Sections) == 0 {
		return c, fmt.Errorf("the title or the text is missing")
	}
	return c, nil
}

// plain returns the text of a block without markup.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(n.Segment.Value(source))
				if n.SoftLineBreak() || n.HardLineBreak() {
					b.WriteByte(' ')
				}
			}
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			if entering {
				for i := range n.Lines().Len() {
					at := n.Lines().At(i)
					b.Write(at.Value(source))
				}
			}
		default:
			if !entering && n.Type() == ast.TypeBlock {
				b.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return strings.TrimSpace(b.String())
}

// links converts links between files to links between pages. A link to a file that the web page
// does not include, such as code, becomes plain text.
type links struct {
	folder string // folder of the file in docs
}

// Transform converts the links of a document.
func (s links) Transform(document *ast.Document, _ text.Reader, _ parser.Context) {
	var elsewhere []*ast.Link
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if l, ok := n.(*ast.Link); ok && entering {
			if to := leads(s.folder, string(l.Destination)); to != "" {
				l.Destination = []byte(to)
			} else {
				elsewhere = append(elsewhere, l)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, l := range elsewhere {
		for c := l.FirstChild(); c != nil; {
			next := c.NextSibling()
			l.Parent().InsertBefore(l.Parent(), l, c)
			c = next
		}
		l.Parent().RemoveChild(l.Parent(), l)
	}
}

// leads returns the web page's URL for a link, or "" if there is none. The link is in a file in the
// given folder of docs.
func leads(folder, to string) string {
	file, anchor, has := strings.Cut(to, "#")
	if has {
		anchor = "#" + anchor
	}
	if file != "" && !strings.Contains(to, "://") {
		file = path.Join(folder, file)
	}
	switch name := strings.TrimSuffix(path.Base(file), ".md"); {
	case strings.Contains(to, "://"):
		return to
	case file == "":
		return anchor
	case path.Ext(file) != ".md":
		return ""
	case file == "README.md":
		return "/docs"
	case file == decisions+"/README.md":
		return "/docs/" + decisions
	case strings.HasPrefix(file, decisions+"/"):
		return "/docs/" + decisions + "#" + name
	case strings.HasPrefix(file, "rules/"):
		if name == "README" {
			return "/learn"
		}
		if slices.Contains(docs.Chapters(), name) {
			return "/learn/" + name
		}
		return "/learn/" + name + "/rules"
	case !strings.HasPrefix(file, ".."):
		return "/docs/" + name + anchor
	}
	return ""
}
