package matches

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/lab/match"
)

// Report prints the result of a match that ended with an error or nil, and returns
// the error of the command. A self-check fails on any fault.
func Report(con *cli.Console, sum *match.Summary, pgn string, selfCheck bool, err error) error {
	if sum == nil {
		return err
	}
	if con.JSON {
		if bad := con.Document(sum); bad != nil {
			return bad
		}
		if err != nil {
			err = cli.Reported{Err: err}
		}
	} else {
		lines := Lines(sum)
		if text := sum.EndingsText(); text != "" {
			lines = append(lines, cli.Printable("  endings: "+text))
		}
		fmt.Fprintln(con.Out, strings.Join(lines, "\n"))
	}
	if err != nil {
		if pgn != "" && errors.Is(err, con.Context.Err()) && !con.JSON {
			con.Note(fmt.Sprintf("finished games are saved in %v; continue with --resume", pgn))
		}
		return err
	}
	if !selfCheck {
		return nil
	}
	if n := sum.A.Faults.Total() + sum.B.Faults.Total(); n > 0 {
		return cli.Reported{Err: fmt.Errorf("the self-check found %s in %s", cli.Plural(n, "fault"), cli.Plural(sum.Games, "game"))}
	}
	if !con.JSON {
		fmt.Fprintf(con.Out, "self-check: %s, no illegal move, time loss, crash or hang\n", cli.Plural(sum.Games, "game"))
	}
	return nil
}
