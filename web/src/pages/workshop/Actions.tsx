// Actions on a game: play, share, save.
import { classes } from "../../style/classes";
import * as styles from "./workshop.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { Button } from "../../components/Button";
import { copyText, download } from "../../components/download";
import { queryOf, refOf } from "../../game/variants";
import { useOnline } from "../../offline/online";
import { navigate } from "../../router";
import { errorText } from "../../rules/text";
import { rememberedName } from "../../game/savedGames";
import { turnOnSound } from "../../sound/sound";
import { t } from "../../text/text";
import type { Defined, VariantInfo } from "../../wire.gen";
import { initialOptions, type Opponent } from "../play/options";
import { startGame } from "../play/start";

interface PlayProps {
  info: VariantInfo;
  /** Whether the draft has errors, so that the last valid game is shown. */
  faulty: boolean;
  onSay: (message: string) => void;
}

/** Buttons that start the game. */
export function PlayActions({ info, faulty, onSay }: PlayProps) {
  const online = useOnline();
  const rules = queryOf(refOf(info));
  const begin = async (opponent: Opponent) => {
    try {
      const options = {
        ...initialOptions(new URLSearchParams()),
        variant: refOf(info),
        opponent,
        clock: "none",
        watched: false,
      };
      turnOnSound();
      navigate(await startGame(options, rememberedName(), ""));
    } catch (problem) {
      onSay(errorText(problem));
    }
  };
  return (
    <section class={classes(layouts.stack, layouts.gap7, styles.section)} aria-labelledby="do">
      <h2 id="do">{t("page.workshop.play-it")}</h2>
      {faulty && <p class={controls.notice}>{t("page.workshop.there-are-faults-mend-them")}</p>}
      <div class={layouts.cluster}>
        <Button class={controls.primary} disabled={faulty} onClick={() => begin("computer")}>
          {t("page.workshop.play-the-computer")}
        </Button>
        <Button disabled={faulty} onClick={() => begin("here")}>
          {t("page.workshop.two-at-this-screen")}
        </Button>
        <Button
          disabled={faulty || !online}
          title={online ? undefined : t("page.workshop.needs-the-connection")}
          onClick={() => navigate(`/play?${rules}&opponent=friend`)}
        >
          {t("page.home.play-a-friend")}
        </Button>
        <Button disabled={faulty} onClick={() => navigate(`/analysis?${rules}`)}>
          {t("page.workshop.analyse")}
        </Button>
      </div>
    </section>
  );
}

interface SaveProps extends PlayProps {
  defined: Defined;
  onSave: () => void;
  onFile: (file: File) => void;
  /** The checklist to go through before sharing the game. */
  checklist: ComponentChildren;
}

/** Buttons that save and share the game. */
export function SaveActions({ info, defined, faulty, onSave, onFile, onSay, checklist }: SaveProps) {
  const picker = useRef<HTMLInputElement>(null);
  const copy = async () =>
    onSay(
      (await copyText(`${location.origin}/workshop?rules=${defined.packed}`))
        ? t("page.workshop.link-copied-it-holds-the")
        : t("page.workshop.the-link-could-not-be"),
    );
  const save = (text: string, ending: string) => {
    download(new Blob([text], { type: "text/plain" }), `${info.name}.${ending}`);
    onSay(t("page.workshop.file-saved", { file: `${info.name}.${ending}` }));
  };
  return (
    <section class={classes(layouts.stack, layouts.gap7, styles.section)} aria-labelledby="keep">
      <h2 id="keep">{t("page.workshop.keep-it")}</h2>
      {checklist}
      <div class={layouts.cluster}>
        <Button disabled={faulty} onClick={copy}>
          {t("page.workshop.copy-the-link")}
        </Button>
        <Button disabled={faulty} onClick={onSave}>
          {t("page.workshop.save-in-this-browser")}
        </Button>
        <Button disabled={faulty} onClick={() => save(defined.toml, "toml")}>
          {t("page.workshop.download-toml")}
        </Button>
        <Button disabled={faulty} onClick={() => save(`${defined.definition}\n`, "json")}>
          {t("page.workshop.download-json")}
        </Button>
        <Button onClick={() => picker.current?.click()}>{t("page.workshop.open-a-file")}</Button>
        <input
          ref={picker}
          class={controls.visuallyHidden}
          type="file"
          accept=".toml,.json,application/toml,application/json"
          aria-label={t("page.workshop.a-definition-in-toml-or")}
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
