// The engine's evaluation bar and best lines.
import { shownSan } from "../../rules/san";
import { classes } from "../../style/classes";
import * as styles from "./engine.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { number, t } from "../../text/text";
import type { Colour, PGNEval, SearchInfo } from "../../wire.gen";
import { EngineSettings } from "./EngineSettings";
import { forWhite, scoreOf, scoreShort, scoreText, scoreWords, share } from "./score";
import { numbering } from "./tree";
import type { SearchState } from "./useEngine";

interface BarProps {
  best: SearchInfo | undefined;
  /** The record's evaluation, shown until the engine has one. */
  noted: PGNEval | undefined;
  turn: Colour;
  flip: boolean;
  on: boolean;
}

/** The evaluation as a bar, with a description for screen readers. */
export function EvalBar({ best, noted, turn, flip, on }: BarProps) {
  const score = best ? forWhite(best.score, turn) : noted && scoreOf(noted);
  const depth = best?.depth ?? noted?.depth;
  const white = score ? share(score) : 0.5;
  const words = score
    ? depth
      ? t("page.analysis.score-at-depth", { words: scoreWords(score), score: scoreText(score), depth })
      : `${scoreWords(score)}, ${scoreText(score)}`
    : on
      ? t("page.analysis.the-engine-is-starting")
      : t("page.analysis.the-engine-is-off");
  return (
    <div
      class={classes(styles.evalBar, flip && styles.flipped, !score && styles.idle)}
      role="img"
      data-gauge
      aria-label={words}
      title={words}
    >
      <div class={styles.evalWhite} style={{ "--share": white }} />
      <span
        class={classes(styles.evalScore, controls.figures, white >= 0.5 ? styles.low : styles.high)}
        aria-hidden="true"
      >
        {score ? scoreShort(score) : ""}
      </span>
    </div>
  );
}

interface Props {
  search: SearchState;
  on: boolean;
  /** The number of requested lines. Their space is reserved, so that the layout does not shift. */
  count: number;
  over: boolean;
  turn: Colour;
  /** The position's FEN, for move numbers. */
  position: string;
  onSwitch: (on: boolean) => void;
  /** Plays the first moves of a line. */
  onPlay: (line: SearchInfo, moves: number) => void;
}

const short = { notation: "compact", maximumFractionDigits: 1 } as const;

export function EngineLines({ search, on, count, over, turn, position, onSwitch, onPlay }: Props) {
  const [open, setOpen] = useState(false);
  const best = search.lines[0];
  const score = best && forWhite(best.score, turn);
  let state = t("page.analysis.off");
  let more = "";
  if (on && over) state = t("page.analysis.the-game-is-over-here");
  else if (on && !best) state = search.done ? t("page.analysis.nothing-found") : t("page.analysis.starting");
  else if (best) {
    // The column is narrow, so a tooltip shows the node count and the speed.
    state = t("page.analysis.depth-n", { depth: best.depth });
    more = t("page.analysis.speed", { nodes: number(best.nodes, short), speed: number(best.nps, short) });
  }
  return (
    <section class={classes(layouts.stack, layouts.gap2, styles.engine)} aria-labelledby="engine-title">
      <div class={classes(layouts.row, styles.head)}>
        <h2 id="engine-title">{t("page.analysis.engine")}</h2>
        {score && (
          <strong class={controls.figures} title={scoreWords(score)}>
            {scoreText(score)}
          </strong>
        )}
        <span class={classes(styles.state, controls.figures)} title={more || undefined}>
          {state}
        </span>
        <Button
          class={styles.small}
          aria-expanded={open}
          aria-label={t("page.analysis.engine-settings")}
          title={t("page.analysis.engine-settings")}
          onClick={() => setOpen(!open)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 7h10M18 7h2M4 17h2M10 17h10" />
            <circle cx="16" cy="7" r="2.5" />
            <circle cx="8" cy="17" r="2.5" />
          </svg>
        </Button>
        <Button class={classes(styles.small, on && controls.primary)} aria-pressed={on} onClick={() => onSwitch(!on)}>
          {on ? t("page.analysis.stop") : t("page.analysis.start")}
        </Button>
      </div>
      {open && <EngineSettings />}
      {search.problem && <p class={controls.notice}>{search.problem}</p>}
      {on && !over && (
        <ol class={classes(layouts.list, styles.lines)} style={{ "--lines": count }}>
          {search.lines.map((line) => (
            <li key={line.line}>
              <Line line={line} turn={turn} position={position} onPlay={onPlay} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Line({
  line,
  turn,
  position,
  onPlay,
}: {
  line: SearchInfo;
  turn: Colour;
  position: string;
  onPlay: Props["onPlay"];
}) {
  const score = forWhite(line.score, turn);
  const { first, black } = numbering(position);
  const shown = line.san.slice(0, 14);
  return (
    <div class={styles.line}>
      <span
        class={classes(styles.score, controls.figures, share(score) >= 0.5 ? styles.white : styles.black)}
        title={scoreWords(score)}
      >
        {scoreText(score)}
      </span>
      <span class={styles.lineMoves}>
        {shown.map((san, at) => {
          const ply = at + (black ? 1 : 0);
          const n = first + Math.floor(ply / 2);
          const lead = ply % 2 === 0 ? `${n}.` : at === 0 ? `${n}…` : "";
          return (
            <button
              type="button"
              class={classes(controls.bare, styles.lineMove)}
              title={t("page.analysis.play-the-line-up-to")}
              onClick={() => onPlay(line, at + 1)}
            >
              {lead && <span class={styles.number}>{lead}</span>}
              {shownSan(san)}
            </button>
          );
        })}
      </span>
    </div>
  );
}
