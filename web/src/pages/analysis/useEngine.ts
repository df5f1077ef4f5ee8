// The engine at work on the position that is looked at.
import { useEffect, useRef, useState } from "preact/hooks";
import { Engine } from "../../rules/engine";
import type { Score, SearchInfo } from "../../wire.gen";

/** A position, as the line that leads to it. */
export interface Task {
  variant: string;
  position: string;
  moves: string[];
  study: boolean;
}

export interface SearchState {
  /** The best lines found, the best one first. */
  lines: SearchInfo[];
  /** The search has ended by itself. */
  done: boolean;
  problem: string;
}

const nothing: SearchState = { lines: [], done: false, problem: "" };

// Long enough to be deep, and still an end if the page is left open.
const limit = 10 * 60 * 1000;

/** Thinks about a task while it is on; a null task has nothing to find. */
export function useEngine(on: boolean, task: Task | null, count: number): SearchState {
  const engine = useRef<Engine | null>(null);
  const busy = useRef<Promise<unknown>>(Promise.resolve());
  const [search, setSearch] = useState<{ key: string; value: SearchState }>({ key: "", value: nothing });
  const key = task ? JSON.stringify([task, count]) : "";

  useEffect(
    () => () => {
      engine.current?.close();
      engine.current = null;
    },
    [],
  );

  useEffect(() => {
    if (!on || !task) return;
    engine.current ??= new Engine();
    const here = engine.current;
    let stopped = false;
    let begun = false;
    const found: SearchInfo[] = [];
    let drawn = 0;
    let waiting: number | undefined;
    const show = (done: boolean, problem = "") => {
      clearTimeout(waiting);
      waiting = undefined;
      drawn = performance.now();
      setSearch({ key, value: { lines: found.filter(Boolean), done, problem } });
    };
    const hear = (info: SearchInfo) => {
      if (stopped) return;
      found[info.line - 1] = info;
      // A few pictures a second are plenty; more would only flicker.
      const wait = 120 - (performance.now() - drawn);
      if (wait <= 0) show(false);
      else waiting ??= window.setTimeout(() => show(false), wait);
    };
    setSearch((old) => (old.key === key ? old : { key, value: nothing }));
    // One search after the other: the next begins when the last has stopped.
    busy.current = busy.current.then(async () => {
      if (stopped) return;
      begun = true;
      try {
        await here.search({ ...task, multipv: count, limits: { time: limit } }, hear);
        if (!stopped) show(true);
      } catch (problem) {
        if (!stopped) show(true, problem instanceof Error ? problem.message : String(problem));
      }
    });
    return () => {
      stopped = true;
      clearTimeout(waiting);
      if (begun) here.stop();
    };
  }, [on, key]);

  return search.key === key ? search.value : nothing;
}

/** A score as White sees it. */
export function forWhite(score: Score, turn: "white" | "black"): Score {
  if (turn === "white") return score;
  return score.mate === undefined ? { cp: -score.cp } : { mate: -score.mate };
}

/** A score in signs: +0.35, −#3. */
export function scoreText(score: Score): string {
  if (score.mate !== undefined) return score.mate < 0 ? `−#${-score.mate}` : `#${score.mate}`;
  const pawns = (Math.abs(score.cp) / 100).toFixed(2);
  return pawns === "0.00" ? pawns : `${score.cp < 0 ? "−" : "+"}${pawns}`;
}

/** A score in words. */
export function scoreWords(score: Score): string {
  if (score.mate !== undefined) {
    const side = score.mate < 0 ? "Black" : "White";
    return score.mate === 0 ? "Mate on the board" : `${side} mates in ${Math.abs(score.mate)}`;
  }
  if (Math.abs(score.cp) < 20) return "Both sides stand equal";
  const side = score.cp < 0 ? "Black" : "White";
  return `${side} is better by ${(Math.abs(score.cp) / 100).toFixed(1)} pawns`;
}

/** A score in as few signs as the bar has room for. */
export function scoreShort(score: Score): string {
  if (score.mate !== undefined) return `#${Math.abs(score.mate)}`;
  const pawns = Math.abs(score.cp) / 100;
  return pawns < 9.95 ? pawns.toFixed(1) : String(Math.round(pawns));
}

/** White's share of the bar, from 0 to 1. */
export function share(score: Score): number {
  if (score.mate !== undefined) return score.mate < 0 ? 0 : 1;
  return 1 / (1 + Math.exp(-score.cp / 250));
}
