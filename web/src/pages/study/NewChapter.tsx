// A new chapter from a rule set's start position, another position, or pasted games.
import { classes } from "../../style/classes";
import * as styles from "./study.module.css";
import * as formStyles from "../../components/form.module.css";
import * as layouts from "../../style/layout.module.css";
import { useState } from "preact/hooks";
import { Alert } from "../../components/Alert";
import { useAttempt } from "../../components/useAttempt";
import { PasteField, VariantField, FileButton } from "../../components/fields";
import { Button } from "../../components/Button";
import { refOf, startsKingless, variants } from "../../game/variants";
import type { Rules } from "../../rules/rules";
import { t } from "../../text/text";
import { fileText } from "../analysis/ImportExport";
import { read } from "../analysis/open";
import { newTree } from "../analysis/tree";
import type { VariantInfo } from "../../wire.gen";
import { readStudy } from "./records";
import { chapterOf, type Chapter } from "./study";

interface Props {
  rules: Rules;
  /** The rule set of the current chapter. */
  info: VariantInfo;
  onAdd: (chapters: Chapter[]) => void;
  onFromHere: () => void;
  onSetUp: (info: VariantInfo) => void;
}

export function NewChapter({ rules, info, onAdd, onFromHere, onSetUp }: Props) {
  const [variant, setVariant] = useState("");
  const [text, setText] = useState("");
  const { problem, attempt } = useAttempt();
  const known = [...(info.definition ? [info] : []), ...variants];
  const chosen = known.find((one) => refOf(one) === variant) ?? info;
  const add = (content: string) =>
    attempt(async () => {
      onAdd(await chaptersOf(rules, chosen, content));
      setText("");
    });
  return (
    <details class={styles.newChapter}>
      <summary>{t("page.study.new-chapter")}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void add(text);
        }}
      >
        <VariantField label={t("page.study.rules")} of={known} value={refOf(chosen)} onChoose={setVariant} />
        <PasteField label={t("page.study.pgn-fen-or-link-if")} value={text} onText={setText} />
        <div class={classes(layouts.cluster, formStyles.row)}>
          <Button type="submit">{t("page.study.add")}</Button>
          <FileButton onFile={(file) => attempt(async () => add(await fileText(file)))}>
            {t("page.study.choose-a-file")}
          </FileButton>
          <Button onClick={() => onSetUp(chosen)}>{t("page.study.set-up-a-position")}</Button>
          <Button onClick={onFromHere}>{t("page.study.from-this-position-on")}</Button>
        </div>
      </form>
      <Alert>{problem}</Alert>
    </details>
  );
}

/**
 * Returns the chapters in the text; if it is empty, the rule set's start position. The study assigns their
 * keys.
 */
async function chaptersOf(rules: Rules, info: VariantInfo, text: string): Promise<Chapter[]> {
  if (!text.trim())
    return [chapterOf(0, "", newTree({ variant: refOf(info), start: info.start, study: startsKingless(info) }))];
  if (/^\s*\[/.test(text)) return readStudy(rules, text).chapters;
  return (await read(rules, refOf(info), text)).map((tree) => chapterOf(0, "", tree));
}
