// The few things players can say to each other.
import type { Phrase } from "../wire.gen";

/** What each phrase says, in the order in which they are offered. A test compares them with the server's own words. */
export const phraseText: Readonly<Record<Phrase, string>> = {
  hello: "Hello",
  "good-luck": "Good luck",
  "have-fun": "Have fun",
  "well-played": "Well played",
  thanks: "Thank you",
  sorry: "Sorry",
  oops: "Oops",
  "one-moment": "One moment, please",
  "take-your-time": "Take your time",
  "good-game": "Good game",
  goodbye: "Goodbye",
};

export const phrases = Object.keys(phraseText) as Phrase[];
