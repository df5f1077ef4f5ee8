// What a player can do besides moving. Whatever cannot be undone stands apart and
// is asked once more, in its place.
import { classes } from "../../style/classes";
import * as styles from "./actions.module.css";
import * as gameStyles from "./game.module.css";
import * as controls from "../../style/controls.module.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { offerKinds } from "../../game/offers";
import type { Colour, OfferAction, Offers, Snapshot } from "../../wire.gen";
import { sideName } from "../../rules/text";
import type { GameCommands } from "./commands";
import { claimReason, offerText } from "./text";

interface Choice {
  question: string;
  yes: string;
  act: () => void;
}

/** A question with two answers, over what asked it. */
function Ask({ question, yes, act, done }: Choice & { done: () => void }) {
  const harmless = useRef<HTMLButtonElement>(null);
  // Once: the focus may have gone elsewhere when the page is drawn again.
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
      <button
        type="button"
        class={classes(controls.button, controls.danger, controls.sure)}
        onClick={() => {
          act();
          done();
        }}
      >
        {yes}
      </button>
      <button type="button" class={controls.button} ref={harmless} onClick={done}>
        Keep playing
      </button>
    </div>
  );
}

export interface ActionsProps {
  game: Snapshot;
  commands: GameCommands;
  /** The moves can be taken back at once: nobody need be asked. */
  freeTakeback: boolean;
}

/** Why an offer cannot be made now, if that is so. */
function whyNot(game: Snapshot, kind: keyof Offers): string | undefined {
  if (game.barred?.includes(kind)) return "Your last offer was declined or withdrawn. Make a move first.";
  if (kind === "takeback" && game.seat && game.undo[game.seat === "both" ? game.turn : game.seat] === undefined) return "There is no move to take back yet.";
  if (kind === "draw" && game.ply < 2) return "Both make a move first.";
  return undefined;
}

/** Resign, draw, take back: while the game goes on. */
export function Actions({ game, commands, freeTakeback }: ActionsProps) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const asked = useRef<HTMLButtonElement>(null);
  const { seat, offers } = game;
  if (!seat || game.result) return null;
  const begun = game.moves.length >= 2;
  const me: Colour = seat === "both" ? game.turn : seat;
  const both = seat === "both";
  const noTakeback = whyNot(game, "takeback");
  const noDraw = whyNot(game, "draw");
  const resign: Choice = {
    question: both ? `Does ${sideName(me)} resign?` : "Resign the game?",
    yes: both ? `Resign for ${sideName(me)}` : "Resign the game",
    act: () => commands.resign(),
  };
  const abort: Choice = { question: "End the game before it begins?", yes: "Abort the game", act: () => commands.abort() };
  const agree: Choice = { question: "Do both agree on a draw?", yes: "Draw: both agree", act: () => commands.draw("offer") };
  return (
    <div class={classes(styles.box, choice && styles.asking)}>
      <div class={styles.actions} role="group" aria-label="Actions">
        <button
          type="button"
          class={controls.button}
          disabled={noTakeback !== undefined || offers.takeback === me}
          title={noTakeback}
          onClick={() => commands.takeback("offer")}
        >
          {freeTakeback ? "Take back" : "Ask to take back"}
        </button>
        <button
          type="button"
          class={controls.button}
          disabled={noDraw !== undefined || offers.draw === me}
          title={noDraw}
          onClick={() => (both ? setChoice(agree) : commands.draw("offer"))}
        >
          {both ? "Agree a draw" : "Offer draw"}
        </button>
        <button
          type="button"
          ref={asked}
          class={classes(controls.button, controls.danger, styles.apart)}
          onClick={() => setChoice(begun ? resign : abort)}
        >
          {begun ? "Resign" : "Abort"}
        </button>
        {game.claim && game.claim.length > 0 && (both || seat === game.turn) && (
          <button type="button" class={classes(controls.button, styles.wide)} onClick={() => commands.claim()}>
            Claim a draw: {claimReason(game.claim)}
          </button>
        )}
      </div>
      {choice && (
        <Ask
          {...choice}
          done={() => {
            setChoice(null);
            // Back to where the question came from, once that can be seen again.
            requestAnimationFrame(() => asked.current?.focus());
          }}
        />
      )}
    </div>
  );
}

/** The offers that stand, and the answers to them. */
export function OfferBar({ game, commands }: { game: Snapshot; commands: GameCommands }) {
  const { seat, offers } = game;
  if (seat !== "white" && seat !== "black") return null;
  return (
    <>
      {offerKinds.map((kind) => {
        if (!offers[kind]) return null;
        const mine = offers[kind] === seat;
        const answer = (action: OfferAction) => commands[kind](action);
        return (
          <div key={kind} class={gameStyles.prompt} role="group" aria-label={mine ? "Your offer" : "An offer"}>
            <p>{offerText(kind, game)}</p>
            {mine ? (
              <button type="button" class={controls.button} onClick={() => answer("withdraw")}>
                Withdraw
              </button>
            ) : (
              <>
                <button type="button" class={classes(controls.button, controls.primary)} onClick={() => answer("accept")}>
                  Accept
                </button>
                <button type="button" class={controls.button} onClick={() => answer("decline")}>
                  Decline
                </button>
              </>
            )}
          </div>
        );
      })}
    </>
  );
}
