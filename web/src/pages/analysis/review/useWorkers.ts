// The analysis by the server's workers: request, progress, cancellation, and conversion to a review. The analysis id is
// saved with the tree, so that a reload finds the analysis again.
import { useEffect, useRef, useState } from "preact/hooks";
import { UnreachableError } from "../../../game/rest";
import { engineMemory } from "../../../settings/engine";
import { setting } from "../../../settings/settings";
import { Refused } from "../../../rules/rules";
import { errorText } from "../../../rules/text";
import { t } from "../../../text/text";
import type { GameAnalysis } from "../../../wire.gen";
import type { Tree } from "../tree";
import { nameOf, type Verdict } from "./review";
import { reviewBy } from "./reviewGame";
import { gameOf, type ReviewState, withEvals, withMarks } from "./useReview";
import { requestAnalysis, readAnalysis, withdrawAnalysis } from "./workers";

export interface WorkersState {
  /** Whether a request is pending. */
  requested: boolean;
  /** The last known state of the request; null before the first response. */
  standing: GameAnalysis | null;
  /** Whether the server does not respond. */
  lost: boolean;
  problem: string;
  ask: () => void;
  withdraw: () => void;
}

/** The polling interval, in milliseconds. */
const pollInterval = 1000;

export function useWorkers(
  tree: Tree,
  change: (next: (old: Tree) => Tree) => void,
  review: Pick<ReviewState, "progress" | "stop">,
): WorkersState {
  const [standing, setStanding] = useState<GameAnalysis | null>(null);
  const [lost, setLost] = useState(false);
  const [problem, setProblem] = useState("");
  const [asking, setAsking] = useState(false);
  const latest = useRef({ tree, review });
  latest.current = { tree, review };
  const asked = tree.asked;

  useEffect(() => {
    setStanding(null);
    setLost(false);
    if (!asked) return undefined;
    setProblem("");
    let active = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const verdicts: Verdict[] = [];
    /** Ends the request, optionally with a message. */
    const end = (why: string) => {
      change((old) => (old.asked?.id === asked.id ? { ...old, asked: undefined } : old));
      setProblem(why);
    };
    /** Returns the current game, if the request covers its moves. */
    const game = () => {
      const now = gameOf(latest.current.tree);
      return nameOf(now.start, now.moves) === asked.of ? now : null;
    };
    const take = async (now: GameAnalysis) => {
      setStanding(now);
      setLost(false);
      for (const [i, verdict] of now.found.entries()) verdicts[now.from + i] = verdict;
      const played = game();
      if (now.state === "failed" || now.state === "withdrawn")
        return end(now.state === "failed" ? t("page.analysis.workers-failed") : "");
      if (now.state !== "done") {
        const news = new Map(now.found.map((verdict, i) => [now.from + i, verdict]));
        // A review in the browser would conflict with this one.
        if (played && news.size > 0 && !latest.current.review.progress)
          change((old) => withEvals(old, asked.of, played, news));
        return undefined;
      }
      if (!played) return end(t("page.analysis.the-moves-have-changed-since"));
      latest.current.review.stop();
      const found = await reviewBy(played, verdicts, now.nodes, setting(engineMemory));
      if (!active) return undefined;
      if (!game()) return end(t("page.analysis.the-moves-have-changed-since"));
      change((old) => ({
        ...withMarks(withEvals(old, asked.of, played, new Map(verdicts.entries())), found),
        asked: undefined,
      }));
      return undefined;
    };
    const look = async () => {
      try {
        if (document.visibilityState === "visible") {
          const now = await readAnalysis(asked.id, verdicts.length);
          if (active) await take(now);
        }
      } catch (failed) {
        if (!active) return;
        if (failed instanceof Refused && (failed.failure.code === "not-found" || failed.failure.code === "no-queue"))
          return end(t("page.analysis.workers-lost"));
        if (!(failed instanceof Refused || failed instanceof UnreachableError)) return end(errorText(failed));
        setLost(true);
      }
      if (active) timer = setTimeout(() => void look(), pollInterval);
    };
    void look();
    return () => {
      active = false;
      clearTimeout(timer);
    };
  }, [asked?.id]);

  const ask = async () => {
    const game = gameOf(latest.current.tree);
    const of = nameOf(game.start, game.moves);
    setProblem("");
    setAsking(true);
    try {
      const { id } = await requestAnalysis(game);
      change((old) => ({ ...old, asked: { id, of } }));
    } catch (failed) {
      setProblem(errorText(failed));
    } finally {
      setAsking(false);
    }
  };
  const withdraw = async () => {
    if (!asked) return;
    try {
      await withdrawAnalysis(asked.id);
    } catch (failed) {
      // An analysis that no longer exists need not be cancelled.
      if (!(failed instanceof Refused) || failed.failure.code !== "not-found") return setProblem(errorText(failed));
    }
    change((old) => (old.asked?.id === asked.id ? { ...old, asked: undefined } : old));
  };
  return {
    requested: asking || asked !== undefined,
    standing,
    lost,
    problem,
    ask: () => void ask(),
    withdraw: () => void withdraw(),
  };
}
