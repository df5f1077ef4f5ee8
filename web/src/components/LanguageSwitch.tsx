// The language selector, which lists each language by its own name.
import * as controls from "../style/controls.module.css";
import { languageChoice } from "../settings/language";
import { useSetting } from "../settings/settings";
import { languages, useLanguage } from "../text/language";
import { t } from "../text/text";

/** A list of languages; `browser` adds an option that follows the browser's language. */
export function LanguageSwitch({ class: className, browser = false }: { class?: string; browser?: boolean }) {
  const [chosen, choose] = useSetting(languageChoice);
  const spoken = useLanguage();
  return (
    <label class={className}>
      <span>{t("page.settings.language")}</span>
      <select
        class={browser ? controls.field : undefined}
        value={browser ? chosen : spoken}
        onChange={(event) => choose(event.currentTarget.value as typeof chosen)}
      >
        {browser && <option value="browser">{t("page.settings.as-the-browser")}</option>}
        {Object.entries(languages).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
