// A game on the server.
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import * as styles from "./people.module.css";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { LiveGame } from "../../game/live";
import { markPlaying } from "../../game/playing";
import { readGame, UnreachableError } from "../../game/rest";
import { inviteAddress, inviteToken } from "../../game/invite";
import { useStore } from "../../game/store";
import { rich } from "../../text/rich";
import { t } from "../../text/text";
import type { Snapshot } from "../../wire.gen";
import { readVariant } from "../../game/variants";
import { navigate } from "../../router";
import { Refused, type Rules } from "../../rules/rules";
import { useRules } from "../../rules/useRules";
import { useTitle } from "../../title";
import { errorText, other } from "../../rules/text";
import { ConditionalMoves } from "./ConditionalMovesPanel";
import { GameView } from "./GameView";
import { PushSwitch } from "./PushSwitch";
import { Phrases, useLatestPhrase } from "./Phrases";
import { Join, Waiting } from "./Invitation";
import { classes } from "../../style/classes";
import { Button } from "../../components/Button";
import { ReportPlayer } from "../report/ReportPlayer";
import { opponentName, playerName } from "../../game/text";
import { waitText } from "./text";

export default function Game({ id }: { id: string }) {
  const { rules, problem } = useRules();
  const [first, setFirst] = useState<Snapshot | null>(null);
  const [failure, setFailure] = useState("");
  const [missing, setMissing] = useState(false);
  useTitle(missing ? t("page.game.no-such-game") : t("page.game.game"));
  useEffect(() => {
    let active = true;
    let again: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      clearTimeout(again);
      readGame(id).then(
        (game) => {
          if (!active) return;
          // From now on the socket keeps the game up to date. Opening the game again would lose unsent moves.
          stop();
          setFirst(game);
        },
        (reason: unknown) => {
          if (!active) return;
          setFailure(errorText(reason));
          setMissing(reason instanceof Refused && reason.failure.code === "not-found");
          // A missing game will not appear later, but the connection may return.
          if (reason instanceof UnreachableError) again = setTimeout(read, 3000);
        },
      );
    };
    const stop = () => {
      active = false;
      clearTimeout(again);
      removeEventListener("online", read);
    };
    read();
    addEventListener("online", read);
    return stop;
  }, [id]);

  if (first && rules) return <Live first={first} rules={rules} />;
  if (problem || failure) {
    return (
      <>
        <h1>{missing ? t("page.game.there-is-no-such-game") : t("page.game.this-game-cannot-be-shown")}</h1>
        <Alert>{problem || failure}</Alert>
        <p>
          {rich("page.game.another-or-yours", {
            new: (text) => <a href="/play">{text}</a>,
            yours: (text) => <a href="/games">{text}</a>,
          })}
        </p>
      </>
    );
  }
  return <p role="status">{t("page.game.opening-the-game")}</p>;
}

const connections = {
  connecting: ["page.game.connecting", "page.game.connecting-kept"],
  open: null,
  lost: ["page.game.connection-lost", "page.game.connection-lost-kept"],
} as const;

function Live({ first, rules }: { first: Snapshot; rules: Rules }) {
  const [live, setLive] = useState<LiveGame | null>(null);
  useEffect(() => {
    const made = new LiveGame(first);
    setLive(made);
    return made.close;
  }, [first]);
  return live && <LoadedGame live={live} rules={rules} hadNext={first.next !== undefined} />;
}

function LoadedGame({ live, rules, hadNext }: { live: LiveGame; rules: Rules; hadNext: boolean }) {
  const { game, connection, unconfirmed, problem, received } = useStore(live);
  const latestPhrase = useLatestPhrase(game, received);
  const info = useMemo(() => readVariant(rules, game.variant), [rules, game.variant]);
  const token = useMemo(() => inviteToken(location), []);
  const { next, seat } = game;
  useEffect(() => markPlaying(game), [game]);
  // Players and spectators follow the game to its rematch.
  useEffect(() => {
    if (next && !hadNext) navigate(`/game/${next}`);
  }, [next, hadNext]);
  // The seat link has been used. Remove its token, so that the player does not share it by mistake.
  useEffect(() => {
    if (seat && token) navigate(`/game/${game.id}`, "replace");
    // Older links expose their token in the query.
    else if (token && location.search) navigate(inviteAddress(game.id, token), "replace");
  }, [seat, token, game.id]);
  if (!info) return <p class={controls.notice}>{t("page.game.this-game-has-rules-that")}</p>;

  const free = !game.players.white || !game.players.black;
  let instead: ComponentChildren;
  if (free && !game.result) {
    if (seat) instead = <Waiting game={game} info={info} onAbort={() => live.abort()} />;
    else if (token || game.open)
      instead = <Join game={game} info={info} token={token} onJoined={(joined) => live.seated(joined)} />;
  }
  const spent = token && !seat && !free && !game.result ? t("page.game.this-invitation-has-been-used") : "";
  const connecting = connections[connection]?.[unconfirmed > 0 ? 1 : 0];
  return (
    <GameView
      rules={rules}
      info={info}
      game={game}
      commands={live}
      now={live.now}
      problem={problem || spent}
      connection={connecting ? t(connecting) : ""}
      presence
      freeTakeback={seat === "both" || Boolean(game.players.white?.computer || game.players.black?.computer)}
      link={free ? null : `${location.origin}/game/${game.id}`}
      instead={instead}
      gone={!free && <OpponentAway game={game} now={live.now} onClaim={(draw) => live.gone(draw)} />}
      talk={
        !free && (
          <>
            <PushSwitch game={game} />
            <ConditionalMoves rules={rules} info={info} game={game} />
            <Phrases game={game} received={received} onSay={(phrase) => live.say(phrase)} />
            <Reports game={game} />
          </>
        )
      }
      latestPhrase={latestPhrase}
    />
  );
}

/** Forms for reporting the players who are not the user. */
function Reports({ game }: { game: Snapshot }) {
  if (game.seat === "both") return null;
  return (
    <div>
      {(["white", "black"] as const)
        .filter((side) => side !== game.seat && game.players[side] && !game.players[side].computer)
        .map((side) => (
          <ReportPlayer key={side} game={game.id} side={side} name={playerName(game.players[side])} />
        ))}
    </div>
  );
}

interface OpponentAwayProps {
  game: Snapshot;
  /** Returns the server's time. */
  now: () => number;
  onClaim: (draw: boolean) => void;
}

/** Returns the milliseconds until a time, updated whenever the countdown changes. */
function useCountdown(time: number, now: () => number): number {
  const [, tick] = useState(0);
  const left = Math.max(0, time - now());
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => tick((n) => n + 1), left > 120_000 ? 30_000 : (left % 1000) + 20);
    return () => clearTimeout(timer);
  });
  return left;
}

/** Shown when the opponent has left: a countdown, then a button to claim the result. */
function OpponentAway({ game, now, onClaim }: OpponentAwayProps) {
  const { seat, players, result } = game;
  const opponent = seat === "white" || seat === "black" ? players[other(seat)] : null;
  const claim = (!result && opponent && !opponent.here && opponent.claim) || 0;
  const left = useCountdown(claim, now);
  if (!claim) return null;
  const name = opponentName(game);
  return (
    <section
      class={classes(layouts.column, layouts.gap3, styles.gone)}
      aria-label={t("page.game.your-opponent-has-left")}
      data-gone={left > 0 ? "waiting" : "claim"}
    >
      <p role="status">{left > 0 ? t("page.game.has-left", { name }) : t("page.game.has-left-claim", { name })}</p>
      {left > 0 ? (
        <p class={layouts.dim}>
          {rich("page.game.claim-in", {
            time: (text) => (
              <span class={controls.figures} role="timer" aria-live="off">
                {text}
              </span>
            ),
            left: waitText(left),
          })}
        </p>
      ) : (
        <div class={classes(layouts.cluster, layouts.gap3, styles.claims)}>
          <Button class={controls.primary} onClick={() => onClaim(false)}>
            {t("page.game.claim-the-win")}
          </Button>
          <Button onClick={() => onClaim(true)}>{t("page.game.claim-a-draw")}</Button>
        </div>
      )}
    </section>
  );
}
