package manual_test

import (
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"github.com/tainchess/tain/internal/cli/manual"
)

// open is a command whose help contains text that is special in roff.
type open struct {
	Name  string `arg:"" help:"What to open."`
	Width int    `default:"${cores}" help:"How wide (default: one per core, ${cores})."`
	Near  bool   `negatable:"" help:"Whether near; of ${cores} the nearest."`
}

func (open) Help() string {
	return `.TH is no request here. A path is C:\doors.
'Nor is this.

Examples:

    $ door open --width 2 front
    .hidden`
}

func pages(t *testing.T) map[string]string {
	t.Helper()
	var cli struct {
		Open   open     `cmd:"" group:"use" help:"Open it."`
		Hidden struct{} `cmd:"" hidden:"" help:"Not to be seen."`
	}
	k, err := kong.New(&cli, kong.Name("door"), kong.Description("Opens and shuts.\n\nMore on doors."), kong.Vars{"cores": manual.AnyCores},
		kong.ExplicitGroups([]kong.Group{{Key: "use", Title: "To use:"}}))
	if err != nil {
		t.Fatalf("kong.New: %v", err)
	}
	made := map[string]string{}
	for _, p := range manual.Pages(k.Model, manual.About{
		Version: "1.2.3", Date: time.Unix(0, 0),
		Manual: "Doors",
		More:   []manual.Section{{Title: "Files", Items: []manual.Item{{Text: "Some."}, {Term: "~/.door-key", Text: "The key."}}}},
	}) {
		made[p.Name] = p.Text
	}
	return made
}

// TestPages checks the pages of a program and a command, whose help text needs roff escapes.
func TestPages(t *testing.T) {
	made := pages(t)
	if len(made) != 2 {
		t.Fatalf("Pages returned %d pages, want 2: %v", len(made), made)
	}
	const program = `.TH "DOOR" 1 1970-01-01 "door 1.2.3" "Doors"
.SH "NAME"
door \- Opens and shuts
.SH "SYNOPSIS"
\fBdoor\fR <command>
.SH "DESCRIPTION"
Opens and shuts.
.PP
More on doors.
.SH "COMMANDS"
.SS "To use"
.TP
\fBdoor\-open\fR(1)
Open it.
.SH "OPTIONS"
.TP
\fB\-h\fR, \fB\-\-help\fR
Show context-sensitive help.
.SH "FILES"
Some.
.TP
\fB~/.door\-key\fR
The key.
`
	if got := made["door.1"]; got != program {
		t.Errorf("the program's page is\n%s\nwant\n%s", got, program)
	}
	const command = `.TH "DOOR-OPEN" 1 1970-01-01 "door 1.2.3" "Doors"
.SH "NAME"
door\-open \- Open it
.SH "SYNOPSIS"
\fBdoor open\fR <name> [flags]
.SH "DESCRIPTION"
Open it.
.PP
\&.TH is no request here.
A path is C:\edoors.
\&'Nor is this.
.SH "ARGUMENTS"
.TP
\fIname\fR
What to open.
.SH "OPTIONS"
.TP
\fB\-\-width\fR=\fIN\fR
How wide (default: one per core).
.TP
\fB\-\-[no\-]near\fR
Whether near; the nearest.
.TP
\fB\-h\fR, \fB\-\-help\fR
Show context-sensitive help.
.SH "EXAMPLES"
.RS 4
.EX
$ door open \-\-width 2 front
\&.hidden
.EE
.RE
.SH "SEE ALSO"
.BR door (1)
`
	if got := made["door-open.1"]; got != command {
		t.Errorf("the command's page is\n%s\nwant\n%s", got, command)
	}
}

// TestLines checks that lines are short and sentences begin on a new line.
func TestLines(t *testing.T) {
	for name, text := range pages(t) {
		for line := range strings.Lines(text) {
			if len(line) > 80 || strings.Contains(line, ". ") && !strings.HasPrefix(line, ".") {
				t.Errorf("%s: line %q is too long or has two sentences", name, line)
			}
		}
	}
}
