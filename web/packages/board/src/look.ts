// Replaces src/settings/settings.ts: each board's appearance is set by its attributes.
import { createContext } from "preact";
import { useSyncExternalStore } from "preact/compat";
import { useContext } from "preact/hooks";
import type { Setting } from "../../../src/settings/settings";

/** The settings of one board. */
export class Look {
  private readonly chosen = new Map<string, unknown>();
  private readonly listeners = new Set<() => void>();

  get<Value extends string | number>({ key, allows, usual }: Setting<Value>): Value {
    const value = this.chosen.get(key);
    return allows(value) ? value : usual;
  }

  /** Sets a value, or resets it to the default. */
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

/** Returns the default of a setting. Boards call it only for settings that have no attribute. */
export function setting<Value extends string | number>(of: Setting<Value>): Value {
  return of.usual;
}

const repaints = new Set<() => void>();

/** Subscribes to changes of a board's colours, which require repainting the 3D view. */
export function onSetting(_of: unknown, changed: () => void): () => void {
  repaints.add(changed);
  return () => repaints.delete(changed);
}

/** Notifies subscribers that the colours have changed. */
export function repaint(): void {
  for (const changed of repaints) changed();
}

export { boundedNumber, oneOf } from "../../../src/settings/settings";
