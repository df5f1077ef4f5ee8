package handle

import (
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// openLine plays a line and keeps it open under a new handle.
func (t *Table) openLine(q wire.LineRequest) (wire.HeldLine, error) {
	line, err := t.service.Play(q)
	if err != nil {
		return wire.HeldLine{}, err
	}
	handle, err := t.free()
	if err != nil {
		return wire.HeldLine{}, err
	}
	t.lines[handle] = line
	return wire.HeldLine{Handle: handle, LineAnswer: api.NewLineAnswer(line, t.Catalogue())}, nil
}

// push adds all of the given moves to a line, or none of them.
func (t *Table) push(q wire.PushRequest) (wire.LineChange, error) {
	line := t.lines[q.Handle]
	if line == nil {
		return wire.LineChange{}, unknown(q.Handle)
	}
	ply := line.Ply()
	if ply+len(q.Moves) > api.MaxGame {
		return wire.LineChange{}, wire.NewFailure(wire.CodeTooLong, "request.too-long.line", message.Args{"count": ply + len(q.Moves), "most": api.MaxGame})
	}
	if err := api.Push(line, q.Moves); err != nil {
		shorten(line, ply)
		return wire.LineChange{}, err
	}
	if q.Last && len(q.Moves) > 0 {
		ply = line.Ply() - 1
	}
	return wire.LineChange{Steps: api.Steps(line, ply, t.Catalogue()), State: api.NewState(line, t.Catalogue())}, nil
}

// pop removes the moves after a ply from a line, and describes the position at that ply.
func (t *Table) pop(q wire.PopRequest) (wire.LineChange, error) {
	line := t.lines[q.Handle]
	switch {
	case line == nil:
		return wire.LineChange{}, unknown(q.Handle)
	case q.Ply < 0 || q.Ply > line.Ply():
		return wire.LineChange{}, wire.NewFailure(wire.CodeRequest, "request.range", message.Args{"name": "ply", "value": q.Ply, "most": line.Ply()})
	}
	shorten(line, q.Ply)
	change := wire.LineChange{Steps: []wire.Step{}, State: api.NewState(line, t.Catalogue())}
	if q.Last && q.Ply > 0 {
		change.Steps = api.Steps(line, q.Ply-1, t.Catalogue())
	}
	return change, nil
}

// shorten takes back moves until a ply is reached.
func shorten(line *rules.Line, ply int) {
	for line.Ply() > ply {
		line.Undo()
	}
}
