-- +goose Up

-- Events refer to players as {"who": "white"}. Only the row of the game contains the
-- session and the name, so that a person can be renamed or erased without changing
-- an event.
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

-- The games that are being deleted. The table is empty outside transactions.
CREATE TABLE deleting (game TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;

-- +goose StatementBegin
CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER events_remain BEFORE DELETE ON events WHEN NOT EXISTS (SELECT 1 FROM deleting WHERE game = OLD.game)
BEGIN SELECT RAISE(ABORT, 'events are only ever added, or go with their game'); END;
-- +goose StatementEnd

-- Names that the operator has given to people, which replace their own.
CREATE TABLE names (
    session BLOB NOT NULL PRIMARY KEY,
    name    TEXT NOT NULL
) WITHOUT ROWID;

-- Banned subjects: ranges of addresses such as 192.0.2.0/24, and people, given by
-- the hash of the browser's secret.
CREATE TABLE bans (
    subject TEXT    NOT NULL PRIMARY KEY,
    reason  TEXT    NOT NULL,
    created INTEGER NOT NULL,
    until   INTEGER NOT NULL -- 0 is for ever
) WITHOUT ROWID;

-- Settings that the operator has made, as JSON.
CREATE TABLE settings (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX games_created ON games (created);
CREATE INDEX games_ended ON games (updated) WHERE NOT running;
