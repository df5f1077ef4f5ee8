// The moves of a game, to read and step through.
import * as styles from "./movelist.module.css";
import * as controls from "../../style/controls.module.css";
import { useEffect, useRef } from "preact/hooks";
import { shownSan } from "../../rules/san";
import { t } from "../../text/text";
import type { Colour } from "../../wire.gen";
import type { Replay } from "./useReplay";

interface Row {
  number: number;
  /** The plies of White's and Black's moves; null for a move that was not played, such as White's if Black started. */
  plies: (number | null)[];
}

function rowsOf(count: number, first: Colour, start: string): Row[] {
  const rows: Row[] = [];
  let number = Number(start.split(" ").at(-1)) || 1;
  const skipped = first === "black" ? 1 : 0;
  for (let ply = 1 - skipped; ply <= count; ply += 2) {
    rows.push({ number: number++, plies: [ply < 1 ? null : ply, ply + 1 > count ? null : ply + 1] });
  }
  return rows;
}

export function MoveList({ replay, start }: { replay: Replay; start: string }) {
  const { line, ply, goTo } = replay;
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Scroll only the list, because the page must not jump.
    const list = current.current?.closest("[role=group]");
    if (!list || !current.current) return;
    const item = current.current.getBoundingClientRect();
    const frame = list.getBoundingClientRect();
    list.scrollTop += item.top - frame.top - (frame.height - item.height) / 2;
    list.scrollLeft += item.left - frame.left - (frame.width - item.width) / 2;
  }, [ply]);
  const count = line.steps.length;
  const movesMade = line.state.turn === "white" ? count : count + 1;
  const first: Colour = movesMade % 2 === 0 ? "white" : "black";
  return (
    <div class={styles.moves} tabIndex={0} role="group" aria-label={t("page.game.moves")}>
      {count === 0 && <p class={styles.empty}>{t("page.game.no-moves-yet-choose-a")}</p>}
      <ol>
        {rowsOf(count, first, start).map((row) => (
          <li key={row.number}>
            <span class={controls.figures}>{row.number}.</span>
            {row.plies.map((each, side) => {
              const step = each === null ? undefined : line.steps[each - 1];
              if (!step || each === null) return <span key={side}>{side === 0 ? "…" : ""}</span>;
              return (
                <button
                  key={side}
                  type="button"
                  ref={each === ply ? current : undefined}
                  aria-current={each === ply ? "step" : undefined}
                  title={step.text}
                  onClick={() => goTo(each)}
                >
                  {shownSan(step.san)}
                </button>
              );
            })}
          </li>
        ))}
      </ol>
    </div>
  );
}
