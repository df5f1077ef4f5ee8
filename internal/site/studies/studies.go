// Package studies publishes studies on a server. A study is a set of PGN chapters that anybody with the link
// can read and anybody with the secret can change.
//
// A [Service] checks studies and saves them in a [Store]. Their size, their number per person and their total
// number are limited.
package studies

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/notation/pgn"
)

// Study is a saved study.
type Study struct {
	ID      string    `json:"id"`
	Secret  game.Hash `json:"-"` // hash of the secret required to change the study
	Owner   game.Hash `json:"-"` // person who published the study
	Title   string    `json:"title"`
	PGN     string    `json:"pgn"`
	Version int       `json:"version"` // starts at 1 and is incremented by each change
	Created int64     `json:"created"`
	Updated int64     `json:"updated"`
	Used    int64     `json:"used"` // time of the last read or change, accurate to about a day
}

// Errors returned by a Store.
var (
	ErrNotFound = errors.New("studies: study not found")
	ErrConflict = errors.New("studies: version conflict")
	ErrFull     = errors.New("studies: too many studies")
)

// Store stores studies. Its methods are safe for concurrent use. Package storetest tests implementations.
type Store interface {
	// CreateStudy saves a new study. It returns ErrFull if the owner or the store has too many studies, and
	// ErrConflict if the ID is in use.
	CreateStudy(ctx context.Context, s Study, most Bounds) error
	// Study returns a study, or ErrNotFound.
	Study(ctx context.Context, id string) (Study, error)
	// ChangeStudy replaces the title, text, version and times of a study. It returns ErrConflict if the saved
	// version is not the preceding one, and ErrNotFound if the study does not exist.
	ChangeStudy(ctx context.Context, s Study) error
	// UseStudy records that a study was read at a given time.
	UseStudy(ctx context.Context, id string, at int64) error
	// DeleteStudy deletes a study, or returns ErrNotFound.
	DeleteStudy(ctx context.Context, id string) error
	// StudiesOf returns the studies of a person, most recently changed first.
	StudiesOf(ctx context.Context, owner game.Hash) ([]Study, error)
	// PruneStudies deletes the studies last used before a time, and returns their number.
	PruneStudies(ctx context.Context, before int64) (int, error)
}

// Bounds limits the number of studies, per person and in total.
type Bounds struct{ Person, All int }

// Gate decides what the operator currently permits. Every room.Gate implements it.
type Gate interface {
	Begin(by game.Hash) error
	Change(by game.Hash) error
}

// Service manages the studies of a server.
type Service struct {
	store Store
	find  pgn.Finder
	gate  Gate
	most  Bounds
	now   func() time.Time
}

// New returns a service for the studies in a store. gate may be nil.
func New(store Store, find pgn.Finder, gate Gate, most Bounds) *Service {
	return &Service{store, find, gate, most, time.Now}
}

// IDs have 60 random bits and secrets 128, so neither can be guessed.
const (
	idLetters   = 12
	secretBytes = 16
)

// usedEvery is the minimum interval between two recorded reads of a study.
const usedEvery = 24 * time.Hour

// Put saves a person's new study, and returns it with its secret. The secret cannot be retrieved later. [Check] describes
// pay.
func (b *Service) Put(ctx context.Context, by game.Hash, pgn string, pay func() error) (s Study, secret string, err error) {
	if b.gate != nil {
		if err := b.gate.Begin(by); err != nil {
			return Study{}, "", err
		}
	}
	title, err := Check(pgn, b.find, pay)
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
		return Study{}, "", refusal("study", err)
	}
	return s, secret, nil
}

// Read returns a study and records that it was read.
func (b *Service) Read(ctx context.Context, id string) (Study, error) {
	s, err := b.store.Study(ctx, id)
	if err != nil {
		return Study{}, refusal("other", err)
	}
	// The study is returned even if the read cannot be recorded.
	if at := b.now().UnixMilli(); at-s.Used > usedEvery.Milliseconds() {
		_ = b.store.UseStudy(ctx, id, at)
	}
	return s, nil
}

// Change replaces the text of a study, if the secret is correct and the study has the given version. [Check] describes
// pay.
func (b *Service) Change(ctx context.Context, by game.Hash, id, secret string, version int, pgn string, pay func() error) (Study, error) {
	s, err := b.own(ctx, by, id, secret)
	if err != nil {
		return Study{}, err
	}
	if s.Title, err = Check(pgn, b.find, pay); err != nil {
		return Study{}, err
	}
	at := b.now().UnixMilli()
	s.PGN, s.Version, s.Updated, s.Used = pgn, version+1, at, at
	if err := b.store.ChangeStudy(ctx, s); err != nil {
		return Study{}, refusal("study", err)
	}
	return s, nil
}

// Delete deletes a study, if the secret is correct.
func (b *Service) Delete(ctx context.Context, by game.Hash, id, secret string) error {
	if _, err := b.own(ctx, by, id, secret); err != nil {
		return err
	}
	return refusal("other", b.store.DeleteStudy(ctx, id))
}

// own returns a study, or an error if the secret is wrong or the operator does not permit changes.
func (b *Service) own(ctx context.Context, by game.Hash, id, secret string) (Study, error) {
	if b.gate != nil {
		if err := b.gate.Change(by); err != nil {
			return Study{}, err
		}
	}
	s, err := b.store.Study(ctx, id)
	if err != nil {
		return Study{}, refusal("other", err)
	}
	if !game.HashOf(secret).Same(s.Secret) {
		return Study{}, game.Refuse("study.bad-token", "this link does not allow editing: ask the study's author for the secret link", nil)
	}
	return s, nil
}

// refusal converts a store error to an error with a message for people. what is the operation, as in
// [game.StoreFailed].
func refusal(what string, err error) error {
	switch {
	case errors.Is(err, ErrNotFound):
		return game.Refuse("study.not-found", "study not found; it may have been deleted", nil)
	case errors.Is(err, ErrConflict):
		return game.Refuse("study.stale", "the study was changed elsewhere in the meantime; reload it", nil)
	case errors.Is(err, ErrFull):
		return game.Refuse("study.limit", "too many studies; delete one you no longer need", nil)
	case err == nil:
		return nil
	}
	return game.StoreFailed(what, err)
}
