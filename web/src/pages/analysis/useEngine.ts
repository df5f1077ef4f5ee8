// Runs the engine on the current position.
import { useEffect, useRef, useState } from "preact/hooks";
import { Engine } from "../../rules/engine";
import { engineDepth, engineLines, engineMemory, engineThreads, engineTime, engineUntil } from "../../settings/engine";
import { useSetting } from "../../settings/settings";
import type { SearchInfo, SearchLimits } from "../../wire.gen";

/** A position, given by the line that leads to it. */
export interface Task {
  variant: string;
  position: string;
  moves: string[];
  study: boolean;
}

/** The search settings. */
export interface SearchOptions {
  /** The number of lines. */
  count: number;
  limits: SearchLimits;
  threads: number;
  memory: number;
}

export interface SearchState {
  /** The best lines found, best first. */
  lines: SearchInfo[];
  /** Whether the search has finished. */
  done: boolean;
  problem: string;
}

const nothing: SearchState = { lines: [], done: false, problem: "" };

/** Splits moves among workers. A single worker searches all of them, so its list is undefined. */
export function splitMoves(moves: readonly string[], threads: number): (string[] | undefined)[] {
  const parts = Math.max(1, Math.min(threads, moves.length));
  if (parts === 1) return [undefined];
  return Array.from({ length: parts }, (_, at) => moves.filter((_, index) => index % parts === at));
}

/** Returns a number for comparing scores. */
function weight({ score }: SearchInfo): number {
  if (score.mate === undefined) return score.cp;
  return score.mate > 0 ? 1e6 - score.mate : -1e6 - score.mate;
}

/**
 * Returns the best lines of all workers, renumbered. With several workers, each line has their total node
 * count and speed.
 */
export function merged(found: readonly (readonly SearchInfo[])[], count: number): SearchInfo[] {
  const total = { nodes: 0, nps: 0 };
  for (const lines of found) {
    const last = lines.reduce<SearchInfo | undefined>(
      (most, line) => (most && most.nodes >= line.nodes ? most : line),
      undefined,
    );
    total.nodes += last?.nodes ?? 0;
    total.nps += last?.nps ?? 0;
  }
  const all = found.flat();
  const sorted = found.length > 1 ? [...all].sort((a, b) => weight(b) - weight(a)) : all;
  return sorted.slice(0, count).map((line, at) => ({ ...line, ...(found.length > 1 ? total : {}), line: at + 1 }));
}

/** Returns the search options from the engine settings. */
export function useSearchOptions(): SearchOptions {
  const [until] = useSetting(engineUntil);
  const [time] = useSetting(engineTime);
  const [depth] = useSetting(engineDepth);
  const [count] = useSetting(engineLines);
  const [threads] = useSetting(engineThreads);
  const [memory] = useSetting(engineMemory);
  const limits = until === "time" ? { time: time * 1000 } : until === "depth" ? { depth } : {};
  return { count, limits, threads, memory };
}

/**
 * Searches a task while switched on; a null task means a finished game. `legal` lists the legal moves, which
 * are split among workers.
 */
export function useEngine(
  on: boolean,
  task: Task | null,
  legal: readonly string[],
  manner: SearchOptions,
): SearchState {
  const workers = useRef<{ memory: number; engines: Engine[] }>({ memory: 0, engines: [] });
  const busy = useRef<Promise<unknown>>(Promise.resolve());
  const [search, setSearch] = useState<{ key: string; value: SearchState }>({ key: "", value: nothing });
  const key = task ? JSON.stringify([task, manner]) : "";

  useEffect(
    () => () => {
      for (const one of workers.current.engines) one.close();
      workers.current.engines = [];
    },
    [],
  );

  useEffect(() => {
    if (!on || !task) return;
    const { count, limits, threads, memory } = manner;
    const parts = splitMoves(legal, threads);
    let stopped = false;
    let begun: Engine[] = [];
    const found: SearchInfo[][] = parts.map(() => []);
    let drawn = 0;
    let waiting: number | undefined;
    const show = (done: boolean, problem = "") => {
      clearTimeout(waiting);
      waiting = undefined;
      drawn = performance.now();
      setSearch({
        key,
        value: {
          lines: merged(
            found.map((lines) => lines.filter(Boolean)),
            count,
          ),
          done,
          problem,
        },
      });
    };
    const collect = (part: number, info: SearchInfo) => {
      if (stopped) return;
      (found[part] as SearchInfo[])[info.line - 1] = info;
      // A few updates per second are enough; more would flicker.
      const wait = 120 - (performance.now() - drawn);
      if (wait <= 0) show(false);
      else waiting ??= window.setTimeout(() => show(false), wait);
    };
    setSearch((old) => (old.key === key ? old : { key, value: nothing }));
    // One search at a time: the next one starts when the last has stopped.
    busy.current = busy.current.then(async () => {
      if (stopped) return;
      const here = workers.current;
      // Close surplus workers; if the hash size has changed, replace all of them.
      const reused = here.memory === memory ? parts.length : 0;
      for (const surplus of here.engines.splice(reused)) surplus.close();
      here.memory = memory;
      while (here.engines.length < parts.length) here.engines.push(new Engine(memory));
      begun = [...here.engines];
      try {
        await Promise.all(
          parts.map((among, part) =>
            (begun[part] as Engine).search({ ...task, multipv: count, limits, ...(among ? { among } : {}) }, (info) =>
              collect(part, info),
            ),
          ),
        );
        if (!stopped) show(true);
      } catch (problem) {
        if (!stopped) show(true, problem instanceof Error ? problem.message : String(problem));
      }
    });
    return () => {
      stopped = true;
      clearTimeout(waiting);
      for (const one of begun) one.stop();
    };
  }, [on, key]);

  return search.key === key ? search.value : nothing;
}
