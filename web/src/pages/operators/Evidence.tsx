// Compares a player's latest games with the engine: on the server's workers if there are any, otherwise in the browser.
import * as layouts from "../../style/layout.module.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { Button } from "../../components/Button";
import { readGame } from "../../game/rest";
import { errorText } from "../../rules/text";
import { engineMemory, reviewThreads } from "../../settings/engine";
import { setting } from "../../settings/settings";
import { t } from "../../text/text";
import type { ReportedGame } from "../../wire.gen";
import { nodesFor, type Verdict } from "../analysis/review/review";
import { type ReviewedGame, ReviewStopped, searchGame } from "../analysis/review/reviewGame";
import { analysts, readAnalysis, requestAnalysis, withdrawAnalysis } from "../analysis/review/workers";
import { numbering } from "../analysis/tree";
import { addGame, type Figures, noFigures, shares } from "./figures";

/** The maximum number of games, and the minimum number of plies of each. */
const maxGames = 10;
const minPlies = 20;

/** The interval between requests for the state of an analysis, in milliseconds. */
const poll = 2000;

async function gameOf(id: string): Promise<ReviewedGame> {
  const { variant, start, moves } = await readGame(id);
  return {
    variant,
    start,
    study: false,
    first: numbering(start).black ? "black" : "white",
    moves: moves.map(({ move }) => move),
    san: moves.map(({ san }) => san),
  };
}

async function byWorkers(game: ReviewedGame, signal: AbortSignal): Promise<Verdict[]> {
  let analysis = await requestAnalysis(game);
  const verdicts: Verdict[] = [...analysis.found];
  while (analysis.state === "waiting" || analysis.state === "running") {
    await new Promise((resolve) => setTimeout(resolve, poll));
    if (signal.aborted) {
      await withdrawAnalysis(analysis.id);
      throw new ReviewStopped();
    }
    analysis = await readAnalysis(analysis.id, verdicts.length);
    verdicts.push(...analysis.found);
  }
  return verdicts;
}

async function verdictsOf(game: ReviewedGame, workers: boolean, signal: AbortSignal): Promise<Verdict[]> {
  if (workers) return byWorkers(game, signal);
  return searchGame(game, {
    threads: reviewThreads(),
    memory: setting(engineMemory),
    nodes: nodesFor(game.moves.length, "usual"),
    signal,
    onProgress: () => undefined,
  });
}

export function Evidence({ games }: { games: ReportedGame[] }) {
  const chosen = games.filter((each) => each.plies >= minPlies).slice(0, maxGames);
  const [done, setDone] = useState<number | null>(null);
  const [figures, setFigures] = useState<Figures>(noFigures);
  const [problem, setProblem] = useState("");
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const run = async () => {
    const control = new AbortController();
    running.current = control;
    setProblem("");
    setDone(0);
    let sum = noFigures;
    setFigures(sum);
    try {
      const { queue, workers } = await analysts();
      for (const [n, { id, side }] of chosen.entries()) {
        const game = await gameOf(id);
        sum = addGame(sum, game.first, side, game.moves, await verdictsOf(game, queue && workers > 0, control.signal));
        setFigures(sum);
        setDone(n + 1);
      }
    } catch (failed) {
      setDone(null);
      if (!(failed instanceof ReviewStopped)) setProblem(errorText(failed));
    }
  };
  if (chosen.length === 0) return null;
  const { agreement, loss } = shares(figures);
  return (
    <div data-evidence>
      {done === null ? (
        <Button onClick={() => void run()}>{t("page.operators.compare", { n: chosen.length })}</Button>
      ) : (
        <p role="status">
          {done < chosen.length && `${t("page.operators.comparing", { done, total: chosen.length })} `}
          {figures.moves > 0 && t("page.operators.figures", { moves: figures.moves, agreement, loss })}
        </p>
      )}
      <p class={layouts.muted}>{t("page.operators.no-verdict")}</p>
      <Alert>{problem}</Alert>
    </div>
  );
}
