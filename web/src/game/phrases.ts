// The phrases that players can send each other.
import type { Plain } from "../text/types";
import type { Phrase } from "../wire.gen";

/** The text of each phrase, in menu order. A test compares the list with the server's. */
export const phraseText: Readonly<Record<Phrase, Plain>> = {
  hello: "page.phrase.hello",
  "good-luck": "page.phrase.good-luck",
  "have-fun": "page.phrase.have-fun",
  "well-played": "page.phrase.well-played",
  thanks: "page.phrase.thank-you",
  sorry: "page.phrase.sorry",
  oops: "page.phrase.oops",
  "one-moment": "page.phrase.one-moment-please",
  "take-your-time": "page.phrase.take-your-time",
  "good-game": "page.phrase.good-game",
  goodbye: "page.phrase.goodbye",
};

export const phrases = Object.keys(phraseText) as Phrase[];
