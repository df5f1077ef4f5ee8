-- +goose Up

-- When each player of a game without a clock was last seen at it, to within ten
-- minutes; 0 for never. Who has not been there for a day can be claimed against.
ALTER TABLE games ADD COLUMN white_seen INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN black_seen INTEGER NOT NULL DEFAULT 0;
