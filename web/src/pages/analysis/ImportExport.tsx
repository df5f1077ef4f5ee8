// Import and export of games and positions: PGN, FEN, links and pictures.
import { classes } from "../../style/classes";
import * as styles from "./importexport.module.css";
import * as formStyles from "../../components/form.module.css";
import * as controls from "../../style/controls.module.css";
import * as layouts from "../../style/layout.module.css";
import { useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { useAttempt } from "../../components/useAttempt";
import { CopyField, PasteField, FileButton } from "../../components/fields";
import { Button } from "../../components/Button";
import { refOf, titleOf } from "../../game/variants";
import type { Rules } from "../../rules/rules";
import { list, t } from "../../text/text";
import type { Plain } from "../../text/types";
import type { State, VariantInfo } from "../../wire.gen";
import { positionQuery } from "../../game/linkText";
import { writePgnInWorker } from "./inWorker";
import { read } from "./open";
import { copyText, pngBlob, download, svgBlob } from "../../components/download";
import { positionFrame } from "../../components/embed";
import { theme } from "../../style/theme";
import { toGame, type Tree } from "./tree";

interface Props {
  rules: Rules;
  info: VariantInfo;
  tree: Tree;
  state: State;
  flip: boolean;
  /** The last move in UCI notation, if any. */
  last: string;
  onOpen: (trees: Tree[]) => void;
  onSay: (text: string) => void;
}

// The size limit of an opened file, in bytes.
const maxFileSize = 1024 * 1024;

/** Returns a file's text. Throws if the file is too large. */
export async function fileText(file: File): Promise<string> {
  if (file.size > maxFileSize) throw new Error(t("page.analysis.file-too-large", { name: file.name }));
  return file.text();
}

export function ImportExport({ rules, info, tree, state, flip, last, onOpen, onSay }: Props) {
  const [text, setText] = useState("");
  const { result, problem, attempt } = useAttempt();

  const announce = (text: string) => {
    onSay(text);
    return text;
  };
  const openText = (content: string) =>
    attempt(async () => {
      onOpen(await read(rules, refOf(info), content));
      setText("");
    });
  const copy = (done: Plain, make: () => string | Promise<string>) =>
    attempt(async () => {
      if (!(await copyText(await make()))) throw new Error(t("page.game.not-copied"));
      return announce(t(done));
    });
  const link = (): string => {
    const query = info.levels?.length
      ? positionQuery(refOf(info), state.position, last)
      : rules.writeLink({ variant: refOf(info), position: state.position });
    return `${location.origin}/analysis${query}`;
  };
  const picture = (): string =>
    rules.draw({
      variant: refOf(info),
      position: state.position,
      study: state.study,
      flip,
      theme: theme(),
      coords: true,
      lastMove: last || undefined,
    });
  // A long game is written in a worker, so that the page stays responsive.
  const pgn = async () => (tree.next > 200 ? writePgnInWorker(toGame(tree)) : rules.writePgn(toGame(tree)));

  return (
    <section class={styles.importExport} aria-labelledby="import-export-title">
      <h2 id="import-export-title">{t("page.analysis.open-and-share")}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void openText(text);
        }}
      >
        <PasteField
          label={t("page.analysis.pgn-fen-or-link")}
          value={text}
          placeholder={t("page.analysis.paste-here-or-drop-a")}
          onText={setText}
        />
        <div class={classes(layouts.cluster, formStyles.row, styles.buttons)}>
          <Button type="submit" disabled={!text.trim()}>
            {t("page.analysis.open")}
          </Button>
          <FileButton
            onFile={(file) => attempt(async () => onOpen(await read(rules, refOf(info), await fileText(file))))}
          >
            {t("page.analysis.choose-a-file")}
          </FileButton>
        </div>
      </form>
      <div
        class={classes(layouts.cluster, formStyles.row, styles.buttons)}
        role="group"
        aria-label={t("page.analysis.copy-and-save")}
      >
        <Button onClick={() => copy("page.game.fen-copied", () => state.position)}>
          {t("page.analysis.copy-fen")}
        </Button>
        <Button onClick={() => copy("page.game.pgn-copied", pgn)}>{t("page.analysis.copy-pgn")}</Button>
        <Button onClick={() => copy("page.game.link-copied", link)}>{t("page.analysis.copy-link")}</Button>
        <Button onClick={() => copy("page.game.embed-copied", () => positionFrame(info, state, last, flip, picture()))}>
          {t("page.game.embed")}
        </Button>
        <Button
          onClick={() =>
            attempt(async () => {
              download(new Blob([await pgn()], { type: "application/vnd.chess-pgn" }), `tain-${info.name}.pgn`);
              return announce(t("page.analysis.pgn-saved"));
            })
          }
        >
          {t("page.analysis.save-pgn")}
        </Button>
        <Button
          onClick={() =>
            attempt(async () => {
              download(await pngBlob(picture()), `tain-${info.name}.png`);
              return announce(t("page.analysis.picture-saved"));
            })
          }
        >
          {t("page.analysis.save-picture")}
        </Button>
        <Button
          onClick={() =>
            attempt(() => {
              download(svgBlob(picture()), `tain-${info.name}.svg`);
              return announce(t("page.analysis.picture-saved"));
            })
          }
        >
          {t("page.analysis.save-as-svg")}
        </Button>
      </div>
      {result && <p class={styles.status}>{result}</p>}
      <Alert>{problem}</Alert>
      <CopyField label={t("page.analysis.fen-of-this-position")} value={state.position} class={controls.figures} />
    </section>
  );
}

/** The choice between the games of one import. */
export function Chooser({
  trees,
  onChoose,
  onCancel,
}: {
  trees: readonly Tree[];
  onChoose: (tree: Tree) => void;
  onCancel: () => void;
}) {
  /** Returns the value of a tag; a value with a question mark counts as empty. */
  const tag = (tree: Tree, name: string) => {
    const value = tree.tags.find((one) => one.name === name)?.value ?? "";
    return value.includes("?") ? "" : value;
  };
  const about = (tree: Tree) => {
    const count = Object.keys(tree.nodes).length - 1;
    const moves = t("page.analysis.half-moves", { n: count });
    return [titleOf(tree.variant), moves, tree.result === "*" ? "" : tree.result, tag(tree, "Event"), tag(tree, "Date")]
      .filter(Boolean)
      .join(" · ");
  };
  return (
    <section class={styles.chooser} aria-labelledby="chooser-title">
      <h2 id="chooser-title">{t("page.analysis.choose-game", { n: trees.length })}</h2>
      <ol>
        {trees.map((tree, at) => (
          <li>
            <button type="button" class={styles.game} onClick={() => onChoose(tree)}>
              <strong>
                {tag(tree, "White") || tag(tree, "Black")
                  ? list([
                      tag(tree, "White") || t("page.analysis.unknown"),
                      tag(tree, "Black") || t("page.analysis.unknown-second"),
                    ])
                  : t("page.analysis.game-n", { n: at + 1 })}
              </strong>
              <span class={controls.figures}>{about(tree)}</span>
            </button>
          </li>
        ))}
      </ol>
      <Button onClick={onCancel}>{t("page.analysis.cancel")}</Button>
    </section>
  );
}
