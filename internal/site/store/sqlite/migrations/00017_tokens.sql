-- +goose Up

-- Tokens with which programs act for an account, by their hash.
CREATE TABLE tokens (
    id      BLOB PRIMARY KEY,
    person  BLOB NOT NULL,
    label   TEXT NOT NULL,
    scopes  TEXT NOT NULL,    -- such as read play
    created INTEGER NOT NULL,
    used    INTEGER NOT NULL, -- 0 for never
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_person ON tokens (person);
CREATE INDEX tokens_expires ON tokens (expires);
