// The name a player is known by.
import { useState } from "preact/hooks";
import { rememberedName, rememberName } from "../game/archive";

/** The name of this browser's player: as it was given last, and remembered when it is used. */
export function useName() {
  const [name, setName] = useState(rememberedName);
  const use = (): string => {
    const used = name.trim();
    rememberName(used);
    return used;
  };
  return { name, setName, use };
}

export function NameField({ name, onName }: { name: string; onName: (name: string) => void }) {
  return (
    <label class="namefield">
      <span>Your name</span>
      <input
        class="field"
        value={name}
        maxLength={24}
        placeholder="Anonymous"
        autocomplete="nickname"
        onInput={(event) => onName(event.currentTarget.value)}
      />
    </label>
  );
}
