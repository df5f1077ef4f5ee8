// All settings of the page. The panel opens next to the board, so that changes are visible immediately.
import { classes } from "../../style/classes";
import * as styles from "./settings.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../Button";
import { fetchSet } from "../../board/sets/sets";
import type { Draw } from "../../board/sets/shape";
import { setSound, useSound } from "../../sound/sound";
import {
  boardTheme,
  coordinates,
  pace,
  type PieceSetName,
  pieceSetChoice,
  pieceSets,
  themeChoice,
  zen,
} from "../../settings/look";
import {
  engineDepth,
  engineLines,
  engineMemory,
  engineThreads,
  engineTime,
  engineUntil,
  reviewEffort,
} from "../../settings/engine";
import { t } from "../../text/text";
import { LanguageSwitch } from "../LanguageSwitch";
import { EngineRows } from "./EngineRows";
import { boardSize, wingFiles, wings } from "../../settings/board";
import { Sample } from "./Sample";
import { Amount, Choice, OnOff, Switch } from "./Rows";
import { choose, type Setting } from "../../settings/settings";
import { languageChoice } from "../../settings/language";
import { sanLetters } from "../../settings/notation";
import { phrasesShown } from "../../settings/people";
import { haptics, touchMoves } from "../../settings/touch";

const boardNames = {
  lagoon: "page.settings.lagoon",
  amber: "page.settings.amber",
  night: "page.settings.night",
  silver: "page.settings.silver",
  ink: "page.settings.ink",
  sand: "page.settings.sand",
  sage: "page.settings.sage",
  sea: "page.settings.sea",
  plum: "page.settings.plum",
} as const;
const setNames = {
  glass: "page.settings.glass",
  print: "page.settings.print",
  letters: "page.settings.letters",
} as const;
const all = [
  ...[
    themeChoice,
    boardTheme,
    pieceSetChoice,
    coordinates,
    pace,
    zen,
    boardSize,
    wings,
    wingFiles,
    touchMoves,
    haptics,
    phrasesShown,
  ],
  ...[languageChoice, sanLetters],
  ...[engineUntil, engineTime, engineDepth, engineLines, engineThreads, engineMemory, reviewEffort],
] as unknown as readonly Setting<string>[];

/** Fetches all piece sets, and returns the drawings of those loaded so far. */
function useSets(): Partial<Record<PieceSetName, Draw>> {
  const [found, setFound] = useState<Partial<Record<PieceSetName, Draw>>>({});
  useEffect(() => {
    for (const name of pieceSets) {
      fetchSet(name).then(
        (draw) => setFound((before) => ({ ...before, [name]: draw })),
        () => undefined, // offline, the set has no picture
      );
    }
  }, []);
  return found;
}

export default function Panel({ onShortcuts }: { onShortcuts: () => void }) {
  const sets = useSets();
  const sound = useSound();
  return (
    <>
      <h2>{t("page.settings.settings")}</h2>
      <LanguageSwitch class={classes(layouts.row, layouts.spread, layouts.gap6, styles.language)} browser />
      <Choice
        name={t("page.settings.light-or-dark")}
        of={themeChoice}
        values={{ system: "page.settings.system", light: "page.settings.light", dark: "page.settings.dark" }}
      />
      <Choice
        name={t("page.settings.board")}
        of={boardTheme}
        values={boardNames}
        picture={(name) => (
          <svg class={styles.swatch} data-board={name} viewBox="0 0 4 2" aria-hidden="true">
            <rect class={styles.light} width="4" height="2" />
            <path class={styles.dark} d="M1 0h1v1h-1zM3 0h1v1h-1zM0 1h1v1h-1zM2 1h1v1h-1z" />
          </svg>
        )}
      />
      <Choice
        name={t("page.settings.pieces")}
        of={pieceSetChoice}
        values={setNames}
        picture={(name) => {
          const draw = sets[name];
          return (
            <span class={styles.pieces}>
              {draw && ["N", "q"].map((letter) => <Sample key={letter} draw={draw} letter={letter} />)}
            </span>
          );
        }}
      />
      <Choice
        name={t("page.settings.piece-letters")}
        of={sanLetters}
        values={{
          language: "page.settings.letters-language",
          english: "page.settings.letters-english",
          figurines: "page.settings.figurines",
        }}
      />
      <Choice
        name={t("page.settings.coordinates")}
        of={coordinates}
        values={{ inside: "page.settings.inside", outside: "page.settings.outside", off: "page.settings.off" }}
      />
      <Amount name={t("page.settings.size-of-the-board")} of={boardSize} least={40} most={100} step={5} unit="%" />
      <Choice
        name={t("page.settings.side-boards")}
        of={wings}
        values={{
          auto: "page.common.auto",
          none: "page.settings.none",
          narrow: "page.settings.narrow",
          full: "page.settings.full",
        }}
        note={t("page.settings.of-three-boards-in-a")}
      />
      <Choice
        name={t("page.settings.by-touch")}
        of={touchMoves}
        values={{
          first: "page.settings.preview-in-first-games",
          twice: "page.settings.second-tap-plays",
          hold: "page.settings.tap-plays-hold-shows",
        }}
        note={t("page.settings.what-a-move-will-do")}
      />
      {"vibrate" in navigator && (
        <OnOff name={t("page.settings.vibration")} of={haptics} note={t("page.settings.the-device-taps-back-when")} />
      )}
      <Choice
        name={t("page.settings.motion")}
        of={pace}
        values={{
          none: "page.settings.none",
          quick: "page.settings.quick",
          usual: "page.settings.usual",
          slow: "page.settings.slow",
        }}
      />
      <Switch name={t("page.settings.sound")} on={sound} onSwitch={setSound} mark="sound" />
      <OnOff name={t("page.settings.zen-mode")} of={zen} note={t("page.settings.in-a-game-only-the")} />
      <Choice
        name={t("page.settings.what-opponents-say")}
        of={phrasesShown}
        values={{ shown: "page.settings.shown", muted: "page.settings.muted" }}
      />
      <EngineRows />
      <div class={classes(layouts.cluster, layouts.gap3, styles.foot)}>
        <Button onClick={onShortcuts}>{t("page.settings.keyboard-shortcuts")}</Button>
        <Button
          class={controls.quiet}
          onClick={() => {
            for (const of of all) choose(of, of.usual);
          }}
        >
          {t("page.settings.as-at-first")}
        </Button>
      </div>
    </>
  );
}
