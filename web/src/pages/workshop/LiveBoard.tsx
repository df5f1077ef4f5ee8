// The board of the draft. Selecting a piece shows its legal moves.
import { classes } from "../../style/classes";
import * as styles from "./workshop.module.css";
import * as layouts from "../../style/layout.module.css";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { Board } from "../../board/Board";
import { PieceIcon } from "../../board/Piece";
import { refOf } from "../../game/variants";
import type { Rules } from "../../rules/rules";
import { capitalise, errorText, sentence } from "../../rules/text";
import { t } from "../../text/text";
import type { MoveInfo, State, Step, VariantInfo } from "../../wire.gen";
import { GamePieces } from "../../board/GamePieces";
import { lettersOf, roleOf } from "../../board/pieces";
import { kinds, type Kind } from "./draft";
import { shownTitle } from "./gallery";

/** The displayed position and selection. The position defaults to the start position. */
export interface Look {
  position?: string;
  /** The move that led to the position. */
  step?: Step;
  /** The square or pin that is selected initially. */
  chosen: string;
  /** A new number resets the board. */
  id: number;
}

export const startLook: Look = { chosen: "", id: 0 };

/** An example: a position and a selection. */
interface Try {
  label: () => string;
  face: () => ComponentChildren;
  position: string;
  chosen: string;
}

/**
 * Open boards for demonstrating each piece type: the piece is near an edge, and the rules of the edge do not affect the
 * kings.
 */
const open: Record<Kind, { position: string; chosen: string }> = {
  p: { position: "4k3/8/8/7p/P7/8/6P1/4K3 w - - 0 1", chosen: "a4" },
  n: { position: "4k3/8/8/8/1N6/8/8/K7 w - - 0 1", chosen: "b4" },
  b: { position: "2k5/8/8/8/8/1B6/8/4K3 w - - 0 1", chosen: "b3" },
  r: { position: "3k4/8/8/8/2R4p/8/8/4K3 w - - 0 1", chosen: "c4" },
  q: { position: "3k4/8/8/7p/8/2Q5/8/6K1 w - - 0 1", chosen: "c3" },
  k: { position: "4k3/8/8/8/K7/8/8/8 w - - 0 1", chosen: "a4" },
};

/**
 * Returns an open board of any shape with a piece near its left edge. Next to it is a pawn that it may be able to
 * capture, and farther to the right one that it may be able to jump over.
 */
function openBoard({ shape, squares, start }: VariantInfo, letter: string): { position: string; chosen: string } {
  const { files = 8, ranks = 8, planes = 1 } = shape ?? {};
  const names = new Map(squares.map(({ name, x, y }) => [`${x} ${y}`, name]));
  const own = squares
    .filter(({ x, y }) => x < files && y > 0 && y < ranks - 1)
    .reduce(
      (best, one) => {
        const far = ({ x, y }: typeof one) => Math.abs(x - 1) + Math.abs(y - (ranks >> 1));
        return far(one) < far(best) ? one : best;
      },
      squares[0] as VariantInfo["squares"][number],
    );
  const pieces = new Map([[`${own.x} ${own.y}`, letter.toUpperCase()]]);
  for (const at of [`${own.x + 1} ${own.y + 1}`, `${own.x + 2} ${own.y}`]) {
    const last = Number(at.split(" ")[1]);
    if (names.has(at) && last > 0 && last < ranks - 1) pieces.set(at, "p");
  }
  const row = (n: number) => {
    let text = "";
    let gap = 0;
    const first = n < ranks ? 0 : files + 1;
    for (let x = first; x < first + files; x++) {
      const at = `${x} ${ranks - 1 - (n % ranks)}`;
      const sign = names.has(at) ? pieces.get(at) : "*";
      if (!sign) {
        gap++;
        continue;
      }
      text += (gap || "") + sign;
      gap = 0;
    }
    return text + (gap || "");
  };
  // The second plane, if any, is empty.
  const rows = Array.from({ length: ranks * planes }, (_, n) => row(n));
  const boards = [rows.slice(0, ranks), rows.slice(ranks)].slice(0, planes).map((board) => board.join("/"));
  const checks = start.split(" ")[6] ? " +0+0" : "";
  return { position: `${boards.join("|")} w - - 0 1${checks}`, chosen: own.name };
}

/** Returns the examples of a game on a flat board. */
function flatTries(info: VariantInfo): Try[] {
  return lettersOf(info.kinds).map((kind) => ({
    label: () =>
      kinds.includes(kind)
        ? t("page.workshop.on-open-board", { kind })
        : t("page.workshop.piece-on-open-board", { piece: capitalise(roleOf(kind, info.kinds)) }),
    face: () => <PieceIcon letter={kind.toUpperCase()} label="" />,
    ...((info.kinds ? undefined : open[kind]) ?? openBoard(info, kind)),
  }));
}

/** Returns a position with a board on QL3, with or without a passenger, and a bishop whose shadow falls on KL3. */
function onQL3(aboard: string, owner: "w" | "b"): { position: string; chosen: string } {
  const king = aboard === "K" ? "4" : "2K1";
  const cells = aboard ? `2/${aboard}1` : "2/2";
  const others = owner === "w" ? "QL6b:2/2|KL1w:2/2|KL6b:2/2" : "KL1w:2/2|KL2w:2/2|KL6b:2/2";
  return {
    position: `W:4/4/4/${king}|N:4/4/4/3B|B:2k1/4/4/4|QL3${owner}:${cells}|${others} w - - - 0 9`,
    chosen: "QL3",
  };
}

const spaceTries: readonly Try[] = [
  ...kinds.map((kind) => ({
    label: () => t("page.workshop.aboard", { kind }),
    face: () => <PieceIcon letter={kind.toUpperCase()} label="" />,
    ...onQL3(kind.toUpperCase(), "w"),
  })),
  { label: () => t("page.workshop.an-empty-board"), face: () => t("page.workshop.empty"), ...onQL3("", "w") },
  { label: () => t("page.workshop.blacks-empty-board"), face: () => t("page.workshop.blacks"), ...onQL3("", "b") },
];

/** Returns the position without castling rights, for a game without castling. */
function withoutRights(position: string): string {
  const fields = position.split(" ");
  fields[2] = "-";
  return fields.join(" ");
}

/**
 * Returns the state of a position. If the rules reject it, castling rights are removed; if they still reject it, the
 * start position is used.
 */
export function stateOf(rules: Rules, info: VariantInfo, position: string | undefined): State {
  const variant = refOf(info);
  for (const text of position ? [position, withoutRights(position)] : []) {
    try {
      return rules.state({ variant, position: text, study: true });
    } catch {
      // The changed rules may reject this position.
    }
  }
  return rules.state({ variant, position: info.start, study: true });
}

interface Props {
  rules: Rules;
  info: VariantInfo;
  state: State;
  look: Look;
  onLook: (look: Look) => void;
}

export function LiveBoard({ rules, info, state, look, onLook }: Props) {
  const [answer, setAnswer] = useState("");
  const [flip, setFlip] = useState(false);
  useEffect(() => setAnswer(""), [state]);
  const play = (move: MoveInfo) => {
    const { steps } = rules.line({ variant: refOf(info), position: state.position, study: true, moves: [move.move] });
    const step = steps[0];
    if (step) onLook({ ...look, position: step.position, step });
  };
  const ask = (from: string, to: string) => {
    try {
      setAnswer(
        sentence(rules.explain({ variant: refOf(info), position: state.position, study: true, from, to }).message),
      );
    } catch (problem) {
      setAnswer(errorText(problem));
    }
  };
  const over = state.outcome.result !== "";
  const caption = useMemo(
    () =>
      answer ||
      (look.step && sentence(look.step.text)) ||
      (over
        ? sentence(state.outcome.sentence ?? "")
        : t("page.workshop.to-move-choose", { side: state.turn, space: Boolean(info.levels?.length) })),
    [answer, look.step, over, state, info],
  );
  return (
    <>
      <div class={styles.live}>
        <Board
          key={look.id}
          info={info}
          state={state}
          step={look.step}
          chosen={look.chosen}
          flip={flip}
          movable="both"
          fixed
          onMove={play}
          onAsk={ask}
          label={t("page.workshop.board-label", { title: shownTitle(info) })}
        />
      </div>
      <p class={styles.caption} role="status">
        {caption}
      </p>
      <GamePieces info={info}>
        <div
          class={classes(
            layouts.cluster,
            layouts.gap3,
            styles.tries,
            (Boolean(info.levels?.length) || (info.kinds?.length ?? 0) > 6) && styles.many,
          )}
          role="group"
          aria-label={t("page.workshop.what-to-look-at")}
        >
          <Button disabled={look.position === undefined} onClick={() => onLook({ chosen: "", id: look.id + 1 })}>
            {t("page.workshop.start")}
          </Button>
          {(info.levels?.length ? spaceTries : flatTries(info)).map(({ label, face, position, chosen }) => (
            <Button
              key={position}
              aria-label={label()}
              title={label()}
              aria-pressed={look.position === position}
              onClick={() => onLook({ position, chosen, id: look.id + 1 })}
            >
              {face()}
            </Button>
          ))}
          <Button onClick={() => setFlip(!flip)}>{t("page.workshop.flip")}</Button>
        </div>
      </GamePieces>
    </>
  );
}
