-- +goose Up

-- The people whom a person follows or blocks.
CREATE TABLE relations (
    person   BLOB NOT NULL,
    other    BLOB NOT NULL,
    relation TEXT NOT NULL, -- follow or block
    created  INTEGER NOT NULL,
    PRIMARY KEY (person, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX relations_other ON relations (other);

-- Challenges to accounts: games that wait for an opponent, and who is challenged.
CREATE TABLE invitations (
    game    TEXT PRIMARY KEY,
    person  BLOB NOT NULL,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX invitations_person ON invitations (person);

-- The people who hide their profiles.
CREATE TABLE hidden (
    person BLOB PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- The days on which people have solved a daily puzzle.
CREATE TABLE solved (
    person BLOB NOT NULL,
    day    TEXT NOT NULL, -- such as 2026-11-16, in UTC
    PRIMARY KEY (person, day)
) STRICT, WITHOUT ROWID;

-- The games of a person that have ended, by time, and those in progress.
CREATE INDEX games_white_ended ON games (white, updated) WHERE NOT running;
CREATE INDEX games_black_ended ON games (black, updated) WHERE NOT running;
CREATE INDEX games_white_running ON games (white) WHERE running;
CREATE INDEX games_black_running ON games (black) WHERE running;
