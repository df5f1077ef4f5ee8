-- +goose Up
-- Conditional moves in correspondence games: a player's answers to moves of the
-- opponent, as JSON.
CREATE TABLE ahead (
    game TEXT NOT NULL,
    side TEXT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (game, side)
) WITHOUT ROWID;

-- Web push subscriptions, through which browsers are notified. A person is the hash
-- of the browser's secret.
CREATE TABLE subscriptions (
    endpoint TEXT    NOT NULL PRIMARY KEY,
    person   BLOB    NOT NULL,
    key      BLOB    NOT NULL, -- the browser's public key
    auth     BLOB    NOT NULL,
    created  INTEGER NOT NULL
);

CREATE INDEX subscriptions_person ON subscriptions (person);
