// Package room runs games for many people at once: it keeps those that are in
// use in memory over a [Store], lets flags fall, has the computer think in a
// bounded pool, and tells those who watch.
//
// A [Hub] has a room for each game in use. A command is decided by package game
// under the room's lock and committed to the store; only then is it
// acknowledged, and what was committed is published on the [Bus]. Watchers are
// told what comes over the bus. Several hubs may share a store and a bus: a
// commit that finds that somebody else has written is decided again on the game
// as it has become, and what is lost on the bus is missed by its number and
// read from the store.
//
//	hub, err := room.NewHub(ctx, store, room.Options{Rules: list})
//	me := room.SessionOf(cookie)
//	snapshot, err := hub.Create(ctx, me, game.Request{Variant: "triboard", Opponent: game.Friend, Colour: "white"})
//	snapshot, err = hub.Join(ctx, friend, snapshot.ID, snapshot.Invite, "Bert")
//	watcher, err := hub.Watch(ctx, me, snapshot.ID) // watcher.C: the snapshot first, then each message
//	err = hub.Do(ctx, me, snapshot.ID, game.Move{Ply: 0, Key: snapshot.Key, Move: "e2e4"})
//
// Deadlines are the store's: a hub asks for those that come before long and
// sets alarms for them, so that a flag falls watched or not, and also if it was
// to fall while the server was down.
//
// Time is the hub's own: it begins with the wall clock and then follows the
// monotonic one. A hub notes in the store that it is alive; after a restart, or
// when the machine has slept or the wall clock was set, the side to move of
// every game whose clock ran is given back what passed meanwhile, as an event
// of the game.
//
// A bounded number of computer players think at the same time. The others wait
// and are told their place: addresses take turns, at each address the people
// there, and games that somebody watches come before those that nobody does.
// Thinking stops when the game ends or the move is taken back, and is cut short
// when others wait. A game that nobody watches gets a fraction of a second for a
// move, and few of them are in the queue; also after a new start the others
// are taken up by and by. Without a clock the computer rests half a minute after
// the last person has left, and goes on when somebody comes back.
//
// A game that anybody may join is a challenge. It ends soon after its maker has
// left, unless it is to be kept for days. People and addresses have few, and take
// turns in the list. Where people ask from, [Session.At], is never stored.
//
// Who wants to play at once is paired with whoever has waited longest for the same
// game and clock ([Hub.Seek]). A player who is gone can be claimed against after a
// while; one whose socket does not answer counts as gone ([Watcher.SetAway]).
// Games that began in public stand in a list while they are played
// ([Hub.Playing]). Players say no more to each other than a few phrases
// ([Hub.Say]), which are not kept.
//
// Hubs that share a bus which is a [Messenger] are nodes of a cluster. Each tells
// the others four times a second that it is alive, and once a second who waits
// there. Of a game that several have in memory they tell each other who is at it,
// how many events they know of, which of them thinks about the computer's move,
// and what players say ([Note]). So whoever is at one node is here for all;
// a challenge lives while its maker is at any; two who wait at different nodes
// are paired. What a node that dies had to tell is forgotten after three
// seconds. An event that was lost on the bus shows in the next number, or in the
// count that follows every commit; while a node or the bus itself is not heard
// of, the store is asked for the counts instead.
//
// # Files
//
// Data runs one way. The files, each using only those before it:
// session.go, store.go, note.go, bus.go, gate.go, notification.go, player.go, ask.go, options.go, usual.go, nodes.go, trace.go, pool.go, lobby.go, pairing.go, proposals.go, timeline.go,
// alarms.go, probe.go, watcher.go, phrases.go, onboard.go, core.go, definitions.go, audience.go, room.go, herald.go, lend.go, computer.go, giveway.go, news.go, commit.go,
// think.go, hub.go, upkeep.go, lists.go, pulse.go, operate.go, ahead.go, notify.go, service.go, across.go, seek.go, answers.go,
// say.go, playing.go, heal.go, cluster.go, start.go.
package room
