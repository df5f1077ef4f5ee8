// Everything that can be chosen about the page, in one place. It stands beside the board, so that a choice is seen at once.
import { classes } from "../../style/classes";
import * as styles from "./settings.module.css";
import * as controls from "../../style/controls.module.css";
import { useEffect, useState } from "preact/hooks";
import { Sample } from "../../board/Piece";
import { fetchSet } from "../../board/sets/sets";
import type { Draw } from "../../board/sets/shape";
import { setSound, useSound } from "../../sound/sound";
import { boardTheme, boardThemes, coordinates, pace, type PieceSetName, pieceSetChoice, pieceSets, themeChoice, zen } from "../../settings/look";
import { engineDepth, engineLines, engineMemory, engineThreads, engineTime, engineUntil, reviewEffort } from "../../settings/engine";
import { EngineRows } from "./EngineRows";
import { boardSize, wingFiles, wings } from "../../settings/board";
import { Amount, Choice, OnOff, Switch } from "./Rows";
import { choose, type Setting } from "../../settings/settings";
import { phrasesShown } from "../../settings/people";
import { haptics, touchMoves } from "../../settings/touch";

const boardNames = { silver: "Silver", ink: "Ink", sand: "Sand", sage: "Sage", sea: "Sea", plum: "Plum" } as const;
const setNames = { glass: "Glass", print: "Print", letters: "Letters" } as const;
const all = [
  ...[themeChoice, boardTheme, pieceSetChoice, coordinates, pace, zen, boardSize, wings, wingFiles, touchMoves, haptics, phrasesShown],
  ...[engineUntil, engineTime, engineDepth, engineLines, engineThreads, engineMemory, reviewEffort],
] as unknown as readonly Setting<string>[];

/** The drawings of all sets, as far as they have come. */
function useSets(): Partial<Record<PieceSetName, Draw>> {
  const [found, setFound] = useState<Partial<Record<PieceSetName, Draw>>>({});
  useEffect(() => {
    for (const name of pieceSets) {
      fetchSet(name).then(
        (draw) => setFound((before) => ({ ...before, [name]: draw })),
        () => undefined, // without the network there is no picture of it
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
      <h2>Settings</h2>
      <Choice name="Light or dark" of={themeChoice} values={[["system", "System"], ["light", "Light"], ["dark", "Dark"]]} />
      <Choice
        name="Board"
        of={boardTheme}
        values={boardThemes.map((name) => [name, boardNames[name]] as const)}
        picture={(name) => (
          <svg class={styles.swatch} data-board={name} viewBox="0 0 4 2" aria-hidden="true">
            <rect class={styles.light} width="4" height="2" />
            <path class={styles.dark} d="M1 0h1v1h-1zM3 0h1v1h-1zM0 1h1v1h-1zM2 1h1v1h-1z" />
          </svg>
        )}
      />
      <Choice
        name="Pieces"
        of={pieceSetChoice}
        values={pieceSets.map((name) => [name, setNames[name]] as const)}
        picture={(name) => {
          const draw = sets[name];
          return <span class={styles.pieces}>{draw && ["N", "q"].map((letter) => <Sample key={letter} draw={draw} letter={letter} />)}</span>;
        }}
      />
      <Choice name="Coordinates" of={coordinates} values={[["inside", "Inside"], ["outside", "Outside"], ["off", "Off"]]} />
      <Amount name="Size of the board" of={boardSize} least={40} most={100} step={5} unit="%" />
      <Choice name="Side boards" of={wings} values={[["none", "None"], ["narrow", "Narrow"], ["full", "Full"]]} note="Of three boards in a row. A seam can be dragged too." />
      <Choice
        name="By touch"
        of={touchMoves}
        values={[["twice", "Second tap plays"], ["hold", "Tap plays, hold shows"]]}
        note="What a move will do is shown before it is played."
      />
      {"vibrate" in navigator && <OnOff name="Vibration" of={haptics} note="The device taps back when a finger plays." />}
      <Choice name="Motion" of={pace} values={[["none", "None"], ["quick", "Quick"], ["usual", "Usual"], ["slow", "Slow"]]} />
      <Switch name="Sound" on={sound} onSwitch={setSound} mark="sound" />
      <OnOff name="Zen mode" of={zen} note="In a game only the board, the clocks and what you need to play." />
      <Choice name="What opponents say" of={phrasesShown} values={[["shown", "Shown"], ["muted", "Muted"]]} />
      <EngineRows />
      <div class={styles.foot}>
        <button type="button" class={controls.button} onClick={onShortcuts}>
          Keyboard shortcuts
        </button>
        <button type="button" class={classes(controls.button, controls.quiet)} onClick={() => all.forEach((of) => choose(of, of.usual))}>
          As at first
        </button>
      </div>
    </>
  );
}
