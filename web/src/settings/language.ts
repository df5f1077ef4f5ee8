// Selects the language: the link's, the user's, or the first available of the browser's.
import { type Language, languages, matching, loadLanguage } from "../text/language";
import { onSetting, oneOf, setting } from "./settings";

/** The chosen language; "browser" follows the browser. */
export const languageChoice = oneOf("language", "browser", ["browser", ...(Object.keys(languages) as Language[])]);

/** The key under which a tab saves its link's language. */
const byLink = "tain.language";

/**
 * Moves a link's language, such as ?lang=de, from the address to the tab's storage, so that it is not parsed
 * as part of the page's query.
 */
function adoptFromLink(): void {
  const url = new URL(location.href);
  const found = matching([url.searchParams.get("lang") ?? ""]);
  if (!found) return;
  // Remove it from the raw text: decoding the query would re-encode characters of positions.
  const rest = url.search
    .slice(1)
    .split("&")
    .filter((field) => !field.startsWith("lang="))
    .join("&");
  history.replaceState(history.state, "", url.pathname + (rest && `?${rest}`) + url.hash);
  try {
    sessionStorage.setItem(byLink, found);
  } catch {
    linked = found;
  }
}

let linked = "";

function fromLink(): Language | undefined {
  try {
    return matching([sessionStorage.getItem(byLink) ?? linked]);
  } catch {
    return matching([linked]);
  }
}

/** Returns the preferred language. */
function wantedLanguage(): Language {
  const chosen = setting(languageChoice);
  return fromLink() ?? (chosen === "browser" ? matching(navigator.languages ?? [navigator.language]) : chosen) ?? "en";
}

/** Sends the language to the server in a cookie, because its responses contain texts too. */
function setLanguageCookie(): void {
  const chosen = fromLink() ?? setting(languageChoice);
  const known = /(?:^|; )lang=(\w+)/.exec(document.cookie)?.[1];
  if (chosen === (known ?? "browser")) return;
  // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API.
  document.cookie =
    chosen === "browser"
      ? "lang=; path=/; max-age=0; samesite=lax"
      : `lang=${chosen}; path=/; max-age=31536000; samesite=lax`;
}

/** Switches to the preferred language, now and after every change. */
export async function followLanguage(): Promise<void> {
  onSetting(languageChoice, () => {
    // A choice made here overrides the link's language.
    try {
      sessionStorage.removeItem(byLink);
    } catch {
      // Without storage, there is nothing to remove.
    }
    linked = "";
    setLanguageCookie();
    void loadLanguage(wantedLanguage()).catch(() => {});
  });
  setLanguageCookie();
  await loadLanguage(wantedLanguage()).catch(() => {});
}

if (typeof location !== "undefined") adoptFromLink();
