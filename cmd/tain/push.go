package main

import (
	"log/slog"
	"strings"

	"github.com/tainchess/tain/internal/message"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/push"
)

// pushService returns what tells browsers that something has happened, nil where
// nobody is told. Its key is kept beside the database.
func (s *serveCmd) pushService(store room.Store, log *slog.Logger) (*push.Service, error) {
	kept, ok := store.(push.Store)
	if s.config.Push.Off || !ok {
		return nil, nil
	}
	load := push.NewKey
	if !s.config.Memory {
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
