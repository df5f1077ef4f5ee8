// Which language the page is in: the one a link asks for, the one a person has
// chosen, or the first of the browser's that there is.
import { type Language, languages, matching, loadLanguage } from "../text/language";
import { onSetting, oneOf, setting } from "./settings";

/** The language chosen; "browser" is what the browser says. */
export const languageChoice = oneOf("language", "browser", ["browser", ...(Object.keys(languages) as Language[])]);

/** Where a tab remembers the language that its link asked for. */
const byLink = "tain.language";

/** Takes ?lang=de out of the address, where it would be read as a part of what the page shows. */
function adoptFromLink(): void {
  const url = new URL(location.href);
  const found = matching([url.searchParams.get("lang") ?? ""]);
  if (!found) return;
  // As text: positions in links have characters that would be encoded again.
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

/** The language that is wanted. */
function wantedLanguage(): Language {
  const chosen = setting(languageChoice);
  return fromLink() ?? (chosen === "browser" ? matching(navigator.languages ?? [navigator.language]) : chosen) ?? "en";
}

/** Tells the server, which answers in words too: with the page it begins with and with each answer. */
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

/** Speaks the language that is wanted, now and whenever another is chosen. */
export async function followLanguage(): Promise<void> {
  onSetting(languageChoice, () => {
    // What is chosen here counts for more than the link one came by.
    try {
      sessionStorage.removeItem(byLink);
    } catch {
      // It was not saved there.
    }
    linked = "";
    setLanguageCookie();
    void loadLanguage(wantedLanguage()).catch(() => {});
  });
  setLanguageCookie();
  await loadLanguage(wantedLanguage()).catch(() => {});
}

if (typeof location !== "undefined") adoptFromLink();
