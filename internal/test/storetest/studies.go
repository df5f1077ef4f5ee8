package storetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/tainchess/tain/internal/site/studies"
)

// RunStudies is the conformance test for implementations of studies.Store. open returns a new empty
// store on each call.
func RunStudies(t *testing.T, open func(t *testing.T) studies.Store) {
	for name, test := range map[string]func(t *testing.T, s studies.Store){
		"stored": studyKept, "changed": studyChanged, "quotas": studyBounds, "concurrent changes": studiesAtOnce, "pruned": studiesPruned,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

var plenty = studies.Bounds{Person: 100, All: 1000}

func study(id, owner string, at int64) studies.Study {
	return studies.Study{
		ID: id, Secret: session("secret of " + id), Owner: session(owner), Title: "Études & \"notes\"", PGN: "[Event \"é\"]\n\n*\n", Version: 1,
		Created: at, Updated: at, Used: at,
	}
}

func studyKept(t *testing.T, s studies.Store) {
	ctx := t.Context()
	if _, err := s.Study(ctx, "one"); !errors.Is(err, studies.ErrNotFound) {
		t.Errorf("Study of an unknown ID: %v", err)
	}
	one := study("one", "anna", 5)
	if err := s.CreateStudy(ctx, one, plenty); err != nil {
		t.Fatalf("CreateStudy: %v", err)
	}
	if err := s.CreateStudy(ctx, study("one", "bert", 6), plenty); !errors.Is(err, studies.ErrConflict) {
		t.Errorf("CreateStudy twice: %v", err)
	}
	if got, err := s.Study(ctx, "one"); err != nil || got != one {
		t.Errorf("Study = %+v, %v; want %+v", got, err, one)
	}
	if err := s.UseStudy(ctx, "one", 9); err != nil {
		t.Errorf("UseStudy: %v", err)
	}
	if err := s.UseStudy(ctx, "one", 7); err != nil {
		t.Errorf("UseStudy: %v", err)
	}
	if got, err := s.Study(ctx, "one"); err != nil || got.Used != 9 {
		t.Errorf("last used at %d, %v; want 9", got.Used, err)
	}
	if err := s.CreateStudy(ctx, study("two", "anna", 8), plenty); err != nil {
		t.Fatalf("CreateStudy: %v", err)
	}
	list, err := s.StudiesOf(ctx, session("anna"))
	if err != nil || len(list) != 2 || list[0].ID != "two" || list[1].ID != "one" {
		t.Errorf("Anna's studies are %+v, %v", list, err)
	}
	if err := s.DeleteStudy(ctx, "one"); err != nil {
		t.Errorf("DeleteStudy: %v", err)
	}
	for what, err := range map[string]error{"deleting": s.DeleteStudy(ctx, "one"), "using": s.UseStudy(ctx, "one", 1), "changing": s.ChangeStudy(ctx, one)} {
		if !errors.Is(err, studies.ErrNotFound) {
			t.Errorf("%s a deleted study: %v", what, err)
		}
	}
}

func studyChanged(t *testing.T, s studies.Store) {
	ctx := t.Context()
	one := study("one", "anna", 5)
	if err := s.CreateStudy(ctx, one, plenty); err != nil {
		t.Fatalf("CreateStudy: %v", err)
	}
	next := one
	next.Title, next.PGN, next.Version, next.Updated, next.Used = "Another", "[Event \"2\"]\n\n*\n", 2, 6, 6
	next.Owner, next.Secret, next.Created = session("eve"), session("hers"), 1
	if err := s.ChangeStudy(ctx, next); err != nil {
		t.Fatalf("ChangeStudy: %v", err)
	}
	want := next
	want.Owner, want.Secret, want.Created = one.Owner, one.Secret, one.Created
	if got, err := s.Study(ctx, "one"); err != nil || got != want {
		t.Errorf("Study = %+v, %v; want %+v", got, err, want)
	}
	for _, version := range []int{1, 2, 4} {
		late := next
		late.Version, late.PGN = version, "lost"
		if err := s.ChangeStudy(ctx, late); !errors.Is(err, studies.ErrConflict) {
			t.Errorf("version %d after 2: %v", version, err)
		}
	}
	if got, err := s.Study(ctx, "one"); err != nil || got != want {
		t.Errorf("study after a rejected change: %+v, %v", got, err)
	}
}

func studyBounds(t *testing.T, s studies.Store) {
	ctx := t.Context()
	most := studies.Bounds{Person: 2, All: 3}
	for id, owner := range map[string]string{"a1": "anna", "a2": "anna"} {
		if err := s.CreateStudy(ctx, study(id, owner, 1), most); err != nil {
			t.Fatalf("CreateStudy: %v", err)
		}
	}
	if err := s.CreateStudy(ctx, study("a3", "anna", 1), most); !errors.Is(err, studies.ErrFull) {
		t.Errorf("CreateStudy beyond the owner's quota: %v", err)
	}
	if err := s.CreateStudy(ctx, study("b1", "bert", 1), most); err != nil {
		t.Errorf("CreateStudy: %v", err)
	}
	if err := s.CreateStudy(ctx, study("c1", "cora", 1), most); !errors.Is(err, studies.ErrFull) {
		t.Errorf("CreateStudy beyond the total quota: %v", err)
	}
	if err := s.DeleteStudy(ctx, "a1"); err != nil {
		t.Errorf("DeleteStudy: %v", err)
	}
	if err := s.CreateStudy(ctx, study("c1", "cora", 1), most); err != nil {
		t.Errorf("CreateStudy after a deletion: %v", err)
	}
}

// studiesAtOnce checks that exactly one of many concurrent changes to a version succeeds.
func studiesAtOnce(t *testing.T, s studies.Store) {
	ctx := t.Context()
	if err := s.CreateStudy(ctx, study("one", "anna", 1), plenty); err != nil {
		t.Fatalf("CreateStudy: %v", err)
	}
	var wait sync.WaitGroup
	var taken atomic.Int32
	for i := range 20 {
		wait.Go(func() {
			next := study("one", "anna", 2)
			next.Version, next.PGN = 2, fmt.Sprint(i)
			switch err := s.ChangeStudy(ctx, next); {
			case err == nil:
				taken.Add(1)
			case !errors.Is(err, studies.ErrConflict):
				t.Errorf("ChangeStudy: %v", err)
			}
		})
	}
	wait.Wait()
	if taken.Load() != 1 {
		t.Errorf("%d of 20 changes to one version succeeded, want 1", taken.Load())
	}
}

func studiesPruned(t *testing.T, s studies.Store) {
	ctx := t.Context()
	for id, at := range map[string]int64{"old": 10, "older": 5, "new": 20} {
		if err := s.CreateStudy(ctx, study(id, "anna", at), plenty); err != nil {
			t.Fatalf("CreateStudy: %v", err)
		}
	}
	if n, err := s.PruneStudies(ctx, 20); err != nil || n != 2 {
		t.Errorf("pruned %d, %v; want 2", n, err)
	}
	if list, err := s.StudiesOf(ctx, session("anna")); err != nil || len(list) != 1 || list[0].ID != "new" {
		t.Errorf("studies after pruning: %+v, %v", list, err)
	}
}
