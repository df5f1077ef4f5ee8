-- +goose Up

-- The time at which a server with these games was last known to be alive, in one row.
CREATE TABLE pulse (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
);

-- Periods in which no server was alive. The clocks of games that were running get
-- this time back.
CREATE TABLE outages (
    since INTEGER NOT NULL,
    until INTEGER NOT NULL PRIMARY KEY
) WITHOUT ROWID;
