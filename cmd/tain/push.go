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

// noticeOf says what a browser shows, in every language: which one its person
// reads, only the browser knows.
func noticeOf(n room.Notification) push.Notice {
	notice := push.Notice{URL: "/game/" + n.Game, Topic: n.Game, In: map[string]push.Text{}}
	for _, language := range message.Languages() {
		c, _ := message.For(language)
		title := c.Or(message.Code("variant."+n.Variant+".title"), n.Title)
		head, body := message.New("command.push.your-turn", nil), message.New("command.push.moved", message.Args{"opponent": n.Opponent, "title": title, "days": n.Days})
		if n.Kind == room.Accepted {
			head, body = message.New("command.push.begins", nil), message.New("command.push.plays", message.Args{"opponent": n.Opponent, "title": title})
		}
		text := push.Text{Title: c.Text(head), Body: c.Text(body)}
		if language == message.Spoken().Language() {
			notice.Text = text
			continue
		}
		notice.In[language] = text
	}
	return notice
}
