-- +goose Up

-- The time at which each player of a game without a clock was last seen at it, to
-- within ten minutes; 0 for never. The opponent of a player who has been away for a
-- day can claim the game.
ALTER TABLE games ADD COLUMN white_seen INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN black_seen INTEGER NOT NULL DEFAULT 0;
