package main

import (
	"context"
	"log/slog"
	"strings"

	"github.com/tainchess/tain/internal/message"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/push"
	"github.com/tainchess/tain/internal/site/store"
)

// pushService returns what tells browsers that something has happened, nil where
// nobody is told. Its key is kept beside the database, or in it where several
// servers share it.
func (s *serveCmd) pushService(ctx context.Context, games room.Store, log *slog.Logger) (*push.Service, error) {
	kept, ok := games.(push.Store)
	if s.config.Push.Off || !ok {
		return nil, nil
	}
	load := push.NewKey
	if shared, ok := kept.(store.Shared); ok {
		load = func() (*push.Key, error) { return sharedKey(ctx, shared) }
	} else if !s.config.Memory {
		load = func() (*push.Key, error) { return push.LoadKey(s.config.Data) }
	}
	key, err := load()
	if err != nil {
		return nil, err
	}
	o := push.Options{Store: kept, Key: key, Trusted: s.config.Push.Trusted, Log: log}
	for _, contact := range []string{s.config.Contact, s.config.SecurityContact} {
		if strings.HasPrefix(contact, "mailto:") || strings.HasPrefix(contact, "https:") {
			o.Contact = contact
			break
		}
	}
	return push.New(o), nil
}

// pushKey is the setting that holds the key of web push where servers share it.
const pushKey = "push-key"

// sharedKey returns the key that all servers of a store have: whoever needs it
// first makes it.
func sharedKey(ctx context.Context, shared store.Shared) (*push.Key, error) {
	k, err := push.NewKey()
	if err != nil {
		return nil, err
	}
	text, err := k.Text()
	if err != nil {
		return nil, err
	}
	if err := shared.SetOnce(ctx, pushKey, &text); err != nil {
		return nil, err
	}
	return push.ParseKey(text)
}

// noticeOf says what a browser shows.
func noticeOf(n room.Notification) push.Notice {
	notice := push.Notice{Title: "Your turn", URL: "/game/" + n.Game, Topic: n.Game, Body: said("command.say.has-moved-in", message.Args{"opponent": n.Opponent, "title": n.Title})}
	switch {
	case n.Kind == room.Accepted:
		notice.Title, notice.Body = "Your game begins", said("command.say.plays-with-you", message.Args{"opponent": n.Opponent, "title": n.Title})
	case n.Days == 1:
		notice.Body += " You have a day."
	case n.Days > 1:
		notice.Body += " " + said("command.say.you-have-days", message.Args{"days": n.Days})
	}
	return notice
}
