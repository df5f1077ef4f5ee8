-- +goose Up

-- The ratings of accounts in a pool: the games with the same rules and speed. variant is the name of a built-in
-- rule set or the hash of a definition.
CREATE TABLE ratings (
    person     BLOB NOT NULL,
    variant    TEXT NOT NULL,
    speed      TEXT NOT NULL,
    bot        INTEGER NOT NULL,
    points     REAL NOT NULL,
    deviation  REAL NOT NULL, -- at the time of the last game
    volatility REAL NOT NULL,
    games      INTEGER NOT NULL,
    played     INTEGER NOT NULL, -- when the last game ended
    until      INTEGER NOT NULL, -- when the rating becomes provisional, or 0
    PRIMARY KEY (person, variant, speed)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_board ON ratings (variant, speed, bot, points, until);

-- Games that have changed ratings, with the ratings before and after as JSON. The players are the same as those
-- of the game.
CREATE TABLE rated (
    game    TEXT PRIMARY KEY,
    white   BLOB NOT NULL,
    black   BLOB NOT NULL,
    variant TEXT NOT NULL,
    speed   TEXT NOT NULL,
    at      INTEGER NOT NULL,
    data    TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX rated_white ON rated (white, variant, speed, at);
CREATE INDEX rated_black ON rated (black, variant, speed, at);

-- Points given back to the loser of a game after moderation.
CREATE TABLE adjustments (
    game    TEXT PRIMARY KEY,
    person  BLOB NOT NULL,
    variant TEXT NOT NULL,
    speed   TEXT NOT NULL,
    points  REAL NOT NULL,
    games   INTEGER NOT NULL, -- number of games that had changed the rating
    reason  TEXT NOT NULL,
    at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX adjustments_person ON adjustments (person);
