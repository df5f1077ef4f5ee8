-- +goose Up
-- Studies that people have put on the server: chapters as PGN. The secret lets
-- one change a study and is kept as its hash, as is who put it there.
CREATE TABLE studies (
    id      TEXT    NOT NULL PRIMARY KEY,
    secret  BLOB    NOT NULL,
    owner   BLOB    NOT NULL,
    title   TEXT    NOT NULL,
    pgn     TEXT    NOT NULL,
    version INTEGER NOT NULL,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    used    INTEGER NOT NULL -- last read or changed
);

CREATE INDEX studies_owner ON studies (owner);
CREATE INDEX studies_used ON studies (used);
