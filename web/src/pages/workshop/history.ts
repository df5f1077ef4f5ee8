// Undo and redo.

export interface History<Value> {
  now: Value;
  past: readonly Value[];
  future: readonly Value[];
  /** The field that was changed last. Typing in one field is one change. */
  field: string;
}

const maxEntries = 200;

export function begin<Value>(now: Value): History<Value> {
  return { now, past: [], future: [], field: "" };
}

/** Adds a value; `field` merges it with the previous change of the same field. */
export function change<Value>(history: History<Value>, now: Value, field = ""): History<Value> {
  if (Object.is(now, history.now)) return history;
  if (field && field === history.field) return { ...history, now, future: [] };
  return { now, past: [...history.past, history.now].slice(-maxEntries), future: [], field };
}

export function undo<Value>(history: History<Value>): History<Value> {
  const now = history.past.at(-1);
  if (now === undefined) return history;
  return { now, past: history.past.slice(0, -1), future: [history.now, ...history.future], field: "" };
}

export function redo<Value>(history: History<Value>): History<Value> {
  const [now, ...future] = history.future;
  if (now === undefined) return history;
  return { now, past: [...history.past, history.now], future, field: "" };
}
