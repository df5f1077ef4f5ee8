// A player's actions other than moving. Irreversible ones are separate and require confirmation in place.
import { classes } from "../../style/classes";
import * as styles from "./actions.module.css";
import * as gameStyles from "./game.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { Icon } from "../../components/Icon";
import { offerKinds } from "../../game/offers";
import { t } from "../../text/text";
import type { Colour, OfferAction, Offers, Snapshot } from "../../wire.gen";
import type { GameCommands } from "./commands";
import { claimReason, offerText } from "./text";

interface Choice {
  question: string;
  yes: string;
  act: () => void;
}

/** A confirmation with two buttons, overlaid on the control that opened it. */
function Ask({ question, yes, act, done }: Choice & { done: () => void }) {
  const harmless = useRef<HTMLButtonElement>(null);
  // Only once: the focus may have moved by the next render.
  useEffect(() => harmless.current?.focus(), []);
  return (
    <div
      class={styles.ask}
      role="group"
      aria-label={question}
      onKeyDown={(event) => {
        if (event.key === "Escape") done();
      }}
    >
      <Button
        class={classes(controls.danger, controls.sure)}
        onClick={() => {
          act();
          done();
        }}
      >
        {yes}
      </Button>
      <button type="button" class={controls.button} ref={harmless} onClick={done}>
        {t("page.game.keep-playing")}
      </button>
    </div>
  );
}

export interface ActionsProps {
  game: Snapshot;
  commands: GameCommands;
  /** Whether moves can be taken back without the opponent's consent. */
  freeTakeback: boolean;
}

/** Returns why an offer cannot be made now; undefined if it can. */
function refusalText(game: Snapshot, kind: keyof Offers): string | undefined {
  if (game.barred?.includes(kind)) return t("page.game.your-last-offer-was-declined");
  if (kind === "takeback" && game.rated) return t("page.game.no-takeback-rated");
  if (kind === "takeback" && game.seat && game.undo[game.seat === "both" ? game.turn : game.seat] === undefined)
    return t("page.game.there-is-no-move-to");
  if (kind === "draw" && game.ply < 2) return t("page.game.both-make-a-move-first");
  return undefined;
}

/** Resign, draw and takeback, while the game is in progress. */
export function Actions({ game, commands, freeTakeback }: ActionsProps) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const { seat, offers } = game;
  if (!seat || game.result) return null;
  const begun = game.moves.length >= 2;
  const me: Colour = seat === "both" ? game.turn : seat;
  const both = seat === "both";
  const noTakeback = refusalText(game, "takeback");
  const noDraw = refusalText(game, "draw");
  const resign: Choice = {
    question: both ? t("page.game.does-side-resign", { side: me }) : t("page.game.resign-question"),
    yes: both ? t("page.game.resign-for", { side: me }) : t("page.game.resign-confirm"),
    act: () => commands.resign(),
  };
  const abort: Choice = {
    question: t("page.game.end-the-game-before-it"),
    yes: t("page.game.abort-the-game"),
    act: () => commands.abort(),
  };
  const agree: Choice = {
    question: t("page.game.do-both-agree-on-a"),
    yes: t("page.game.draw-both-agree"),
    act: () => commands.draw("offer"),
  };
  return (
    <div class={classes(styles.box, choice && styles.asking)}>
      <div class={styles.actions} role="group" aria-label={t("page.game.actions")}>
        <Button
          disabled={noTakeback !== undefined || offers.takeback === me}
          title={noTakeback}
          onClick={() => commands.takeback("offer")}
        >
          <Icon name="undo" />
          {freeTakeback ? t("page.game.take-back") : t("page.game.ask-to-take-back")}
        </Button>
        <Button
          disabled={noDraw !== undefined || offers.draw === me}
          title={noDraw}
          onClick={() => (both ? setChoice(agree) : commands.draw("offer"))}
        >
          <Icon name="draw" />
          {both ? t("page.game.agree-a-draw") : t("page.game.offer-draw")}
        </Button>
        <button
          type="button"
          ref={trigger}
          class={classes(controls.button, controls.danger, styles.apart)}
          onClick={() => setChoice(begun ? resign : abort)}
        >
          <Icon name="resign" />
          {begun ? t("page.game.resign") : t("page.game.abort")}
        </button>
        {game.claim && game.claim.length > 0 && (both || seat === game.turn) && (
          <Button class={styles.wide} onClick={() => commands.claim()}>
            {t("page.game.claim-a-draw-because", { why: claimReason(game.claim) })}
          </Button>
        )}
      </div>
      {choice && (
        <Ask
          {...choice}
          done={() => {
            setChoice(null);
            // Return the focus to the control that opened the confirmation, once it is visible again.
            requestAnimationFrame(() => trigger.current?.focus());
          }}
        />
      )}
    </div>
  );
}

interface OfferBarProps {
  game: Snapshot;
  commands: GameCommands;
  /** Shown if there is no open offer. */
  children?: ComponentChildren;
}

/** Open offers, with buttons to accept, decline or withdraw them. */
export function OfferBar({ game, commands, children }: OfferBarProps) {
  const { seat, offers } = game;
  const open = offerKinds.filter((kind) => offers[kind]);
  if ((seat !== "white" && seat !== "black") || open.length === 0) return <>{children}</>;
  return (
    <>
      {open.map((kind) => {
        const mine = offers[kind] === seat;
        const answer = (action: OfferAction) => commands[kind](action);
        return (
          <div
            key={kind}
            class={classes(layouts.cluster, layouts.middle, layouts.gap3, gameStyles.prompt)}
            role="group"
            data-offer={kind}
            aria-label={mine ? t("page.game.your-offer") : t("page.game.an-offer")}
          >
            <p>{offerText(kind, game)}</p>
            {mine ? (
              <Button onClick={() => answer("withdraw")}>{t("page.game.withdraw")}</Button>
            ) : (
              <>
                <Button class={controls.primary} onClick={() => answer("accept")}>
                  {t("page.game.accept")}
                </Button>
                <Button onClick={() => answer("decline")}>{t("page.game.decline")}</Button>
              </>
            )}
          </div>
        );
      })}
    </>
  );
}
