package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/tainchess/tain/internal/site/store"
)

// RunPush is the conformance test for implementations of store.SubscriptionStore.
func RunPush(t *testing.T, s store.SubscriptionStore) {
	ctx := t.Context()
	one := func(n int, who string) store.Subscription {
		return store.Subscription{Endpoint: fmt.Sprintf("https://push.example/%d", n), Person: session(who), Key: []byte{4, byte(n)}, Auth: []byte{1, byte(n)}, Created: int64(n)}
	}
	want := func(who string, numbers ...int) {
		t.Helper()
		var all []store.Subscription
		for _, n := range numbers {
			all = append(all, one(n, who))
		}
		if list, err := s.Subscriptions(ctx, session(who)); err != nil || len(list)+len(all) > 0 && !reflect.DeepEqual(list, all) {
			t.Errorf("Subscriptions(%s) = %+v, %v; want %v", who, list, err, numbers)
		}
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("Subscriptions: %v", err)
		}
	}
	want("anna")
	for n := 1; n <= 3; n++ {
		must(s.Subscribe(ctx, one(n, "anna"), 3, 5))
	}
	want("anna", 3, 2, 1)
	must(s.Subscribe(ctx, one(4, "anna"), 3, 5)) // replaces the oldest
	want("anna", 4, 3, 2)
	must(s.Subscribe(ctx, one(4, "bert"), 3, 5)) // same browser, another person
	want("anna", 3, 2)
	want("bert", 4)
	must(s.Subscribe(ctx, one(5, "bert"), 3, 5))
	must(s.Subscribe(ctx, one(6, "bert"), 3, 5))
	if err := s.Subscribe(ctx, one(7, "cora"), 3, 5); !errors.Is(err, store.ErrSubscriptionsFull) {
		t.Errorf("Subscribe beyond the total limit: %v", err)
	}
	must(s.Subscribe(ctx, one(5, "bert"), 3, 5)) // subscribing again does not add a subscription
	must(s.Unsubscribe(ctx, session("anna"), one(4, "").Endpoint))
	want("bert", 6, 5, 4)
	must(s.Unsubscribe(ctx, session("bert"), one(4, "").Endpoint))
	want("bert", 6, 5)
	must(s.PruneSubscriptions(ctx, 6))
	want("bert", 6)
	want("anna")
}
