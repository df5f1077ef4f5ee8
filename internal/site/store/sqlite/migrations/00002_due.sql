-- +goose Up

-- The time at which a hub must next look at a game, so that hubs need not keep all
-- games in memory.
ALTER TABLE games ADD COLUMN deadline INTEGER;
UPDATE games SET deadline = nullif(json_extract(entry, '$.deadline'), 0) WHERE running;
-- A game in which the computer is to move with a clock is due at the latest half a
-- minute after its last change.
UPDATE games SET deadline = min(deadline, updated + 30000)
WHERE deadline IS NOT NULL AND json_extract(entry, '$.control') IS NOT NULL
    AND json_extract(entry, '$.' || json_extract(entry, '$.turn') || '.computer') > 0;
CREATE INDEX games_due ON games (deadline) WHERE deadline IS NOT NULL;
DROP INDEX games_running;

-- Results become codes, whose sentences are written when they are shown. The side
-- that was mated, resigned, ran out of time or aborted the game, or that was to move
-- in some draws, is added.
UPDATE games SET entry = json_remove(
    json_set(entry, '$.result.side', CASE
        WHEN json_extract(entry, '$.result.reason') IN ('checkmate', 'resignation', 'time')
             AND json_extract(entry, '$.result.result') = '1-0' THEN 'black'
        WHEN json_extract(entry, '$.result.reason') IN ('checkmate', 'resignation', 'time')
             AND json_extract(entry, '$.result.result') = '0-1' THEN 'white'
        WHEN json_extract(entry, '$.result.reason') IN ('stalemate', 'time', 'threefold', 'fifty') THEN json_extract(entry, '$.turn')
        WHEN json_extract(entry, '$.result.sentence') LIKE 'White %' THEN 'white'
        WHEN json_extract(entry, '$.result.sentence') LIKE 'Black %' THEN 'black'
    END),
    '$.result.sentence')
WHERE json_extract(entry, '$.result.reason') IS NOT NULL;
