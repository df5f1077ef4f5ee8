// A scripted first game, in which a newcomer tries the special rule of a game. It leads to a real game.
import { classes } from "../../style/classes";
import * as styles from "./first.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { Button } from "../../components/Button";
import { Board } from "../../board/Board";
import { beginLocal } from "../../game/begin";
import { rememberedName, StorageError } from "../../game/savedGames";
import { levelName } from "../../game/text";
import { variantOf } from "../../game/variants";
import { navigate } from "../../router";
import { turnOnSound } from "../../sound/sound";
import { t } from "../../text/text";
import { useTitle } from "../../title";
import type { VariantInfo } from "../../wire.gen";
import { useMoveSound } from "../game/SoundSwitch";
import { type LoadedFirstGame, loadFirstGame } from "./firstGame";
import { useFirstGame } from "./useFirstGame";

/** The level of the real game: the easiest one. */
const level = 1;

export default function FirstGame({ variant }: { variant: string }) {
  const info = variantOf(variant);
  const [loaded, setLoaded] = useState<LoadedFirstGame | null>(null);
  const [problem, setProblem] = useState("");
  useTitle(info ? t("page.first.title", { title: info.title }) : "");
  useEffect(() => {
    const lost = () => setProblem(t("page.first.lost"));
    loadFirstGame(variant).then((game) => (game ? setLoaded(game) : lost()), lost);
  }, [variant]);

  const play = async () => {
    try {
      turnOnSound();
      const options = { variant, seat: "white", level, control: null, name: rememberedName() } as const;
      navigate(`/local/${await beginLocal(options)}`);
    } catch (reason) {
      setProblem(reason instanceof StorageError ? reason.message : t("page.home.the-game-could-not-be"));
    }
  };
  if (!info) return null;
  return (
    <div class={styles.game} data-full-width>
      <header class={classes(layouts.cluster, layouts.middle, layouts.spread, styles.head)}>
        <h1>{t("page.first.title", { title: info.title })}</h1>
        <Button class={classes(controls.quiet, styles.skip)} aria-label={t("page.first.skip-name")} onClick={play}>
          {t("page.first.skip")}
        </Button>
        <Alert>{problem}</Alert>
      </header>
      {loaded && <Steps info={info} loaded={loaded} onPlay={play} />}
    </div>
  );
}

interface Props {
  info: VariantInfo;
  loaded: LoadedFirstGame;
  onPlay: () => void;
}

function Steps({ info, loaded, onPlay }: Props) {
  const { view, problem, move, ask, hint } = useFirstGame(info, loaded);
  const { steps, done } = loaded.game;
  const playButton = useRef<HTMLButtonElement>(null);
  const over = view?.over ?? false;
  useMoveSound(view?.step, over);
  useEffect(() => {
    if (over) playButton.current?.focus({ preventScroll: true });
  }, [over]);
  if (!view) return <p role="status">{problem || t("page.learn.loading-the-board")}</p>;
  return (
    <>
      <div class={classes(layouts.column, styles.task)} role="status" data-first-game={over ? "over" : view.at + 1}>
        {!over && (
          <p class={classes(layouts.muted, layouts.flush, controls.figures)}>
            {t("page.first.step", { n: view.at + 1, all: steps.length })}
          </p>
        )}
        <p class={classes(layouts.flush, styles.sentence)}>{over ? done : steps[view.at]?.task}</p>
      </div>
      <div class={styles.board}>
        <Board
          info={info}
          state={view.state}
          movable={view.movable}
          beginner
          step={view.step}
          onMove={move}
          onAsk={ask}
          arrows={view.arrows}
          label={t("page.first.board", { title: info.title })}
        />
      </div>
      <div class={classes(layouts.column, layouts.gap6, styles.side, over && styles.over)}>
        {over ? (
          <>
            <button type="button" class={classes(controls.button, controls.primary)} ref={playButton} onClick={onPlay}>
              {t("page.first.play")}
            </button>
            <p class={classes(layouts.muted, layouts.flush)}>
              {t("page.first.play-note", { level, name: levelName(level) })}
            </p>
            <p class={layouts.flush}>
              <a class={controls.target} href={`/learn/${info.name}`}>
                {t("page.learn.lesson-of", { title: info.title })}
              </a>
            </p>
          </>
        ) : (
          <>
            <Alert>{problem}</Alert>
            <p class={classes(styles.feedback, view.feedback && styles.filled)} role="status" data-feedback>
              {view.feedback}
            </p>
            <Button disabled={view.movable === "none" || view.arrows.length > 0} onClick={hint}>
              {t("page.puzzles.hint")}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
