// One player: name, time left, and pieces captured and spawned.
import { classes } from "../../style/classes";
import * as styles from "./playerbar.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useContext } from "preact/hooks";
import { PieceKinds } from "../../board/GamePieces";
import { PieceIcon } from "../../board/Piece";
import { byValue, nameOf } from "../../board/pieces";
import { BotTag } from "../../components/BotTag";
import { Rating } from "../../components/Rating";
import { t } from "../../text/text";
import type { Colour, Snapshot, Step } from "../../wire.gen";
import { profileAddress } from "../../game/people";
import { levelName, seatName } from "../../game/text";
import { sideName } from "../../rules/text";
import { Clock } from "./Clock";

/** Returns the pieces that a side's moves captured or spawned, as letters with counts. */
function tally(steps: Step[], mover: Colour, effect: "captured" | "appears"): [string, number][] {
  const counts = new Map<string, number>();
  for (const step of steps) {
    if (step.turn === mover) continue;
    for (const change of step.changes) {
      if (change.effect === effect && change.piece) counts.set(change.piece, (counts.get(change.piece) ?? 0) + 1);
    }
  }
  return [...counts].sort(([a], [b]) => byValue(a, b));
}

function Tally({ name, pieces, made }: { name: string; pieces: [string, number][]; made?: boolean }) {
  const kinds = useContext(PieceKinds);
  if (pieces.length === 0) return null;
  return (
    <span class={styles.tally} title={name}>
      <span class={classes(styles.tallyName, made && styles.spawned)}>{name}</span>
      {pieces.map(([letter, count]) => (
        <span key={letter} class={classes(controls.figures, styles.count)}>
          <PieceIcon
            letter={letter}
            made={made}
            label={count > 1 ? t("page.game.times", { n: count, piece: nameOf(letter, kinds) }) : undefined}
          />
          {count > 1 && <span aria-hidden="true">{count}</span>}
        </span>
      ))}
    </span>
  );
}

export interface PlayerBarProps {
  game: Snapshot;
  colour: Colour;
  /** The moves up to the displayed position. */
  steps: Step[];
  now: () => number;
  /** Whether the user plays this side. */
  own: boolean;
  /** Whether the player's presence is shown. */
  presence: boolean;
}

export function PlayerBar({ game, colour, steps, now, own, presence }: PlayerBarProps) {
  const player = game.players[colour];
  const taken = tally(steps, colour, "captured");
  const made = tally(steps, colour, "appears");
  const toMove = !game.result && game.turn === colour;
  const about: string[] = [];
  if (player?.computer) about.push(levelName(player.computer));
  else if (player && presence && !own) about.push(player.here ? t("page.game.here") : t("page.game.away"));
  if (own && game.seat !== "both" && player?.name) about.push(t("page.game.that-is-you"));
  return (
    <section
      class={classes(styles.player, toMove && styles.toMove)}
      aria-label={`${sideName(colour)}: ${player ? seatName(game, colour) : t("page.game.open-seat-label")}`}
    >
      <span
        class={classes(styles.swatch, colour === "black" && styles.black)}
        role="img"
        aria-label={sideName(colour)}
      />
      <span class={classes(layouts.cluster, styles.name)}>
        <strong>
          {player?.rating ? (
            <a href={profileAddress(player.name)}>{player.name}</a>
          ) : player ? (
            seatName(game, colour)
          ) : (
            t("page.game.open-seat")
          )}
        </strong>
        <BotTag bot={player?.bot} />
        {about.length > 0 && (
          <span class={classes(layouts.muted, styles.about)}>
            {presence && player && !player.computer && !own && (
              <i class={classes(styles.presence, player.here && styles.online)} aria-hidden="true" />
            )}
            {about.join(", ")}
          </span>
        )}
      </span>
      <Clock game={game} colour={colour} now={now} />
      {(player?.rating || taken.length > 0 || made.length > 0) && (
        <span class={classes(layouts.cluster, styles.tallies)}>
          {player?.rating && <Rating rating={player.rating} />}
          <Tally name={t("page.game.took")} pieces={taken} />
          <Tally name={t("page.game.made")} pieces={made} made />
        </span>
      )}
    </section>
  );
}
