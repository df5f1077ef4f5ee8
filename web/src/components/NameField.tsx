// The player's name.
import * as controls from "../style/controls.module.css";
import { useState } from "preact/hooks";
import { rememberedName, rememberName } from "../game/savedGames";
import { t } from "../text/text";

/**
 * Returns the player name last entered in this browser, a setter, and a function that saves and returns the
 * name.
 */
export function useName() {
  const [name, setName] = useState(rememberedName);
  const use = (): string => {
    const used = name.trim();
    rememberName(used);
    return used;
  };
  return { name, setName, use };
}

export function NameField({
  name,
  onName,
  class: className,
}: {
  name: string;
  onName: (name: string) => void;
  class?: string;
}) {
  return (
    <label class={className}>
      <span>{t("page.common.your-name")}</span>
      <input
        class={controls.field}
        value={name}
        maxLength={24}
        placeholder={t("page.common.anonymous")}
        autocomplete="nickname"
        onInput={(event) => onName(event.currentTarget.value)}
      />
    </label>
  );
}
