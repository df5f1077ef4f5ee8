// What is done with a game: play it, show it to others, keep it.
import { classes } from "../../style/classes";
import * as styles from "./workshop.module.css";
import * as controls from "../../style/controls.module.css";
import { useRef } from "preact/hooks";
import { copyText, download } from "../../components/download";
import { queryOf, refOf } from "../../game/variants";
import { useOnline } from "../../offline/online";
import { navigate } from "../../router";
import { errorText } from "../../rules/text";
import { rememberedName } from "../../game/savedGames";
import { gameStarts } from "../../sound/sound";
import type { Defined, VariantInfo } from "../../wire.gen";
import { initialOptions, type Opponent } from "../play/options";
import { startGame } from "../play/start";

interface PlayProps {
  info: VariantInfo;
  /** The draft has faults: what is shown is the game before them. */
  faulty: boolean;
  onSay: (said: string) => void;
}

/** The ways to play the game at once. */
export function PlayActions({ info, faulty, onSay }: PlayProps) {
  const online = useOnline();
  const rules = queryOf(refOf(info));
  const begin = async (opponent: Opponent) => {
    try {
      const options = { ...initialOptions(new URLSearchParams()), variant: refOf(info), opponent, clock: "none", watched: false };
      gameStarts();
      navigate(await startGame(options, rememberedName(), ""));
    } catch (problem) {
      onSay(errorText(problem));
    }
  };
  return (
    <section class={styles.section} aria-labelledby="do">
      <h2 id="do">Play it</h2>
      {faulty && <p class={controls.notice}>There are faults: mend them first. The board shows the game before them.</p>}
      <div class={styles.row}>
        <button type="button" class={classes(controls.button, controls.primary)} disabled={faulty} onClick={() => begin("computer")}>
          Play the computer
        </button>
        <button type="button" class={controls.button} disabled={faulty} onClick={() => begin("here")}>
          Two at this screen
        </button>
        <button type="button" class={controls.button} disabled={faulty || !online} title={online ? undefined : "Needs the connection"} onClick={() => navigate(`/play?${rules}&opponent=friend`)}>
          A friend, by link
        </button>
        <button type="button" class={controls.button} disabled={faulty} onClick={() => navigate(`/analysis?${rules}`)}>
          Analyse
        </button>
      </div>
    </section>
  );
}

interface KeepProps extends PlayProps {
  defined: Defined;
  onSave: () => void;
  onFile: (file: File) => void;
}

/** The ways to keep the game, and to hand it on. */
export function KeepActions({ info, defined, faulty, onSave, onFile, onSay }: KeepProps) {
  const picker = useRef<HTMLInputElement>(null);
  const copy = async () => onSay((await copyText(`${location.origin}/workshop?rules=${defined.packed}`)) ? "Link copied. It holds the whole game." : "The link could not be copied: take it from the address of this page.");
  const save = (text: string, ending: string) => {
    download(new Blob([text], { type: "text/plain" }), `${info.name}.${ending}`);
    onSay(`${info.name}.${ending} saved.`);
  };
  return (
    <section class={styles.section} aria-labelledby="keep">
      <h2 id="keep">Keep it</h2>
      <div class={styles.row}>
        <button type="button" class={controls.button} disabled={faulty} onClick={copy}>
          Copy the link
        </button>
        <button type="button" class={controls.button} disabled={faulty} onClick={onSave}>
          Save in this browser
        </button>
        <button type="button" class={controls.button} disabled={faulty} onClick={() => save(defined.toml, "toml")}>
          Download TOML
        </button>
        <button type="button" class={controls.button} disabled={faulty} onClick={() => save(`${defined.definition}\n`, "json")}>
          Download JSON
        </button>
        <button type="button" class={controls.button} onClick={() => picker.current?.click()}>
          Open a file
        </button>
        <input
          ref={picker}
          class={controls.visuallyHidden}
          type="file"
          accept=".toml,.json,application/toml,application/json"
          aria-label="A definition in TOML or JSON"
          tabIndex={-1}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = "";
            if (file) onFile(file);
          }}
        />
      </div>
    </section>
  );
}
