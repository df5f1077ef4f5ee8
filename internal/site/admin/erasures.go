package admin

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
)

// ErasuresFile is the file in the data folder that lists the people who were erased, by their hashes. It is not part of
// the database, so that a restored backup does not bring them back: the database contains how many lines have been
// applied to it, and the lines after that are applied when it is opened.
const ErasuresFile = "erasures"

// journal is the list of erasures in a folder. The zero value records nothing.
type journal struct {
	path    string
	setting string // setting with the number of lines that were applied
	lines   int
}

// KeepErasures records erasures in a folder, and erases the people again whom a restored backup has brought back.
func (s *Service) KeepErasures(ctx context.Context, folder string) (again int, err error) {
	s.journal = journal{path: filepath.Join(folder, ErasuresFile)}
	text, err := os.ReadFile(s.journal.path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil // nobody was erased
	}
	if err != nil {
		return 0, err
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	if len(whole) < len(text) { // the last line was not written completely, so nobody was erased after it
		if err := os.Truncate(s.journal.path, int64(len(whole))); err != nil {
			return 0, err
		}
	}
	people, err := s.journal.parse(whole)
	if err != nil {
		return 0, err
	}
	var applied int
	if err := s.store.Setting(ctx, s.journal.setting, &applied); err != nil {
		return 0, err
	}
	for _, who := range people[min(applied, len(people)):] {
		if _, err := s.eraseNow(ctx, who); err != nil {
			return again, err
		}
		again++
	}
	if again > 0 {
		s.log.Warn("admin: erased people again whom a restored backup had brought back", "count", again)
		err = s.store.Set(ctx, s.journal.setting, len(people))
	}
	return again, err
}

// parse reads the lines of the file. The first is a random name.
func (j *journal) parse(text []byte) (people []game.Hash, err error) {
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		if j.setting == "" {
			j.setting = "erasures-" + lines.Text()
			continue
		}
		j.lines++
		bits, err := hex.DecodeString(lines.Text())
		if err != nil || len(bits) != len(game.Hash{}) {
			return nil, fmt.Errorf("line %d of %s is damaged", j.lines+1, j.path)
		}
		people = append(people, game.Hash(bits))
	}
	return people, lines.Err()
}

// add appends a person to the file before they are erased.
func (j *journal) add(who game.Hash) error {
	if j.path == "" {
		return nil
	}
	f, err := os.OpenFile(j.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	text := hex.EncodeToString(who[:]) + "\n"
	if j.setting == "" {
		id := newID()
		text, j.setting = id+"\n"+text, "erasures-"+id
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		j.lines++
	}
	return err
}

// eraseLasting erases a person so that a restored backup does not bring them back.
func (s *Service) eraseLasting(ctx context.Context, who game.Hash) ([]string, error) {
	s.erasing.Lock()
	defer s.erasing.Unlock()
	if err := s.journal.add(who); err != nil {
		return nil, fmt.Errorf("the erasure cannot be recorded: %w", err)
	}
	ids, err := s.eraseNow(ctx, who)
	if err == nil && s.journal.path != "" {
		err = s.store.Set(ctx, s.journal.setting, s.journal.lines)
	}
	return ids, err
}

// eraseNow ends a person's running games and erases their data.
func (s *Service) eraseNow(ctx context.Context, who game.Hash) ([]string, error) {
	running, err := s.store.List(ctx, store.Filter{Player: who, Running: true})
	if err != nil {
		return nil, err
	}
	for _, e := range running {
		if _, err := s.stop(ctx, e.ID); err != nil && !errors.Is(err, room.ErrNotFound) {
			return nil, err
		}
	}
	return s.store.Erase(ctx, who)
}
