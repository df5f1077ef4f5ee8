// The players' chat: a few fixed phrases.
import { classes } from "../../style/classes";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import * as styles from "./people.module.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { phraseText, phrases } from "../../game/phrases";
import type { ReceivedPhrase } from "../../game/live";
import { playerName } from "../../game/text";
import { sideName } from "../../rules/text";
import { phrasesShown } from "../../settings/people";
import { useSetting } from "../../settings/settings";
import { t } from "../../text/text";
import type { Phrase, Snapshot } from "../../wire.gen";

interface PhrasesProps {
  game: Snapshot;
  received: ReceivedPhrase[];
  onSay: (phrase: Phrase) => void;
}

/** Reports whether the user plays in this game against a person. */
function isPlayerAgainstPerson(game: Snapshot): boolean {
  const { white, black } = game.players;
  return (game.seat === "white" || game.seat === "black") && !!white && !!black && !white.computer && !black.computer;
}

/** Returns the name of a phrase's sender. Spectators also see the side if both players have the same name. */
function speaker({ seat, players }: Snapshot, by: "white" | "black"): string {
  if (by === seat) return t("page.game.you");
  const name = playerName(players[by]);
  const alike = name === playerName(players[by === "white" ? "black" : "white"]);
  return alike && seat !== "white" && seat !== "black" ? `${name} (${sideName(by)})` : name;
}

const wordsOf = ({ phrase, text }: ReceivedPhrase): string => (phraseText[phrase] ? t(phraseText[phrase]) : text);

/** The time, in milliseconds, for which a phrase is displayed prominently. */
const reading = 6000;

/**
 * Returns the latest phrase of another player for a while, then an empty text: on a phone the list may be out of view.
 */
export function useLatestPhrase(game: Snapshot, received: readonly ReceivedPhrase[]): string {
  const [shown] = useSetting(phrasesShown);
  const last = received.at(-1);
  const [read, setRead] = useState(last?.n);
  useEffect(() => {
    const timer = setTimeout(() => setRead(last?.n), reading);
    return () => clearTimeout(timer);
  }, [last?.n]);
  if (!last || last.n === read || last.by === game.seat || shown === "muted") return "";
  return `${speaker(game, last.by)}: ${wordsOf(last)}`;
}

export function Phrases({ game, received, onSay }: PhrasesProps) {
  const [shown, setShown] = useSetting(phrasesShown);
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const saying = useRef<HTMLDivElement>(null);
  const muted = shown === "muted";
  const player = isPlayerAgainstPerson(game);
  useEffect(() => {
    if (!open) return undefined;
    list.current?.querySelector("button")?.focus();
    // The menu covers other content, so it closes when the user presses or focuses anything else.
    const elsewhere = (event: Event) => !saying.current?.contains(event.target as Node) && setOpen(false);
    for (const kind of ["pointerdown", "focusin"]) document.addEventListener(kind, elsewhere);
    return () => {
      for (const kind of ["pointerdown", "focusin"]) document.removeEventListener(kind, elsewhere);
    };
  }, [open]);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  const visible = muted ? received.filter(({ by }) => by === game.seat) : received;
  if (!player && visible.length === 0) return null;
  return (
    <section
      class={classes(layouts.column, layouts.gap3, styles.phrases)}
      aria-label={t("page.game.what-the-players-say")}
    >
      <ul class={classes(layouts.list, styles.received)} aria-live="polite">
        {visible.map((one) => (
          <li key={one.n}>
            <strong>{speaker(game, one.by)}:</strong> {wordsOf(one)}
          </li>
        ))}
      </ul>
      {player && (
        <div ref={saying} class={styles.saying} onKeyDown={(event) => event.key === "Escape" && open && close()}>
          <button
            ref={opener}
            type="button"
            class={classes(controls.button, styles.say)}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {t("page.game.say-something")}
          </button>
          <Button class={styles.say} aria-pressed={muted} onClick={() => setShown(muted ? "shown" : "muted")}>
            {muted ? t("page.game.muted") : t("page.game.mute")}
          </Button>
          {open && (
            <div ref={list} class={styles.choices} role="group" aria-label={t("page.game.phrases")}>
              {phrases.map((phrase) => (
                <Button
                  key={phrase}
                  class={styles.say}
                  onClick={() => {
                    onSay(phrase);
                    close();
                  }}
                >
                  {t(phraseText[phrase])}
                </Button>
              ))}
            </div>
          )}
        </div>
      )}
    </section>
  );
}
