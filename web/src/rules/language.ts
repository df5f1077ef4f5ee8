// Sets the language of the rules to the page's. Each instance of the program receives the language and its
// texts; English is built in.
import { languageFileOf } from "../text/language";
import { language } from "../text/text";

let known: { language: string; request: Promise<string> } | undefined;

/** Returns the message to the program, as text; empty if it needs none. */
export async function languageRequest(): Promise<string> {
  const now = language();
  const file = languageFileOf("wasm");
  // The program starts in English, and can be reset to it.
  if (!file) return now === "en" && known ? JSON.stringify({ language: "en" }) : "";
  if (known?.language !== now) {
    const request = fetch(file).then(async (response) => {
      if (!response.ok) throw new Error(String(response.status));
      return `{"language":${JSON.stringify(now)},${(await response.text()).slice(1)}`;
    });
    known = { language: now, request };
    request.catch(() => {
      known = undefined;
    });
  }
  // Without the texts, the rules stay in English.
  return known.request.catch(() => "");
}

/** Sets the language of the program in this page or worker. */
export async function sendLanguage(): Promise<void> {
  const request = await languageRequest();
  if (request) tainCall("language", request);
}
