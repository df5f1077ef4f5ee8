// A game in this browser.
import * as controls from "../../style/controls.module.css";
import { arrowsOf } from "../../board/arrows";
import { useEffect, useMemo, useState } from "preact/hooks";
import { loadGame, type SavedGame } from "../../game/savedGames";
import { LocalGame } from "../../game/local";
import { useStore } from "../../game/store";
import { isDefinition, readVariant, variantOf } from "../../game/variants";
import { navigate } from "../../router";
import type { Rules } from "../../rules/rules";
import type { VariantInfo } from "../../wire.gen";
import { useRules } from "../../rules/useRules";
import { sentence, errorText } from "../../rules/text";
import type { GameCommands } from "../game/commands";
import { GameView } from "../game/GameView";

export default function Local({ id }: { id: string }) {
  const { rules, problem } = useRules();
  const saved = useMemo(() => loadGame(id), [id]);
  const variant = saved?.game.variant ?? "";
  const info = useMemo(() => (rules ? readVariant(rules, variant) : variantOf(variant)), [rules, variant]);
  if (!saved || (!info && (rules || !isDefinition(variant)))) {
    return (
      <>
        <h1>This game is not here</h1>
        <p>
          It was played in another browser, or deleted. <a href="/play">Start a new game</a> or look at{" "}
          <a href="/games">your games</a>.
        </p>
      </>
    );
  }
  if (problem) return <p class={controls.notice}>{problem}</p>;
  if (!rules || !info) return <p role="status">Opening the game.</p>;
  return <Opened saved={saved} info={info} rules={rules} />;
}

function Opened({ saved, info, rules }: { saved: SavedGame; info: VariantInfo; rules: Rules }) {
  const [game, setGame] = useState<LocalGame | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    try {
      const made = new LocalGame(saved, rules);
      setGame(made);
      return made.close;
    } catch (reason) {
      setProblem(errorText(reason));
    }
  }, [saved, rules]);
  if (problem) return <p class={controls.notice}>The game cannot be read: {problem}</p>;
  return game && <Shown local={game} info={info} rules={rules} />;
}

function Shown({ local, info, rules }: { local: LocalGame; info: VariantInfo; rules: Rules }) {
  const { game, problem, hint, hinting } = useStore(local);
  const commands = useMemo<GameCommands>(
    () => ({
      move: (move) => local.move(move),
      resign: () => local.resign(),
      abort: () => local.abort(),
      draw: (action) => local.draw(action),
      claim: () => local.claim(),
      takeback: () => local.takeback(),
      rematch: () => navigate(`/local/${local.again()}`),
    }),
    [local],
  );
  const arrows = useMemo(() => hint && arrowsOf([hint]), [hint]) ?? undefined;
  return (
    <GameView
      rules={rules}
      info={info}
      game={game}
      commands={commands}
      now={local.now}
      problem={problem}
      freeTakeback
      arrows={arrows}
      tool={
        <button type="button" class={controls.button} disabled={hinting || Boolean(game.thinking)} onClick={() => void local.hint()}>
          {hinting ? "Looking" : "Hint"}
        </button>
      }
      advice={hint ? `${hint.san}: ${sentence(hint.text)}` : ""}
    />
  );
}
