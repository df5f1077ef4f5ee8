-- +goose Up
-- What the players of games of days have said ahead: their answers to moves of
-- the opponent, as JSON.
CREATE TABLE ahead (
    game TEXT NOT NULL,
    side TEXT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (game, side)
) WITHOUT ROWID;

-- Where browsers are told that something has happened while nobody looked (web
-- push). A person is the hash of the browser's secret.
CREATE TABLE subscriptions (
    endpoint TEXT    NOT NULL PRIMARY KEY,
    person   BLOB    NOT NULL,
    key      BLOB    NOT NULL, -- the browser's public key
    auth     BLOB    NOT NULL,
    created  INTEGER NOT NULL
);

CREATE INDEX subscriptions_person ON subscriptions (person);
