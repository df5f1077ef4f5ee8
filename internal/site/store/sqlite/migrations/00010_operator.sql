-- +goose Up

-- Events say who sits where by reference, {"who": "white"}: the session and the
-- name stand in the game's row alone. So a person can be renamed or erased
-- and no event changes.
ALTER TABLE games ADD COLUMN white_name TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN black_name TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN anonymous INTEGER NOT NULL DEFAULT 0; -- nothing of its players is kept

UPDATE games SET
    white = coalesce(white, unhex(json_extract(entry, '$.white.browser'))),
    black = coalesce(black, unhex(json_extract(entry, '$.black.browser'))),
    white_name = coalesce(json_extract(entry, '$.white.name'), ''),
    black_name = coalesce(json_extract(entry, '$.black.name'), ''),
    entry = json_remove(entry, '$.white.browser', '$.white.name', '$.black.browser', '$.black.name');

DROP TRIGGER events_stay;
DROP TRIGGER events_remain;

UPDATE events SET data = json_set(json_remove(data, '$.start.white.browser', '$.start.white.name'), '$.start.white.who', 'white')
WHERE (game, seq) IN (SELECT id, 0 FROM games) AND json_extract(data, '$.start.white.browser') IS NOT NULL;
UPDATE events SET data = json_set(json_remove(data, '$.start.black.browser', '$.start.black.name'), '$.start.black.who', 'black')
WHERE (game, seq) IN (SELECT id, 0 FROM games) AND json_extract(data, '$.start.black.browser') IS NOT NULL;
UPDATE events SET data = json_set(json_remove(data, '$.player.browser', '$.player.name'), '$.player.who', json_extract(data, '$.side'))
WHERE data LIKE '{"type":"joined",%' AND json_extract(data, '$.player.browser') IS NOT NULL;

-- The games that are being deleted; it is empty but within a transaction.
CREATE TABLE deleting (game TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;

-- +goose StatementBegin
CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER events_remain BEFORE DELETE ON events WHEN NOT EXISTS (SELECT 1 FROM deleting WHERE game = OLD.game)
BEGIN SELECT RAISE(ABORT, 'events are only ever added, or go with their game'); END;
-- +goose StatementEnd

-- Names that the operator has given to people, whatever they call themselves.
CREATE TABLE names (
    session BLOB NOT NULL PRIMARY KEY,
    name    TEXT NOT NULL
) WITHOUT ROWID;

-- Who may not come in: a range of addresses such as 192.0.2.0/24, or a person
-- by the hash of the browser's secret.
CREATE TABLE bans (
    subject TEXT    NOT NULL PRIMARY KEY,
    reason  TEXT    NOT NULL,
    created INTEGER NOT NULL,
    until   INTEGER NOT NULL -- 0 is for ever
) WITHOUT ROWID;

-- What the operator has set, as JSON.
CREATE TABLE settings (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX games_created ON games (created);
CREATE INDEX games_ended ON games (updated) WHERE NOT running;
