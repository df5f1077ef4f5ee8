// A text as one word for a link, deflated and in letters that an address may have.
import { t } from "../../text/text";

/** The longest word: addresses of 64 KB are opened everywhere that matters. */
export const maxPackedLength = 64 * 1000;

/** The longest text that a word may hold. It bounds what a hostile word can make of itself. */
const maxTextLength = 1024 * 1024;

/** A word that unpacks to more than is opened. */
class TooLargeError extends Error {}

async function pipe(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length;
    if (size > most) {
      void reader.cancel();
      throw new TooLargeError(t("page.study.this-link-holds-more-than"));
    }
    parts.push(read.value as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Packs a text. Throws where the word would be too long for a link. */
export async function pack(text: string): Promise<string> {
  const bytes = await pipe(new TextEncoder().encode(text), new CompressionStream("deflate-raw"), Infinity);
  let letters = "";
  for (let at = 0; at < bytes.length; at += 0x8000) letters += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  const word = btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  if (word.length > maxPackedLength) throw new Error(t("page.study.this-study-is-too-large"));
  return word;
}

/** The text that was packed. Throws where the word is none. */
export async function unpack(word: string): Promise<string> {
  if (word.length > maxPackedLength) throw new Error(t("page.study.this-link-is-too-long"));
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    const letters = atob(word.replace(/-/g, "+").replace(/_/g, "/"));
    bytes = await pipe(
      Uint8Array.from(letters, (letter) => letter.charCodeAt(0)),
      new DecompressionStream("deflate-raw"),
      maxTextLength,
    );
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    if (cause instanceof TooLargeError) throw cause;
    throw new Error(t("page.study.this-link-is-cut-off"), { cause });
  }
}
