// Package shelf keeps studies that people put on a server: sets of chapters as
// PGN, read by whoever has the link, and changed by whoever has the secret one.
//
// A [Shelf] checks what is put there and asks its [Store] to keep it. Everything
// on it is bounded: the text of a study, how many a person has, and how many
// there are.
package shelf

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/notation/pgn"
)

// Study is a study as it is kept.
type Study struct {
	ID      string    `json:"id"`
	Secret  game.Hash `json:"-"` // of the word that lets one change it
	Owner   game.Hash `json:"-"` // who put it there
	Title   string    `json:"title"`
	PGN     string    `json:"pgn"`
	Version int       `json:"version"` // 1 at first, one more with each change
	Created int64     `json:"created"`
	Updated int64     `json:"updated"`
	Used    int64     `json:"used"` // last read or changed, to about a day
}

// What a Store says of what it refuses.
var (
	ErrNotFound = errors.New("shelf: there is no such study")
	ErrConflict = errors.New("shelf: the study has another version")
	ErrFull     = errors.New("shelf: there are too many studies")
)

// Store keeps studies. Its methods may be called at the same time. Package
// storetest tells whether something is a Store.
type Store interface {
	// CreateStudy keeps a new study, unless its owner has so many already or
	// there are so many in all: then it is ErrFull.
	CreateStudy(ctx context.Context, s Study, most Bounds) error
	// Study returns a study, or ErrNotFound.
	Study(ctx context.Context, id string) (Study, error)
	// ChangeStudy replaces title, text, version and times of a study whose version
	// is the one before. It is ErrConflict if it has another, and ErrNotFound if
	// there is none.
	ChangeStudy(ctx context.Context, s Study) error
	// UseStudy notes that a study was read at a time.
	UseStudy(ctx context.Context, id string, at int64) error
	// DeleteStudy deletes a study, or returns ErrNotFound.
	DeleteStudy(ctx context.Context, id string) error
	// StudiesOf returns the studies of a person, the last changed first.
	StudiesOf(ctx context.Context, owner game.Hash) ([]Study, error)
	// PruneStudies deletes those that were last used before a time, and returns
	// how many there were.
	PruneStudies(ctx context.Context, before int64) (int, error)
}

// Bounds are how many studies there may be, of one person and in all.
type Bounds struct{ Person, All int }

// Gate is asked what the operator allows at the moment; room.Gate is one.
type Gate interface {
	Begin(by game.Hash) error
	Change(by game.Hash) error
}

// Shelf is the studies of a server.
type Shelf struct {
	store Store
	find  pgn.Finder
	gate  Gate
	most  Bounds
	now   func() time.Time
}

// New returns the shelf over a store. Gate may be nil.
func New(store Store, find pgn.Finder, gate Gate, most Bounds) *Shelf {
	return &Shelf{store, find, gate, most, time.Now}
}

// idLetters and secretBytes make names that nobody guesses: 60 and 128 bits.
const (
	idLetters   = 12
	secretBytes = 16
)

// usedEvery is how often it is noted at most that a study was read.
const usedEvery = 24 * time.Hour

// Put keeps a new study of a person. The secret is told this once.
func (b *Shelf) Put(ctx context.Context, by game.Hash, pgn string) (s Study, secret string, err error) {
	if b.gate != nil {
		if err := b.gate.Begin(by); err != nil {
			return Study{}, "", err
		}
	}
	title, err := Check(pgn, b.find)
	if err != nil {
		return Study{}, "", err
	}
	bits := make([]byte, secretBytes)
	rand.Read(bits)
	secret = base64.RawURLEncoding.EncodeToString(bits)
	at := b.now().UnixMilli()
	s = Study{
		ID: strings.ToLower(rand.Text()[:idLetters]), Secret: game.HashOf(secret), Owner: by,
		Title: title, PGN: pgn, Version: 1, Created: at, Updated: at, Used: at,
	}
	if err := b.store.CreateStudy(ctx, s, b.most); err != nil {
		return Study{}, "", said(err)
	}
	return s, secret, nil
}

// Read returns a study.
func (b *Shelf) Read(ctx context.Context, id string) (Study, error) {
	s, err := b.store.Study(ctx, id)
	if err != nil {
		return Study{}, said(err)
	}
	// That nobody could note it is no reason not to show it.
	if at := b.now().UnixMilli(); at-s.Used > usedEvery.Milliseconds() {
		_ = b.store.UseStudy(ctx, id, at)
	}
	return s, nil
}

// Change replaces the text of a study that has a version.
func (b *Shelf) Change(ctx context.Context, by game.Hash, id, secret string, version int, pgn string) (Study, error) {
	s, err := b.own(ctx, by, id, secret)
	if err != nil {
		return Study{}, err
	}
	if s.Title, err = Check(pgn, b.find); err != nil {
		return Study{}, err
	}
	at := b.now().UnixMilli()
	s.PGN, s.Version, s.Updated, s.Used = pgn, version+1, at, at
	if err := b.store.ChangeStudy(ctx, s); err != nil {
		return Study{}, said(err)
	}
	return s, nil
}

// Delete deletes a study.
func (b *Shelf) Delete(ctx context.Context, by game.Hash, id, secret string) error {
	if _, err := b.own(ctx, by, id, secret); err != nil {
		return err
	}
	return said(b.store.DeleteStudy(ctx, id))
}

// own returns a study to whoever has its secret.
func (b *Shelf) own(ctx context.Context, by game.Hash, id, secret string) (Study, error) {
	if b.gate != nil {
		if err := b.gate.Change(by); err != nil {
			return Study{}, err
		}
	}
	s, err := b.store.Study(ctx, id)
	if err != nil {
		return Study{}, said(err)
	}
	given := game.HashOf(secret)
	if subtle.ConstantTimeCompare(given[:], s.Secret[:]) != 1 {
		return Study{}, game.Refuse("study.bad-token", "this link does not let you change the study: ask its maker for the secret one", nil)
	}
	return s, nil
}

// said makes of what a store says what people are told.
func said(err error) error {
	switch {
	case errors.Is(err, ErrNotFound):
		return game.Refuse("study.not-found", "there is no study of this name; it may have been deleted", nil)
	case errors.Is(err, ErrConflict):
		return game.Refuse("study.stale", "the study was changed elsewhere in the meantime; read it anew", nil)
	case errors.Is(err, ErrFull):
		return game.Refuse("study.limit", "there are too many studies; delete one that is not needed any more", nil)
	case err == nil:
		return nil
	}
	return game.StoreFailed("save", err)
}
