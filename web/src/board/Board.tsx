// The board of any rule set: flat, or in space.
import { classes } from "../style/classes";
import * as styles from "./board.module.css";
import { Suspense, lazy } from "preact/compat";
import type { BoardProps } from "./types";
import { BoardFrame } from "./BoardFrame";
import { FlatBoard } from "./flat/FlatBoard";
import { usePendingMove } from "./usePendingMove";

const SpaceBoard = lazy(() => import("./space/SpaceBoard"));

export function Board(given: BoardProps) {
  const props = usePendingMove(given);
  if (!props.info.levels?.length) return <FlatBoard {...props} />;
  const board = (
    <Suspense fallback={<div class={classes(styles.board, styles.waiting)} aria-busy="true" />}>
      <SpaceBoard {...props} />
    </Suspense>
  );
  return props.small ? board : <BoardFrame {...props}>{board}</BoardFrame>;
}
