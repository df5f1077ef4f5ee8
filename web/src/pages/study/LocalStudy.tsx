// A study in this browser, which saves every change immediately.
import { useEffect, useRef, useState } from "preact/hooks";
import { onStoreChange } from "../../storage/database";
import { Alert } from "../../components/Alert";
import type { Rules } from "../../rules/rules";
import { errorText } from "../../rules/text";
import { t } from "../../text/text";
import { useTitle } from "../../title";
import { Desk } from "./Desk";
import { saveStudy, toSaved, loadStudy, studyOf, type SavedStudy } from "./savedStudies";
import { Problem } from "./Problem";
import { readStudy } from "./records";
import { ShareStudy } from "./ShareStudy";
import type { Study } from "./study";

export function LocalStudy({ rules, id }: { rules: Rules; id: string }) {
  const [found, setFound] = useState<{ record: SavedStudy; study: Study } | null>(null);
  const [missing, setMissing] = useState(false);
  const [problem, setProblem] = useState("");
  const [opened, setOpened] = useState(0);
  const saved = useRef(0);
  useTitle(found?.study.title ?? t("page.study.study"));

  // Loads changes made in another tab; this tab has saved its own.
  useEffect(() => {
    let active = true;
    const look = async () => {
      const record = await loadStudy(id);
      if (!active || (record && record.updated <= saved.current)) return;
      if (!record) {
        setMissing(true);
        return;
      }
      saved.current = record.updated;
      setMissing(false);
      setFound({ record, study: studyOf(record) });
      setOpened(record.updated);
    };
    void look();
    const leave = onStoreChange("studies", () => void look());
    return () => {
      active = false;
      leave();
    };
  }, [id]);

  if (missing) return <Problem text={t("page.study.this-study-is-not-kept")} />;
  if (!found) return null;

  const change = (study: Study) => {
    const same = contentOf(study) === contentOf(found.study);
    const published = found.record.published && {
      ...found.record.published,
      changed: found.record.published.changed || !same,
    };
    const record = same ? found.record : toSaved(id, study, published);
    setFound({ record, study });
    if (same) return;
    saved.current = record.updated;
    saveStudy(record).then(
      () => setProblem(""),
      (failed: unknown) => setProblem(errorText(failed)),
    );
  };
  const publish = async (published: SavedStudy["published"]) => {
    const record = toSaved(id, found.study, published);
    saved.current = record.updated;
    await saveStudy(record);
    setFound({ record, study: found.study });
  };
  const take = async (pgn: string, published: SavedStudy["published"]) => {
    const study = readStudy(rules, pgn);
    const record = toSaved(id, study, published);
    saved.current = record.updated;
    await saveStudy(record);
    setFound({ record, study });
    setOpened(record.updated);
  };
  return (
    <>
      {problem && <Alert>{t("page.study.save-first", { problem })}</Alert>}
      <Desk key={opened} rules={rules} study={found.study} editable onChange={change}>
        <ShareStudy
          rules={rules}
          study={found.study}
          published={found.record.published}
          onPublished={publish}
          onTake={take}
        />
      </Desk>
    </>
  );
}

/** A number for each version of a tree, assigned when it is first seen. */
const numbers = new WeakMap<object, number>();
let next = 0;

/** Returns a string that changes with the saved part of a study, which excludes the current node of each tree. */
function contentOf(study: Study): string {
  const number = (nodes: object) => {
    const known = numbers.get(nodes) ?? ++next;
    numbers.set(nodes, known);
    return known;
  };
  return JSON.stringify([
    study.title,
    study.chapters.map((one) => [one.key, one.name, one.exercise, one.flip, number(one.tree.nodes)]),
  ]);
}
