-- +goose Up

-- When a server that had these games was last known to be alive: one row.
CREATE TABLE pulse (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
);

-- When none was. The clocks of games that ran meanwhile are given that time back.
CREATE TABLE outages (
    since INTEGER NOT NULL,
    until INTEGER NOT NULL PRIMARY KEY
) WITHOUT ROWID;
