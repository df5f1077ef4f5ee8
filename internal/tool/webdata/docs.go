package main

import (
	"bytes"
	"encoding/json"
	"fmt"
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

// chapter is a text of the documentation as the page shows it.
type chapter struct {
	Name     string    `json:"name"`
	Group    string    `json:"group"`
	Title    string    `json:"title"`
	Lede     string    `json:"lede"` // its first paragraph
	Sections []section `json:"sections"`
}

// section is what stands under one heading.
type section struct {
	ID    string `json:"id"` // of the heading; empty above the first
	Title string `json:"title,omitempty"`
	HTML  string `json:"html"`
}

// writeDocs writes the documentation into a folder, docs.json.
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
				return fmt.Errorf("the documentation has no %s", name)
			}
			delete(texts, name)
			c, err := readChapter(source)
			if err != nil {
				return fmt.Errorf("docs/%s.md: %w", name, err)
			}
			c.Name, c.Group = name, part.Group
			all = append(all, c)
		}
	}
	for name := range texts {
		return fmt.Errorf("docs/%s.md has no place on the page's shelf: give it one in docs/shelf.go", name)
	}
	out, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "docs.json"), append(out, '\n'), 0o644)
}

// docFiles reads the texts by name.
func docFiles() (map[string][]byte, error) {
	files, err := docs.All.ReadDir(".")
	if err != nil {
		return nil, err
	}
	texts := map[string][]byte{}
	for _, file := range files {
		if texts[strings.TrimSuffix(file.Name(), ".md")], err = docs.All.ReadFile(file.Name()); err != nil {
			return nil, err
		}
	}
	return texts, nil
}

// readChapter makes sections of a text.
func readChapter(source []byte) (c chapter, err error) {
	markdown := goldmark.New(goldmark.WithExtensions(
		extension.Linkify, extension.Strikethrough,
		// The page allows no style in its HTML.
		extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))), goldmark.WithParserOptions(
		parser.WithAutoHeadingID(), parser.WithASTTransformers(util.Prioritized(links{}, 100))))
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
		return c, fmt.Errorf("it has no title or nothing below it")
	}
	return c, nil
}

// plain returns the words of a block.
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

// links turns the links of files into links of the page. What the page does not
// have, such as code, is only named.
type links struct{}

// Transform changes a document.
func (links) Transform(document *ast.Document, _ text.Reader, _ parser.Context) {
	var elsewhere []*ast.Link
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if l, ok := n.(*ast.Link); ok && entering {
			if to := leads(string(l.Destination)); to != "" {
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

// leads returns where a link of a file leads on the page, "" if nowhere.
func leads(to string) string {
	file, anchor, has := strings.Cut(to, "#")
	if has {
		anchor = "#" + anchor
	}
	switch name := strings.TrimSuffix(path.Base(file), ".md"); {
	case strings.Contains(to, "://"):
		return to
	case file == "":
		return anchor
	case path.Ext(file) != ".md":
		return ""
	case strings.HasPrefix(strings.TrimPrefix(file, "docs/"), "rules/"):
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
