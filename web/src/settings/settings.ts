// What a person has chosen about how the page looks and behaves: one value a
// name, saved in this browser, shared with all its tabs.
import { useSyncExternalStore } from "preact/compat";

/** One thing that can be chosen: its name in storage, what it is at first, and what it may be. */
export interface Setting<Value extends string | number> {
  readonly key: string;
  readonly usual: Value;
  /** Whether a value read from storage is one that this version knows. */
  readonly allows: (value: unknown) => value is Value;
}

const prefix = "tain.setting.";
const listeners = new Map<string, Set<() => void>>();
/** Values chosen where storage is switched off: they last as long as the page. */
const unsaved = new Map<string, string | number>();

/** A setting that is one of a few words. */
export function oneOf<const Value extends string>(
  key: string,
  usual: NoInfer<Value>,
  values: readonly Value[],
): Setting<Value> {
  return { key, usual, allows: (value): value is Value => values.includes(value as Value) };
}

/** A setting that is a number between two others. */
export function boundedNumber(key: string, usual: number, least: number, most: number): Setting<number> {
  return {
    key,
    usual,
    allows: (value): value is number => typeof value === "number" && value >= least && value <= most,
  };
}

/** What is chosen now. */
export function setting<Value extends string | number>(of: Setting<Value>): Value {
  let found: unknown = unsaved.get(of.key);
  if (found === undefined) {
    try {
      found = JSON.parse(localStorage.getItem(prefix + of.key) ?? "null");
    } catch {
      found = null; // storage is switched off, or holds something else
    }
  }
  return of.allows(found) ? found : of.usual;
}

/** Chooses a value, for good. */
export function choose<Value extends string | number>(of: Setting<Value>, value: Value): void {
  try {
    localStorage.setItem(prefix + of.key, JSON.stringify(value));
  } catch {
    unsaved.set(of.key, value);
  }
  notify(of.key);
}

/** Calls back when a setting changes here or in another tab, until what it returns is called. */
export function onSetting<Value extends string | number>(of: Setting<Value>, changed: () => void): () => void {
  const here = listeners.get(of.key) ?? new Set();
  listeners.set(of.key, here);
  here.add(changed);
  return () => here.delete(changed);
}

/** The value of a setting and the way to choose another. */
export function useSetting<Value extends string | number>(
  of: Setting<Value>,
): readonly [Value, (value: Value) => void] {
  const value = useSyncExternalStore(
    (changed) => onSetting(of, changed),
    () => setting(of),
  );
  return [value, (chosen) => choose(of, chosen)];
}

function notify(key: string): void {
  for (const changed of listeners.get(key) ?? []) changed();
}

if (typeof addEventListener === "function") {
  addEventListener("storage", (event) => {
    if (event.key?.startsWith(prefix)) notify(event.key.slice(prefix.length));
  });
}
