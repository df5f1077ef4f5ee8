-- +goose Up
-- Studies that people have saved on the server, with chapters as PGN. secret is the
-- hash of the secret for changing the study, and owner the hash of its creator's
-- session.
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
