// Stands in for src/settings/settings.ts: what a board looks like is chosen by its attributes, for each board by
// itself.
import { createContext } from "preact";
import { useSyncExternalStore } from "preact/compat";
import { useContext } from "preact/hooks";
import type { Setting } from "../../../src/settings/settings";

/** What is chosen for one board. */
export class Look {
  private readonly chosen = new Map<string, unknown>();
  private readonly listeners = new Set<() => void>();

  get<Value extends string | number>({ key, allows, usual }: Setting<Value>): Value {
    const value = this.chosen.get(key);
    return allows(value) ? value : usual;
  }

  /** Chooses a value, or the usual one again. */
  set(key: string, value: unknown): void {
    if (this.chosen.get(key) === value) return;
    this.chosen.set(key, value);
    for (const changed of this.listeners) changed();
  }

  follow(changed: () => void): () => void {
    this.listeners.add(changed);
    return () => this.listeners.delete(changed);
  }
}

export const LookOf = createContext(new Look());

export function useSetting<Value extends string | number>(
  of: Setting<Value>,
): readonly [Value, (value: Value) => void] {
  const look = useContext(LookOf);
  const value = useSyncExternalStore(
    (changed) => look.follow(changed),
    () => look.get(of),
  );
  return [value, (chosen) => look.set(of.key, chosen)];
}

/** What has no attribute is as usual. */
export function setting<Value extends string | number>(of: Setting<Value>): Value {
  return of.usual;
}

const repaints = new Set<() => void>();

/** Calls back when the colours of a board may have changed: what is drawn in space is painted again. */
export function onSetting(_of: unknown, changed: () => void): () => void {
  repaints.add(changed);
  return () => repaints.delete(changed);
}

/** Tells that colours have changed. */
export function repaint(): void {
  for (const changed of repaints) changed();
}

export { boundedNumber, oneOf } from "../../../src/settings/settings";
