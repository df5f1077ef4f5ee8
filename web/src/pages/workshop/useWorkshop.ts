// The state of the workshop: the draft with its history, the game that the board shows, messages, and saved games.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { newId } from "../../game/savedGames";
import { define } from "../../game/variants";
import type { Rules } from "../../rules/rules";
import { errorText } from "../../rules/text";
import { t } from "../../text/text";
import type { Defined, DefineRequest, VariantInfo } from "../../wire.gen";
import { type Draft, textOf } from "./draft";
import type { Change } from "./fields";
import { textOfFile } from "./files";
import { begin, change, redo, undo } from "./history";
import { type Look, startLook, stateOf } from "./LiveBoard";
import { firstDraft, openDraft, rememberDraft } from "./open";
import { deleteRules, renameRules, savedRules, saveRules } from "./saved";
import { retitled } from "./title";

interface Game {
  defined: Defined;
  info: VariantInfo;
}

/** Returns the current definition, and the last valid one, which the board shows. */
function useGame(rules: Rules, draft: Draft): { defined: Defined; game: Game } {
  const good = useRef<Game | null>(null);
  const defined = useMemo(() => define(rules, { text: textOf(draft) }), [rules, draft]);
  if (defined.info) good.current = { defined, info: defined.info };
  if (!good.current) {
    const chess = define(rules, { variant: "chess" });
    good.current = { defined: chess, info: chess.info as VariantInfo };
  }
  return { defined, game: good.current };
}

/** Handles the usual undo and redo keys, outside text fields. */
function useHistoryKeys(back: () => void, forth: () => void): void {
  const latest = useRef({ back, forth });
  latest.current = { back, forth };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (target?.matches("input:not([type=checkbox], [type=radio]), textarea")) return;
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key === "z" && !event.shiftKey) latest.current.back();
      else if (key === "y" || key === "z") latest.current.forth();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

/** Keeps the game in the address, for reloading and sharing, and opens links to the workshop without a reload. */
function useAddress(game: Game, query: string, open: (packed: string) => void): void {
  const address = useRef(query);
  useEffect(() => {
    const { packed, definition } = game.defined;
    address.current = `?rules=${packed}`;
    window.history.replaceState(null, "", `/workshop${address.current}`);
    rememberDraft(definition);
  }, [game, query]);
  const opened = useRef(query);
  useEffect(() => {
    if (query === opened.current) return;
    opened.current = query;
    const packed = new URLSearchParams(query).get("rules");
    if (packed && query !== address.current) open(packed);
  }, [query]);
}

/** Returns the state of the workshop, and the functions that change it. */
export function useWorkshop(rules: Rules, query: string) {
  const first = useMemo(() => firstDraft(rules, query), [rules]);
  const [history, setHistory] = useState(() => begin(first.draft));
  const [message, setMessage] = useState("");
  const [problem, setProblem] = useState(first.problem);
  const [look, setLook] = useState<Look>(startLook);
  const [saved, setSaved] = useState(savedRules);
  // Status messages disappear after a while.
  useEffect(() => {
    const timer = setTimeout(() => setMessage(""), 6000);
    return () => clearTimeout(timer);
  }, [message]);
  const draft = history.now;
  const { defined, game } = useGame(rules, draft);
  const state = useMemo(() => stateOf(rules, game.info, look.position), [rules, game, look.position]);

  const onChange: Change = (part, words, field) => {
    setHistory((old) => change(old, retitled(old.now, { ...old.now, ...part }), field));
    setProblem("");
    if (words) setMessage(words);
  };
  const show = (next: Draft, words: string) => {
    setHistory((old) => change(old, next));
    setLook(({ id }) => ({ ...startLook, id: id + 1 }));
    setProblem("");
    setMessage(words);
  };
  const load = (request: DefineRequest) => {
    const next = openDraft(rules, request);
    show(next, t("page.workshop.is-open", { title: next.title }));
    window.scrollTo({ top: 0 });
  };
  const open = (request: DefineRequest) => {
    try {
      load(request);
    } catch (why) {
      setProblem(errorText(why));
    }
  };
  useAddress(game, query, (packed) => open({ packed }));

  const back = () => {
    if (history.past.length === 0) return;
    setHistory(undo(history));
    setMessage(t("page.workshop.undone"));
  };
  const forth = () => {
    if (history.future.length === 0) return;
    setHistory(redo(history));
    setMessage(t("page.workshop.done-again"));
  };
  useHistoryKeys(back, forth);

  const save = () => {
    const { definition } = game.defined;
    const same = saved.find((each) => each.definition === definition);
    const succeeded = saveRules({
      id: same?.id ?? newId(),
      title: same?.title ?? game.info.title,
      definition,
      updated: Date.now(),
    });
    setSaved(savedRules());
    if (succeeded) setMessage(t("page.workshop.is-saved", { title: game.info.title }));
    else setProblem(t("page.workshop.this-browser-cannot-save-its"));
  };
  const file = async (chosen: File) => {
    try {
      load({ text: await textOfFile(chosen) });
    } catch (why) {
      setProblem(`${chosen.name}: ${errorText(why)}`);
    }
  };

  return {
    draft,
    defined,
    game,
    state,
    look,
    setLook,
    message,
    setMessage,
    problem,
    setProblem,
    onChange,
    open,
    undo: history.past.length > 0 ? back : undefined,
    redo: history.future.length > 0 ? forth : undefined,
    saved,
    save,
    rename: (id: string, title: string) => {
      renameRules(id, title);
      setSaved(savedRules());
    },
    remove: (id: string) => {
      deleteRules(id);
      setSaved(savedRules());
    },
    file,
  };
}
