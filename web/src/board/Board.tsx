// The board of any rule set, flat or in space.
import { classes } from "../style/classes";
import * as styles from "./board.module.css";
import { Suspense, lazy } from "preact/compat";
import type { BoardProps, Premove } from "./types";
import { BoardFrame } from "./BoardFrame";
import { FlatBoard } from "./flat/FlatBoard";
import { useEffect, useState } from "preact/hooks";
import { GamePieces } from "./GamePieces";
import { useTurn } from "./useTurn";
import { resolvePremove } from "./premove";

const SpaceBoard = lazy(() => import("./space/SpaceBoard"));

export function Board(given: BoardProps) {
  const props = usePendingMove(given);
  const waits = !useTurn(props.small ?? false) && props.small;
  if (!props.info.levels?.length) {
    return (
      <GamePieces info={props.info}>
        <FlatBoard {...props} empty={waits} />
      </GamePieces>
    );
  }
  const waiting = <div class={classes(styles.board, styles.waiting)} aria-busy="true" />;
  const board = waits ? (
    waiting
  ) : (
    <Suspense fallback={waiting}>
      <SpaceBoard {...props} />
    </Suspense>
  );
  return props.small ? board : <BoardFrame {...props}>{board}</BoardFrame>;
}

/** Holds a move made before the legal moves are known, like a premove, and plays it once they are. */
function usePendingMove(props: BoardProps): BoardProps {
  const { state, movable, onMove, onAsk } = props;
  const [held, hold] = useState<(Premove & { key: string }) | null>(null);
  const mine = !props.small && onMove !== undefined && (movable === "both" || movable === state.turn);
  const unknown = mine && state.moves.length === 0 && !state.outcome.result;
  const here = held?.key === state.key;
  useEffect(() => {
    if (!held || (here && unknown)) return;
    hold(null);
    const move = here && mine ? resolvePremove(held, state) : undefined;
    if (move) onMove?.(move);
    else if (here && mine) onAsk?.(held.from, held.to);
  }, [held, state, mine]);
  if (!unknown) return props;
  return {
    ...props,
    movable: state.turn,
    premove: here ? held : null,
    onPremove: (premove) => hold(premove && { ...premove, key: state.key }),
    premoves: undefined,
  };
}
