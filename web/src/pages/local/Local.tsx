// A game in this browser.
import * as controls from "../../style/controls.module.css";
import { arrowsOf } from "../../board/arrows";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { Icon } from "../../components/Icon";
import { DeferredInput } from "../../components/DeferredInput";
import { EarlyGame } from "../../game/earlyGame";
import { loadGame, type SavedGame, type PendingGame } from "../../game/savedGames";
import { LocalGame, type LocalView } from "../../game/local";
import { useStore } from "../../game/store";
import { isDefinition, readVariant, variantOf } from "../../game/variants";
import { navigate } from "../../router";
import { EarlyRules } from "../../rules/early";
import { startOf, startOfPage } from "../../rules/first";
import type { Rules } from "../../rules/rules";
import { rich } from "../../text/rich";
import { t } from "../../text/text";
import type { First, VariantInfo } from "../../wire.gen";
import { useRules } from "../../rules/useRules";
import { errorText } from "../../rules/text";
import type { GameCommands } from "../game/commands";
import { GameView } from "../game/GameView";
import { ideaOf } from "../analysis/review/why";

export default function Local({ id }: { id: string }) {
  const { rules, problem } = useRules();
  // Reloaded when the rules are ready: a move may have been played meanwhile.
  const saved = useMemo(() => loadGame(id), [id, rules]);
  const variant = saved?.game.variant ?? "";
  const info = useMemo(() => (rules ? readVariant(rules, variant) : variantOf(variant)), [rules, variant]);
  const first = useFirst(variant, !rules && saved?.pending !== undefined);
  if (!saved || (!info && (rules || !isDefinition(variant)))) {
    return (
      <>
        <h1>{t("page.game.this-game-is-not-here")}</h1>
        <p>
          {rich("page.game.not-here-more", {
            new: (text) => <a href="/play">{text}</a>,
            yours: (text) => <a href="/games">{text}</a>,
          })}
        </p>
      </>
    );
  }
  if (problem && !first) return <p class={controls.notice}>{problem}</p>;
  if (!info || (!rules && !first)) return <p role="status">{t("page.game.opening-the-game")}</p>;
  return <Opened saved={saved} info={info} rules={rules} first={first} problem={problem} />;
}

/**
 * Returns the start position of a rule set, for a game that starts before the rules are loaded; null until it
 * is available, or if it is not needed.
 */
function useFirst(variant: string, needed: boolean): First | null {
  const [first, setFirst] = useState(() => (needed ? startOfPage(variant) : null));
  useEffect(() => {
    if (needed && !first) void startOf(variant).then(setFirst);
  }, [variant, needed]);
  return first;
}

interface OpenedProps {
  saved: SavedGame;
  info: VariantInfo;
  /** The rules; null if only the start position is available. */
  rules: Rules | null;
  first: First | null;
  problem: string;
}

/** A game, and the rules used to show it. */
type Open = { local: LocalGame; rules: Rules } | { local: EarlyGame; rules: EarlyRules };

function Opened({ saved, info, rules, first, problem }: OpenedProps) {
  const [open, setOpen] = useState<Open | null>(() => (rules ? null : early(saved, first)));
  const [broken, setBroken] = useState("");
  useEffect(() => {
    if (!rules) {
      setOpen((before) => before ?? early(saved, first));
      return;
    }
    try {
      const local = new LocalGame(saved, rules);
      setOpen({ local, rules });
      return local.close;
    } catch (reason) {
      setBroken(errorText(reason));
    }
  }, [saved, rules, first]);
  if (broken) return <p class={controls.notice}>{t("page.game.unreadable", { why: broken })}</p>;
  return (
    open && (
      <DeferredInput until={open.local instanceof LocalGame}>
        <LoadedGame {...open} info={info} problem={problem} />
      </DeferredInput>
    )
  );
}

function early(saved: SavedGame, first: First | null): Open | null {
  if (!saved.pending || !first) return null;
  return { local: new EarlyGame(saved as SavedGame & { pending: PendingGame }, first), rules: new EarlyRules(first) };
}

function LoadedGame({ local, info, rules, problem: unloaded }: Open & { info: VariantInfo; problem: string }) {
  const { game, problem, hint, hinting } = useStore<LocalView>(local);
  const whole = local instanceof LocalGame ? local : null;
  const commands = useMemo<GameCommands>(
    () => ({
      move: (move) => local.move(move),
      resign: () => whole?.resign(),
      abort: () => whole?.abort(),
      draw: (action) => whole?.draw(action),
      claim: () => whole?.claim(),
      takeback: () => whole?.takeback(),
      rematch: () => whole && navigate(`/local/${whole.again()}`),
    }),
    [local],
  );
  const arrows = useMemo(() => hint && arrowsOf([hint.move]), [hint]) ?? undefined;
  return (
    <GameView
      rules={rules}
      info={info}
      game={game}
      commands={commands}
      now={Date.now}
      problem={problem || unloaded}
      freeTakeback
      arrows={arrows}
      instead={
        whole ? undefined : <p data-early>{earlyText(game.ply, game.seat === "both" || game.seat === game.turn)}</p>
      }
      tool={
        whole && (
          <Button disabled={hinting || Boolean(game.thinking)} onClick={() => void whole.hint()}>
            <Icon name="hint" />
            {hinting ? t("page.game.looking") : t("page.game.hint")}
          </Button>
        )
      }
      advice={hint ? ideaOf(hint, game.turn) : ""}
    />
  );
}

/** Describes the actions available while the rules are loading. */
function earlyText(ply: number, mine: boolean): string {
  if (ply > 0) return t("page.game.your-move-is-kept-the");
  return mine ? t("page.game.your-move-the-rules-are") : t("page.game.the-computer-begins-when-the");
}
