// Shown before a game: the link to share, or the seat to take.
import { classes } from "../../style/classes";
import * as styles from "./invitation.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import * as gameStyles from "./game.module.css";
import { useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { Button } from "../../components/Button";
import { inviteAddress } from "../../game/invite";
import { joinGame } from "../../game/rest";
import { rulesAddress } from "../../game/variants";
import { rich } from "../../text/rich";
import { t } from "../../text/text";
import type { Colour, Snapshot, VariantInfo } from "../../wire.gen";
import { controlText, startName } from "../../game/text";
import { lifetimeText } from "./text";
import { other, errorText } from "../../rules/text";
import { turnOnSound } from "../../sound/sound";
import { NameField, useName } from "../../components/NameField";
import { copyText } from "../../components/download";

/** Shown to the waiting player: the link to share. */
export function Waiting({ game, info, onAbort }: { game: Snapshot; info: VariantInfo; onAbort: () => void }) {
  const [message, say] = useState("");
  const link = new URL(inviteAddress(game.id, game.invite), location.href).href;
  const copy = async () =>
    say((await copyText(link)) ? t("page.game.link-copied") : t("page.game.mark-the-link-and-copy"));
  const share = () =>
    navigator
      .share({ title: "Tain", text: t("page.game.play-with-me", { title: info.title }), url: link })
      .catch(() => {
        // The player cancelled sharing.
      });
  return (
    <section class={classes(layouts.column, layouts.gap5, styles.invitation)} aria-label={t("page.game.waiting-label")}>
      <h2>{game.open ? t("page.game.your-challenge-is-open") : t("page.game.send-this-link-to-your")}</h2>
      <p>
        {game.open ? t("page.game.challenge-open", { stays: lifetimeText(game) }) : t("page.game.the-first-to-open-it")}
      </p>
      <label>
        <span class={controls.visuallyHidden}>{t("page.game.link-to-the-game")}</span>
        <input class={controls.field} readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div class={classes(layouts.cluster, layouts.gap3)}>
        <Button class={controls.primary} onClick={copy}>
          {t("page.game.copy-link")}
        </Button>
        {"share" in navigator && <Button onClick={share}>{t("page.game.share")}</Button>}
        <Button onClick={onAbort}>{t("page.game.cancel")}</Button>
      </div>
      <p class={classes(layouts.muted, gameStyles.shareStatus)} role="status">
        {message}
      </p>
    </section>
  );
}

/** The differences between a custom rule set and chess, shown before the player accepts. */
function Differences({ of, lines }: { of: string; lines: string[] }) {
  return (
    <section class={styles.differences} aria-label={t("page.game.different-in", { title: of })}>
      <p>{lines.length ? t("page.game.own-rules-differ") : t("page.game.own-rules-same")}</p>
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

/** Shown to the invited player: the game, and a form to join it. */
export function Join({ game, info, token, onJoined }: JoinProps) {
  const { name, setName, use } = useName();
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const taken: Colour = game.players.white ? "white" : "black";
  const host = game.players[taken]?.name ?? t("page.game.somebody");
  const join = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem("");
    const used = use();
    turnOnSound();
    try {
      onJoined(await joinGame(game.id, { ...(token ? { token } : {}), name: used || undefined }));
    } catch (failure) {
      setProblem(errorText(failure));
      setBusy(false);
    }
  };
  return (
    <form class={classes(layouts.column, layouts.gap5, styles.invitation)} onSubmit={join}>
      <h2>{t("page.game.invites-you", { name: host })}</h2>
      <p>
        {rich("page.game.invitation", {
          title: info.title,
          control: controlText(game.control),
          side: other(taken),
          rules: (text) => <a href={rulesAddress(info)}>{text}</a>,
        })}
      </p>
      {game.rated && <p>{t("page.game.rated-game")}</p>}
      {game.startNumber !== undefined && <p>{startName(game.startNumber)}</p>}
      {game.definition && <Differences of={info.title} lines={game.differences ?? []} />}
      <NameField name={name} onName={setName} />
      <Alert>{problem}</Alert>
      <Button type="submit" class={controls.primary} disabled={busy}>
        {t("page.game.join-the-game")}
      </Button>
    </form>
  );
}
