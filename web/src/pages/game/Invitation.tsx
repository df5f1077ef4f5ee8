// Before a game: the link to send, or the seat to take.
import { classes } from "../../style/classes";
import * as styles from "./invitation.module.css";
import * as controls from "../../style/controls.module.css";
import * as gameStyles from "./game.module.css";
import { useState } from "preact/hooks";
import { inviteAddress } from "../../game/invite";
import { joinGame } from "../../game/rest";
import { rulesAddress } from "../../game/variants";
import type { Colour, Snapshot, VariantInfo } from "../../wire.gen";
import { controlText } from "../../game/text";
import { staysText } from "./text";
import { other, errorText } from "../../rules/text";
import { gameStarts } from "../../sound/sound";
import { NameField, useName } from "../../components/NameField";
import { copyText } from "../../components/download";

/** For the one who waits: what to send, and to whom. */
export function Waiting({ game, info, onAbort }: { game: Snapshot; info: VariantInfo; onAbort: () => void }) {
  const [said, say] = useState("");
  const link = new URL(inviteAddress(game.id, game.invite), location.href).href;
  const copy = async () => say((await copyText(link)) ? "Link copied." : "Mark the link and copy it.");
  const share = () =>
    navigator.share({ title: "Tain", text: `Play ${info.title} with me.`, url: link }).catch(() => {
      // The player changed their mind.
    });
  return (
    <section class={styles.invitation} aria-label="Waiting for the other player">
      <h2>{game.open ? "Your challenge is open" : "Send this link to your friend"}</h2>
      <p>
        {game.open
          ? `Anyone can take it from the first page. You can send the link too. ${staysText(game)}`
          : "The first to open it takes the other seat. The game begins then."}
      </p>
      <label>
        <span class={controls.visuallyHidden}>Link to the game</span>
        <input class={controls.field} readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div class={styles.buttons}>
        <button type="button" class={classes(controls.button, controls.primary)} onClick={copy}>
          Copy link
        </button>
        {"share" in navigator && (
          <button type="button" class={controls.button} onClick={share}>
            Share
          </button>
        )}
        <button type="button" class={controls.button} onClick={onAbort}>
          Cancel
        </button>
      </div>
      <p class={gameStyles.shareStatus} role="status">
        {said}
      </p>
    </section>
  );
}

/** What is different from chess in rules that somebody has written, before anybody agrees to play by them. */
function Differences({ of, lines }: { of: string; lines: string[] }) {
  return (
    <section class={styles.differences} aria-label={`What is different in ${of}`}>
      <p>{lines.length ? "These rules are somebody's own. As in chess, but:" : "These rules are somebody's own. They are those of chess."}</p>
      {lines.length > 0 && (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface JoinProps {
  game: Snapshot;
  info: VariantInfo;
  token: string;
  onJoined: (game: Snapshot) => void;
}

/** For the one who was invited. */
export function Join({ game, info, token, onJoined }: JoinProps) {
  const { name, setName, use } = useName();
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const taken: Colour = game.players.white ? "white" : "black";
  const host = game.players[taken]?.name ?? "Somebody";
  const join = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem("");
    const used = use();
    gameStarts();
    try {
      onJoined(await joinGame(game.id, { ...(token ? { token } : {}), name: used || undefined }));
    } catch (failure) {
      setProblem(errorText(failure));
      setBusy(false);
    }
  };
  return (
    <form class={styles.invitation} onSubmit={join}>
      <h2>{host} invites you</h2>
      <p>
        {info.title}, {controlText(game.control)}. You play {other(taken)}. <a href={rulesAddress(info)}>Read the rules</a>
      </p>
      {game.definition && <Differences of={info.title} lines={game.differences ?? []} />}
      <NameField name={name} onName={setName} />
      {problem && (
        <p class={controls.notice} role="alert">
          {problem}
        </p>
      )}
      <button type="submit" class={classes(controls.button, controls.primary)} disabled={busy}>
        Join the game
      </button>
    </form>
  );
}
