-- +goose Up

-- The ratings of accounts in a pool: the games with the same rules and speed. variant is the name of a built-in
-- rule set or the hash of a definition.
CREATE TABLE ratings (
    person     bytea NOT NULL,
    variant    text NOT NULL,
    speed      text NOT NULL,
    bot        boolean NOT NULL,
    points     double precision NOT NULL,
    deviation  double precision NOT NULL, -- at the time of the last game
    volatility double precision NOT NULL,
    games      int NOT NULL,
    played     bigint NOT NULL, -- when the last game ended
    until      bigint NOT NULL, -- when the rating becomes provisional, or 0
    PRIMARY KEY (person, variant, speed)
);
CREATE INDEX ratings_board ON ratings (variant, speed, bot, points, until);

-- Games that have changed ratings, with the ratings before and after as JSON. The players are the same as those
-- of the game.
CREATE TABLE rated (
    game    text PRIMARY KEY,
    white   bytea NOT NULL,
    black   bytea NOT NULL,
    variant text NOT NULL,
    speed   text NOT NULL,
    at      bigint NOT NULL,
    data    text NOT NULL
);
CREATE INDEX rated_white ON rated (white, variant, speed, at);
CREATE INDEX rated_black ON rated (black, variant, speed, at);

-- Points given back to the loser of a game after moderation.
CREATE TABLE adjustments (
    game    text PRIMARY KEY,
    person  bytea NOT NULL,
    variant text NOT NULL,
    speed   text NOT NULL,
    points  double precision NOT NULL,
    games   int NOT NULL, -- number of games that had changed the rating
    reason  text NOT NULL,
    at      bigint NOT NULL
);
CREATE INDEX adjustments_person ON adjustments (person);
