// Definitions in files: TOML for people, JSON for programs.
import { parse, TomlError } from "smol-toml";
import { t } from "../../text/text";

/** Returns a definition's text as JSON, from either format. */
export function jsonOf(text: string): string {
  const plain = text.replace(/^\uFEFF/, "").trim();
  if (!plain) throw new Error(t("page.workshop.the-file-is-empty"));
  if (plain.startsWith("{")) return plain;
  try {
    return JSON.stringify(parse(plain));
  } catch (problem) {
    if (!(problem instanceof TomlError)) throw problem;
    const why = problem.message.replace(/^Invalid TOML document: /, "").split("\n", 1)[0];
    throw new Error(
      t("page.workshop.neither", { line: String(problem.line), column: String(problem.column), why: why ?? "" }),
    );
  }
}

/** The maximum file size, in bytes. Definitions are far smaller. */
const maxFileSize = 1 << 16;

/** Reads a definition file and returns it as JSON. Throws if it is too large or not valid. */
export async function jsonOfFile(file: File): Promise<string> {
  if (file.size > maxFileSize) throw new Error(t("page.workshop.this-file-is-too-large"));
  return jsonOf(await file.text());
}
