// The state of a study of the draft's balance. Workers play its games.
import { useEffect, useRef, useState } from "preact/hooks";
import { refOf } from "../../game/variants";
import { Engine } from "../../rules/engine";
import { errorText } from "../../rules/text";
import { reviewThreads } from "../../settings/engine";
import type { SearchInfo, State, VariantInfo } from "../../wire.gen";
import { type Figures, figuresOf, type PlayedGame, playGame, type Player, winningScore } from "./balance";

/** The number of games of a study. */
export const studyGames = 40;
/** The nodes per move: enough to see captures and short mates. */
const nodes = 400;

export interface Balance {
  /** The number of finished games while the study runs, else null. */
  done: number | null;
  /** The figures of the games so far. */
  figures: Figures | null;
  problem: string;
  begin: () => void;
  stop: () => void;
}

/** Returns a player of games whose moves are searched by an engine. */
function playerOf(engine: Engine, info: VariantInfo): Player {
  const from = { variant: refOf(info), position: info.start, study: true };
  let handle = 0;
  let played: string[] = [];
  return {
    open: async () => {
      if (handle) await engine.call("close", { handle });
      played = [];
      const line = await engine.call<{ handle: number; state: State }>("openLine", { ...from, moves: [] });
      handle = line.handle;
      return line.state;
    },
    push: async (move) => {
      played.push(move);
      return (await engine.call<{ state: State }>("push", { handle, moves: [move], last: true })).state;
    },
    search: async () => {
      let best: SearchInfo | undefined;
      const { move } = await engine.search({ ...from, moves: played, multipv: 1, limits: { nodes } }, (found) => {
        if (found.line === 1) best = found;
      });
      return { move, score: best?.score ?? { cp: 0 } };
    },
  };
}

/** Plays the games of a study in several workers. */
async function study(info: VariantInfo, signal: AbortSignal, onGame: (game: PlayedGame) => void): Promise<void> {
  const engines = Array.from({ length: reviewThreads() }, () => new Engine(4));
  const leave = () => {
    for (const engine of engines) engine.close();
  };
  signal.addEventListener("abort", leave);
  let next = 0;
  try {
    await Promise.all(
      engines.map(async (engine) => {
        const player = playerOf(engine, info);
        for (let seed = next++; seed < studyGames; seed = next++) {
          onGame(await playGame(player, seed, winningScore(info.reflects)));
        }
      }),
    );
  } finally {
    signal.removeEventListener("abort", leave);
    leave();
  }
}

/** Returns the balance of a game. When its rules change, a running study stops and the figures disappear. */
export function useBalance(info: VariantInfo, rulesKey: string): Balance {
  const [done, setDone] = useState<number | null>(null);
  const [figures, setFigures] = useState<Figures | null>(null);
  const [problem, setProblem] = useState("");
  const running = useRef<AbortController | null>(null);
  const stop = () => {
    running.current?.abort();
    running.current = null;
    setDone(null);
  };
  useEffect(() => {
    setFigures(null);
    setProblem("");
    return stop;
  }, [rulesKey]);

  const begin = async () => {
    stop();
    const control = new AbortController();
    running.current = control;
    const games: PlayedGame[] = [];
    setProblem("");
    setFigures(null);
    setDone(0);
    try {
      await study(info, control.signal, (game) => {
        if (control.signal.aborted) return;
        games.push(game);
        setDone(games.length);
        setFigures(figuresOf(games));
      });
    } catch (failed) {
      if (!control.signal.aborted) setProblem(errorText(failed));
      control.abort();
    }
    if (running.current === control) stop();
  };
  return { done, figures, problem, begin: () => void begin(), stop };
}
