package web_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	comments  = regexp.MustCompile(`(?s)/\*.*?\*/`)
	preludes  = regexp.MustCompile(`([^{};]*)\{`)
	classes   = regexp.MustCompile(`\.([A-Za-z][\w-]*)`)
	literal   = regexp.MustCompile(`\bclass(?:Name|List)?(?:=|: ?| = )\{?["'` + "`" + `]`)
	byClass   = regexp.MustCompile(`(?:locator|querySelector|querySelectorAll|closest|matches|\$)(?:<\w+>)?\((?:"|'|` + "`" + `)[^"'` + "`" + `]*\.[a-z]`)
	filledIn  = regexp.MustCompile(`\$\{[^}]*\}`)
	styleUses = regexp.MustCompile(`import \* as (\w+) from "([^"]+\.module\.css)"`)
)

// classesOf returns the class names in a style sheet.
func classesOf(sheet string) []string {
	var found []string
	for _, prelude := range preludes.FindAllStringSubmatch(comments.ReplaceAllString(sheet, ""), -1) {
		if strings.HasPrefix(strings.TrimSpace(prelude[1]), "@") {
			continue
		}
		for _, class := range classes.FindAllStringSubmatch(prelude[1], -1) {
			found = append(found, class[1])
		}
	}
	return found
}

// files reads all files in a folder whose names end in one of the suffixes.
func files(t *testing.T, folder string, suffixes ...string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !slices.ContainsFunc(suffixes, func(s string) bool { return strings.HasSuffix(name, s) }) {
			return err
		}
		text, err := os.ReadFile(path.Join(folder, name))
		found[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatalf("fs.WalkDir: %v", err)
	}
	return found
}

// TestStyles checks that class names are in CSS modules, and used by the components
// that import them. Only elements and variables are styled globally.
func TestStyles(t *testing.T) {
	used := map[string]map[string]bool{} // by module
	for name, text := range files(t, "src", ".ts", ".tsx") {
		if literal.MatchString(text) {
			t.Errorf("web/src/%s names a class in a string: import it from its CSS module", name)
		}
		if byClass.MatchString(filledIn.ReplaceAllString(text, "")) {
			t.Errorf("web/src/%s looks for an element by its class: mark it with data-*", name)
		}
		for _, use := range styleUses.FindAllStringSubmatch(text, -1) {
			module := path.Join(path.Dir(name), use[2])
			if used[module] == nil {
				used[module] = map[string]bool{}
			}
			for _, class := range regexp.MustCompile(`\b`+use[1]+`\.(\w+)`).FindAllStringSubmatch(text, -1) {
				used[module][class[1]] = true
			}
		}
	}
	sheets := files(t, "src", ".css")
	for name, text := range sheets {
		if strings.HasSuffix(name, ".module.css") {
			if strings.Contains(text, ":global") {
				t.Errorf("web/src/%s declares a global class", name)
			}
			for _, class := range classesOf(text) {
				if !used[name][class] {
					t.Errorf("web/src/%s: no component uses the class %s", name, class)
				}
			}
			continue
		}
		for _, class := range classesOf(text) {
			t.Errorf("web/src/%s: the class %s is global; only a CSS module may have classes", name, class)
		}
	}
	if len(sheets) < 20 || len(used) < 20 {
		t.Errorf("only %d style sheets and %d uses were found", len(sheets), len(used))
	}
}

// TestSelectors checks that browser tests do not use class names, which differ with
// each build.
func TestSelectors(t *testing.T) {
	for name, text := range files(t, "tests", ".mjs") {
		if at := byClass.FindString(filledIn.ReplaceAllString(text, "")); at != "" {
			t.Errorf("web/tests/%s selects by class (%s): use a role, a label or data-*", name, at)
		}
	}
}

// physical matches CSS properties that name the left or right side. Boards look the same in
// every language, with file a on the left, and centring has no direction.
var physical = regexp.MustCompile(`(?m)^\s*((?:margin|padding|border)-(?:left|right)[\w-]*|(?:text-align|float|clear): (?:left|right)|(?:left|right): (?:[^5]|5[^0]|50[^%]).*);?`)

// TestDirection checks that the page supports right-to-left languages: outside the boards,
// styles use inline-start and inline-end instead of left and right.
func TestDirection(t *testing.T) {
	for name, text := range files(t, "src", ".css") {
		if strings.HasPrefix(name, "board/") {
			continue
		}
		for _, found := range physical.FindAllStringSubmatch(comments.ReplaceAllString(text, ""), -1) {
			t.Errorf("%s: %s: use inline-start or inline-end", name, found[1])
		}
	}
}
