//go:build linux

package main

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/test/postgres"
)

// database is a PostgreSQL server and its disk.
type database struct {
	*postgres.Server
	disk *disk // nil if it cannot be mounted
}

// startDatabases starts the PostgreSQL servers, each on a separate disk.
func (c *cluster) startDatabases(h postgres.Host, standby bool, say func(string, ...any)) error {
	create := func(name string) (d *disk, data string, err error) {
		data = filepath.Join(c.folder, name)
		if d, err = newDisk(h, data, 512<<20); err != nil {
			say("disks cannot be filled on this machine: %v", err)
			return nil, "", nil
		}
		data = filepath.Join(data, "data")
		return d, data, os.Mkdir(data, 0o700)
	}
	disk, data, err := create("primary")
	if err != nil {
		return err
	}
	c.database = &database{postgres.StartIn(h, data), disk}
	address := c.database.Database()
	c.name, _, _ = strings.Cut(address[strings.LastIndex(address, "/")+1:], "?")
	if !standby {
		return nil
	}
	if disk, data, err = create("standby"); err == nil {
		c.standby = &database{c.database.Standby(data), disk}
	}
	return err
}

// databases returns the PostgreSQL servers.
func (c *cluster) databases() []*database {
	if c.standby == nil {
		return []*database{c.database}
	}
	return []*database{c.database, c.standby}
}

// store returns the address of the database, bypassing all links.
func (c *cluster) store() string { return c.database.URL(c.name) }

// failOver kills the primary and promotes the standby.
func (c *cluster) failOver() {
	c.database.Kill()
	c.standby.Promote()
	c.database, c.standby = c.standby, c.database
}

// follow restarts the killed primary as the new standby.
func (c *cluster) follow(context.Context) error {
	c.standby.Follow(c.database.Server)
	return nil
}

func hasStandby(c *cluster) bool { return c.standby != nil }

// standbyKinds are faults that involve the synchronous standby. While the standby is down, nothing can
// be committed.
var standbyKinds = []kind{
	{name: "promote the standby", able: hasStandby, make: func(c *cluster, _ *rand.Rand) fault {
		return fault{begin: func(context.Context) error { c.failOver(); return nil }, end: nothing, settle: c.follow}
	}},
	{name: "promote a standby that was down", able: hasStandby, make: func(c *cluster, r *rand.Rand) fault {
		return fault{everywhere: true, lasts: within(r, 2*time.Second, 8*time.Second), // shorter or longer than a node waits for a commit
			begin: func(context.Context) error { c.standby.Kill(); return nil },
			end: func(context.Context) error {
				c.database.Kill() // kill the primary first, so that the standby receives no more data
				c.standby.Again()
				c.failOver()
				return nil
			}, settle: c.follow}
	}},
	{name: "pause the standby", able: hasStandby, make: func(c *cluster, r *rand.Rand) fault {
		goOn := func() {}
		return fault{everywhere: true, lasts: within(r, 300*time.Millisecond, 6*time.Second),
			begin: func(context.Context) error { goOn = c.standby.Pause(); return nil },
			end:   func(context.Context) error { goOn(); return nil }}
	}},
	{name: "kill the standby", able: hasStandby, make: func(c *cluster, r *rand.Rand) fault {
		return fault{everywhere: true, lasts: within(r, 0, 2*time.Second),
			begin: func(context.Context) error { c.standby.Kill(); return nil },
			end:   func(context.Context) error { c.standby.Again(); return nil }}
	}},
}
