-- +goose Up

-- The events of each game, as JSON. Everything else follows from them.
CREATE TABLE events (
    game TEXT    NOT NULL,
    seq  INTEGER NOT NULL, -- from 0
    data TEXT    NOT NULL,
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;

-- +goose StatementBegin
CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER events_remain BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
-- +goose StatementEnd

-- The fields by which games are found, and their entries in lists as JSON.
CREATE TABLE games (
    id      TEXT    NOT NULL PRIMARY KEY,
    events  INTEGER NOT NULL, -- how many there are
    white   BLOB,             -- hash of the browser's secret
    black   BLOB,
    open    INTEGER NOT NULL,
    running INTEGER NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    entry   TEXT    NOT NULL
) WITHOUT ROWID;

CREATE INDEX games_white ON games (white) WHERE white IS NOT NULL;
CREATE INDEX games_black ON games (black) WHERE black IS NOT NULL;
CREATE INDEX games_open ON games (created) WHERE open;
CREATE INDEX games_running ON games (id) WHERE running;
