// The user's settings: one value per name, saved in this browser and shared by its tabs.
import { useSyncExternalStore } from "preact/compat";

/** A setting: its name in storage, its default, and its allowed values. */
export interface Setting<Value extends string | number> {
  readonly key: string;
  readonly usual: Value;
  /** Reports whether a stored value is valid in this version. */
  readonly allows: (value: unknown) => value is Value;
}

const prefix = "tain.setting.";
const listeners = new Map<string, Set<() => void>>();
/** Values set while storage is disabled. They are lost when the page is closed. */
const unsaved = new Map<string, string | number>();

/** Returns a setting with a few named values. */
export function oneOf<const Value extends string>(
  key: string,
  usual: NoInfer<Value>,
  values: readonly Value[],
): Setting<Value> {
  return { key, usual, allows: (value): value is Value => values.includes(value as Value) };
}

/** Returns a setting with a range of numbers. */
export function boundedNumber(key: string, usual: number, least: number, most: number): Setting<number> {
  return {
    key,
    usual,
    allows: (value): value is number => typeof value === "number" && value >= least && value <= most,
  };
}

/** Returns the current value of a setting; the default if no valid one is saved. */
export function setting<Value extends string | number>(of: Setting<Value>): Value {
  let found: unknown = unsaved.get(of.key);
  if (found === undefined) {
    try {
      found = JSON.parse(localStorage.getItem(prefix + of.key) ?? "null");
    } catch {
      found = null; // storage is disabled, or its content is invalid
    }
  }
  return of.allows(found) ? found : of.usual;
}

/** Sets and saves a value. */
export function choose<Value extends string | number>(of: Setting<Value>, value: Value): void {
  try {
    localStorage.setItem(prefix + of.key, JSON.stringify(value));
  } catch {
    unsaved.set(of.key, value);
  }
  notify(of.key);
}

/** Subscribes to changes of a setting, here or in another tab. Returns the unsubscribe function. */
export function onSetting<Value extends string | number>(of: Setting<Value>, changed: () => void): () => void {
  const here = listeners.get(of.key) ?? new Set();
  listeners.set(of.key, here);
  here.add(changed);
  return () => here.delete(changed);
}

/** Returns the value of a setting, and its setter. */
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
