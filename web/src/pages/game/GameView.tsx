// A game, local or on the server: the board, and one column with all other content.
import { classes } from "../../style/classes";
import * as styles from "./game.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { Icon } from "../../components/Icon";
import { Board } from "../../board/Board";
import { hasCopies } from "../../board/flat/layout";
import { vibrate } from "../../board/haptics";
import { lastStep } from "../../board/lastMove";
import type { BoardArrow } from "../../board/types";
import { shortTime } from "../../game/clock";
import { t } from "../../text/text";
import type { Plain } from "../../text/types";
import type { Colour, MoveInfo, Snapshot, State, VariantInfo } from "../../wire.gen";
import { controlName, startName } from "../../game/text";
import { positionQuery } from "../../game/linkText";
import { refOf, rulesAddress } from "../../game/variants";
import { navigate } from "../../router";
import { EarlyRules } from "../../rules/early";
import type { Rules } from "../../rules/rules";
import { useTitle } from "../../title";
import { other, sentence } from "../../rules/text";
import { Actions, OfferBar } from "./Actions";
import { useBeginner } from "./beginner";
import { useTimeLeft } from "./Clock";
import type { GameCommands } from "./commands";
import { MoveList } from "./MoveList";
import { GamePieces } from "../../board/GamePieces";
import { PlayerBar } from "./PlayerBar";
import { EndMoment } from "./EndMoment";
import { Result } from "./Result";
import { Share } from "./Share";
import { SoundSwitch, useMoveSound } from "./SoundSwitch";
import { usePremove, usePremoves } from "./usePremove";
import { useReplay, useStepKeys } from "./useReplay";
import { MoveField } from "../../components/MoveField";
import { Steps } from "../../components/Steps";
import { low, narrow, useMedia } from "../../style/useMedia";
import { Tables, tablesText } from "../../components/Tables";
import { useTables } from "../../components/useTables";
import { useSticky } from "../../components/useSticky";
import { WingSwitch } from "../../components/WingSwitch";
import { news, status, yourTurn } from "./text";

export interface GameViewProps {
  rules: Rules;
  info: VariantInfo;
  game: Snapshot;
  commands: GameCommands;
  now: () => number;
  /** A message for the player, such as why a move is illegal. */
  problem?: string;
  /** The state of the connection, unless it is normal. */
  connection?: string;
  /** Whether players' presence is shown. */
  presence?: boolean;
  freeTakeback?: boolean;
  /** The address to share, if others can open the game. */
  link?: string | null;
  arrows?: BoardArrow[];
  /** An additional action while the game is in progress. */
  tool?: ComponentChildren;
  /** The result of that action. */
  advice?: string;
  /** A notice that the opponent has left, with the available actions. */
  gone?: ComponentChildren;
  /** The players' phrases. */
  talk?: ComponentChildren;
  /** The latest phrase of another player. */
  latestPhrase?: string;
  /** Replaces the actions while there is no opponent. */
  instead?: ComponentChildren;
}

const lookingBack: Plain = "page.game.looking-back";

export function GameView(props: GameViewProps) {
  const { rules, info, game, commands, now, presence = false, freeTakeback = false, link = null } = props;
  const replay = useReplay(rules, game);
  const { state, step, latest, line } = replay;
  const before = useMemo(
    () => (step ? undefined : lastStep(info, state, game.lastMove)),
    [step, info, state, game.lastMove],
  );
  useStepKeys(replay);
  // In a timed game the clocks stay in view, even if little space remains for other content.
  const [boardBox, sticky] = useSticky(game.clocks ? 0.8 : 0.62);
  const doing = useHeight("--doing-height");
  const [turned, setTurned] = useState(false);
  const flip = (game.seat === "black") !== turned;
  const mine = yourTurn(game);
  const waiting = !game.players.white || !game.players.black;
  const playing = !game.result && !waiting && latest && game.seat !== null;
  const bottom: Colour = flip ? "black" : "white";
  // Players are above and below the board, unless that reduces its height and there is room next to it.
  const [isLow, isNarrow] = [useMedia(low), useMedia(narrow)];
  const around = !isLow && (isNarrow || info.boards > 1);
  useTitle(mine && !waiting ? t("page.game.your-turn-title", { title: info.title }) : info.title);

  // Feedback about the last attempt. It applies to one position and is replaced by newer messages.
  const [feedback, setFeedback] = useState<{ text: string; about: State; after: string } | null>(null);
  const problemText = props.problem ? sentence(props.problem) : "";
  const say = (text: string) => {
    setRead("");
    setFeedback({ text, about: state, after: problemText });
  };
  const move = useCallback(
    (chosen: MoveInfo) => {
      setRead("");
      commands.move(chosen);
    },
    [commands],
  );
  const [premove, setPremove] = usePremove(line.state, game.ply, mine && !waiting, game.result !== null, move);
  const canPremove = playing && (game.seat === "white" || game.seat === "black");
  // Before the rules are loaded, any premove is accepted; its legality is checked when it is played.
  const premoves = usePremoves(rules, state, canPremove && !mine && !(rules instanceof EarlyRules));
  const explain = (from: string, to: string) => {
    const { variant, position, study } = state;
    say(sentence(rules.explain({ variant, position, study, from, to }).message));
  };
  useMoveSound(step, latest && game.result !== null);
  useGameHaptics(game, mine && !waiting);
  const beginner = useBeginner(game);
  const spoken = useAnnouncement(props, line.state);
  // During a game, tables are shown only with a requested hint.
  const tabled = useTables(rules, state, game.result !== null || Boolean(props.advice));
  const tablesAdvice = !game.result && tabled ? sentence(tablesText(tabled)) : "";
  const boardElement = useRef<HTMLDivElement | null>(null);
  const boardRef = useCallback((element: HTMLDivElement | null) => {
    boardElement.current = element;
    boardBox(element);
  }, []);
  // The hint is drawn on the board, which may have scrolled away.
  useEffect(() => {
    if (props.advice) boardElement.current?.scrollIntoView({ block: "nearest" });
  }, [props.advice]);
  const analyse = (moves: string[]) => {
    const { position } = rules.line({ variant: state.variant, position: state.position, moves }).state;
    navigate(`/analysis${positionQuery(refOf(info), position, moves.at(-1))}`);
  };
  const steps = useMemo(() => line.steps.slice(0, replay.ply), [line, replay.ply]);
  const bar = (colour: Colour) => (
    <GamePieces info={info}>
      <PlayerBar
        game={game}
        colour={colour}
        steps={steps}
        now={now}
        own={game.seat === "both" || game.seat === colour}
        presence={presence}
      />
    </GamePieces>
  );
  const [read, setRead] = useState("");
  const latestWords = feedback?.about === state && feedback.after === problemText ? feedback.text : problemText;
  const problem = latestWords === read ? "" : latestWords;
  useEffect(() => {
    if (!latestWords) setRead(""); // so that the same text can be shown again
  }, [latestWords]);
  useDismissOnPress(problem, () => setRead(problem));
  const connection = props.connection && (
    <span class={styles.connection} role="status">
      {props.connection}
    </span>
  );
  const lastMoveText = step?.text && (
    <span class={layouts.muted} data-last-move title={sentence(step.text)}>
      {sentence(step.text)}
    </span>
  );
  // The list of phrases may be out of view.
  const phrase = (isLow || isNarrow) && props.latestPhrase && (
    <span aria-hidden="true" data-latest-phrase>
      {props.latestPhrase}
    </span>
  );

  return (
    <div class={classes(styles.game, around && styles.around)} data-full-width data-zen-room>
      <h1 class={controls.visuallyHidden}>{info.title}</h1>
      <div class={classes(styles.board, sticky && styles.sticky)} ref={boardRef}>
        <Board
          info={info}
          state={state}
          flip={flip}
          movable={playing ? (game.seat ?? "none") : "none"}
          step={step ?? before}
          onMove={move}
          beginner={beginner}
          premove={canPremove ? premove : null}
          onPremove={canPremove ? setPremove : undefined}
          premoves={canPremove ? premoves : undefined}
          arrows={latest ? props.arrows : undefined}
          onAsk={explain}
          above={around && bar(other(bottom))}
          below={around && bar(bottom)}
          label={t("page.game.board-label", { title: info.title, side: bottom })}
        />
        <EndMoment game={game} />
      </div>
      <div class={classes(layouts.column, styles.side)}>
        {!around && bar(other(bottom))}
        <div class={styles.more}>
          {/* The link to share comes before the moves, because there are none yet. */}
          {props.instead}
          <div class={styles.record} data-zen-hides>
            <p class={classes(layouts.cluster, layouts.muted, layouts.flush, styles.about)}>
              <a href={rulesAddress(info)}>{info.title}</a>
              {game.startNumber !== undefined && (
                <a href={`/play${positionQuery(game.variant, `960:${game.startNumber}`)}`}>
                  {startName(game.startNumber)}
                </a>
              )}
              <span>{controlName(game.control)}</span>
              {game.rated && <span>{t("page.game.rated")}</span>}
              {presence && game.spectators > 0 && <span>{t("page.game.watching", { n: game.spectators })}</span>}
              {(game.result || props.instead) && connection}
            </p>
            {!isLow && !isNarrow && replay.ply < 8 && !game.result && (
              <p class={classes(layouts.muted, layouts.flush)}>{info.summary}</p>
            )}
            <MoveList replay={replay} start={game.start} />
            <Steps
              back={replay.ply > 0}
              forward={!latest}
              onStep={(to) =>
                replay.goTo({ first: 0, previous: replay.ply - 1, next: replay.ply + 1, last: line.steps.length }[to])
              }
            />
          </div>
          {props.gone}
          {!props.instead && !game.result && game.seat && (
            <MoveField
              rules={rules}
              state={line.state}
              closed={mine && !waiting ? "" : t("page.game.it-is-not-your-turn")}
              onMove={move}
            />
          )}
          <div class={styles.tools} data-zen-hides>
            {!game.result && props.tool}
            <Button onClick={() => setTurned(!turned)}>
              <Icon name="flip" />
              {t("page.game.flip-board")}
            </Button>
            <SoundSwitch />
          </div>
          {hasCopies(info) && (
            <div data-zen-hides>
              <WingSwitch />
            </div>
          )}
          {props.talk}
          {tablesAdvice && <p class={styles.advice}>{tablesAdvice}</p>}
          {game.result && tabled && <Tables known={tabled} onPlay={analyse} />}
          <Share game={game} rules={rules} replay={replay} flip={flip} link={link} />
        </div>
        <div class={classes(layouts.column, styles.doing)} ref={doing}>
          <div class={classes(styles.line, game.result && styles.over)}>
            {game.result ? (
              <Result game={game} info={info} commands={commands} note={phrase} />
            ) : (
              !props.instead && (
                <OfferBar game={game} commands={commands}>
                  <p class={styles.status}>
                    {connection || phrase || (props.advice && latest && <span data-hint-idea>{props.advice}</span>) || (
                      <>
                        {latest ? status(game, state) : t(lookingBack)} {lastMoveText}
                      </>
                    )}
                  </p>
                </OfferBar>
              )
            )}
            {/* Overlaid, so that the layout does not shift while the user reaches for a button. */}
            <p class={problem ? classes(controls.notice, styles.notice) : controls.visuallyHidden} role="alert">
              {problem}
            </p>
          </div>
          {!props.instead && <Actions game={game} commands={commands} freeTakeback={freeTakeback} />}
        </div>
        {!around && bar(bottom)}
      </div>
      <p class={controls.visuallyHidden} role="log" aria-label={t("page.game.the-game-in-words")}>
        {spoken}
      </p>
      <p class={controls.visuallyHidden} role="status">
        {[props.advice, tablesAdvice].filter(Boolean).join(" ")}
      </p>
      <LowTime {...props} />
    </div>
  );
}

/** Dismisses feedback at the next press or key, since it may cover the target. */
function useDismissOnPress(words: string, onGone: () => void): void {
  useEffect(() => {
    if (!words) return;
    const stop = new AbortController();
    // Keys that only move between squares do not dismiss it.
    const press = (event: Event) => {
      if (event instanceof KeyboardEvent && !["Enter", " ", "Escape"].includes(event.key)) return;
      onGone();
    };
    addEventListener("pointerdown", press, { signal: stop.signal, capture: true });
    addEventListener("keydown", press, { signal: stop.signal, capture: true });
    return () => stop.abort();
  }, [words]);
}

/** Vibrates on the player's turn and at the end of the game. */
function useGameHaptics(game: Snapshot, mine: boolean): void {
  const before = useRef({ ply: game.ply, over: game.result !== null });
  useEffect(() => {
    const { ply, over } = before.current;
    before.current = { ply: game.ply, over: game.result !== null };
    if (game.result && !over) vibrate("ended");
    else if (game.ply > ply && mine && game.seat !== "both") vibrate("turn");
  }, [game.ply, game.result, mine]);
}

/** Returns the latest announcement of the game. */
function useAnnouncement({ game }: GameViewProps, state: State): string {
  const [spoken, speak] = useState("");
  const announced = useRef(game);
  useEffect(() => {
    const words = news(announced.current, game, state);
    announced.current = game;
    if (words) speak(words);
  }, [game, state]);
  return spoken;
}

/** Announces once that the player's time is low. */
function LowTime({ game, now }: GameViewProps) {
  const colour = game.seat === "black" ? "black" : "white";
  const left = useTimeLeft({ game, colour, now });
  const playing = (game.seat === "white" || game.seat === "black") && game.clocks && !game.result;
  const short = playing && left < shortTime(game.control);
  return (
    <p class={controls.visuallyHidden} role="status">
      {short ? t("page.game.your-time-is-short") : ""}
    </p>
  );
}

/** Returns a ref that stores its element's height in a custom property of the page. */
function useHeight(property: `--${string}`) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(property, `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  }, [element, property]);
  return setElement;
}
